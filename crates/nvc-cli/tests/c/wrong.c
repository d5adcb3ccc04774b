/* Calls with wrong arguments: each is refused or does nothing. With an argument, forgets to destroy a handle. */
#include <nvc.h>

#include <stdio.h>
#include <string.h>

static int failures;

static void expect(int holds, const char *what) {
    if (!holds) {
        printf("wrong: %s\n", what);
        failures++;
    }
}

#define EXPECT(condition) expect(condition, #condition)

static int released;

static void release(void *user_data) {
    released += *(int *)user_data;
}

static void silent(void *user_data, nvc_include_t *include) {
    (void)user_data;
    (void)include;
}

static void not_utf8(void *user_data, nvc_include_t *include) {
    (void)user_data;
    EXPECT(strcmp(nvc_include_path(include), "a.glsl") == 0);
    EXPECT(strcmp(nvc_include_from(include), "x.comp") == 0);
    EXPECT(nvc_include_is_system(include));
    nvc_include_found(include, NULL, NULL, 1);
    nvc_include_found(include, NULL, "\xff", 1);
}

/* The status of a compilation, and whether its messages contain a text. */
static nvc_status_t compile(const nvc_compiler_t *compiler, const char *name, const char *source, size_t length,
                            const char *says) {
    nvc_result_t *result = nvc_compile(compiler, name, source, length);
    nvc_status_t status = nvc_result_status(result);
    const char *messages = nvc_result_messages(result, NVC_FORMAT_HUMAN, NULL);
    if (!strstr(messages, says)) {
        printf("wrong: no `%s` in: %s\n", says, messages);
        failures++;
    }
    EXPECT((status == NVC_STATUS_OK) == (nvc_result_error_count(result) == 0));
    EXPECT((status == NVC_STATUS_OK) == (nvc_result_spirv(result, NULL) != NULL));
    nvc_result_destroy(result);
    return status;
}

static void options(void) {
    nvc_options_t *options = nvc_options_create();
    EXPECT(strcmp(nvc_options_error(options), "") == 0);
    EXPECT(nvc_options_set(NULL, "warp", "native") == NVC_STATUS_INVALID_ARGUMENT);
    EXPECT(nvc_options_set(options, NULL, "native") == NVC_STATUS_INVALID_ARGUMENT);
    EXPECT(nvc_options_set(options, "warp", NULL) == NVC_STATUS_INVALID_ARGUMENT);
    EXPECT(nvc_options_set(options, "warp", "\xff") == NVC_STATUS_INVALID_ARGUMENT);
    EXPECT(nvc_options_set(options, "wrap", "native") == NVC_STATUS_UNKNOWN_OPTION);
    EXPECT(strcmp(nvc_options_error(options), "no option is named `wrap`; did you mean `warp`?") == 0);
    EXPECT(nvc_options_set(options, "warp", "") == NVC_STATUS_INVALID_VALUE);
    EXPECT(nvc_options_define(options, "A=B", NULL) == NVC_STATUS_INVALID_ARGUMENT);
    EXPECT(nvc_options_define(options, "A", "\xff") == NVC_STATUS_INVALID_ARGUMENT);
    EXPECT(nvc_options_define(options, "", "") == NVC_STATUS_INVALID_ARGUMENT);
    EXPECT(nvc_options_add_include_directory(options, NULL) == NVC_STATUS_INVALID_ARGUMENT);
    nvc_options_t *copy = nvc_options_clone(options);
    nvc_options_destroy(options);
    nvc_options_destroy(copy);
    nvc_options_destroy(nvc_options_clone(NULL));
    nvc_options_destroy(NULL);
    EXPECT(nvc_options_error(NULL) == NULL);
}

static void sources(void) {
    nvc_compiler_t *compiler = nvc_compiler_create(NULL);
    static const char EMPTY[] = "!!NVcp5.0\nGROUP_SIZE 32;\nEND\n";
    EXPECT(compile(compiler, "x", EMPTY, strlen(EMPTY), "") == NVC_STATUS_OK);
    EXPECT(compile(NULL, "x", EMPTY, strlen(EMPTY), "the compiler is NULL") == NVC_STATUS_INVALID_ARGUMENT);
    EXPECT(compile(compiler, NULL, EMPTY, strlen(EMPTY), "name") == NVC_STATUS_INVALID_ARGUMENT);
    EXPECT(compile(compiler, "\xff", EMPTY, strlen(EMPTY), "name") == NVC_STATUS_INVALID_ARGUMENT);
    EXPECT(compile(compiler, "x", NULL, 1, "source is NULL") == NVC_STATUS_INVALID_ARGUMENT);
    EXPECT(compile(compiler, "x", EMPTY, SIZE_MAX, "source") == NVC_STATUS_INVALID_ARGUMENT);
    EXPECT(compile(compiler, "x", NULL, 0, "N0101") == NVC_STATUS_COMPILATION_ERROR);
    EXPECT(compile(compiler, "x", "a\0b", 3, "N0101") == NVC_STATUS_COMPILATION_ERROR);
    EXPECT(compile(compiler, "x", "!!NVcp5.0\n\xff", 11, "UTF-8") == NVC_STATUS_COMPILATION_ERROR);

    /* Far larger than any shader: refused before it is read. */
    static char large[1 << 28];
    EXPECT(compile(compiler, "x", large, sizeof large, "too large") == NVC_STATUS_COMPILATION_ERROR);

    nvc_result_t *nothing = nvc_link(compiler, 0, NULL, NULL, NULL);
    EXPECT(nvc_result_status(nothing) == NVC_STATUS_INVALID_ARGUMENT);
    nvc_result_destroy(nothing);
    const char *names[] = {"main.comp", "twice.comp"};
    const char *texts[] = {"#version 460\nuint twice(uint x);\nlayout(local_size_x = 1) in;\n"
                           "layout(binding = 0) buffer B { uint b; };\nvoid main() { b = twice(b); }\n",
                           "#version 460\nuint twice(uint x) { return 2u * x; }\n"};
    const size_t lengths[] = {strlen(texts[0]), strlen(texts[1])};
    nvc_result_t *linked = nvc_link(compiler, 2, names, texts, lengths);
    EXPECT(nvc_result_status(linked) == NVC_STATUS_OK);
    nvc_result_destroy(linked);
    nvc_compiler_destroy(compiler);
    nvc_compiler_destroy(NULL);
}

static void includes(void) {
    static const char SOURCE[] = "#version 460\n#extension GL_GOOGLE_include_directive : require\n"
                                 "#include <a.glsl>\nlayout(local_size_x = 1) in;\nvoid main() {}\n";
    int one = 1, ten = 10;
    nvc_options_t *options = nvc_options_create();
    EXPECT(nvc_options_set_include_callback(NULL, silent, &one, release) == NVC_STATUS_INVALID_ARGUMENT);
    nvc_options_set_include_callback(options, silent, &one, release);
    nvc_compiler_t *first = nvc_compiler_create(options);
    nvc_options_set_include_callback(options, not_utf8, &ten, release);
    EXPECT(released == 0);
    EXPECT(compile(first, "x.comp", SOURCE, strlen(SOURCE), "a.glsl") == NVC_STATUS_COMPILATION_ERROR);
    nvc_compiler_destroy(first);
    EXPECT(released == 1);
    nvc_options_t *copy = nvc_options_clone(options);
    nvc_options_destroy(options);
    nvc_compiler_t *second = nvc_compiler_create(copy);
    nvc_options_set_include_callback(copy, NULL, NULL, NULL);
    EXPECT(compile(second, "x.comp", SOURCE, strlen(SOURCE), "UTF-8") == NVC_STATUS_COMPILATION_ERROR);
    EXPECT(released == 1);
    nvc_compiler_destroy(second);
    nvc_options_destroy(copy);
    EXPECT(released == 11);
}

static void results(void) {
    size_t size = 1;
    EXPECT(nvc_result_spirv(NULL, &size) == NULL && size == 0);
    EXPECT(nvc_result_status(NULL) == NVC_STATUS_INVALID_ARGUMENT);
    EXPECT(nvc_result_messages(NULL, NVC_FORMAT_JSON, &size) == NULL);
    EXPECT(nvc_result_diagnostic(NULL, 0) == NULL);
    EXPECT(nvc_diagnostic_message(NULL) == NULL);
    nvc_result_destroy(NULL);

    nvc_options_t *options = nvc_options_create();
    nvc_options_set(options, "emit", "spvasm");
    nvc_compiler_t *compiler = nvc_compiler_create(options);
    nvc_options_destroy(options);
    static const char SOURCE[] = "!!NVcp5.0\nGROUP_SIZE 32;\nTEMP R0;\nEND\n";
    nvc_result_t *result = nvc_compile(compiler, "x", SOURCE, strlen(SOURCE));
    nvc_compiler_destroy(compiler);
    const char *text = nvc_result_text(result, &size);
    EXPECT(text && strlen(text) == size && strncmp(text, "; SPIR-V\n", 9) == 0);
    EXPECT(nvc_result_spirv(result, NULL) == NULL);
    EXPECT(nvc_result_reflection(result, NULL) == NULL);
    EXPECT(nvc_result_messages(result, 99, NULL) == NULL);
    EXPECT(strcmp(nvc_result_messages(result, NVC_FORMAT_HUMAN_COLOR, &size), "") == 0 && size == 0);
    EXPECT(nvc_result_dependency(result, 1) == NULL);
    EXPECT(strcmp(nvc_result_dependency(result, 0), "x") == 0);
    nvc_result_destroy(result);
}

int main(int count, char **arguments) {
    if (count > 1) {
        printf("%s: %d\n", arguments[1], nvc_options_create() != NULL);
        return 0;
    }
    options();
    sources();
    includes();
    results();
    EXPECT(strcmp(nvc_version(), NVC_VERSION) == 0);
    if (failures == 0)
        printf("every wrong call was refused\n");
    return failures != 0;
}
