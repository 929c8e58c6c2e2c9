/* The .scpl parser on arbitrary bytes: it may refuse, but not crash; what it accepts must print to text that it reads.
 */
#include <stddef.h>
#include <stdint.h>

#include "program/check.h"
#include "program/scpl/parse.h"
#include "program/scpl/print.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Input {
    const char *text;
    size_t size;
} Input;

static void parse_and_print(Run *run, void *arg)
{
    const Input *input = arg;
    TermManager *tm = term_manager_new(run);
    Program *p = scpl_parse(run, tm, "input", input->text, input->size, false);
    RUN_CHECK(run, !program_check(p));
    Str printed, again;
    str_init(run, &printed);
    str_init(run, &again);
    scpl_print(p, &printed);
    Program *q = scpl_parse(run, tm, "printed", str_text(&printed), printed.length, false);
    scpl_print(q, &again);
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
