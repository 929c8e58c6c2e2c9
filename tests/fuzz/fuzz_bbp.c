/* The .bbp parser on arbitrary bytes: it may refuse, but not crash; what it accepts must print to text that it reads
 * as the same program, so must its translation to constraints, and it must have edges. */
#include <stddef.h>
#include <stdint.h>

#include "program/boolprog/check.h"
#include "program/boolprog/edge.h"
#include "program/boolprog/parse.h"
#include "program/boolprog/print.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Input {
    const char *text;
    size_t size;
} Input;

static void check_round_trip(Run *run, const BoolProgram *p)
{
    Str printed;
    str_init(run, &printed);
    boolprog_print(p, &printed);
    BoolProgram *q = boolprog_parse(run, "printed", str_text(&printed), printed.length);
    RUN_CHECK(run, boolprog_equal(p, q));
}

/* Small programs only: an expression that is a graph may be exponentially longer as text, and conjuncts deeper than
 * the parser reads. */
static void parse_and_print(Run *run, void *arg)
{
    const Input *input = arg;
    BoolProgram *p = boolprog_parse(run, "input", input->text, input->size);
    check_round_trip(run, p);
    if (p->nodes.count > 40) return;
    BoolProgram *constrained = boolprog_constrained(p);
    RUN_CHECK(run, !boolprog_check(constrained));
    check_round_trip(run, constrained);
    boolprog_edges_free(boolprog_edges(p));
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
