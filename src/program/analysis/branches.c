#include "program/analysis/branches.h"

#include "base/check.h"
#include "base/unsound.h"
#include "logic/term/boolean.h"
#include "logic/term/cover.h"
#include "logic/term/walk.h"

typedef struct BranchMarks {
    Program *p;
    bool *matters;      /* per variable */
    VEC(uint32_t) news; /* variables that matter, and whose sources have not been marked yet */
    uint32_t *first;    /* per variable: the first of its entries in `next`, or NO_ID */
    VEC(Term) values;   /* that variables are given somewhere */
    VEC(uint32_t) next; /* per value: the next one of the same variable, or NO_ID */
    uint32_t *order;    /* locations: what edges lead to comes first, unless they close a cycle */
    uint32_t count;     /* of them */
    uint8_t *state;     /* per location, of a search: 0 new, 1 on the stack, 2 done */
    bool *may_pass;     /* per location: no cycle is entered there, and a step can always be taken */
    uint32_t *leads;    /* per location: where it leads; itself: it is not passed */
    bool *is_marked;    /* per location: the variables of its guards matter */
} BranchMarks;

static void mark_as_mattering(void *arg, Term var)
{
    BranchMarks *b = arg;
    uint32_t v = term_symbol(b->p->tm, var);
    if (b->matters[v]) return;
    b->matters[v] = true;
    vec_push(b->p->run, &b->news, v);
}

static void index_assigned_values(BranchMarks *b, const Assign *assigns, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        vec_push(b->p->run, &b->values, assigns[i].value);
        vec_push(b->p->run, &b->next, b->first[assigns[i].var.i]);
        b->first[assigns[i].var.i] = b->values.count - 1;
    }
}

static void mark_value_sources(BranchMarks *b)
{
    while (b->news.count)
        for (uint32_t i = b->first[vec_pop(&b->news)]; i != NO_ID; i = b->next.data[i])
            term_for_each_var(b->p->tm, b->values.data[i], mark_as_mattering, b);
}

static bool guard_can_hold(const Program *p, const Edge *e) { return !term_is_false(p->tm, e->guard); }

static bool is_quiet(const BranchMarks *b, const Edge *e)
{
    const Program *p = b->p;
    if (e->is_error || e->spawn.i != NO_ID || e->approximate || e->action) return false;
    if (p->locs.data[e->from.i].atomic != p->locs.data[e->to.i].atomic) return false;
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (b->matters[e->assigns[i].var.i] && !IS_UNSOUND(UNSOUND_BRANCH_MATTERS)) return false;
    return true;
}

bool branches_cover(const Program *p, LocId l)
{
    uint32_t n = program_out_count(p, l);
    Term *guards = run_alloc(p->run, (n + 1) * sizeof *guards);
    for (uint32_t k = 0; k < n; k++)
        guards[k] = program_out_edge(p, l, k)->guard;
    bool covered = terms_cover(p->tm, guards, n);
    run_release(p->run, guards);
    return covered;
}

/* Where all edges from there lead, or there itself. */
static uint32_t find_lead(BranchMarks *b, LocId l)
{
    const Program *p = b->p;
    uint32_t to = NO_ID;
    if (!b->may_pass[l.i]) return l.i;
    for (uint32_t k = 0; k < program_out_count(p, l); k++) {
        const Edge *e = program_out_edge(p, l, k);
        if (!guard_can_hold(p, e)) continue;
        if (!is_quiet(b, e)) return l.i;
        uint32_t lead = b->leads[e->to.i];
        if (to != NO_ID && lead != to && !IS_UNSOUND(UNSOUND_WAYS_PART)) return l.i;
        if (to == NO_ID) to = lead;
    }
    CHECK(to == NO_ID || b->leads[to] == to);
    return to == NO_ID ? l.i : to;
}

static void find_leads(BranchMarks *b)
{
    for (uint32_t l = 0; l < b->p->locs.count; l++)
        b->leads[l] = l;
    for (uint32_t i = 0; i < b->count; i++)
        b->leads[b->order[i]] = find_lead(b, (LocId){b->order[i]});
}

/* Depth first. Every cycle has an edge that leads back to a location on the stack, which may not be passed: so no cycle
 * is of passed locations. */
static void sort_locations(BranchMarks *b)
{
    Program *p = b->p;
    uint32_t n = p->locs.count;
    uint32_t *stack = run_alloc(p->run, (n + 1) * sizeof *stack), *next = run_alloc(p->run, (n + 1) * sizeof *next);
    for (uint32_t t = 0; t < p->templates.count; t++) {
        uint32_t top = 0;
        if (b->state[p->templates.data[t].entry.i]) continue;
        stack[0] = p->templates.data[t].entry.i;
        next[stack[0]] = p->out_start[stack[0]];
        b->state[stack[0]] = 1;
        for (;;) {
            uint32_t l = stack[top];
            if (next[l] == p->out_start[l + 1]) {
                b->state[l] = 2;
                b->order[b->count++] = l;
                if (!top--) break;
                continue;
            }
            const Edge *e = &p->edges.data[p->out_edges[next[l]++]];
            if (!guard_can_hold(p, e)) continue;
            if (b->state[e->to.i] == 1) b->may_pass[e->to.i] = false;
            if (b->state[e->to.i]) continue;
            b->state[e->to.i] = 1;
            stack[++top] = e->to.i;
            CHECK(top < n);
            next[e->to.i] = p->out_start[e->to.i];
        }
    }
    run_release(p->run, stack);
    run_release(p->run, next);
}

/* False: the guards of no location that is not passed have variables that did not matter so far. */
static bool mark_guards(BranchMarks *b)
{
    Program *p = b->p;
    for (uint32_t l = 0; l < p->locs.count; l++) {
        if (b->leads[l] != l || b->is_marked[l] || !b->state[l]) continue;
        b->is_marked[l] = true; /* for good: what is not passed once never is */
        for (uint32_t k = 0; k < program_out_count(p, (LocId){l}); k++)
            term_for_each_var(p->tm, program_out_edge(p, (LocId){l}, k)->guard, mark_as_mattering, b);
    }
    bool has_more = b->news.count > 0;
    mark_value_sources(b);
    return has_more;
}

static void keep_one_way(BranchMarks *b, bool *passed, LocId l)
{
    Program *p = b->p;
    bool is_kept = false;
    passed[l.i] = true;
    for (uint32_t k = 0; k < program_out_count(p, l); k++) {
        Edge *e = program_out_edge(p, l, k);
        if (!guard_can_hold(p, e)) continue;
        e->guard = term_bool(p->tm, !is_kept);
        is_kept = true;
    }
    CHECK(is_kept);
}

void branches_drop(Program *p)
{
    Run *run = p->run;
    size_t vars = p->vars.count + 1, locs = p->locs.count + 1;
    BranchMarks branches = {.p = p, .matters = run_alloc(run, vars), .first = run_alloc(run, vars * sizeof(uint32_t))};
    BranchMarks *b = &branches;
    CHECK(program_is_indexed(p));
    b->order = run_alloc(run, locs * sizeof *b->order);
    b->state = run_alloc(run, locs);
    b->leads = run_alloc(run, locs * sizeof *b->leads);
    b->is_marked = run_alloc(run, locs);
    for (uint32_t v = 0; v < p->vars.count; v++)
        b->first[v] = NO_ID;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        CHECK(!e->access_count);
        index_assigned_values(b, e->assigns, e->assign_count);
        index_assigned_values(b, e->args, e->arg_count);
    }
    b->may_pass = run_alloc(run, locs);
    for (uint32_t l = 0; l < p->locs.count; l++)
        b->may_pass[l] = branches_cover(p, (LocId){l});
    sort_locations(b);
    do {
        run_poll(run);
        find_leads(b);
    } while (mark_guards(b));
    bool *passed = run_alloc(run, locs);
    for (uint32_t l = 0; l < p->locs.count; l++)
        if (b->leads[l] != l) keep_one_way(b, passed, (LocId){l});
    p->passed = passed;
    vec_free(run, &b->news);
    vec_free(run, &b->values);
    vec_free(run, &b->next);
    run_release(run, b->matters);
    run_release(run, b->first);
    run_release(run, b->order);
    run_release(run, b->state);
    run_release(run, b->may_pass);
    run_release(run, b->leads);
    run_release(run, b->is_marked);
}
