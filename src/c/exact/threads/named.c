/* A thread whose handle is not followed (ended.c) has a name of its own, a number that is counted up, which is the
 * value of its handle unless that is made arbitrary (start.c). It is told its name by a hidden parameter, and at its
 * end notes in an array, by its name, that it has ended. A join that does not know its thread goes on in two ways:
 * without waiting, as an over-approximation that no counterexample may take; or when the thread whose name the handle
 * has is noted to have ended, which it then is no more, since a thread is joined once. Only the first way matters for a
 * proof. The second one is what the program does, if the library gives such names. It would make counterexamples wrong
 * to take it when another thread than that of the name, or none, has ended.
 *
 * Where nobody looks at the values of handles (opaque.h) the program does the same whatever names the library gives, so
 * it gives these: neither arbitrary handles nor joins that do not wait are needed, and joins wait for exactly the
 * thread of the handle. A handle that no start has filled, or that was joined before, is undefined to join: such runs,
 * in which the join waits for ever, are not examined, as a note says. That is so only if every
 * handle that is found by its value is a name: it comes from nowhere else, a function without a body, say; no thread
 * asks for its own, and none has its handle elsewhere, too. Then as many ends are noted and not joined yet as more
 * threads have ended than were joined: two numbers, of which each join demands that they differ. It does not wait
 * longer for that, but what it knows of how many threads there are can be said without arrays.
 *
 * A thread that would be given a name for the second time is not started: so many threads are not created in one run;
 * the numbers are smaller, and that they are not exceeded is an assumption that is said. */
#include "c/exact/threads/named.h"

#include "base/check.h"
#include "c/compile/source.h"
#include "c/exact/model/assumption.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/names.h"
#include "c/exact/threads/misuse.h"
#include "c/exact/threads/opaque.h"
#include "c/exact/threads/valid_join.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

static Sort name_sort(const Lowering *L) { return sort_bv(L->pointer_width); }

static Sort number_sort(void) { return sort_bv(32); }

static VarId shared_temporary(Lowering *L, const char *name, Sort sort, Term init, Handing handing)
{
    Var var = {.name = name_unique(L, name), .sort = sort, .class = VAR_SHARED, .init = init, .is_temporary = true};
    var.hands = handing;
    var.template.i = NO_ID;
    return var_add(L, &var, NULL);
}

/* How many names have been given to threads. */
static VarId names_given(Lowering *L)
{
    if (!L->has_names)
        L->names_given =
            shared_temporary(L, "threads.named", name_sort(L), term_const(L->tm, name_sort(L), 0), HANDS_NOTHING);
    L->has_names = true;
    return L->names_given;
}

static Term next_number(Lowering *L, VarId v)
{
    Term number = var_term(L, v);
    return term_add(L->tm, number, term_const(L->tm, term_sort(L->tm, number), 1));
}

VarId named_start(Lowering *L, Step *step)
{
    VarId given = names_given(L), chosen = var_temporary(L, "thread.name", name_sort(L), false);
    CHECK(step->has_spawn && !term_is(step->guard));
    step->guard = term_ne(L->tm, var_term(L, given), term_const(L->tm, name_sort(L), UINT64_MAX));
    step_assign(L, step, chosen, next_number(L, given));
    step_assign(L, step, given, next_number(L, given));
    return chosen;
}

void named_note(Lowering *L, EdgeId create)
{
    CHECK(program_has_edge(L->program, create) && L->program->edges.data[create.i].spawn.i != NO_ID);
    vec_push(L->run, &L->named_starts, create);
}

static bool starts_named_thread(const Lowering *L, EdgeId edge)
{
    for (uint32_t i = 0; i < L->named_starts.count; i++)
        if (L->named_starts.data[i].i == edge.i) return true;
    return false;
}

static void add_spawn_argument(Lowering *L, Edge *edge, VarId parameter, Term value)
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
    Term next = next_number(L, names_given(L));
    for (uint32_t i = 0; i < L->program->edges.count; i++) {
        if (L->program->edges.data[i].spawn.i != t->id.i) continue;
        Term name = starts_named_thread(L, (EdgeId){i}) ? next : term_const(L->tm, name_sort(L), 0);
        add_spawn_argument(L, &L->program->edges.data[i], parameter, name);
    }
    return parameter;
}

static bool is_started_with_name(const Lowering *L, const Thread *t)
{
    for (uint32_t i = 0; i < L->named_starts.count; i++)
        if (L->program->edges.data[L->named_starts.data[i].i].spawn.i == t->id.i) return true;
    return false;
}

typedef struct Ended {
    VarId which;      /* by name: has it ended, and was not joined yet? */
    bool is_waited;   /* every join waits */
    bool are_counted; /* and there are these, too: how many have been started, have ended, were joined */
    VarId started, count, joined;
} Ended;

/* Team proofs of races (facts/exclusion/team.h) know of joins without numbers. */
static Ended ended_new(Lowering *L, bool is_waited)
{
    Sort sort = sort_array(name_sort(L), sort_bv(1));
    Ended e = {.is_waited = is_waited, .are_counted = is_waited && !property_is_asked(L, PROPERTY_NO_DATA_RACE)};
    e.which =
        shared_temporary(L, "threads.ended", sort, term_const_array(L->tm, sort, term_bv(L->tm, 1, 0)), HANDS_END);
    if (!e.are_counted) return e;
    e.started = shared_temporary(L, "threads.started", number_sort(), term_bv(L->tm, 32, 0), HANDS_UNKNOWN);
    e.count = shared_temporary(L, "threads.finished", number_sort(), term_bv(L->tm, 32, 0), HANDS_UNKNOWN);
    e.joined = shared_temporary(L, "threads.joined", number_sort(), term_bv(L->tm, 32, 0), HANDS_UNKNOWN);
    return e;
}

/* Has the end of the thread edges, which say that it has ended in another way? Errors there say nothing of that. */
static bool end_goes_on(const Lowering *L, const Thread *t)
{
    for (uint32_t i = 0; i < L->program->edges.count; i++)
        if (L->program->edges.data[i].from.i == t->end.i && !L->program->edges.data[i].is_error) return true;
    return false;
}

static void assign_on_edge(Lowering *L, Edge *e, VarId var, Term value)
{
    Assign *assigns = run_alloc(L->run, (e->assign_count + 1) * sizeof *assigns);
    for (uint32_t i = 0; i < e->assign_count; i++)
        assigns[i] = e->assigns[i];
    CHECK(e->assign_count == 0 || assigns[e->assign_count - 1].var.i < var.i); /* the newest variable: still sorted */
    assigns[e->assign_count++] = (Assign){var, value};
    e->assigns = assigns;
}

static void add_named_end(Lowering *L, const Thread *t, const Ended *ended)
{
    Term name = var_term(L, name_parameter(L, t)), noted = term_bv(L->tm, 1, 1);
    SourcePos pos = sources_pos(L->sources, t->function);
    Edge edge = edge_make(t->end, program_add_loc(L->program, t->id, "done", false, pos), pos);
    assign_on_edge(L, &edge, ended->which, term_store(L->tm, var_term(L, ended->which), name, noted));
    if (ended->are_counted) assign_on_edge(L, &edge, ended->count, next_number(L, ended->count));
    edge.text = "end of thread";
    program_add_edge(L->program, &edge);
}

/* The join waits for the thread of that name; where ends are counted there is no other way to pass it. */
static void add_waiting(Lowering *L, const Join *join, const Ended *ended)
{
    TermManager *tm = L->tm;
    Edge edge = L->program->edges.data[join->edge.i];
    Term array = var_term(L, ended->which), noted = term_bv(tm, 1, 1), none = term_bv(tm, 1, 0);
    assign_on_edge(L, &edge, ended->which, term_store(tm, array, join->name, none));
    edge.approximate = term_is(join->result) ? "the result of a joined thread is arbitrary" : NULL;
    edge.guard = term_and(tm, edge.guard, term_eq(tm, term_select(tm, array, join->name), noted));
    if (ended->are_counted) {
        Term differ = term_binary(tm, TERM_ULT, var_term(L, ended->joined), var_term(L, ended->count));
        edge.guard = term_and(tm, edge.guard, differ);
        assign_on_edge(L, &edge, ended->joined, next_number(L, ended->joined));
    }
    if (ended->is_waited)
        L->program->edges.data[join->edge.i] = edge; /* the call in the source is known of this one */
    else
        program_add_edge(L->program, &edge);
}

static void count_start(Lowering *L, Edge *start, const Ended *ended)
{
    Term few = term_ne(L->tm, var_term(L, ended->started), term_bv(L->tm, 32, UINT32_MAX));
    start->guard = term_and(L->tm, start->guard, few);
    assign_on_edge(L, start, ended->started, next_number(L, ended->started));
}

static bool is_by_name(const Join *join) { return term_is(join->name); }

/* Does every handle that a join finds by its value hold the name of a thread that notes its end? */
static bool names_are_all(Lowering *L)
{
    if (L->has_unnamed_handles || misuse_detaches_any(L)) return false;
    for (uint32_t i = 0; i < L->threads.count; i++)
        if (is_started_with_name(L, L->threads.data[i]) && end_goes_on(L, L->threads.data[i])) return false;
    return true;
}

void named_warn(Lowering *L, const Join *join)
{
    diag_add(L->run, SEVERITY_WARNING, join->pos,
             "the joined thread is not known statically: the join is treated as not waiting");
}

void named_resolve(Lowering *L)
{
    bool any = false, are_opaque = L->named_starts.count > 0 && names_are_all(L) && handles_are_opaque(L, NULL);
    valid_join_names(L);
    for (uint32_t i = 0; i < L->joins.count; i++) {
        const Join *join = &L->joins.data[i];
        if (!is_by_name(join)) continue;
        any = true;
        if (are_opaque)
            assumption_joined(L, join->pos);
        else
            named_warn(L, join);
    }
    if (!any || !L->named_starts.count) return;
    if (are_opaque) handles_forget_arbitrary(L);
    Ended ended = ended_new(L, are_opaque);
    if (ended.are_counted) assumption_threads(L);
    for (uint32_t i = 0; i < L->named_starts.count && ended.are_counted; i++)
        count_start(L, &L->program->edges.data[L->named_starts.data[i].i], &ended);
    for (uint32_t i = 0; i < L->joins.count; i++)
        if (is_by_name(&L->joins.data[i])) add_waiting(L, &L->joins.data[i], &ended);
    for (uint32_t i = 0; i < L->threads.count; i++) {
        const Thread *t = L->threads.data[i];
        if (t->has_end && is_started_with_name(L, t) && !end_goes_on(L, t)) add_named_end(L, t, &ended);
    }
}
