#include "engines/lockstep/proof.h"

#include "engines/lockstep/flags.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"

typedef struct Writer {
    const Product *p;
    const Program *merged;
    Run *run;
    TermManager *tm;
    LockstepProof *out;
    uint32_t *number; /* per node: in the proof, where it is one with those that differ in exits only (the first of
                         them there); NO_ID: not there */
    uint32_t *first;  /* per base: the first node; NO_ID: not there */
} Writer;

/* Locations of the merged program that no step leaves and that are none of the unmerged one are where a thread stops,
 * or the entry of one that does nothing. */
static uint32_t proof_place_of(const Writer *w, uint32_t at)
{
    if (at == AT_NOTHING) return LOCKSTEP_UNBORN;
    uint32_t t = w->merged->locs.data[at].template.i;
    if (w->merged->templates.data[t].entry.i == at) return w->out->written->from->templates.data[t].entry.i;
    return w->merged->locs.data[at].origin == NO_ID ? LOCKSTEP_END : w->merged->locs.data[at].origin;
}

/* Per location of the merged program: a thread may come there. */
static bool *find_places(const Writer *w)
{
    bool *places = run_alloc(w->run, w->merged->locs.count + 1);
    for (uint32_t t = 0; t < w->merged->templates.count; t++)
        places[w->merged->templates.data[t].entry.i] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < w->p->l->all.count; i++) {
            const Letter *letter = &w->p->l->all.data[i];
            if (letter->is_error || !places[letter->from.i] || places[letter->to.i]) continue;
            places[letter->to.i] = changed = true;
        }
    }
    return places;
}

/* Locations that the product comes to. An error may lead anywhere, but nobody goes on from there. */
static void write_cuts(Writer *w)
{
    bool *places = find_places(w);
    w->out->cut = run_alloc(w->run, w->out->written->from->locs.count + 1);
    for (uint32_t t = 0; t < w->merged->templates.count; t++)
        w->out->cut[w->out->written->from->templates.data[t].entry.i] = true;
    for (uint32_t l = 0; l < w->merged->locs.count; l++)
        if (places[l] && w->merged->locs.data[l].origin != NO_ID) w->out->cut[w->merged->locs.data[l].origin] = true;
    run_release(w->run, places);
}

static void write_order(Writer *w)
{
    const ThreadOrder *o = &w->p->order;
    w->out->pointers = o->pointers;
    w->out->rank = run_alloc(w->run, ((size_t)o->pointers * o->threads + 1) * sizeof *w->out->rank);
    for (uint32_t q = 0; q < o->pointers; q++)
        for (uint32_t t = 0; t < o->threads; t++)
            w->out->rank[q * o->threads + t] = order_rank(o, q, t);
}

static bool has_turn(const LockstepProof *out, const LockstepTurn *turn)
{
    for (uint32_t i = 0; i < out->turns.count; i++) {
        const LockstepTurn *other = &out->turns.data[i];
        if (other->pointer == turn->pointer && other->thread == turn->thread && other->from.i == turn->from.i &&
            other->to == turn->to)
            return true;
    }
    return false;
}

static void write_turns(Writer *w)
{
    for (uint32_t i = 0; i < w->p->l->all.count; i++) {
        const Letter *letter = &w->p->l->all.data[i];
        for (uint32_t q = 0; q < w->p->order.pointers && !letter->is_error; q++) {
            uint32_t next = order_next(&w->p->order, q, letter);
            LockstepTurn turn = {
                q, letter->thread, {proof_place_of(w, letter->from.i)}, proof_place_of(w, letter->to.i), next};
            if (next != q && !has_turn(w->out, &turn)) vec_push(w->run, &w->out->turns, turn);
        }
    }
}

static void write_cases(Writer *w)
{
    for (uint32_t i = 0; i < w->p->l->cases.count; i++) {
        const LetterCase *c = &w->p->l->cases.data[i];
        vec_push(w->run, &w->out->cases, ((LockstepCase){c->thread, {proof_place_of(w, c->from.i)}, c->condition}));
    }
}

static Term known_at_node(const Writer *w, const ProductNode *node)
{
    Program *written = w->out->written->p;
    Term all = term_bool(w->tm, true);
    for (uint32_t f = 0; f < w->p->flags.count; f++) {
        Term known = product_known(w->p, node, w->p->flags.data[f]);
        if (!term_is(known)) continue;
        all = term_and(w->tm, all, term_eq(w->tm, program_var_term(written, (VarId){w->p->flags.data[f]}), known));
    }
    return all;
}

/* Nodes that edges lead to that were not pruned, in the order of their numbers. */
static void find_reached_nodes(Writer *w)
{
    VEC(uint32_t) open = {NULL, 0, 0};
    bool *reached = run_alloc(w->run, w->p->nodes.count + 1);
    w->number = run_alloc(w->run, (w->p->nodes.count + 1) * sizeof *w->number);
    reached[0] = true;
    vec_push(w->run, &open, 0);
    while (open.count) {
        const ProductNode *n = &w->p->nodes.data[vec_pop(&open)];
        for (uint32_t i = 0; i < n->out.count; i++) {
            uint32_t to = n->out.data[i].to;
            if (to == NO_ID || n->out.data[i].is_pruned || reached[to]) continue;
            reached[to] = true;
            vec_push(w->run, &open, to);
        }
    }
    uint32_t count = 0;
    w->first = run_alloc(w->run, (w->p->bases.count + 1) * sizeof *w->first);
    for (uint32_t i = 0; i < w->p->bases.count; i++)
        w->first[i] = NO_ID;
    for (uint32_t i = 0; i < w->p->nodes.count; i++) {
        uint32_t *first = &w->first[w->p->nodes.data[i].base];
        if (reached[i] && *first == NO_ID) {
            *first = i;
            w->number[i] = count++;
        } else {
            w->number[i] = reached[i] ? w->number[*first] : NO_ID;
        }
    }
    vec_free(w->run, &open);
    run_release(w->run, reached);
}

static void write_next(Writer *w, const ProductNode *node, LockstepNode *out)
{
    for (uint32_t i = 0; i < node->out.count; i++) {
        if (node->out.data[i].to == NO_ID || node->out.data[i].is_pruned) continue;
        uint32_t to = w->number[node->out.data[i].to];
        bool is_there = false;
        for (uint32_t k = 0; k < out->next.count && !is_there; k++)
            is_there = out->next.data[k] == to;
        if (!is_there) vec_push(w->run, &out->next, to);
    }
}

static void write_node(Writer *w, const ProductNode *node)
{
    LockstepNode out = {.pointer = node->pointer, .asleep = node->asleep, .dead = node->dead, .cut = node->cut};
    uint32_t threads = w->p->l->threads;
    out.at = run_alloc(w->run, (threads + 1) * sizeof *out.at);
    for (uint32_t t = 0; t < threads; t++)
        out.at[t] = proof_place_of(w, node->at[t]);
    out.known = known_at_node(w, node);
    out.invariant = node->cut ? term_bool(w->tm, false) : TERM_NONE;
    vec_push(w->run, &w->out->nodes, out);
}

/* What is said of the node is one of the things that are of the node in the proof. */
static void add_node_invariant(Writer *w, uint32_t node, Term invariant)
{
    const ProductNode *n = &w->p->nodes.data[node];
    LockstepNode *out = &w->out->nodes.data[w->number[node]];
    CHECK(n->cut == out->cut && n->dead == out->dead);
    if (n->cut) out->invariant = term_or(w->tm, out->invariant, invariant);
    write_next(w, n, out);
}

LockstepProof *lockstep_proof(const LockstepResult *result, const WrittenOut *written)
{
    const Product *p = result->product;
    Writer w = {.p = p, .merged = p->l->merged, .run = p->l->merged->run, .tm = p->l->merged->tm};
    w.out = run_alloc(w.run, sizeof *w.out);
    w.out->written = written;
    w.out->weakened = result->weakened;
    w.out->joined = result->joined;
    write_cuts(&w);
    write_order(&w);
    write_turns(&w);
    write_cases(&w);
    find_reached_nodes(&w);
    for (uint32_t i = 0; i < p->nodes.count; i++)
        if (w.first[p->nodes.data[i].base] == i) write_node(&w, &p->nodes.data[i]);
    for (uint32_t i = 0; i < p->nodes.count; i++)
        if (w.number[i] != NO_ID) add_node_invariant(&w, i, result->invariant[i]);
    return w.out;
}
