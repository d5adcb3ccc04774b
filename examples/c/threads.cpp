// Eight threads share a compiler, and all get the same bytes. C++17.
#include <nvc.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

// Wrap the handles in unique pointers.
struct Destroy {
    void operator()(nvc_options_t *options) const { nvc_options_destroy(options); }
    void operator()(nvc_compiler_t *compiler) const { nvc_compiler_destroy(compiler); }
    void operator()(nvc_result_t *result) const { nvc_result_destroy(result); }
};
using Options = std::unique_ptr<nvc_options_t, Destroy>;
using Compiler = std::unique_ptr<nvc_compiler_t, Destroy>;
using Result = std::unique_ptr<nvc_result_t, Destroy>;

// The module as bytes; empty if the source has errors.
static std::string compile(const nvc_compiler_t &compiler, const char *name, std::string_view source) {
    Result result{nvc_compile(&compiler, name, source.data(), source.size())};
    std::size_t size = 0;
    const std::uint32_t *words = nvc_result_spirv(result.get(), &size);
    if (!words) {
        std::fputs(nvc_result_messages(result.get(), NVC_FORMAT_HUMAN, nullptr), stderr);
        return {};
    }
    std::string module(size, '\0');
    std::memcpy(module.data(), words, size);
    return module;
}

int main(int count, char **arguments) {
    if (count != 3) {
        std::fprintf(stderr, "usage: %s SHADER INCLUDE-DIRECTORY\n", arguments[0]);
        return 2;
    }
    std::ifstream file{arguments[1], std::ios::binary};
    const std::string source{std::istreambuf_iterator<char>{file}, {}};

    Options options{nvc_options_create()};
    nvc_options_add_include_directory(options.get(), arguments[2]);
    nvc_options_define(options.get(), "ROUNDS", "5");
    const Compiler compiler{nvc_compiler_create(options.get())};
    options.reset();

    constexpr std::size_t THREADS = 8;
    std::vector<std::string> modules(THREADS);
    std::vector<std::thread> threads;
    for (std::string &module : modules)
        threads.emplace_back([&] { module = compile(*compiler, arguments[1], source); });
    for (std::thread &thread : threads)
        thread.join();

    for (const std::string &module : modules)
        if (module.empty() || module != modules[0]) {
            std::fprintf(stderr, "a module is missing or differs\n");
            return 1;
        }
    std::printf("%zu equal modules with nvc %s\n", modules.size(), nvc_version());
    return 0;
}
