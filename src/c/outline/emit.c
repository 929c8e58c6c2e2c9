#include "c/outline/emit.h"

#include <string.h>

#include "base/check.h"
#include "c/outline/value.h"
#include "logic/term/boolean.h"

void outline_assign(Outline *o, OutlineStep *step, VarId var, Term value)
{
    CHECK(sort_same(o->program->vars.data[var.i].sort, term_sort(o->tm, value)));
    vec_push(o->run, &step->assigns, ((Assign){var, value}));
}

static EdgeId add_outline_edge(Outline *o, const OutlineStep *step, LocId to)
{
    Edge edge = edge_make(o->loc, to, o->pos);
    edge.guard = term_is(step->guard) ? step->guard : term_bool(o->tm, true);
    edge.assigns = step->assigns.data;
    edge.assign_count = step->assigns.count;
    edge.order = step->order;
    edge.text = sources_line(o->survey->sources, o->pos);
    if (step->has_spawn) {
        edge.spawn = step->spawn;
        edge.args = step->args.data;
        edge.arg_count = step->args.count;
    }
    return program_add_edge(o->program, &edge);
}

void outline_edge(Outline *o, OutlineStep *step, const Saves *saves, LocId to)
{
    for (uint32_t i = 0; i < saves->count; i++)
        vec_push(o->run, &step->assigns, saves->data[i]);
    if (!term_is(step->guard) || !term_is_false(o->tm, step->guard)) add_outline_edge(o, step, to);
    vec_free(o->run, &step->assigns);
    vec_free(o->run, &step->args);
}

void outline_save(Outline *o, Saves *saves)
{
    *saves = (Saves){0};
    for (uint32_t i = 0; i < o->pending.count; i++) {
        OutlineValue *v = &o->values.data[o->pending.data[i]];
        for (unsigned k = 0; k < 2; k++) {
            if (!term_is(v->terms[k]) || (!v->escapes && v->left == 0)) continue;
            VarId var = outline_variable(o, v->value, k); /* adds no value: it is there */
            v = &o->values.data[o->pending.data[i]];
            Term saved = outline_term(o, var);
            if (!term_same(saved, v->terms[k])) vec_push(o->run, saves, ((Assign){var, v->terms[k]}));
            v->terms[k] = saved;
        }
    }
    o->pending.count = 0;
}

void outline_ways(Outline *o, OutlineStep *steps, uint32_t count)
{
    Saves saves;
    CHECK(o->is_reachable && count > 0);
    outline_save(o, &saves);
    LocId to = outline_loc(o, NULL);
    for (uint32_t i = 0; i < count; i++)
        outline_edge(o, &steps[i], &saves, to);
    vec_free(o->run, &saves);
    o->loc = to;
}

void outline_step(Outline *o, OutlineStep *step) { outline_ways(o, step, 1); }

void outline_leave(Outline *o, OutlineStep *step, LocId to)
{
    Saves saves;
    CHECK(o->is_reachable);
    outline_save(o, &saves);
    outline_edge(o, step, &saves, to);
    vec_free(o->run, &saves);
    o->is_reachable = false;
}

static void add_failure_edge(Outline *o, Term guard, const char *approximate)
{
    if (!o->has_error) o->error = outline_loc(o, "error");
    o->has_error = true;
    OutlineStep step = {.guard = guard};
    if (term_is(guard) && term_is_false(o->tm, guard)) return;
    EdgeId id = add_outline_edge(o, &step, o->error);
    Edge *edge = &o->program->edges.data[id.i];
    edge->is_error = true;
    edge->property = PROPERTY_UNREACH_CALL;
    edge->approximate = approximate;
}

void outline_fail(Outline *o, Term guard, SourcePos pos)
{
    vec_push(o->run, &o->program->places, ((CheckedPlace){PROPERTY_UNREACH_CALL, pos}));
    add_failure_edge(o, guard, NULL);
}

void outline_limit(Outline *o, const char *why)
{
    char where[512];
    diag_format_pos((SourcePos){o->pos.file, o->pos.line, 0}, where, sizeof where);
    add_failure_edge(o, TERM_NONE, run_format(o->run, "%s%s", where, why));
    o->is_exact = o->is_reachable = false;
}
