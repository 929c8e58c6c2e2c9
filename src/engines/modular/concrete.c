#include "engines/modular/concrete.h"

#include "engines/modular/ask.h"
#include "engines/modular/condition.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"

#define CONCRETE_CHECKS 40 /* of sequential programs for one question, for each thread of the environment */
#define ENDS_MAX 24        /* states that the environment can get to from one */

/* Values of variables written out: before a step of a path, or in an array of all. */
typedef struct Values {
    const SequentialPath *path;
    uint32_t step;
    const uint64_t *values;
} Values;

static uint64_t value_in_state(const Modular *m, const Values *state, uint32_t v)
{
    return state->path ? term_value(m->tm, path_value(state->path, state->step, (VarId){v})) : state->values[v];
}

/* Is it a local that its thread does not read again before it writes it, from where it is? Such values tell states
 * apart that are the same. */
static bool is_dead_variable(const Modular *m, const Values *state, uint32_t v)
{
    const ModularThreads *t = m->t;
    if (t->owner[v] == NO_ID) return false;
    const WrittenThread *owner = &t->written->threads.data[t->owner[v]];
    LocId at = {(uint32_t)value_in_state(m, state, owner->pc.i)};
    TemplateId of = t->written->origins.data[t->owner[v]].of;
    /* Before facts say otherwise a move may put the thread anywhere. */
    if (!program_has_loc(t->from, at) || t->from->locs.data[at.i].template.i != of.i) return false;
    for (uint32_t k = 0; k < t->from->vars.count; k++)
        if (program_is_local_of(t->from, (VarId){k}, of) && owner->vars[k] == v)
            return !liveness_is_live(m->liveness, at, (VarId){k});
    return false;
}

static Term term_of_state(const Modular *m, const Values *state, const ThreadVars *vars)
{
    Term all = term_bool(m->tm, true);
    for (uint32_t k = 0; k < vars->count; k++) {
        uint32_t v = vars->data[k];
        if (is_dead_variable(m, state, v)) continue;
        Term var = program_var_term(m->t->p, (VarId){v});
        all = term_and(m->tm, all,
                       term_eq(m->tm, var, term_const(m->tm, term_sort(m->tm, var), value_in_state(m, state, v))));
    }
    return all;
}

/* Does the thread write what some thread reads, beside where it is and whom it has started? */
static bool has_visible_effect(const ModularThreads *t, uint32_t thread)
{
    for (uint32_t v = 0; v < t->p->vars.count; v++)
        if (t->readers[v] && t->writers[v] >> thread & 1) return true;
    return false;
}

/* Variables that the environment writes, or else reads or writes, and that matter. False: some are arrays. */
static bool find_vars(const QuerySearch *s, bool is_written, ThreadVars *out)
{
    const ModularThreads *t = s->m->t;
    for (uint32_t v = 0; v < t->p->vars.count; v++) {
        uint32_t by = t->writers[v] | (is_written ? 0 : t->readers[v]), owner = t->owner[v];
        bool is_pc = owner != NO_ID && t->written->threads.data[owner].pc.i == v && has_visible_effect(t, owner);
        if (t->p->vars.data[v].class == VAR_INPUT || !(by & s->level->inner) || !(t->readers[v] || is_pc)) continue;
        if (t->p->vars.data[v].sort.kind == SORT_ARRAY) return false;
        vec_push(s->m->run, out, v);
    }
    return true;
}

/* Leaves from `to` all that the environment can get to; *proof: that what remains it cannot. Unless that is too much,
 * or not found out: then both stay. */
static Term exclude_others(QuerySearch *s, Term from, Term to, const ThreadVars *written, ModularClaim *proof)
{
    Modular *m = s->m;
    const ModularLevel *next = &m->root->levels.data[s->q->level + 1];
    Term others = term_bool(m->tm, true);
    for (uint32_t i = 0; i <= ENDS_MAX; i++) {
        QueryAnswer answer;
        ask_bounded(s, from, others, CONCRETE_CHECKS, &answer);
        if (answer.found == FOUND_NONE) {
            *proof = answer.proof;
            return others;
        }
        const EnvironmentSample *sample = NULL;
        if (answer.found == FOUND_PLAN)
            sample = samples_find(&m->samples, s->q->level + 1, next->facts.data, next->facts.count, from, others);
        if (!sample) break;
        others =
            term_and(m->tm, others, term_not(m->tm, term_of_state(m, &(Values){.values = sample->after}, written)));
    }
    return to;
}

/* The move before step i + 1 of the path. */
static Found try_move(QuerySearch *s, const SequentialPath *path, uint32_t i, const ThreadVars *touched,
                      const ThreadVars *written)
{
    Term from = term_of_state(s->m, &(Values){path, i, NULL}, touched),
         to = term_of_state(s->m, &(Values){path, i + 1, NULL}, written);
    QueryAnswer answer;
    ask_bounded(s, from, to, CONCRETE_CHECKS, &answer);
    if (answer.found != FOUND_NONE) return answer.found;
    ModularClaim proof = answer.proof;
    to = exclude_others(s, from, to, written, &proof);
    ask_add_fact(s, from, to, proof);
    return FOUND_NONE;
}

bool concrete_exclude(QuerySearch *s, const SequentialPath *path)
{
    ThreadVars touched = {0}, written = {0};
    Found found = FOUND_PLAN;
    if (!find_vars(s, false, &touched) || !find_vars(s, true, &written)) found = FOUND_UNKNOWN;
    for (uint32_t i = 0; i + 1 < path->count && found == FOUND_PLAN; i++)
        if (path_step(path, i)->kind == SEQUENTIAL_ENV && path_step(path, i)->started)
            found = try_move(s, path, i, &touched, &written);
    vec_free(s->m->run, &touched);
    vec_free(s->m->run, &written);
    return found == FOUND_NONE;
}
