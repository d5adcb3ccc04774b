/* What it costs to load a compiler library and to compile with it: `start nvc libnvc.so`, `start shaderc libshaderc.so.1`.
 * Times are CPU times of the process, in milliseconds; both optimise for speed, without a validator. C11 and POSIX. */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char SOURCE[] = "#version 460\n"
                             "layout(local_size_x = 32) in;\n"
                             "layout(std430, binding = 0) buffer Words { uint words[]; };\n"
                             "void main() {\n"
                             "    uint sum = words[gl_GlobalInvocationID.x];\n"
                             "    for (uint i = 0u; i < 5u; i++)\n"
                             "        sum += words[i] ^ sum;\n"
                             "    words[gl_GlobalInvocationID.x] = sum;\n"
                             "}\n";

enum { ROUNDS = 200 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void *library;

/* A function of the library. POSIX lets a pointer to data be read as one to a function. */
static void function(const char *name, void *to) {
    void *found = dlsym(library, name);
    if (!found) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    memcpy(to, &found, sizeof found);
}

static void *compiler, *options;
static void *(*nvc_compile)(const void *, const char *, const char *, size_t);
static const void *(*nvc_spirv)(const void *, size_t *);
static void (*nvc_destroy)(void *);
static void *(*shaderc_compile)(void *, const char *, size_t, int, const char *, const char *, void *);
static size_t (*shaderc_length)(const void *);
static void (*shaderc_release)(void *);

static void nvc_begin(void) {
    void *(*create)(const void *);
    function("nvc_compiler_create", &create);
    function("nvc_compile", &nvc_compile);
    function("nvc_result_spirv", &nvc_spirv);
    function("nvc_result_destroy", &nvc_destroy);
    compiler = create(NULL);
}

static size_t nvc_once(void) {
    void *result = nvc_compile(compiler, "start.comp", SOURCE, strlen(SOURCE));
    size_t size;
    nvc_spirv(result, &size);
    nvc_destroy(result);
    return size;
}

static void shaderc_begin(void) {
    void *(*initialize)(void), *(*create)(void);
    void (*optimise)(void *, int);
    function("shaderc_compiler_initialize", &initialize);
    function("shaderc_compile_options_initialize", &create);
    function("shaderc_compile_options_set_optimization_level", &optimise);
    function("shaderc_compile_into_spv", &shaderc_compile);
    function("shaderc_result_get_length", &shaderc_length);
    function("shaderc_result_release", &shaderc_release);
    compiler = initialize();
    options = create();
    optimise(options, 2); /* shaderc_optimization_level_performance */
}

static size_t shaderc_once(void) {
    /* 2: shaderc_compute_shader */
    void *result = shaderc_compile(compiler, SOURCE, strlen(SOURCE), 2, "start.comp", "main", options);
    size_t size = shaderc_length(result);
    shaderc_release(result);
    return size;
}

int main(int count, char **arguments) {
    if (count != 3 || (strcmp(arguments[1], "nvc") != 0 && strcmp(arguments[1], "shaderc") != 0)) {
        fprintf(stderr, "usage: %s nvc|shaderc LIBRARY\n", arguments[0]);
        return 2;
    }
    int is_nvc = strcmp(arguments[1], "nvc") == 0;
    size_t (*once)(void) = is_nvc ? nvc_once : shaderc_once;
    double start = now();
    library = dlopen(arguments[2], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    double loaded = now();
    if (is_nvc)
        nvc_begin();
    else
        shaderc_begin();
    size_t size = once();
    double first = now();
    for (int i = 0; i < ROUNDS; i++)
        if (once() != size)
            return 1;
    double all = now();
    printf("load %.2f ms, first module %.2f ms, each further %.3f ms, %zu bytes\n", loaded - start, first - loaded,
           (all - first) / ROUNDS, size);
    return size == 0;
}
