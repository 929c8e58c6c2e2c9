/* A thread whose handle is not followed (ended.c) has a name of its own, a number that is counted up, which is the
 * value of its handle unless that is made arbitrary (start.c). It is told its name by a hidden parameter, and at its
 * end notes in an array, by its name, that it has ended. A join that does not know its thread goes on in two ways:
 * without waiting, as an over-approximation that no counterexample may take; or when the thread whose name the handle
 * has is noted to have ended, which it then is no more, since a thread is joined once. Only the first way matters for a
 * proof, and it is always there. The second one is what the program does, if the library gives such names. It would
 * make counterexamples wrong to take it when another thread than that of the name, or none, has ended. */
#include "frontend/threads/named.h"

#include "base/check.h"
#include "frontend/model/emit.h"
#include "frontend/model/names.h"
#include "frontend/module/source.h"
#include "term/boolean.h"
#include "term/build.h"
#include "term/compare.h"

static Sort name_sort(const Lowering *L) { return sort_bv(L->pointer_width); }

static VarId shared_variable(Lowering *L, const char *name, Sort sort, Term init)
{
    Var var = {.name = name_unique(L, name), .sort = sort, .class = VAR_SHARED, .init = init, .is_temporary = true};
    var.template.i = NO_ID;
    return var_add(L, &var, NULL);
}

/* How many names have been given to threads. */
static VarId names_given(Lowering *L)
{
    if (!L->has_names)
        L->names_given = shared_variable(L, "threads.named", name_sort(L), term_const(L->tm, name_sort(L), 0));
    L->has_names = true;
    return L->names_given;
}

VarId named_start(Lowering *L, Step *step)
{
    VarId given = names_given(L), chosen = var_temporary(L, "thread.name", name_sort(L), false);
    Term next = term_add(L->tm, var_term(L, given), term_const(L->tm, name_sort(L), 1));
    CHECK(step->has_spawn);
    step_assign(L, step, chosen, next);
    step_assign(L, step, given, next);
    return chosen;
}

void named_note(Lowering *L, EdgeId create)
{
    CHECK(program_has_edge(L->program, create) && L->program->edges.data[create.i].spawn.i != NO_ID);
    vec_push(L->run, &L->named_starts, create);
}

static bool is_named_start(const Lowering *L, EdgeId edge)
{
    for (uint32_t i = 0; i < L->named_starts.count; i++)
        if (L->named_starts.data[i].i == edge.i) return true;
    return false;
}

static void add_argument(Lowering *L, Edge *edge, VarId parameter, Term value)
{
    Assign *args = run_alloc(L->run, (edge->arg_count + 1) * sizeof *args);
    for (uint32_t i = 0; i < edge->arg_count; i++)
        args[i] = edge->args[i];
    CHECK(edge->arg_count == 0 ||
          args[edge->arg_count - 1].var.i < parameter.i); /* the newest variable: still sorted */
    args[edge->arg_count] = (Assign){parameter, value};
    edge->args = args;
    edge->arg_count++;
}

/* The hidden parameter: the thread's name; 0: it has none. */
static VarId name_parameter(Lowering *L, const Thread *t)
{
    Var var = {.sort = name_sort(L), .class = VAR_LOCAL, .template = t->id, .is_parameter = true, .is_temporary = true};
    var.name = name_unique(L, run_format(L->run, "%s.name", t->info->name));
    var.pos = sources_pos(L->sources, t->function);
    VarId parameter = var_add(L, &var, NULL);
    Term next = term_add(L->tm, var_term(L, names_given(L)), term_const(L->tm, name_sort(L), 1));
    for (uint32_t i = 0; i < L->program->edges.count; i++) {
        if (L->program->edges.data[i].spawn.i != t->id.i) continue;
        Term name = is_named_start(L, (EdgeId){i}) ? next : term_const(L->tm, name_sort(L), 0);
        add_argument(L, &L->program->edges.data[i], parameter, name);
    }
    return parameter;
}

static bool is_started_with_name(const Lowering *L, const Thread *t)
{
    for (uint32_t i = 0; i < L->named_starts.count; i++)
        if (L->program->edges.data[L->named_starts.data[i].i].spawn.i == t->id.i) return true;
    return false;
}

/* Has the end of the thread edges, which say that it has ended in another way? */
static bool goes_on(const Lowering *L, const Thread *t)
{
    for (uint32_t i = 0; i < L->program->edges.count; i++)
        if (L->program->edges.data[i].from.i == t->end.i) return true;
    return false;
}

static void add_end(Lowering *L, const Thread *t, VarId ended)
{
    Term name = var_term(L, name_parameter(L, t)), noted = term_bv(L->tm, 1, 1);
    SourcePos pos = sources_pos(L->sources, t->function);
    Edge edge = edge_make(t->end, program_add_loc(L->program, t->id, "done", false, pos), pos);
    Assign set = {ended, term_store(L->tm, var_term(L, ended), name, noted)};
    edge.assigns = &set;
    edge.assign_count = 1;
    edge.text = "end of thread";
    program_add_edge(L->program, &edge);
}

/* The join waits for the thread of that name. */
static void add_waiting(Lowering *L, const Join *join, VarId ended)
{
    Edge edge = L->program->edges.data[join->edge.i];
    Term array = var_term(L, ended), noted = term_bv(L->tm, 1, 1), none = term_bv(L->tm, 1, 0);
    Assign *assigns = run_alloc(L->run, (edge.assign_count + 1) * sizeof *assigns);
    for (uint32_t i = 0; i < edge.assign_count; i++)
        assigns[i] = edge.assigns[i];
    CHECK(edge.assign_count == 0 || assigns[edge.assign_count - 1].var.i < ended.i); /* the newest variable */
    assigns[edge.assign_count] = (Assign){ended, term_store(L->tm, array, join->name, none)};
    edge.assigns = assigns;
    edge.assign_count++;
    edge.approximate = NULL;
    edge.guard = term_and(L->tm, edge.guard, term_eq(L->tm, term_select(L->tm, array, join->name), noted));
    program_add_edge(L->program, &edge);
    run_release(L->run, assigns);
}

static bool is_by_name(const Join *join) { return term_is(join->name) && !term_is(join->result); }

void named_resolve(Lowering *L)
{
    bool any = false;
    for (uint32_t i = 0; i < L->joins.count; i++)
        any |= is_by_name(&L->joins.data[i]);
    if (!any || !L->named_starts.count) return;
    Sort sort = sort_array(name_sort(L), sort_bv(1));
    VarId ended = shared_variable(L, "threads.ended", sort, term_const_array(L->tm, sort, term_bv(L->tm, 1, 0)));
    for (uint32_t i = 0; i < L->joins.count; i++)
        if (is_by_name(&L->joins.data[i])) add_waiting(L, &L->joins.data[i], ended);
    for (uint32_t i = 0; i < L->threads.count; i++) {
        const Thread *t = L->threads.data[i];
        if (t->has_end && is_started_with_name(L, t) && !goes_on(L, t)) add_end(L, t, ended);
    }
}
