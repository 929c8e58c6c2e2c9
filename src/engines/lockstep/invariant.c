/* Symbolic abstraction (Reps, Sagiv, Yorsh, VMCAI 2004): of each cut node nothing is reached at first. A model of a way
 * into it that what is known does not allow yet is joined: atoms that it violates go (as in Houdini), and the point
 * that it is enlarges the affine set. When there is no such model the invariant is inductive, and the least in this
 * domain. Equations with large coefficients hold by accident of the few points seen so far; they are left out, which
 * only weakens the invariant, and they make the solver slow. */
#include "engines/lockstep/invariant.h"

#include "engines/lockstep/candidates.h"
#include "engines/lockstep/model.h"
#include "engines/lockstep/reached.h"
#include "logic/smt/value.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/choice.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"
#include "program/scpl/print.h"

#define EFFORT 8000000 /* of a check, by the solver's count */
#define EFFORT_SECOND 5e6
#define ROUNDS 4 /* of pruning */

static void add_here(const InvariantFinder *f, const Cut *c, FinderTerms *out)
{
    vec_clear(out);
    for (uint32_t i = 0; i < c->known.count; i++)
        vec_push(f->run, out, region_here(c->region, c->known.data[i]));
}

static bool is_search_late(InvariantFinder *f)
{
    f->stats->is_narrow |= run_memory_left(f->run) < f->memory;
    if (run_cpu_seconds() < f->cpu_end && run_seconds(f->run) < f->end && !f->stats->is_narrow) return false;
    return f->failed = f->stats->is_late = true;
}

/* How hard the next check of the region tries. */
static void set_effort(const InvariantFinder *f, Region *r, double effort)
{
    double left = f->end - run_seconds(f->run);
    r->milliseconds = left > 0.1 ? (unsigned)(left * 1000) : 100;
    r->effort = effort < UINT32_MAX ? (unsigned)effort : UINT32_MAX;
}

/* Models are asked for the coordinates and the atoms. */
static void tell_candidates(InvariantFinder *f, const Cut *c, const Cut *to, RegionTarget *target)
{
    for (int g = 0; g < FINDER_GROUPS; g++)
        for (uint32_t i = 0; i < to->coordinates[g].count; i++)
            region_tell(c->region, &target->view, region_there(c->region, target, to->coordinates[g].data[i]));
    for (uint32_t i = 0; i < f->pool.count; i++)
        if (candidates_is_live(f, to->node, f->pool.data[i]))
            region_tell(c->region, &target->view, region_there(c->region, target, f->pool.data[i]));
    model_tell_state(c->region, target);
}

static Term conjunct_there(const InvariantFinder *f, const Cut *c, const RegionTarget *target, Term conjunct)
{
    return term_gather_choices(f->tm, region_there(c->region, target, conjunct));
}

/* Is there a way on which not all of the conjuncts hold? */
static SmtResult ask_for_violation(InvariantFinder *f, const Cut *c, const Cut *to, RegionTarget *target,
                                   const Term *conjuncts, uint32_t count)
{
    Term bad = term_bool(f->tm, !to->reached);
    FinderTerms terms = {NULL, 0, 0};
    add_here(f, c, &terms);
    for (uint32_t i = 0; i < count; i++)
        bad = term_or(f->tm, bad, term_not(f->tm, conjunct_there(f, c, target, conjuncts[i])));
    vec_push(f->run, &terms, target->reach);
    vec_push(f->run, &terms, bad);
    double begun = run_seconds(f->run);
    f->stats->checks++;
    SmtResult result =
        term_is_false(f->tm, bad) ? SMT_UNSAT : region_check(c->region, &target->view, terms.data, terms.count);
    run_log(f->run, 3, "    cut node %u to %u: %s, %.3f s, %u conjuncts before, %u after", c->node, to->node,
            result == SMT_SAT     ? "more"
            : result == SMT_UNSAT ? "no more"
                                  : "unknown",
            run_seconds(f->run) - begun, c->known.count, count);
    vec_free(f->run, &terms);
    return result;
}

/* One conjunct after the other: those that the solver gives up on go. True: all hold. */
static bool ask_each(InvariantFinder *f, const Cut *c, Cut *to, RegionTarget *target)
{
    bool more = false, all = true;
    for (uint32_t i = 0; i < to->known.count && !more && !is_search_late(f); i++) {
        Term conjunct = to->known.data[i];
        set_effort(f, c->region, EFFORT);
        SmtResult result = ask_for_violation(f, c, to, target, &conjunct, 1);
        more = result == SMT_SAT;
        if (more) reached_join_model(f, to, c->region, target);
        all &= result == SMT_UNSAT;
        if (result != SMT_UNKNOWN) continue;
        vec_push(f->run, &to->hard, conjunct);
        to->dirty = true;
    }
    if (all) return !f->failed;
    reached_find_known(f, to);
    return false;
}

static void settle_target(const Cut *c, const Cut *to, RegionTarget *target)
{
    target->settled = true;
    target->from_version = c->version;
    target->to_version = to->version;
}

/* All ways from one cut node to the other. */
static bool flow_into_cut(InvariantFinder *f, Cut *c, RegionTarget *target)
{
    Cut *to = &f->cuts.data[f->cut_of[target->node]];
    bool changed = false;
    if (target->settled && target->from_version == c->version && target->to_version == to->version) return false;
    if (!target->view.smt) tell_candidates(f, c, to, target);
    while (!to->any && !is_search_late(f)) {
        set_effort(f, c->region, EFFORT);
        SmtResult result = ask_for_violation(f, c, to, target, to->known.data, to->known.count);
        bool holds = result == SMT_UNSAT, asks_each = result == SMT_UNKNOWN && to->reached && to->known.count;
        if (holds || (asks_each && ask_each(f, c, to, target))) {
            settle_target(c, to, target);
            break;
        }
        changed = true;
        if (result == SMT_SAT)
            reached_join_model(f, to, c->region, target);
        else if (!asks_each)
            to->any = to->reached = to->dirty = true;
    }
    return changed;
}

static bool pass_over_cuts(InvariantFinder *f, bool all)
{
    bool changed = false;
    for (uint32_t i = 0; i < f->cuts.count && !f->failed; i++) {
        Cut *c = &f->cuts.data[i];
        if (!c->reached || (!c->dirty && !all)) continue;
        c->dirty = false;
        for (uint32_t k = 0; k < c->region->targets.count && !f->failed; k++)
            changed |= flow_into_cut(f, c, &c->region->targets.data[k]);
        c->dirty |= f->failed;
    }
    return changed;
}

/* The question of errors decides, and may take all that is left of the turn. */
static double effort_left(const InvariantFinder *f)
{
    double seconds = f->cpu_end - run_cpu_seconds();
    return (seconds > 0.1 ? seconds : 0.1) * EFFORT_SECOND;
}

/* What is known there, for people. */
static void tell_known(const InvariantFinder *f, const Cut *c)
{
    Str text;
    for (uint32_t i = 0; run_verbosity(f->run) >= 3 && i < c->known.count; i++) {
        str_init(f->run, &text);
        scpl_print_terms((Program *)f->w, &c->known.data[i], 1, &text);
        run_log(f->run, 3, "    known at cut node %u: %s", c->node, str_text(&text));
        str_clear(&text);
    }
}

static void tell_error(InvariantFinder *f, const Cut *c)
{
    tell_known(f, c);
    for (uint32_t i = 0; run_verbosity(f->run) >= 2 && i < c->region->errors.count; i++) {
        const RegionError *e = &c->region->errors.data[i];
        const Letter *letter = &f->p->l->all.data[e->letter];
        bool is_taken = smt_value(c->region->view.smt, e->reach).bits;
        if (is_taken)
            run_log(f->run, 2, "  open after cut node %u: thread %u, error at line %u", c->node, letter->thread,
                    f->p->l->merged->locs.data[letter->from.i].pos.line);
    }
}

static bool excludes_errors(InvariantFinder *f)
{
    FinderTerms terms = {NULL, 0, 0};
    bool all = true;
    for (uint32_t i = 0; i < f->cuts.count && all && !is_search_late(f); i++) {
        Cut *c = &f->cuts.data[i];
        if (!c->reached || term_is_false(f->tm, c->region->error)) continue;
        add_here(f, c, &terms);
        vec_push(f->run, &terms, c->region->error);
        set_effort(f, c->region, effort_left(f));
        SmtResult result = region_check(c->region, &c->region->view, terms.data, terms.count);
        all = result == SMT_UNSAT;
        f->stats->checks++;
        if (result == SMT_SAT) tell_error(f, c);
        if (result != SMT_UNKNOWN) continue;
        run_log(f->run, 2, "  no answer about errors after cut node %u", c->node);
        f->failed = f->stats->is_late = true;
    }
    vec_free(f->run, &terms);
    return all && !f->failed;
}

/* ---- edges that cannot be taken ---- */

/* Marks edges to cut nodes that no way takes, with what is known at the cut nodes before. What comes before such an
 * edge need then not be cut, and more is known of it. */
static bool prune(InvariantFinder *f)
{
    Intern ways; /* [node, node] */
    VEC(bool) taken = {NULL, 0, 0};
    FinderTerms terms = {NULL, 0, 0};
    bool any = false;
    intern_init(f->run, &ways);
    for (uint32_t i = 0; i < f->cuts.count; i++) {
        Cut *c = &f->cuts.data[i];
        set_effort(f, c->region, EFFORT);
        for (uint32_t k = 0; c->reached && k < c->region->entries.count; k++) {
            const RegionEntry *e = &c->region->entries.data[k];
            uint32_t key[] = {e->from, f->p->nodes.data[e->from].out.data[e->edge].to};
            bool is_new;
            uint32_t id = intern_add(&ways, key, 2, &is_new);
            if (is_new) vec_push(f->run, &taken, false);
            if (taken.data[id]) continue;
            add_here(f, c, &terms);
            vec_push(f->run, &terms, e->reach);
            taken.data[id] =
                is_search_late(f) || region_check(c->region, &c->region->view, terms.data, terms.count) != SMT_UNSAT;
            f->stats->checks++;
        }
    }
    for (uint32_t id = 0; id < ways.count; id++) {
        uint32_t length;
        const uint32_t *key = intern_key(&ways, id, &length);
        ProductNode *n = &f->p->nodes.data[key[0]];
        if (!taken.data[id]) run_log(f->run, 2, "  pruned: from node %u to %u", key[0], key[1]);
        for (uint32_t k = 0; k < n->out.count && !taken.data[id]; k++)
            if (n->out.data[k].to == key[1]) any = n->out.data[k].is_pruned = true;
    }
    intern_clear(&ways);
    vec_free(f->run, &taken);
    vec_free(f->run, &terms);
    return any;
}

/* ---- all ---- */

static void tell_cut(const InvariantFinder *f, uint32_t number)
{
    const ProductNode *n = &f->p->nodes.data[number];
    Str text;
    if (run_verbosity(f->run) < 3) return;
    str_init(f->run, &text);
    for (uint32_t t = 0; t < f->p->l->threads; t++)
        if (n->at[t] == AT_NOTHING)
            str_add(&text, " -");
        else
            str_addf(&text, " %s%u", n->asleep >> t & 1 ? "zzz" : "",
                     n->at[t] - f->p->l->merged->templates.data[f->p->l->w->origins.data[t].of.i].entry.i);
    run_log(f->run, 3, "  cut node %u: at%s, pointer %u", number, str_text(&text), n->pointer);
    str_clear(&text);
}

static void begin_invariant_search(InvariantFinder *f)
{
    f->cut_of = run_alloc(f->run, (f->p->nodes.count + 1) * sizeof *f->cut_of);
    candidates_find_compared(f);
    candidates_collect_goals(f);
    candidates_collect_strides(f);
}

/* Cuts one by one, while there is time. */
static void get_ready(InvariantFinder *f)
{
    if (!f->cut_of) begin_invariant_search(f);
    for (; f->next < f->p->topological.count && !is_search_late(f); f->next++) {
        uint32_t node = f->p->topological.data[f->next];
        if (!f->p->nodes.data[node].cut || !f->p->nodes.data[node].leads_to_error) continue;
        Cut c = {.node = node, .region = region_new(f->p, node, &f->solver)};
        tell_cut(f, node);
        f->cut_of[node] = f->cuts.count;
        vec_push(f->run, &f->cuts, c);
        candidates_collect(f, c.region);
    }
    if (f->failed || f->is_ready) return;
    for (uint32_t i = 0; i < f->cuts.count; i++) {
        candidates_choose(f, &f->cuts.data[i]);
        candidates_collect_orders(f, &f->cuts.data[i]);
    }
    if (f->cuts.count) f->cuts.data[0].reached = f->cuts.data[0].dirty = f->cuts.data[0].any = true;
    f->is_ready = true;
}

/* Frees the solvers, with their context. */
static void forget_solvers(InvariantFinder *f)
{
    for (uint32_t i = 0; i < f->cuts.count; i++)
        region_forget(f->cuts.data[i].region);
    smt_free(f->solver);
    f->solver = NULL;
}

static void finish_invariant_search(InvariantFinder *f)
{
    forget_solvers(f);
    for (uint32_t i = 0; i < f->cuts.count; i++) {
        Cut *c = &f->cuts.data[i];
        region_free(c->region);
        for (int g = 0; g < FINDER_GROUPS; g++) {
            vec_free(f->run, &c->coordinates[g]);
            affine_clear(&c->affine[g]);
        }
        vec_free(f->run, &c->atoms);
        vec_free(f->run, &c->known);
        vec_free(f->run, &c->hard);
    }
    vec_free(f->run, &f->cuts);
    vec_free(f->run, &f->pool);
    vec_free(f->run, &f->reads);
    run_release(f->run, f->cut_of);
    run_release(f->run, f->compared);
}

static Term *result_of(const InvariantFinder *f)
{
    Term *out = run_alloc(f->run, (f->p->nodes.count + 1) * sizeof *out);
    for (uint32_t i = 0; i < f->p->nodes.count; i++)
        if (f->p->nodes.data[i].cut) out[i] = term_bool(f->tm, true);
    for (uint32_t i = 0; i < f->cuts.count; i++) {
        const Cut *c = &f->cuts.data[i];
        out[c->node] = c->reached ? term_and_n(f->tm, c->known.data, c->known.count) : term_bool(f->tm, false);
    }
    return out;
}

/* ---- searches ---- */

struct InvariantSearch {
    Product *p;
    InvariantFinder finder;
    int round; /* of pruning */
};

static void start_round(InvariantSearch *s)
{
    Run *run = s->p->l->merged->run;
    s->finder = (InvariantFinder){.p = s->p, .run = run, .tm = s->p->l->merged->tm, .w = s->p->l->w->p};
}

InvariantSearch *invariant_search_new(Product *p)
{
    InvariantSearch *s = run_alloc(p->l->merged->run, sizeof *s);
    s->p = p;
    start_round(s);
    return s;
}

void invariant_search_free(InvariantSearch *s)
{
    finish_invariant_search(&s->finder);
    run_release(s->p->l->merged->run, s);
}

static Term *find_invariant(InvariantFinder *f, bool *pruned)
{
    get_ready(f);
    f->stats->cuts = f->cuts.count;
    f->stats->atoms = f->pool.count;
    if (f->is_ready && !f->sampled) reached_sample(f);
    f->sampled |= f->is_ready;
    while (!f->failed && (pass_over_cuts(f, false) || pass_over_cuts(f, true)))
        run_poll(f->run);
    Term *out = !f->failed && excludes_errors(f) ? result_of(f) : NULL;
    *pruned = !out && !f->failed && prune(f);
    return out;
}

Term *invariant_search_continue(InvariantSearch *s, InvariantLimits limits, InvariantStats *stats)
{
    Run *run = s->p->l->merged->run;
    double cpu_end = run_cpu_seconds() + limits.cpu_seconds;
    *stats = (InvariantStats){0};
    for (;;) {
        InvariantFinder *f = &s->finder;
        bool pruned;
        f->stats = stats;
        f->cpu_end = cpu_end;
        f->end = limits.end;
        f->memory = run_memory_left(run) / 2;
        f->failed = false;
        Term *out = find_invariant(f, &pruned);
        if (out || stats->is_late || !pruned || ++s->round == ROUNDS) {
            forget_solvers(f);
            return out;
        }
        finish_invariant_search(f);
        product_refresh(s->p);
        start_round(s);
    }
}
