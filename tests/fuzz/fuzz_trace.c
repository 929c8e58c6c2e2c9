/* The parser of trace files on arbitrary bytes, for a fixed program. The digest would keep almost everything out: the
 * word DIGEST in the input stands for the right one. What is accepted must print to text that is accepted. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "program/scpl/parse.h"
#include "proof/text/trace_file.h"
#include "proof/text/trace_parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char program[] = "option created; shared i8[u8] a; shared u8 value = 0; shared bool flag;\n"
                              "template main 1 { local u8 i = 0; while (i < 2) { spawn worker(i); i = i + 1; } }\n"
                              "template worker (u8 k) { local u8 v; local bool b;\n"
                              "  v = value; b = *; a[v] = 1; value = v + 1; assert value != 1 || !b || flag; }\n";

typedef struct Input {
    const char *text;
    size_t size;
} Input;

static void expand(Str *out, const Input *input, const char *digest)
{
    static const char word[] = "DIGEST";
    size_t n = sizeof word - 1, i = 0;
    while (i + n <= input->size && memcmp(input->text + i, word, n) != 0)
        i++;
    bool found = i + n <= input->size;
    size_t end = found ? i + n : input->size;
    str_add_bytes(out, input->text, found ? i : input->size);
    if (found) str_add(out, digest);
    if (end < input->size) str_add_bytes(out, input->text + end, input->size - end);
}

static void parse_and_print(Run *run, void *arg)
{
    static const TraceOptions options = {NULL, 0, NULL, 0, NULL};
    Program *p = scpl_parse(run, term_manager_new(run), "program", program, sizeof program - 1, false);
    Str text, printed;
    str_init(run, &text);
    str_init(run, &printed);
    expand(&text, arg, evidence_digest(p));
    Trace *trace = trace_file_parse(p, &options, "input", str_text(&text), text.length);
    const char *problem = trace_file_replay(p, trace);
    trace_file_print(p, trace, &options, &printed);
    Trace *again = trace_file_parse(p, &options, "printed", str_text(&printed), printed.length);
    RUN_CHECK(run, !trace_file_replay(p, again) == !problem);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Run *run = run_new();
    if (!run) return 0;
    Input input = {(const char *)data, size};
    run_set_time_limit(run, 20);
    StopKind stop = run_guard(run, parse_and_print, &input);
    if (stop == STOP_INTERNAL) __builtin_trap();
    run_free(run);
    return 0;
}
