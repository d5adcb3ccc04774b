// Times llama.cpp's operations with two builds of its Vulkan backend in turns, in one process and with the same data:
//     pair [-j JOBS] [-n PLACEMENTS] [-o OPERATIONS] [-p PARAMETERS] [-t SECONDS] BACKEND_A BACKEND_B
// The backends are shared libraries that differ in the compiler of their shaders. The ratios are the times of A divided by those
// of B. Both expressions are regular expressions, as in `test-backend-ops perf`; a case is timed if both match it.
//
// A driver compiles a pipeline when it is used for the first time, which takes seconds and disturbs the timing. So JOBS processes
// share the cases, each first runs its cases once with both backends, and they time their cases one after the other.
//
// The cases are those of llama.cpp's test program, which this file includes; see README.md for how to build it.
#define main test_backend_ops_main
#include TEST_BACKEND_OPS
#undef main

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <numeric>

namespace {

// Elements of large tensors beyond the first 2^18 (whole rows) repeat the first ones: quantising all takes seconds a case.
constexpr size_t DISTINCT = size_t(1) << 18;
// A graph repeats the operation so often that it runs at least this long, so that submission hardly counts.
constexpr double GRAPH_US = 10e3;
// Measurements with each backend at a placement; fewer, but at least three, once they have taken LONG_US.
constexpr int ROUNDS = 5;
constexpr double LONG_US = 1e6;
// Where the tensors are in the device's memory changes the time of some cases by a fifth, as far as the caches hold the data. So each
// case is timed at several placements, up to `-n` if its ratio is further from 1 than CLOSE, but at most MAX_US in all.
constexpr int MIN_PLACEMENTS = 3;
constexpr double CLOSE = 0.02;
constexpr double MAX_US = 6e6;
// Before the tensors, up to so many units of memory stay unused.
constexpr size_t PADDING_UNIT = size_t(2) << 20, PADDING_UNITS = 64;

struct Options {
    const char * backends[2] = {};
    std::string operations = "MUL_MAT|FLASH_ATTN_EXT", parameters = ".";
    int jobs = std::max(1, int(std::thread::hardware_concurrency()) - 1), placements = 15;
    double seconds = 1e9;
};

// Memory that the processes share.
struct Shared {
    std::atomic<int> next_case, warm;
};

// What the tensors without sources of a case contain, in the order of the context.
using Data = std::vector<std::vector<uint8_t>>;

double now_us() { return double(ggml_time_us()); }

bool is_input(const ggml_tensor * tensor) { return tensor->op == GGML_OP_NONE && !tensor->view_src; }

// Values of one type from a fixed seed.
std::vector<uint8_t> values(const ggml_tensor * tensor, float min, float max) {
    const size_t row = tensor->ne[0], rows = ggml_nelements(tensor) / row, row_size = ggml_row_size(tensor->type, row);
    const size_t distinct = std::min(rows, std::max<size_t>(1, DISTINCT / row));
    std::mt19937 generator(7);
    std::uniform_real_distribution<float> distribution(min, max);
    std::vector<float> floats(distinct * row);
    for (float & x : floats) { x = distribution(generator); }
    std::vector<uint8_t> bytes(row_size * rows);
    if (tensor->type == GGML_TYPE_F32) {
        memcpy(bytes.data(), floats.data(), row_size * distinct);
    } else {
        const std::vector<float> importance(row, 1.0f);
        ggml_quantize_chunk(tensor->type, floats.data(), bytes.data(), 0, distinct, row, importance.data());
    }
    for (size_t r = distinct; r < rows; r++) { memcpy(&bytes[r * row_size], &bytes[(r - distinct) * row_size], row_size); }
    return bytes;
}

// A mask as the test makes it, in which a fifth is blocks of 64 by 128 elements that are all 0 or all -inf.
std::vector<uint8_t> mask(const ggml_tensor * tensor) {
    std::vector<uint8_t> bytes = values(tensor, -1.0f, 1.0f);
    const size_t columns = tensor->ne[0], rows = ggml_nelements(tensor) / columns;
    auto * halves = reinterpret_cast<ggml_fp16_t *>(bytes.data());
    std::mt19937 generator(11);
    for (size_t block = 0; block < columns * rows / 5 / (64 * 128); block++) {
        const size_t row = generator() % rows, column = generator() % columns;
        const ggml_fp16_t value = ggml_fp32_to_fp16(generator() & 1 ? -INFINITY : 0.0f);
        for (size_t r = row; r < std::min(row + 64, rows); r++) {
            std::fill(halves + r * columns + column, halves + r * columns + std::min(column + 128, columns), value);
        }
    }
    return bytes;
}

// A case on one backend, ready to run.
class Prepared {
public:
    // Throws if the backend does not support the case. Takes the data from `data`, or fills it if it is empty.
    Prepared(test_case & test, ggml_backend_t backend, Data & data) : backend(backend) {
        const ggml_init_params params = { ggml_tensor_overhead() * 128 + ggml_graph_overhead_custom(NODES, false), nullptr, true };
        context.reset(ggml_init(params));
        if (test.use_weight_context()) { weights.reset(ggml_init(params)); }
        test.mode = MODE_PERF;
        ggml_tensor * result = test.build_graph(context.get(), weights.get());
        test.current_op_name = test.op_desc(result);
        if (!ggml_backend_supports_op(backend, result)) { throw std::runtime_error("not supported"); }
        if (weights) {
            weight_buffer.reset(ggml_backend_alloc_ctx_tensors(weights.get(), backend));
            if (!weight_buffer) { throw std::runtime_error("no memory"); }
            ggml_backend_buffer_set_usage(weight_buffer.get(), GGML_BACKEND_BUFFER_USAGE_WEIGHTS);
        }
        buffer.reset(ggml_backend_alloc_ctx_tensors(context.get(), backend));
        if (!buffer) { throw std::runtime_error("no memory"); }
        fill(data, reinterpret_cast<const int32_t *>(result->op_params)[4]);
        graph = ggml_new_graph_custom(context.get(), NODES, false);
        ggml_build_forward_expand(graph, result);
        run();
        const double us = run();
        const int spare = ggml_graph_size(graph) - ggml_graph_n_nodes(graph);
        repetitions = 1 + std::min(spare, int(GRAPH_US / us));
        for (int i = 1; i < repetitions; i++) { ggml_graph_add_node(graph, result); }
        run();
    }

    // Runs the graph once. Returns the time of one repetition in microseconds.
    double run() {
        const double start = now_us();
        if (ggml_backend_graph_compute(backend, graph) != GGML_STATUS_SUCCESS) { throw std::runtime_error("the graph failed"); }
        return (now_us() - start) / repetitions;
    }

    int repetitions = 1;

private:
    static constexpr size_t NODES = 8192;

    void fill(Data & data, int32_t finite) {
        const bool is_new = data.empty();
        size_t i = 0;
        for (ggml_context * ctx : { context.get(), weights.get() }) {
            for (ggml_tensor * t = ctx ? ggml_get_first_tensor(ctx) : nullptr; t; t = ggml_get_next_tensor(ctx, t)) {
                if (!is_input(t)) { continue; }
                if (is_new) { data.push_back(contents(t, finite)); }
                ggml_backend_tensor_set(t, data[i].data(), 0, data[i].size());
                i++;
            }
        }
    }

    // `finite` is the greatest number of finite elements in a row of a sparse mask, or 0 if the mask is dense.
    static std::vector<uint8_t> contents(ggml_tensor * tensor, int32_t finite) {
        const bool is_mask = strcmp(tensor->name, "m") == 0 && tensor->type == GGML_TYPE_F16;
        if (is_mask && finite > 0) {
            init_tensor_kq_mask_sparse(tensor, finite);
            std::vector<uint8_t> bytes(ggml_nbytes(tensor));
            ggml_backend_tensor_get(tensor, bytes.data(), 0, bytes.size());
            return bytes;
        }
        const bool is_float = ggml_is_quantized(tensor->type) || tensor->type == GGML_TYPE_F32 || tensor->type == GGML_TYPE_F16 ||
                              tensor->type == GGML_TYPE_BF16;
        if (!is_float) { throw std::runtime_error(std::string("inputs of type ") + ggml_type_name(tensor->type)); }
        return is_mask ? mask(tensor) : values(tensor, -1.0f, 1.0f);
    }

    ggml_backend_t backend;
    ggml_context_ptr context, weights;
    ggml_backend_buffer_ptr buffer, weight_buffer;
    ggml_cgraph * graph = nullptr;
};

double median(std::vector<double> v) {
    std::nth_element(v.begin(), v.begin() + v.size() / 2, v.end());
    return v[v.size() / 2];
}

// The times of a case with both backends, in microseconds for one operation: the medians of each placement.
struct Times {
    std::string name;
    std::vector<double> us[2];
    static double mean(const std::vector<double> & v) { return std::accumulate(v.begin(), v.end(), 0.0) / double(v.size()); }
    // The ratio at each placement.
    std::vector<double> ratios() const {
        std::vector<double> all;
        for (size_t i = 0; i < us[0].size(); i++) { all.push_back(us[0][i] / us[1][i]); }
        return all;
    }
    // A placement can double the time of one backend, so that the mean would depend on how many of those there were.
    double ratio() const { return median(ratios()); }
};

// Memory that nothing uses, so that what is allocated next is elsewhere than last time. May be null.
ggml_backend_buffer_ptr padding(ggml_backend_t backend, std::mt19937 & generator) {
    const size_t units = generator() % PADDING_UNITS;
    return ggml_backend_buffer_ptr(units == 0 ? nullptr : ggml_backend_alloc_buffer(backend, units * PADDING_UNIT));
}

// Times a case at one more placement.
void measure(test_case & test, ggml_backend_t (&backends)[2], Data & data, std::mt19937 & generator, Times & times) {
    const size_t first = times.us[0].size() % 2;
    ggml_backend_buffer_ptr unused[2];
    std::unique_ptr<Prepared> both[2];
    for (const size_t i : { first, 1 - first }) {
        unused[i] = padding(backends[i], generator);
        both[i].reset(new Prepared(test, backends[i], data));
    }
    std::vector<double> us[2];
    const double start = now_us();
    for (int round = 0; round < ROUNDS; round++) {
        for (int turn = 0; turn < 2; turn++) {
            const int i = (round + turn) % 2;
            us[i].push_back(both[i]->run());
        }
        if (round >= 2 && now_us() - start > LONG_US) { break; }
    }
    for (int i = 0; i < 2; i++) { times.us[i].push_back(median(us[i])); }
}

// Times a case at as many placements as it needs.
Times measure(test_case & test, ggml_backend_t (&backends)[2], int most) {
    const double start = now_us();
    std::mt19937 generator(5);
    Data data;
    Times times;
    for (int n = 0; n < MIN_PLACEMENTS || (n < most && std::abs(times.ratio() - 1) > CLOSE); n++) {
        if (n > 0 && now_us() - start > MAX_US) { break; }
        measure(test, backends, data, generator, times);
    }
    return times;
}

std::vector<std::unique_ptr<test_case>> cases(const Options & options) {
    const std::regex operations(options.operations), parameters(options.parameters);
    std::vector<std::unique_ptr<test_case>> chosen;
    for (auto & test : make_test_cases_perf()) {
        const ggml_init_params params = { ggml_tensor_overhead() * 128, nullptr, true };
        ggml_context_ptr context(ggml_init(params)), weights(ggml_init(params));
        ggml_tensor * result = test->build_graph(context.get(), test->use_weight_context() ? weights.get() : nullptr);
        if (std::regex_match(test->op_desc(result), operations) && std::regex_search(test->vars(), parameters)) {
            chosen.push_back(std::move(test));
        }
    }
    return chosen;
}

// One of the processes: warms up cases until none is left, waits for the others, and writes a line for each case to `results`.
int work(const Options & options, Shared & shared, int results, double deadline) {
    ggml_backend_t backends[2];
    for (int i = 0; i < 2; i++) {
        ggml_backend_reg_t registry = ggml_backend_load(options.backends[i]);
        if (!registry || ggml_backend_reg_dev_count(registry) == 0) { return 1; }
        backends[i] = ggml_backend_dev_init(ggml_backend_reg_dev_get(registry, 0), nullptr);
    }
    const auto all = cases(options);
    std::vector<test_case *> mine;
    const auto write_line = [&](const std::string & line) { return write(results, line.data(), line.size()) == ssize_t(line.size()); };
    for (int i; now_us() < deadline && (i = shared.next_case++) < int(all.size());) {
        try {
            Data data;
            for (ggml_backend_t backend : backends) { Prepared(*all[i], backend, data); }
            mine.push_back(all[i].get());
        } catch (const std::runtime_error & error) {
            write_line("- " + all[i]->current_op_name + "(" + all[i]->vars() + "): " + error.what() + "\n");
        }
    }
    shared.warm++;
    while (shared.warm < options.jobs) { usleep(10000); }

    struct flock lock = { F_WRLCK, SEEK_SET, 0, 0, 0 };
    if (fcntl(results, F_SETLKW, &lock) != 0) { return 1; }
    for (test_case * test : mine) {
        if (now_us() > deadline) { break; }
        const Times times = measure(*test, backends, options.placements);
        std::ostringstream line;
        line << "+ " << test->current_op_name << "(" << test->vars() << ")";
        for (const auto & us : times.us) { line << "\t"; for (double x : us) { line << x << " "; } }
        if (!write_line(line.str() + "\n")) { return 1; }
    }
    return 0; // The end of the process releases the lock.
}

// Prints the cases in the order of their ratios, the worst first, and the means of each operation.
void report(const std::string & text) {
    std::map<std::string, std::vector<Times>> operations;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind("+ ", 0) != 0) { printf("%s\n", line.c_str()); continue; }
        Times times;
        std::istringstream fields(line.substr(2));
        std::getline(fields, times.name, '\t');
        for (auto & us : times.us) {
            std::string field;
            std::getline(fields, field, '\t');
            std::istringstream numbers(field);
            for (double x; numbers >> x;) { us.push_back(x); }
        }
        operations[times.name.substr(0, times.name.find('('))].push_back(times);
    }
    for (auto & [operation, all] : operations) {
        std::sort(all.begin(), all.end(), [](const Times & a, const Times & b) { return a.ratio() > b.ratio(); });
        double sum = 0;
        printf("\n ratio  least  most      A us     B us    n  case\n");
        for (const Times & t : all) {
            const auto ratios = t.ratios();
            const double least = *std::min_element(ratios.begin(), ratios.end()), most = *std::max_element(ratios.begin(), ratios.end());
            sum += std::log(t.ratio());
            printf("%6.3f %6.3f %6.3f %8.1f %8.1f %4zu  %s\n", t.ratio(), least, most, Times::mean(t.us[0]), Times::mean(t.us[1]), t.us[0].size(), t.name.c_str());
        }
        printf("%s: %zu cases, geometric mean of A / B %.4f, greatest %.3f\n", operation.c_str(), all.size(), std::exp(sum / double(all.size())), all[0].ratio());
    }
}

Options arguments(int argc, char ** argv) {
    Options options;
    int found;
    while ((found = getopt(argc, argv, "j:n:o:p:t:")) != -1) {
        switch (found) {
        case 'j': options.jobs = std::max(1, atoi(optarg)); break;
        case 'n': options.placements = atoi(optarg); break;
        case 'o': options.operations = optarg; break;
        case 'p': options.parameters = optarg; break;
        case 't': options.seconds = atof(optarg); break;
        default: exit(2);
        }
    }
    if (argc - optind != 2) {
        fprintf(stderr, "usage: %s [-j JOBS] [-n PLACEMENTS] [-o OPERATIONS] [-p PARAMETERS] [-t SECONDS] BACKEND_A BACKEND_B\n", argv[0]);
        exit(2);
    }
    options.backends[0] = argv[optind];
    options.backends[1] = argv[optind + 1];
    return options;
}

} // namespace

int main(int argc, char ** argv) {
    const Options options = arguments(argc, argv);
    ggml_time_init();
    const double start = now_us(), deadline = start + options.seconds * 1e6;
    void * memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    FILE * file = tmpfile();
    if (memory == MAP_FAILED || !file) { perror("pair"); return 1; }
    Shared & shared = *new (memory) Shared();
    const int results = fileno(file);
    fcntl(results, F_SETFL, O_APPEND);
    for (int i = 0; i < options.jobs; i++) {
        if (fork() == 0) { _exit(work(options, shared, results, deadline)); }
    }
    int failed = 0;
    bool is_warm = false;
    for (int left = options.jobs; left > 0;) {
        int status;
        if (waitpid(-1, &status, WNOHANG) > 0) {
            left--;
            if (status != 0) { failed++; shared.warm++; }
        } else {
            usleep(50000);
        }
        if (!is_warm && shared.warm >= options.jobs) {
            is_warm = true;
            fprintf(stderr, "all pipelines are ready after %.0f s\n", (now_us() - start) / 1e6);
        }
    }
    std::string text(size_t(lseek(results, 0, SEEK_END)), '\0');
    if (pread(results, text.data(), text.size(), 0) != ssize_t(text.size())) { perror("pair"); return 1; }
    report(text);
    if (failed > 0) { fprintf(stderr, "%d of %d processes failed; their cases are missing\n", failed, options.jobs); }
    return failed > 0;
}
