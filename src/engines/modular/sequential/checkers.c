#include "engines/modular/sequential/checkers.h"

#include <string.h>

#include "base/check.h"
#include "engines/modular/sequential/diagrams.h"
#include "program/replay.h"

static bool is_command(const char *name) { return name && strstr(name, "{file}"); }
static bool is(const char *name, const char *which) { return strcmp(name ? name : "auto", which) == 0; }

const char *checkers_problem(Run *run, const char *name, const char *safe, const char *violated)
{
    if (!is_command(name) && !is(name, "auto") && !is(name, "diagrams") && !is(name, "loop"))
        return run_format(
            run, "'%.100s' is no checker of sequential programs (auto, diagrams, loop, or a command with {file})",
            name);
    const char *expressions[] = {safe, violated};
    for (int i = 0; i < 2; i++) {
        const char *problem = expressions[i] ? external_problem(run, expressions[i]) : NULL;
        if (problem) return run_format(run, "'%.100s' is no regular expression: %s", expressions[i], problem);
    }
    return NULL;
}

/* ---- our own ---- */

static void check_built_in(void *self, Program *p, const ModularTerms *learned, uint32_t limit, SequentialResult *out)
{
    const Checkers *c = self;
    memset(out, 0, sizeof *out); /* nothing is left of what was asked about other programs */
    if (!is(c->name, "loop")) {
        diagrams_check(NULL, p, learned, limit, out);
        if (out->answer != SEQUENTIAL_UNKNOWN || is(c->name, "diagrams")) return;
        run_log(p->run, 1, "%s", out->why);
    }
    c->loop.check(c->loop.self, p, learned, limit, out);
}

/* ---- a command ---- */

/* Is the edge one that a run along those that are marked may take? Where none is marked, any. */
static bool is_along(const Program *p, const bool *is_passed, uint32_t edge)
{
    LocId from = p->edges.data[edge].from;
    bool is_any = is_passed[edge];
    for (uint32_t k = 0; k < program_out_count(p, from) && !is_any; k++)
        is_any = is_passed[p->out_edges[p->out_start[from.i] + k]];
    return is_passed[edge] || !is_any;
}

/* A violating path along the edges that are marked, or of those of which none is where they leave; false: there is none
 * that we find. A path of a part of the program is one of the program. */
static bool find_along(Checkers *c, Program *p, const bool *is_passed, const ModularTerms *learned, uint32_t limit,
                       SequentialResult *out)
{
    Program part = *p;
    VEC(uint32_t) origin = {NULL, 0, 0};
    memset(&part.edges, 0, sizeof part.edges);
    part.out_start = part.out_edges = NULL;
    for (uint32_t e = 0; e < p->edges.count; e++) {
        if (!is_along(p, is_passed, e)) continue;
        vec_push(p->run, &part.edges, p->edges.data[e]);
        vec_push(p->run, &origin, e);
    }
    program_index(&part);
    check_built_in(c, &part, learned, limit, out);
    bool found = out->answer == SEQUENTIAL_PATH;
    for (uint32_t i = 0; found && i < out->path->steps.count; i++)
        out->path->steps.data[i].edge.i = origin.data[out->path->steps.data[i].edge.i];
    if (found) run_log(p->run, 1, "a path is found along its witness");
    if (found) RUN_CHECK(p->run, !interpreter_replay(interpreter_new(p), out->path));
    vec_free(p->run, &origin);
    return found;
}

static void check_command(void *self, Program *p, const ModularTerms *learned, uint32_t limit, SequentialResult *out)
{
    static const char *const said[] = {"safe", "violated", "nothing", "that it cannot be run"};
    Checkers *c = self;
    ExternalCommand command = {c->name, c->safe, c->violated};
    ExternalAnswer answer = external_ask(&command, p);
    run_log(p->run, 1, "the command says %s", said[answer.says]);
    memset(out, 0, sizeof *out);
    out->learned = *learned;
    switch (answer.says) {
    case EXTERNAL_SAFE: out->answer = SEQUENTIAL_SAFE; return;
    case EXTERNAL_FAILED:
        out->answer = SEQUENTIAL_UNKNOWN;
        out->why = answer.why;
        return;
    case EXTERNAL_VIOLATED:
        if (answer.is_passed && find_along(c, p, answer.is_passed, learned, limit, out)) return;
        break;
    case EXTERNAL_NOTHING: break;
    }
    check_built_in(c, p, learned, limit, out);
}

SequentialChecker checkers_chosen(Checkers *c)
{
    if (is_command(c->name)) return (SequentialChecker){c, check_command, check_built_in, c->name};
    return (SequentialChecker){c, check_built_in, NULL, c->name};
}
