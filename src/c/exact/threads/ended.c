/* The ends of threads, for those who join them, when all is lowered.
 *
 * For each place that fills a handle that is joined there is a flag, "done", that the thread started there sets at its
 * end, where it also leaves its result if a join asks for it. A thread that may be started in several places knows its
 * own by a hidden parameter. A handle that several places fill knows which was the last. The join waits for its flag.
 *
 * A place that may start more than one thread takes the flag back each time. If the thread before has not ended yet,
 * two threads have the same flag: then, and ever after, the place is "lost". A join of a handle that was filled there
 * is passed without waiting, as one of an unknown handle is, and both are marked as over-approximations. So a join that
 * is not marked waits for the thread that filled the handle last, and for no other: when that thread was started, those
 * that share its flag had ended. It would be unsound to let a join wait for the end of any other thread. */
#include "c/exact/threads/ended.h"

#include "base/check.h"
#include "c/compile/source.h"
#include "c/exact/model/names.h"
#include "c/exact/model/values.h"
#include "c/exact/threads/edges.h"
#include "c/exact/threads/join.h"
#include "c/exact/threads/named.h"
#include "c/exact/threads/waits.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

/* An edge that starts a thread and fills a handle: an element of L->creations. Its number is one more than the index
 * there; 0 is none. */
typedef struct Start {
    bool is_followed; /* a join may wait for the thread */
    bool is_single;   /* starts one thread at most */
    VarId done;
    VarId created, lost; /* unless single */
    VarId result;        /* when joins read it */
} Start;

typedef struct Filled {
    bool is_joined, is_followed;
    uint32_t count; /* of starts */
    VarId last;     /* the number of the last one; when there are several */
} Filled;

typedef struct Endings {
    Lowering *L;
    Start *starts;   /* by creation */
    Filled *handles; /* by handle */
} Endings;

/* ---- what must hold ---- */

static bool is_shared_of(const Program *p, VarId v, Sort sort)
{
    return program_has_var(p, v) && p->vars.data[v.i].class == VAR_SHARED && sort_same(p->vars.data[v.i].sort, sort);
}

/* Has each start that is followed its variables? */
static bool start_is_valid(const Endings *e, uint32_t creation)
{
    const Lowering *L = e->L;
    const Start *s = &e->starts[creation];
    const Filled *handle = &e->handles[L->creations.data[creation].handle];
    if (s->is_followed != handle->is_followed || (s->is_followed && !handle->is_joined)) return false;
    if (!s->is_followed) return true;
    if (handle->count > 1 && !is_shared_of(L->program, handle->last, sort_bv(32))) return false;
    if (!is_shared_of(L->program, s->done, sort_bool())) return false;
    return s->is_single || (is_shared_of(L->program, s->created, sort_bool()) &&
                            is_shared_of(L->program, s->lost, sort_bool()) && s->created.i != s->lost.i);
}

static bool endings_are_valid(const Endings *e)
{
    uint32_t filled = 0;
    for (uint32_t i = 0; i < e->L->handles.count; i++)
        filled += e->handles[i].count;
    for (uint32_t i = 0; i < e->L->creations.count; i++)
        if (!start_is_valid(e, i)) return false;
    return filled == e->L->creations.count;
}

/* ---- what is filled how often ---- */

static bool is_untold(Lowering *L, uint32_t object)
{
    for (uint32_t i = 0; i < L->indexed_handles.count; i++)
        if (L->indexed_handles.data[i] == object) return true;
    return false;
}

static const Thread *thread_at(Lowering *L, EdgeId edge)
{
    CHECK(program_has_edge(L->program, edge));
    return L->threads.data[L->program->locs.data[L->program->edges.data[edge.i].from.i].template.i];
}

static const Thread *thread_started(Lowering *L, EdgeId edge)
{
    CHECK(L->program->edges.data[edge.i].spawn.i < L->threads.count);
    return L->threads.data[L->program->edges.data[edge.i].spawn.i];
}

static bool is_run_once(Lowering *L, EdgeId edge)
{
    return L->program->templates.data[thread_at(L, edge)->id.i].cardinality != COUNT_MANY;
}

/* Older copies of a handle may be joined: its value must stand for one thread only. */
static void classify_tagged(Endings *e, uint32_t creation)
{
    const HandleUse *c = &e->L->creations.data[creation];
    Filled *handle = &e->handles[c->handle];
    handle->count = 1;
    Handle *h = &e->L->handles.data[c->handle];
    bool is_once = h->is_once || (is_run_once(e->L, c->edge) && !edge_in_cycle(e->L, c->edge));
    handle->is_followed = handle->is_joined && is_once;
    h->is_lost = handle->is_joined && !is_once;
    e->starts[creation].is_single = handle->is_followed;
}

/* A handle that each of many threads has for itself is modelled once, so it cannot be followed. */
static void classify_creation(Endings *e, uint32_t creation)
{
    Lowering *L = e->L;
    const HandleUse *c = &L->creations.data[creation];
    if (L->handles.data[c->handle].is_tagged) {
        classify_tagged(e, creation);
        return;
    }
    const Object *o = &L->objects.data[L->handles.data[c->handle].object];
    Filled *handle = &e->handles[c->handle];
    bool is_many = L->program->templates.data[thread_at(L, c->edge)->id.i].cardinality == COUNT_MANY;
    if (handle->count++ == 0)
        handle->is_followed = handle->is_joined && !is_untold(L, L->handles.data[c->handle].object);
    handle->is_followed &= o->kind == OBJECT_GLOBAL || !is_many;
    e->starts[creation].is_single = handle->is_followed && !is_many && !edge_in_cycle(L, c->edge);
}

/* Whether the handle is filled once, or by the thread that joins it, which is the only one of its template. */
static bool is_filled_here(Endings *e, uint32_t handle, EdgeId join)
{
    Lowering *L = e->L;
    if (L->handles.data[handle].is_tagged) return e->handles[handle].is_followed;
    bool is_here = is_run_once(L, join), is_once = e->handles[handle].count == 1;
    for (uint32_t i = 0; i < L->creations.count; i++) {
        EdgeId creation = L->creations.data[i].edge;
        if (L->creations.data[i].handle != handle) continue;
        is_once &= is_run_once(L, creation) && !edge_in_cycle(L, creation);
        is_here &= thread_at(L, creation) == thread_at(L, join);
    }
    return is_once || is_here;
}

static void check_join(Endings *e, const Join *join)
{
    for (uint32_t k = 0; k < join->uses.count; k++) {
        uint32_t handle = join->uses.data[k].handle;
        if (e->handles[handle].is_followed && !is_filled_here(e, handle, join->edge))
            e->handles[handle].is_followed = false;
    }
}

/* ---- variables ---- */

/* Nobody comes after others because of it, but for "done". */
static VarId shared_thread_variable(Lowering *L, const Thread *t, const char *what, Sort sort)
{
    Var var = {0};
    var.name = name_unique(L, run_format(L->run, "%s.%s", t->info->name, what));
    var.sort = sort;
    var.class = VAR_SHARED;
    var.hands = HANDS_NOTHING;
    var.init = term_const(L->tm, sort, 0);
    var.is_signed = var.is_untold = true;
    var.pos = sources_pos(L->sources, t->function);
    return var_add(L, &var, NULL);
}

static void add_creation_variables(Endings *e, uint32_t creation)
{
    Lowering *L = e->L;
    const HandleUse *c = &L->creations.data[creation];
    const Thread *t = thread_started(L, c->edge);
    Start *start = &e->starts[creation];
    Filled *handle = &e->handles[c->handle];
    start->is_followed = handle->is_followed;
    if (!start->is_followed) return;
    start->done = shared_thread_variable(L, t, "done", sort_bool());
    L->program->vars.data[start->done.i].hands = HANDS_END;
    if (!start->is_single) {
        start->created = shared_thread_variable(L, t, "created", sort_bool());
        start->lost = shared_thread_variable(L, t, "lost", sort_bool());
    }
    LLVMTypeRef result = L->handles.data[c->handle].result;
    if (result) start->result = shared_thread_variable(L, t, "returned", type_sort(L, result));
    if (handle->count > 1 && handle->last.i == NO_ID) handle->last = shared_thread_variable(L, t, "last", sort_bv(32));
}

/* ---- starts ---- */

static Term start_tag(Lowering *L, uint32_t creation) { return term_bv(L->tm, 32, creation + 1); }

/* The handle is filled. */
static void fill_handle(Endings *e, uint32_t creation)
{
    Lowering *L = e->L;
    const HandleUse *c = &L->creations.data[creation];
    const Start *start = &e->starts[creation];
    if (!start->is_followed || start->is_single) return;
    Term done = var_term(L, start->done), created = var_term(L, start->created), lost = var_term(L, start->lost);
    Term runs = term_and(L->tm, created, term_not(L->tm, done));
    edge_add_assign(L, c->edge, start->done, term_and(L->tm, done, term_not(L->tm, c->guard)));
    edge_add_assign(L, c->edge, start->created, term_or(L->tm, created, c->guard));
    edge_add_assign(L, c->edge, start->lost, term_or(L->tm, lost, term_and(L->tm, c->guard, runs)));
}

/* The handle remembers who filled it last. */
static void note_last(Endings *e, uint32_t creation)
{
    Lowering *L = e->L;
    const HandleUse *c = &L->creations.data[creation];
    const Filled *handle = &e->handles[c->handle];
    if (!e->starts[creation].is_followed || handle->count == 1) return;
    Term last = term_ite(L->tm, c->guard, start_tag(L, creation), var_term(L, handle->last));
    edge_add_assign(L, c->edge, handle->last, last);
}

/* The number of the start that an edge is, as far as it is followed. */
static Term start_number(Endings *e, uint32_t edge)
{
    Lowering *L = e->L;
    Term number = term_bv(L->tm, 32, 0);
    for (uint32_t i = 0; i < L->creations.count; i++) {
        const HandleUse *c = &L->creations.data[i];
        if (c->edge.i == edge && e->starts[i].is_followed) number = term_ite(L->tm, c->guard, start_tag(L, i), number);
    }
    return number;
}

/* The hidden parameter of a template: where the thread was started. */
static Term place_parameter(Endings *e, const Thread *t)
{
    Lowering *L = e->L;
    Var var = {0};
    var.name = name_unique(L, run_format(L->run, "%s.place", t->info->name));
    var.sort = sort_bv(32);
    var.class = VAR_LOCAL;
    var.template = t->id;
    var.is_parameter = true;
    var.is_temporary = true;
    var.pos = sources_pos(L->sources, t->function);
    VarId id = var_add(L, &var, NULL);
    for (uint32_t i = 0; i < L->program->edges.count; i++) {
        Edge *edge = &L->program->edges.data[i];
        if (edge->spawn.i != t->id.i) continue;
        Assign *args = run_alloc(L->run, (edge->arg_count + 1) * sizeof *args);
        for (uint32_t k = 0; k < edge->arg_count; k++)
            args[k] = edge->args[k];
        args[edge->arg_count] = (Assign){id, start_number(e, i)}; /* the newest variable: still sorted */
        edge->args = args;
        edge->arg_count++;
        CHECK(assigns_are_sorted(edge->args, edge->arg_count));
    }
    return var_term(L, id);
}

/* ---- ends ---- */

static void leave_result(Lowering *L, const Thread *t, VarId result, Edge *edge, Assign *assign)
{
    Sort sort = L->program->vars.data[result.i].sort;
    bool fits = t->has_result && sort_same(sort, L->program->vars.data[t->result.i].sort);
    CHECK(is_shared_of(L->program, result, sort));
    assign->var = result;
    assign->value = fits ? var_term(L, t->result) : fresh_input(L, sort, "result");
    edge->assign_count++;
    if (!fits) edge->approximate = "the result of a thread whose function returns none is arbitrary";
}

/* A join of the thread waits. */
static Term runs_term(Lowering *L, const Start *start)
{
    Term runs = term_not(L->tm, var_term(L, start->done));
    return start->is_single ? runs : term_and(L->tm, runs, term_not(L->tm, var_term(L, start->lost)));
}

/* The end of a thread that was started there. */
static void add_thread_end(Endings *e, const Thread *t, uint32_t creation, Term guard, LocId to)
{
    Lowering *L = e->L;
    const Start *start = &e->starts[creation];
    CHECK(L->program->locs.data[t->end.i].template.i == t->id.i && !L->program->locs.data[t->end.i].atomic);
    Edge edge = edge_make(t->end, to, sources_pos(L->sources, t->function));
    Assign sets[2] = {{start->done, term_bool(L->tm, true)}};
    edge.guard = guard;
    edge.assigns = sets;
    edge.assign_count = 1;
    edge.text = "end of thread";
    if (L->handles.data[L->creations.data[creation].handle].result) leave_result(L, t, start->result, &edge, &sets[1]);
    program_add_edge(L->program, &edge);
    waits_add_ending(L, t, creation, guard, runs_term(L, start));
}

/* How many starts of the template are followed; *is_sure: there is only one, and no thread is started otherwise. */
static uint32_t count_followed_starts(Endings *e, const Thread *t, bool *is_sure)
{
    Lowering *L = e->L;
    uint32_t count = 0;
    *is_sure = t->spawn_count == 1;
    for (uint32_t i = 0; i < L->creations.count; i++) {
        const HandleUse *c = &L->creations.data[i];
        if (!e->starts[i].is_followed || thread_started(L, c->edge) != t) continue;
        count++;
        *is_sure &= term_is_true(L->tm, c->guard);
        CHECK(t->spawn_count > 0);
    }
    return count;
}

static void add_thread_ends(Endings *e, const Thread *t)
{
    Lowering *L = e->L;
    bool is_sure;
    if (count_followed_starts(e, t, &is_sure) == 0 || !t->has_end) return;
    SourcePos pos = sources_pos(L->sources, t->function);
    LocId to = program_add_loc(L->program, t->id, "done", false, pos);
    Term place = is_sure ? TERM_NONE : place_parameter(e, t), others = term_bool(L->tm, true);
    for (uint32_t i = 0; i < L->creations.count; i++) {
        if (!e->starts[i].is_followed || thread_started(L, L->creations.data[i].edge) != t) continue;
        Term guard = is_sure ? TERM_NONE : term_eq(L->tm, place, start_tag(L, i));
        add_thread_end(e, t, i, guard, to);
        if (!is_sure) others = term_and(L->tm, others, term_not(L->tm, guard));
    }
    if (is_sure) return;
    Edge edge = edge_make(t->end, to, pos); /* nobody waits for it */
    edge.guard = others;
    edge.text = "end of thread";
    program_add_edge(L->program, &edge);
}

/* ---- joins ---- */

typedef struct Known {
    Term input, value;
} Known;

static Term known_result(void *arg, TermManager *tm, Term var)
{
    (void)tm;
    const Known *k = arg;
    return term_same(var, k->input) ? k->value : TERM_NONE;
}

static void note_known_input(void *arg, Term var)
{
    Known *k = arg;
    if (term_same(var, k->input)) k->value = var;
}

static bool reads_input(Lowering *L, const Edge *edge, Term input)
{
    Known found = {input, TERM_NONE};
    for (uint32_t i = 0; i < edge->assign_count; i++)
        term_for_each_var(L->tm, edge->assigns[i].value, note_known_input, &found);
    return term_is(found.value);
}

static void store_known_result(Lowering *L, Edge *edge, Term input, Term value)
{
    Known known = {input, value};
    CHECK(term_is(value) && sort_same(term_sort(L->tm, input), term_sort(L->tm, value)));
    for (uint32_t i = 0; i < edge->assign_count; i++)
        edge->assigns[i].value = term_substitute(L->tm, edge->assigns[i].value, known_result, &known);
    CHECK(!reads_input(L, edge, input));
}

/* When a join ends because the thread has, when it is passed because the thread is not known, and the result. */
typedef struct JoinOutcome {
    Term waits, passes, result;
    const Join *join;
} JoinOutcome;

/* here: the handle was filled by this start. */
static void add_joined_start(Endings *e, uint32_t creation, Term here, JoinOutcome *outcome)
{
    Lowering *L = e->L;
    const Start *start = &e->starts[creation];
    CHECK(start->is_followed && is_shared_of(L->program, start->done, sort_bool()));
    Term ended = var_term(L, start->done);
    if (!start->is_single) {
        Term lost = var_term(L, start->lost);
        ended = term_and(L->tm, ended, term_not(L->tm, lost));
        outcome->passes = term_or(L->tm, outcome->passes, term_and(L->tm, here, lost));
    }
    outcome->waits = term_or(L->tm, outcome->waits, term_and(L->tm, here, ended));
    waits_add_join(L, outcome->join, creation, term_and(L->tm, here, runs_term(L, start)));
    if (!L->handles.data[L->creations.data[creation].handle].result) return;
    Term result = var_term(L, start->result);
    outcome->result = term_is(outcome->result) ? term_ite(L->tm, here, result, outcome->result) : result;
}

static void add_handle(Endings *e, const HandleUse *u, JoinOutcome *outcome)
{
    Lowering *L = e->L;
    const Filled *handle = &e->handles[u->handle];
    if (!handle->is_followed) outcome->passes = term_or(L->tm, outcome->passes, u->guard);
    for (uint32_t i = 0; handle->is_followed && i < L->creations.count; i++) {
        if (L->creations.data[i].handle != u->handle) continue;
        Term here = u->guard;
        if (handle->count > 1) here = term_and(L->tm, here, term_eq(L->tm, var_term(L, handle->last), start_tag(L, i)));
        add_joined_start(e, i, here, outcome);
    }
}

/* What spoiled the handle: in words, behind those that say that the thread is not known. */
static const char *unknown_words(Endings *e, const Join *join)
{
    Lowering *L = e->L;
    SourcePos at = join->looked_at;
    const char *what = "its handle is looked at, or comes from elsewhere, in";
    if (join->is_detached) return " (it may have been detached)";
    for (uint32_t i = 0; i < join->uses.count && !at.line; i++)
        for (uint32_t c = 0; c < L->creations.count && !at.line; c++) {
            bool is_here = L->creations.data[c].handle == join->uses.data[i].handle;
            if (!is_here || e->handles[join->uses.data[i].handle].is_followed) continue;
            at = L->program->edges.data[L->creations.data[c].edge.i].pos;
            what = "several threads may be started in";
        }
    return at.line ? run_format(L->run, " (%s %s:%u)", what, at.file, at.line) : NULL;
}

static void resolve_join(Endings *e, Join *join)
{
    Lowering *L = e->L;
    join->why = unknown_words(e, join);
    bool is_unknown = join->uses.count == 0 || join->is_detached;
    JoinOutcome outcome = {term_bool(L->tm, false), term_bool(L->tm, is_unknown), TERM_NONE, join};
    if (term_is(join->other)) outcome.passes = term_or(L->tm, outcome.passes, join->other);
    bool is_told = join->uses.count > 0;
    for (uint32_t i = 0; i < join->uses.count; i++) {
        is_told &= e->handles[join->uses.data[i].handle].is_followed;
        add_handle(e, &join->uses.data[i], &outcome);
    }
    CHECK(term_is_false(L->tm, outcome.waits) || !term_is(join->result) || term_is(outcome.result));
    if (!is_told && !term_is(join->name)) named_warn(L, join); /* others: when it is known what names say */
    waits_add_join(L, join, NO_ID, outcome.passes);
    Edge passing = L->program->edges.data[join->edge.i];
    passing.guard = term_and(L->tm, passing.guard, outcome.passes);
    passing.approximate = join->is_detached ? "join of a thread that may be detached" : "join of an unknown thread";
    if (term_is_false(L->tm, outcome.waits)) {
        L->program->edges.data[join->edge.i] = passing;
        return;
    }
    if (!term_is_false(L->tm, outcome.passes)) program_add_edge(L->program, &passing);
    Edge *edge = &L->program->edges.data[join->edge.i];
    edge->guard = term_and(L->tm, edge->guard, outcome.waits);
    if (term_is(join->result)) store_known_result(L, edge, join->result, outcome.result);
}

void threads_resolve_joins(Lowering *L)
{
    program_index(L->program);
    program_infer_cardinality(L->program);
    CHECK(joins_are_valid(L));
    Endings e = {L, run_alloc(L->run, (L->creations.count + 1) * sizeof *e.starts),
                 run_alloc(L->run, (L->handles.count + 1) * sizeof *e.handles)};
    for (uint32_t i = 0; i < L->handles.count; i++)
        e.handles[i].last = (VarId){NO_ID};
    for (uint32_t i = 0; i < L->joins.count; i++)
        for (uint32_t k = 0; k < L->joins.data[i].uses.count; k++)
            e.handles[L->joins.data[i].uses.data[k].handle].is_joined = true;
    for (uint32_t i = 0; i < L->creations.count; i++)
        classify_creation(&e, i);
    for (uint32_t i = 0; i < L->joins.count; i++)
        check_join(&e, &L->joins.data[i]);
    for (uint32_t i = 0; i < L->creations.count; i++)
        add_creation_variables(&e, i);
    CHECK(endings_are_valid(&e));
    for (uint32_t i = 0; i < L->creations.count; i++) {
        fill_handle(&e, i);
        note_last(&e, i);
    }
    for (uint32_t i = 0; i < L->joins.count; i++)
        resolve_join(&e, &L->joins.data[i]);
    for (uint32_t i = 0; i < L->threads.count; i++)
        add_thread_ends(&e, L->threads.data[i]);
    named_resolve(L);
    CHECK(joins_are_valid(L)); /* edges were added, none moved */
    run_release(L->run, e.starts);
    run_release(L->run, e.handles);
}
