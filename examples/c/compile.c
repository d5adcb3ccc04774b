/* Compiles a shader whose includes are in memory, prints its interface, and shows what an error looks like. C11. */
#include <nvc.h>

#include <stdio.h>
#include <string.h>

/* The files that shaders can include. */
struct file {
    const char *path;
    const char *text;
};

struct library {
    const struct file *files;
    size_t count;
    int used;
};

static const char SHADER[] = "#version 460\n"
                             "#extension GL_GOOGLE_include_directive : require\n"
                             "#include \"scale.glsl\"\n"
                             "layout(local_size_x = GROUP) in;\n"
                             "layout(std430, binding = 2) buffer Words { uint words[]; };\n"
                             "void main() { words[gl_GlobalInvocationID.x] *= SCALE; }\n";

static void find(void *user_data, nvc_include_t *include) {
    struct library *library = user_data;
    for (size_t i = 0; i < library->count; i++) {
        const struct file *file = &library->files[i];
        if (strcmp(nvc_include_path(include), file->path) == 0) {
            nvc_include_found(include, file->path, file->text, strlen(file->text));
            library->used++;
            return;
        }
    }
    nvc_include_not_found(include, "the program has no such file");
}

static void release(void *user_data) {
    const struct library *library = user_data;
    printf("released after %d includes\n", library->used);
}

/* Compiles a source and prints the result. */
static nvc_status_t show(const nvc_compiler_t *compiler, const char *name, const char *source) {
    nvc_result_t *result = nvc_compile(compiler, name, source, strlen(source));
    nvc_status_t status = nvc_result_status(result);
    size_t size;
    const uint32_t *words = nvc_result_spirv(result, &size);
    if (words) {
        const char *interface = nvc_result_reflection(result, NULL);
        printf("%s: magic %08x, whole words: %s\n", name, (unsigned)words[0], size % sizeof *words == 0 ? "yes" : "no");
        printf("%s: binding 2 is in the interface: %s\n", name, strstr(interface, "\"binding\": 2") ? "yes" : "no");
        for (size_t i = 0; i < nvc_result_dependency_count(result); i++)
            printf("%s: read %s\n", name, nvc_result_dependency(result, i));
    }
    for (size_t i = 0; i < nvc_result_diagnostic_count(result); i++) {
        const nvc_diagnostic_t *diagnostic = nvc_result_diagnostic(result, i);
        printf("%s, line %u, column %u: %s: %s\n", nvc_diagnostic_file(diagnostic),
               (unsigned)nvc_diagnostic_line(diagnostic), (unsigned)nvc_diagnostic_column(diagnostic),
               nvc_diagnostic_code(diagnostic), nvc_diagnostic_message(diagnostic));
    }
    fputs(nvc_result_messages(result, NVC_FORMAT_SHORT, NULL), stdout);
    nvc_result_destroy(result);
    return status;
}

int main(void) {
    static const struct file FILES[] = {{"scale.glsl", "#define GROUP 64\nconst uint SCALE = 3u;\n"}};
    struct library library = {FILES, sizeof FILES / sizeof FILES[0], 0};

    nvc_options_t *options = nvc_options_create();
    nvc_options_set_include_callback(options, find, &library, release);
    nvc_options_set(options, "target-env", "vulkan1.1");
    nvc_options_set(options, "reflect", "true");
    if (nvc_options_set(options, "target-env", "vulkan9") != NVC_STATUS_OK)
        printf("%s\n", nvc_options_error(options));
    nvc_compiler_t *compiler = nvc_compiler_create(options);
    nvc_options_destroy(options);

    nvc_status_t good = show(compiler, "scale.comp", SHADER);
    nvc_status_t bad = show(compiler, "wrong.comp", "#version 460\n#include \"none.glsl\"\n");
    nvc_compiler_destroy(compiler);
    return good == NVC_STATUS_OK && bad == NVC_STATUS_COMPILATION_ERROR ? 0 : 1;
}
