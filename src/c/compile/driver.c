#include "c/compile/driver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/check.h"
#include "base/vec.h"
#include "c/compile/compiler.h"
#include "c/compile/folded.h"
#include "c/compile/preprocessed.h"

/* The flags are part of what a verdict means: no LLVM pass may run, because mem2reg,
 * sroa and simplifycfg change what uninitialised locals and shared reads mean. */
static const char *const base_flags[] = {"clang-19",
                                         "-x",
                                         "c",
                                         "-std=gnu17",
                                         "-O0",
                                         "-Xclang",
                                         "-disable-O0-optnone",
                                         "-Xclang",
                                         "-disable-llvm-passes",
                                         "-g",
                                         "-fno-discard-value-names",
                                         "-fno-crash-diagnostics",
                                         "-fno-color-diagnostics",
                                         "-fno-caret-diagnostics",
                                         "-ferror-limit=1",
                                         "-Wno-everything",
                                         "-Wsource-uses-openmp", /* see messages.h */
                                         "-Wsource-uses-openacc",
                                         "-Wunknown-attributes",
                                         "-Wimplicit-function-declaration",
                                         "-Wno-error=implicit-function-declaration",
                                         "-Wno-error=implicit-int",
                                         "-Wno-error=int-conversion",
                                         "-Wno-error=return-type",
                                         "-Wno-error=incompatible-pointer-types",
                                         "-Wno-error=incompatible-function-pointer-types",
                                         "-emit-llvm",
                                         "-c",
                                         "-D__CPROVER_thread_local=_Thread_local",
                                         NULL};

/* What clang finds in /chorus-include: a list of files, which is one of them itself.
 * A 64-bit Debian has no 32-bit C library headers; all that is missing is gnu/stubs-32.h, which may be empty.
 * Where __OPTIMIZE__ is defined, the library's headers define functions, too: inline ones that are the same as the
 * library's, and with _FORTIFY_SOURCE some that end the program where it is undefined anyway. The library's functions
 * are known by their names; so features.h is the library's, but for the macros that ask for bodies. For the list those
 * lines are comments. */
static const char overlay[] = "#include_next <features.h>\n"
                              "#undef __USE_EXTERN_INLINES\n"
                              "#undef __USE_FORTIFY_LEVEL\n"
                              "#define __USE_FORTIFY_LEVEL 0\n"
                              "#if 0\n"
                              "{'version':0,'roots':["
                              "{'type':'directory','name':'/chorus-include/gnu','contents':"
                              "[{'type':'file','name':'stubs-32.h','external-contents':'/dev/null'}]},"
                              "{'type':'directory','name':'/chorus-include/optimized','contents':"
                              "[{'type':'file','name':'features.h','external-contents':'/dev/fd/3'}]}]}\n"
                              "#endif\n";
/* For no-overflow, see code/overflow.h. What is folded at compile time would be gone. */
static const char *const overflow_flags[] = {"-fsanitize=shift-base",
                                             "-fsanitize-trap=shift-base",
                                             "-Werror=integer-overflow",
                                             "-Werror=shift-count-overflow",
                                             "-Werror=shift-count-negative",
                                             "-Wsystem-headers",
                                             /* in macros of the library, too */ NULL};
/* See folded.h. The other interpreter of constants takes no quotient that overflows for one; it does not take some
 * other constants either. */
static const char *const checked_flags[] = {"-fsanitize=signed-integer-overflow",
                                            "-fsanitize-trap=signed-integer-overflow",
                                            "-Wshift-overflow",
                                            "-Wshift-sign-overflow",
                                            "-Wshift-negative-value",
                                            "-Wno-implicit-function-declaration", /* told already */
                                            NULL};
static const char *const constant_flags[] = {"-Xclang",
                                             "-fexperimental-new-constant-interpreter",
                                             "-ferror-limit=0",
                                             "-fcaret-diagnostics",
                                             "-fcaret-diagnostics-max-lines=1000",
                                             NULL};
static const char *const ilp32_flags[] = {"-m32", NULL};
static const char *const ilp32_header_flags[] = {
    "-ivfsoverlay", "/dev/fd/3", "-isystem", "/chorus-include", "-idirafter", "/usr/include/x86_64-linux-gnu", NULL};
static const char *const optimized_header_flags[] = {"-ivfsoverlay", "/dev/fd/3", "-isystem",
                                                     "/chorus-include/optimized", NULL};

#define MAX_FILE_BYTES (64L * 1024 * 1024)

typedef VEC(const char *) Flags;

/* What clang reads. */
typedef struct Source {
    Preprocessed prepared;
    char *text; /* instead of the file, as /dev/fd/3; NULL = the file itself */
} Source;

static void add_flag_list(Run *run, Flags *flags, const char *const *list)
{
    for (; *list; list++)
        vec_push(run, flags, *list);
}

static char *read_whole(Run *run, const char *path, size_t size)
{
    FILE *f = fopen(path, "rb");
    if (!f) compiler_refuse_file(run, path, run_format(run, "cannot be read: %s", strerror(errno)));
    char *text = run_alloc(run, size + 1);
    size_t n = fread(text, 1, size, f);
    bool failed = ferror(f) != 0;
    fclose(f);
    if (failed) compiler_refuse_file(run, path, "cannot be read");
    if (n == 0) compiler_refuse_file(run, path, "file is empty");
    if (memchr(text, 0, n)) compiler_refuse_file(run, path, "is a binary file, not C source");
    return text;
}

DataModel driver_check_file(Run *run, const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0) compiler_refuse_file(run, path, errno == ENOENT ? "no such file" : strerror(errno));
    if (S_ISDIR(st.st_mode)) compiler_refuse_file(run, path, "is a directory, not C source");
    if (!S_ISREG(st.st_mode)) compiler_refuse_file(run, path, "is not a regular file");
    if (st.st_size > MAX_FILE_BYTES) compiler_refuse_file(run, path, "is larger than 64 MB");
    char *text = read_whole(run, path, (size_t)st.st_size);
    static const char *const ilp32[] = {"typedef", "unsigned", "int", "size_t", NULL};
    /* CIL's output, for one, is preprocessed whatever its name. */
    bool is_preprocessed = path_is_preprocessed(path) || !strstr(text, "#include");
    bool is_ilp32 = is_preprocessed && text_find_words(text, ilp32) != NULL;
    run_release(run, text);
    return is_ilp32 ? MODEL_ILP32 : MODEL_HOST;
}

bool driver_may_have_inline(Run *run, const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0) return false;
    char *text = read_whole(run, path, (size_t)st.st_size);
    bool may = strstr(text, "inline") || strstr(text, "include");
    run_release(run, text);
    return may;
}

/* The first line of clang that reports an error, with its end cut off; NULL when there is none. */
static char *first_error(Run *run, const char *err)
{
    const char *found = strstr(err, "fatal error: ");
    const char *error = strstr(err, "error: ");
    if (error && (!found || error < found)) found = error;
    if (!found) return NULL;
    CHECK(found >= err && strstr(found, "error: "));
    const char *start = found;
    while (start > err && start[-1] != '\n')
        start--;
    return run_strndup(run, start, strcspn(start, "\n"));
}

/* "file:line:col: error: message" to a position and the message. */
static SourcePos split_error(Run *run, char *line, const char **message)
{
    char *mark = strstr(line, ": fatal error: ");
    char *plain = strstr(line, ": error: ");
    if (plain && (!mark || plain < mark)) mark = plain;
    SourcePos pos = {NULL, 0, 0};
    if (!mark) {
        *message = strstr(line, "error: ") ? strstr(line, "error: ") + 7 : line;
        return pos;
    }
    *message = strstr(mark, "error: ") + 7;
    *mark = 0;
    char *column = strrchr(line, ':');
    if (!column) return pos;
    *column = 0;
    char *number = strrchr(line, ':');
    if (!number) return pos;
    *number = 0;
    unsigned l = 0, c = 0;
    if (sscanf(number + 1, "%u", &l) != 1 || sscanf(column + 1, "%u", &c) != 1) return pos;
    pos = (SourcePos){run_strdup(run, line), l, c};
    return pos;
}

/* Where the first of the errors is; message: what the compiler says of it. */
static const char *error_place(Run *run, const char *path, const char *err, char where[512], SourcePos *pos)
{
    char *line = first_error(run, err);
    if (!line) compiler_refuse_file(run, path, "clang-19 failed without a message");
    const char *message;
    *pos = split_error(run, line, &message);
    if (!pos->file) pos->file = run_strdup(run, path);
    diag_format_pos(*pos, where, 512);
    return message;
}

_Noreturn static void report_folded(Run *run, const char *path, const char *err)
{
    char where[512];
    SourcePos pos;
    error_place(run, path, err, where, &pos);
    run_stop(run, STOP_UNSUPPORTED, "%swhether this constant expression overflows is not known", where);
}

_Noreturn static void report_compile_error(Run *run, const char *path, const char *err)
{
    char where[512];
    SourcePos pos;
    const char *message = error_place(run, path, err, where, &pos);
    if (strstr(message, "[-Werror,-Winteger-overflow]") || strstr(message, "[-Werror,-Wshift-count-"))
        run_stop(run, STOP_UNSUPPORTED, "%sthe compiler folds a constant expression that overflows", where);
    diag_add(run, SEVERITY_ERROR, pos, "%s", message);
    run_stop(run, STOP_INPUT, "%s%s", where, message);
}

static bool has_model_flag(const FrontendOptions *options)
{
    for (uint32_t i = 0; i < options->flag_count; i++)
        if (strcmp(options->flags[i], "-m32") == 0 || strcmp(options->flags[i], "-m64") == 0) return true;
    return false;
}

static bool is_ilp32(const FrontendOptions *options, DataModel model)
{
    bool ilp32 = model == MODEL_ILP32 && !has_model_flag(options);
    for (uint32_t i = 0; i < options->flag_count; i++) {
        if (strcmp(options->flags[i], "-m32") == 0)
            ilp32 = true;
        else if (strcmp(options->flags[i], "-m64") == 0)
            ilp32 = false;
    }
    return ilp32;
}

static bool is_optimized(const FrontendOptions *options)
{
    for (uint32_t i = 0; i < options->flag_count; i++)
        if (strncmp(options->flags[i], "-D__OPTIMIZE__", 14) == 0) return true;
    return false;
}

/* Does nothing follow the one input, and is no argument missing? */
static bool flags_are_valid(const Flags *flags, const char *input)
{
    uint32_t n = flags->count, inputs = 0;
    for (uint32_t i = 0; i + 1 < n; i++) {
        if (!flags->data[i]) return false;
        inputs += strcmp(flags->data[i], "--") == 0;
    }
    return n > 3 && inputs == 1 && !flags->data[n - 1] && flags->data[n - 2] == input;
}

static void build_flags(Run *run, Flags *flags, const char *path, const Source *source, const FrontendOptions *options,
                        DataModel model, const char *const *more)
{
    add_flag_list(run, flags, base_flags);
    for (uint32_t i = 0; i < source->prepared.flags.count; i++)
        vec_push(run, flags, source->prepared.flags.data[i]);
    if (model == MODEL_ILP32 && !has_model_flag(options)) add_flag_list(run, flags, ilp32_flags);
    if (model == MODEL_LP64 && !has_model_flag(options)) vec_push(run, flags, "-m64");
    /* With -fcommon a definition without initialiser is told from one with "= 0". */
    if (options->nondet_static) vec_push(run, flags, "-fcommon");
    if (options->properties & PROPERTY_BIT(PROPERTY_NO_OVERFLOW)) add_flag_list(run, flags, overflow_flags);
    if (options->client_count) vec_push(run, flags, "-femit-all-decls"); /* also what is static, and called by nobody */
    for (; more && *more; more++)
        vec_push(run, flags, *more);
    for (uint32_t i = 0; i < options->flag_count; i++)
        vec_push(run, flags, options->flags[i]);
    bool reads_headers = !path_is_preprocessed(path);
    if (reads_headers && is_ilp32(options, model)) add_flag_list(run, flags, ilp32_header_flags);
    if (reads_headers && is_optimized(options)) add_flag_list(run, flags, optimized_header_flags);
    vec_push(run, flags, "-o");
    vec_push(run, flags, "-");
    vec_push(run, flags, "--");
    const char *input = source->text ? "/dev/fd/3" : path;
    vec_push(run, flags, input);
    vec_push(run, flags, NULL);
    CHECK(flags_are_valid(flags, input));
}

/* Reads a preprocessed file in advance. */
static void source_prepare(Run *run, const char *path, Source *source)
{
    struct stat st;
    if (!path_is_preprocessed(path) || stat(path, &st) != 0) return;
    char *text = read_whole(run, path, (size_t)st.st_size);
    preprocessed_prepare(run, text, &source->prepared);
    if (source->prepared.is_changed && !strpbrk(path, "\"\\\n"))
        source->text = run_format(run, "# 1 \"%s\"\n%s", path, text);
    run_release(run, text);
}

const char *const *driver_command(Run *run, const char *path, const FrontendOptions *options)
{
    Flags flags = {0};
    Source source = {.text = NULL};
    build_flags(run, &flags, path, &source, options, MODEL_HOST, NULL);
    return flags.data;
}

/* The compiler's exit status. more: flags beside the usual ones. The source is empty afterwards. */
static int compile_source(Run *run, const char *path, Source *source, const FrontendOptions *options, DataModel model,
                          const char *const *more, Str *out, Str *err)
{
    Flags flags = {0};
    build_flags(run, &flags, path, source, options, model, more);
    str_init(run, out);
    str_init(run, err);
    int code = compiler_ask(run, path, flags.data, source->text ? source->text : overlay, out, err);
    vec_free(run, &flags);
    vec_free(run, &source->prepared.flags);
    if (source->text) run_release(run, source->text);
    source->text = NULL;
    return code;
}

static int compile_file(Run *run, const char *path, const FrontendOptions *options, DataModel model,
                        const char *const *more, Str *out, Str *err)
{
    Source source = {.text = NULL};
    source_prepare(run, path, &source);
    return compile_source(run, path, &source, options, model, more, out, err);
}

Bitcode driver_compile(Run *run, const char *path, const FrontendOptions *options, DataModel model, bool *retry,
                       const char **problem)
{
    Str out, err;
    if (compile_file(run, path, options, model, NULL, &out, &err) != 0) {
        const char *text = str_text(&err);
        char where[512];
        SourcePos pos;
        if (retry && !has_model_flag(options) && strstr(text, "conflicting types for '__builtin_")) {
            *retry = true;
            str_clear(&out);
            str_clear(&err);
            return (Bitcode){NULL, 0, NULL};
        }
        if (strstr(text, "out of memory") || strstr(text, "bad_alloc"))
            compiler_refuse_file(run, path, "is too large: clang-19 ran out of its memory limit of 4 GB");
        if (!problem) report_compile_error(run, path, text);
        *problem = error_place(run, path, text, where, &pos);
        *problem = run_format(run, "%s%s", where, *problem);
        str_clear(&out);
        str_clear(&err);
        return (Bitcode){NULL, 0, NULL};
    }
    return (Bitcode){out.data, out.length, err.length ? err.data : NULL};
}

/* All functions are to be replaced where they are called: no pass does it, but the compiler gives the bodies. What the
 * text is instead of, the files that it includes and the places in it stay as they are. */
static void wrap_for_inline(Run *run, const char *path, Source *source)
{
    static const char begin[] = "#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)\n";
    static const char end[] = "\n#pragma clang attribute pop\n";
    char *text = source->text, *real = text ? NULL : realpath(path, NULL);
    if (text)
        source->text = run_format(run, "%s%s%s", begin, text, end);
    else if (real && !strpbrk(real, "\"\\\n"))
        source->text = run_format(run, "%s#include \"%s\"%s", begin, real, end);
    if (text) run_release(run, text);
    free(real);
}

/* Where the text has no place of its own, words have to do, which the program may define again. */
static const char *const inline_flags[] = {"-Dinline=inline __attribute__((always_inline))",
                                           "-D__inline=__inline __attribute__((always_inline))",
                                           "-D__inline__=__inline__ __attribute__((always_inline))", NULL};

Bitcode driver_compile_inline(Run *run, const char *path, const FrontendOptions *options, DataModel model)
{
    Str out, err;
    Source source = {.text = NULL};
    source_prepare(run, path, &source);
    bool needs_overlay = is_ilp32(options, model) && !path_is_preprocessed(path);
    if (!needs_overlay) wrap_for_inline(run, path, &source);
    const char *const *more = source.text ? NULL : inline_flags;
    bool failed = compile_source(run, path, &source, options, model, more, &out, &err) != 0;
    str_clear(&err);
    if (failed) str_clear(&out);
    return failed ? (Bitcode){NULL, 0, NULL} : (Bitcode){out.data, out.length, NULL};
}

Bitcode driver_compile_checked(Run *run, const char *path, const FrontendOptions *options, DataModel model)
{
    const char *flags[sizeof checked_flags / sizeof *checked_flags + sizeof constant_flags / sizeof *constant_flags];
    uint32_t n = 0;
    for (const char *const *f = checked_flags; *f; f++)
        flags[n++] = *f;
    const uint32_t checked = n;
    for (const char *const *f = constant_flags; *f; f++)
        flags[n++] = *f;
    flags[n] = NULL;
    Str out, err;
    int code = compile_file(run, path, options, model, flags, &out, &err);
    if (code != 0) {
        if (folded_may_overflow(str_text(&err), path_is_preprocessed(path))) report_folded(run, path, str_text(&err));
        str_clear(&out);
        str_clear(&err);
        flags[checked] = NULL;
        code = compile_file(run, path, options, model, flags, &out, &err);
    }
    if (code != 0) report_compile_error(run, path, str_text(&err));
    return (Bitcode){out.data, out.length, run_strdup(run, str_text(&err))};
}
