#include "c/compile/compiler.h"

#include <signal.h>
#include <string.h>
#include <sys/stat.h>

#include "base/check.h"
#include "base/process.h"

_Noreturn void compiler_refuse_file(Run *run, const char *path, const char *what)
{
    diag_add(run, SEVERITY_ERROR, (SourcePos){run_strdup(run, path), 0, 0}, "%s", what);
    run_stop(run, STOP_INPUT, "%s: %s", path, what);
}

static void report_end(Run *run, const char *path, ProcessEnd end, int code)
{
    switch (end) {
    case PROCESS_NOT_FOUND:
        diag_add(run, SEVERITY_ERROR, (SourcePos){NULL, 0, 0},
                 "clang-19 could not be started (%s): install the package clang-19", strerror(code));
        run_stop(run, STOP_INPUT, "clang-19 could not be started (%s)", strerror(code));
    case PROCESS_FAILED: run_stop(run, STOP_MEMORY, "no child process for clang-19: %s", strerror(code));
    case PROCESS_TOO_LARGE: compiler_refuse_file(run, path, "is too large: the compiled program exceeds 128 MB");
    case PROCESS_SIGNALLED:
        if (code == SIGXCPU || code == SIGKILL)
            compiler_refuse_file(run, path, "clang-19 ran out of its time limit of 20 seconds");
        compiler_refuse_file(
            run, path,
            run_format(run, "clang-19 crashed (signal %d), perhaps the program is too large or nested too deeply",
                       code));
    case PROCESS_EXITED: break;
    }
}

/* What the compiler's answer depends on: its words, what it reads as /dev/fd/3, and which file it is that it reads. The
 * files that are included are taken to stay what they are while one question is answered. */
static void compile_key(const char *const *words, const char *spare, const char *path, Str *key)
{
    struct stat st = {0};
    for (; *words; words++)
        str_add_bytes(key, *words, strlen(*words) + 1);
    str_add_bytes(key, spare, strlen(spare) + 1);
    if (stat(path, &st) == 0)
        str_addf(key, "%llu %llu %lld %lld.%ld", (unsigned long long)st.st_dev, (unsigned long long)st.st_ino,
                 (long long)st.st_size, (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
}

/* Of an answer that is kept: exit status and length of the messages; the messages and the output follow. */
typedef struct CompilerAnswer {
    int code;
    size_t message_bytes;
} CompilerAnswer;

static void keep_answer(Run *run, const Str *key, int code, const Str *out, const Str *err)
{
    CompilerAnswer answer;
    Str text;
    memset(&answer, 0, sizeof answer);
    answer.code = code;
    answer.message_bytes = err->length;
    str_init(run, &text);
    str_add_bytes(&text, (const char *)&answer, sizeof answer);
    str_add_bytes(&text, str_text(err), err->length);
    str_add_bytes(&text, str_text(out), out->length);
    recall_add(run_recall(run), (RecallText){key->data, key->length}, (RecallText){text.data, text.length});
    str_clear(&text);
}

static bool recall_answer(Run *run, const Str *key, int *code, Str *out, Str *err)
{
    CompilerAnswer answer;
    RecallText text;
    if (!recall_find(run_recall(run), (RecallText){key->data, key->length}, &text)) return false;
    CHECK(text.length >= sizeof answer);
    memcpy(&answer, text.data, sizeof answer);
    const char *messages = text.data + sizeof answer;
    CHECK(answer.message_bytes <= text.length - sizeof answer);
    *code = answer.code;
    size_t output_bytes = text.length - sizeof answer - answer.message_bytes;
    if (answer.message_bytes) str_add_bytes(err, messages, answer.message_bytes);
    if (output_bytes) str_add_bytes(out, messages + answer.message_bytes, output_bytes);
    return true;
}

/* Its exit status. */
static int run_compiler(Run *run, const char *path, const char *const *words, const char *spare, Str *out, Str *err)
{
    const ProcessLimits limits = {20, UINT64_C(4) << 30, (size_t)128 << 20};
    int code = 0;
    ProcessEnd end = process_run(run, words, spare, &limits, out, err, &code);
    report_end(run, path, end, code);
    CHECK(end == PROCESS_EXITED && out->length <= limits.output_bytes);
    return code;
}

int compiler_ask(Run *run, const char *path, const char *const *words, const char *spare, Str *out, Str *err)
{
    Str key;
    int code = 0;
    if (!run_recall(run)) return run_compiler(run, path, words, spare, out, err);
    str_init(run, &key);
    compile_key(words, spare, path, &key);
    if (!recall_answer(run, &key, &code, out, err)) {
        code = run_compiler(run, path, words, spare, out, err);
        keep_answer(run, &key, code, out, err);
    }
    str_clear(&key);
    return code;
}
