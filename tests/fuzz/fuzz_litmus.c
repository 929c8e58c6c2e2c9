/* The parser of litmus tests on arbitrary bytes: it may refuse, but not crash. */
#include <stddef.h>
#include <stdint.h>

#include "program/check.h"
#include "program/litmus/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Input {
    const char *text;
    size_t size;
} Input;

static void parse(Run *run, void *arg)
{
    const Input *input = arg;
    LitmusTest test;
    Program *p = litmus_parse(run, term_manager_new(run), "input", input->text, input->size, true, &test);
    RUN_CHECK(run, !program_check(p) && test.condition);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Run *run = run_new();
    if (!run) return 0;
    Input input = {(const char *)data, size};
    run_set_time_limit(run, 20);
    StopKind stop = run_guard(run, parse, &input);
    if (stop == STOP_INTERNAL) __builtin_trap();
    run_free(run);
    return 0;
}
