/* The ends of threads, for those who join them, when all is lowered.
 *
 * For each handle that is joined there is a flag, "done", that the thread whose handle it is sets at its end, where it
 * also leaves its result if a join asks for it. A thread that may have one of several handles knows which by a hidden
 * parameter. The join waits for the flag.
 *
 * That is all when a handle is filled once. Otherwise each filling takes the flag back, and if the thread before has
 * not ended yet, two threads know the same handle: then, and ever after, the handle is "lost". A join of a lost handle
 * is passed without waiting, as one of an unknown handle is, and both are marked as over-approximations. So a join that
 * is not marked waits for the thread that filled the handle last, and for no other: when that thread was started, the
 * earlier ones had ended. It would be unsound to let a join wait for the end of any other thread. */
#include "frontend/lower.h"

typedef struct Ending {
    bool is_classified;
    bool is_followed; /* a join may wait for it */
    bool is_single;   /* filled once at most */
    VarId done;
    VarId created, lost; /* unless single */
    VarId result;        /* when joins read it */
} Ending;

typedef struct Endings {
    Lowering *L;
    Ending *data; /* by handle */
} Endings;

/* ---- what is filled how often ---- */

/* Whether the edge can be taken twice by one thread. */
static bool edge_in_cycle(Lowering *L, EdgeId id)
{
    Program *p = L->program;
    const Edge *edge = &p->edges.data[id.i];
    bool *seen = run_alloc(L->run, p->locs.count * sizeof *seen);
    VEC(uint32_t) stack = {0};
    vec_push(L->run, &stack, edge->to.i);
    seen[edge->to.i] = true;
    while (stack.count && !seen[edge->from.i]) {
        LocId l = {vec_pop(&stack)};
        for (uint32_t k = 0; k < program_out_count(p, l); k++) {
            uint32_t to = program_out_edge(p, l, k)->to.i;
            if (!seen[to]) {
                seen[to] = true;
                vec_push(L->run, &stack, to);
            }
        }
    }
    bool found = seen[edge->from.i];
    vec_free(L->run, &stack);
    run_release(L->run, seen);
    return found;
}

static bool is_untold(Lowering *L, uint32_t object)
{
    for (uint32_t i = 0; i < L->indexed_handles.count; i++)
        if (L->indexed_handles.data[i] == object) return true;
    return false;
}

static const Thread *thread_at(Lowering *L, EdgeId edge)
{
    return L->threads.data[L->program->locs.data[L->program->edges.data[edge.i].from.i].template.i];
}

static const Thread *thread_started(Lowering *L, EdgeId edge)
{
    return L->threads.data[L->program->edges.data[edge.i].spawn.i];
}

/* A handle that each of many threads has for itself is modelled once, so it cannot be followed. */
static void classify(Endings *e, uint32_t handle)
{
    Lowering *L = e->L;
    const Object *o = &L->objects.data[L->handles.data[handle].object];
    Ending *ending = &e->data[handle];
    if (ending->is_classified) return;
    uint32_t count = 0;
    bool is_own = true, is_once = true;
    for (uint32_t i = 0; i < L->creations.count; i++) {
        const HandleUse *c = &L->creations.data[i];
        if (c->handle != handle) continue;
        bool is_many = L->program->templates.data[thread_at(L, c->edge)->id.i].cardinality == COUNT_MANY;
        count++;
        is_own &= o->kind == OBJECT_GLOBAL || !is_many;
        is_once &= !is_many && !edge_in_cycle(L, c->edge);
    }
    ending->is_followed = count > 0 && is_own && !is_untold(L, L->handles.data[handle].object);
    ending->is_single = count == 1 && is_once;
    ending->is_classified = true;
}

/* ---- variables ---- */

static VarId shared_variable(Lowering *L, const Thread *t, const char *what, Sort sort)
{
    Var var = {0};
    var.name = name_unique(L, run_format(L->run, "%s.%s", t->info->name, what));
    var.sort = sort;
    var.class = VAR_SHARED;
    var.init = term_const(L->tm, sort, 0);
    var.is_signed = true;
    var.pos = sources_pos(L->sources, t->function);
    return var_add(L, &var, NULL);
}

/* Named after the first thread that fills the handle. */
static void add_variables(Endings *e, uint32_t handle)
{
    Lowering *L = e->L;
    Ending *ending = &e->data[handle];
    uint32_t k = 0;
    while (L->creations.data[k].handle != handle)
        k++;
    const Thread *t = thread_started(L, L->creations.data[k].edge);
    ending->done = shared_variable(L, t, "done", sort_bool());
    if (!ending->is_single) {
        ending->created = shared_variable(L, t, "created", sort_bool());
        ending->lost = shared_variable(L, t, "lost", sort_bool());
    }
    LLVMTypeRef result = L->handles.data[handle].result;
    if (result) ending->result = shared_variable(L, t, "returned", type_sort(L, result));
}

/* ---- starts ---- */

/* The variable is newer than all that the edge assigns, or the handles come in another order than their variables. */
static void edge_assign(Lowering *L, EdgeId id, VarId var, Term value)
{
    Edge *edge = &L->program->edges.data[id.i];
    Assign *assigns = run_alloc(L->run, (edge->assign_count + 1) * sizeof *assigns);
    uint32_t n = 0;
    while (n < edge->assign_count && edge->assigns[n].var.i < var.i) {
        assigns[n] = edge->assigns[n];
        n++;
    }
    assigns[n] = (Assign){var, value};
    for (uint32_t i = n; i < edge->assign_count; i++)
        assigns[i + 1] = edge->assigns[i];
    edge->assigns = assigns;
    edge->assign_count++;
}

/* The handle is filled again. */
static void refill(Endings *e, const HandleUse *c)
{
    Lowering *L = e->L;
    const Ending *ending = &e->data[c->handle];
    Term done = var_term(L, ending->done), created = var_term(L, ending->created), lost = var_term(L, ending->lost);
    Term runs = term_and(L->tm, created, term_not(L->tm, done));
    edge_assign(L, c->edge, ending->done, term_and(L->tm, done, term_not(L->tm, c->guard)));
    edge_assign(L, c->edge, ending->created, term_or(L->tm, created, c->guard));
    edge_assign(L, c->edge, ending->lost, term_or(L->tm, lost, term_and(L->tm, c->guard, runs)));
}

/* The number of the handle that the edge fills, as far as handles are followed. */
static Term filled_handle(Endings *e, uint32_t edge)
{
    Lowering *L = e->L;
    Term number = term_bv(L->tm, 32, UINT32_MAX);
    for (uint32_t i = 0; i < L->creations.count; i++) {
        const HandleUse *c = &L->creations.data[i];
        if (c->edge.i == edge && e->data[c->handle].is_followed)
            number = term_ite(L->tm, c->guard, term_bv(L->tm, 32, c->handle), number);
    }
    return number;
}

/* The hidden parameter of a template: which handle the thread has. */
static Term handle_parameter(Endings *e, const Thread *t)
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
        args[edge->arg_count] = (Assign){id, filled_handle(e, i)}; /* the newest variable: still sorted */
        edge->args = args;
        edge->arg_count++;
    }
    return var_term(L, id);
}

/* ---- ends ---- */

static void leave_result(Lowering *L, const Thread *t, VarId result, Edge *edge, Assign *assign)
{
    Sort sort = L->program->vars.data[result.i].sort;
    bool fits = t->has_result && sort_same(sort, L->program->vars.data[t->result.i].sort);
    assign->var = result;
    assign->value = fits ? var_term(L, t->result) : fresh_input(L, sort, "result");
    edge->assign_count++;
    if (!fits) edge->approximate = "the result of a thread whose function returns none is arbitrary";
}

/* The end of a thread that has this handle. */
static void add_end(Endings *e, const Thread *t, uint32_t handle, Term guard, LocId to)
{
    Lowering *L = e->L;
    Edge edge = edge_make(t->end, to, sources_pos(L->sources, t->function));
    Assign sets[2] = {{e->data[handle].done, term_bool(L->tm, true)}};
    edge.guard = guard;
    edge.assigns = sets;
    edge.assign_count = 1;
    edge.text = "end of thread";
    if (L->handles.data[handle].result) leave_result(L, t, e->data[handle].result, &edge, &sets[1]);
    program_add_edge(L->program, &edge);
}

/* The handles that threads of the template may have, each once; *is_sure: every thread has the first of them. */
static void find_handles(Endings *e, const Thread *t, HandleUses *found, bool *is_sure)
{
    Lowering *L = e->L;
    *is_sure = t->spawn_count == 1;
    for (uint32_t i = 0; i < L->creations.count; i++) {
        const HandleUse *c = &L->creations.data[i];
        if (!e->data[c->handle].is_followed || thread_started(L, c->edge) != t) continue;
        uint32_t k = 0;
        while (k < found->count && found->data[k].handle != c->handle)
            k++;
        if (k == found->count) vec_push(L->run, found, *c);
        *is_sure &= term_is_true(L->tm, c->guard);
    }
}

static void add_ends(Endings *e, const Thread *t)
{
    Lowering *L = e->L;
    HandleUses found = {0};
    bool is_sure;
    find_handles(e, t, &found, &is_sure);
    if (found.count && t->has_end) {
        SourcePos pos = sources_pos(L->sources, t->function);
        LocId to = program_add_loc(L->program, t->id, "done", false, pos);
        Term own = is_sure ? TERM_NONE : handle_parameter(e, t), others = term_bool(L->tm, true);
        for (uint32_t i = 0; i < found.count; i++) {
            uint32_t handle = found.data[i].handle;
            Term guard = is_sure ? TERM_NONE : term_eq(L->tm, own, term_bv(L->tm, 32, handle));
            add_end(e, t, handle, guard, to);
            if (!is_sure) others = term_and(L->tm, others, term_not(L->tm, guard));
        }
        if (!is_sure) { /* nobody waits for it */
            Edge edge = edge_make(t->end, to, pos);
            edge.guard = others;
            edge.text = "end of thread";
            program_add_edge(L->program, &edge);
        }
    }
    vec_free(L->run, &found);
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

static void store_known_result(Lowering *L, Edge *edge, Term input, Term value)
{
    Known known = {input, value};
    for (uint32_t i = 0; i < edge->assign_count; i++)
        edge->assigns[i].value = term_substitute(L->tm, edge->assigns[i].value, known_result, &known);
}

/* When a join ends because the thread has, when it is passed because the thread is not known, and the result. */
typedef struct Outcome {
    Term waits, passes, result;
} Outcome;

static void add_outcome(Endings *e, const HandleUse *u, Outcome *outcome)
{
    Lowering *L = e->L;
    const Ending *ending = &e->data[u->handle];
    if (!ending->is_followed) {
        outcome->passes = term_or(L->tm, outcome->passes, u->guard);
        return;
    }
    Term ended = var_term(L, ending->done);
    if (!ending->is_single) {
        Term lost = var_term(L, ending->lost);
        ended = term_and(L->tm, ended, term_not(L->tm, lost));
        outcome->passes = term_or(L->tm, outcome->passes, term_and(L->tm, u->guard, lost));
    }
    outcome->waits = term_or(L->tm, outcome->waits, term_and(L->tm, u->guard, ended));
    if (!L->handles.data[u->handle].result) return;
    Term result = var_term(L, ending->result);
    outcome->result = term_is(outcome->result) ? term_ite(L->tm, u->guard, result, outcome->result) : result;
}

static void resolve_join(Endings *e, const Join *join)
{
    Lowering *L = e->L;
    Outcome outcome = {term_bool(L->tm, false), term_bool(L->tm, join->uses.count == 0), TERM_NONE};
    bool is_told = join->uses.count > 0;
    for (uint32_t i = 0; i < join->uses.count; i++) {
        is_told &= e->data[join->uses.data[i].handle].is_followed;
        add_outcome(e, &join->uses.data[i], &outcome);
    }
    if (!is_told)
        diag_add(L->run, SEVERITY_WARNING, join->pos,
                 "the joined thread is not known statically: the join is treated as not waiting");
    Edge passing = L->program->edges.data[join->edge.i];
    passing.guard = term_and(L->tm, passing.guard, outcome.passes);
    passing.approximate = "join of an unknown thread";
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
    Endings e = {L, run_alloc(L->run, (L->handles.count + 1) * sizeof *e.data)};
    for (uint32_t i = 0; i < L->joins.count; i++)
        for (uint32_t k = 0; k < L->joins.data[i].uses.count; k++)
            classify(&e, L->joins.data[i].uses.data[k].handle);
    for (uint32_t i = 0; i < L->handles.count; i++)
        if (e.data[i].is_followed) add_variables(&e, i);
    for (uint32_t i = 0; i < L->creations.count; i++) {
        const Ending *ending = &e.data[L->creations.data[i].handle];
        if (ending->is_followed && !ending->is_single) refill(&e, &L->creations.data[i]);
    }
    for (uint32_t i = 0; i < L->joins.count; i++)
        resolve_join(&e, &L->joins.data[i]);
    for (uint32_t i = 0; i < L->threads.count; i++)
        add_ends(&e, L->threads.data[i]);
    run_release(L->run, e.data);
}
