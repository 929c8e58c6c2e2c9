#include "engines/lockstep/product.h"

#include <string.h>

#include "base/unsound.h"
#include "engines/lockstep/cuts.h"
#include "engines/lockstep/dead.h"
#include "engines/lockstep/flags.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"

#define CASES_MAX 16 /* of values that a step gives to flags */

/* ---- nodes ---- */

typedef struct Builder {
    Product *p;
    Run *run;
    TermManager *tm;
    ProductNode node; /* whose steps are looked at */
    uint32_t *at, *known, *exits;
    uint32_t *key;
    uint32_t limit;
} Builder;

static uint32_t find_product_node(Builder *b, bool is_start, uint32_t pointer, uint32_t asleep)
{
    Product *p = b->p;
    uint32_t n = 0, threads = p->l->threads;
    b->key[n++] = is_start;
    b->key[n++] = pointer;
    b->key[n++] = asleep;
    memcpy(b->key + n, b->at, threads * sizeof *b->at);
    n += threads;
    uint32_t known = n;
    for (uint32_t f = 0; f < p->flags.count; f++)
        b->key[n++] = flags_is_live(p, f, b->at) ? b->known[f] : 0;
    bool is_new;
    uint32_t base = intern_add(&p->bases, b->key, n, &is_new);
    memcpy(b->key + n, b->exits, threads * sizeof *b->exits);
    uint32_t id = intern_add(&p->ids, b->key, n + threads, &is_new);
    if (!is_new) return id;
    ProductNode node = {.pointer = pointer, .asleep = asleep, .base = base};
    uint32_t *words = run_alloc(b->run, (2 * threads + p->flags.count + 1) * sizeof *words);
    memcpy(words, b->at, threads * sizeof *words);
    memcpy(words + threads, b->key + known, p->flags.count * sizeof *words);
    node.at = words;
    node.known = words + threads;
    memcpy(words + threads + p->flags.count, b->exits, threads * sizeof *words);
    node.exits = words + threads + p->flags.count;
    node.dead = dead_is(p, &node);
    vec_push(b->run, &p->nodes, node);
    return id;
}

static bool is_thread_atomic(const Builder *b, uint32_t thread)
{
    uint32_t at = b->node.at[thread];
    return at != AT_NOTHING && b->p->l->merged->locs.data[at].atomic;
}

static Term value_known_at_node(void *arg, TermManager *tm, Term var)
{
    const Builder *b = arg;
    return product_known(b->p, &b->node, term_symbol(tm, var));
}

static bool swaps_with_all(const Product *p, const ProductNode *node, uint32_t letter, uint32_t thread)
{
    const LetterIds *own = letters_from(p->l, thread, (LocId){node->at[thread]});
    if (!own->count) return false; /* it has ended: no matter */
    for (uint32_t i = 0; i < own->count; i++)
        if (!commute_may_swap(p->commute, letter, own->data[i])) return false;
    return true;
}

static uint32_t threads_put_to_sleep(const Product *p, const ProductNode *node, uint32_t id)
{
    const Letter *letter = &p->l->all.data[id];
    uint32_t asleep = 0, rank = order_rank(&p->order, node->pointer, letter->thread);
    for (uint32_t t = 0; t < p->l->threads; t++) {
        if (t == letter->thread || node->at[t] == AT_NOTHING) continue;
        bool may = node->asleep >> t & 1 || order_rank(&p->order, node->pointer, t) < rank;
        if (IS_UNSOUND(UNSOUND_RANK_BY_SLEEP) && (t + node->asleep) % 2) may = true;
        if (may && swaps_with_all(p, node, id, t)) asleep |= 1u << t;
    }
    return asleep;
}

/* All values that the flag may have afterwards. */
static uint32_t cases_of(const Builder *b, Term value, uint32_t *cases, uint32_t count)
{
    if (count == CASES_MAX) return count;
    if (term_kind(b->tm, value) == TERM_ITE) {
        count = cases_of(b, term_arg(b->tm, value, 1), cases, count);
        return cases_of(b, term_arg(b->tm, value, 2), cases, count);
    }
    uint32_t word = flags_word(b->p, value);
    for (uint32_t i = 0; i < count; i++)
        if (cases[i] == word) return count;
    cases[count++] = word;
    return count;
}

static void add_targets(Builder *b, uint32_t from, uint32_t id, uint32_t assign, uint32_t pointer, uint32_t asleep)
{
    Product *p = b->p;
    const Letter *letter = &p->l->all.data[id];
    uint32_t k = assign;
    while (k < letter->assign_count && p->flag_of[letter->assigns[k].var.i] == NO_ID)
        k++;
    if (k == letter->assign_count) {
        uint32_t to = find_product_node(b, false, pointer, asleep);
        vec_push(b->run, &p->nodes.data[from].out, ((ProductEdge){id, to, false}));
        return;
    }
    uint32_t *known = &b->known[p->flag_of[letter->assigns[k].var.i]];
    uint32_t cases[CASES_MAX];
    ProductNode node = p->nodes.data[from]; /* the table may move */
    b->node = node;
    Term value = term_substitute(b->tm, letter->assigns[k].value, value_known_at_node, b);
    uint32_t count = 0;
    if (term_sort(b->tm, value).kind == SORT_BOOL && !term_is_const(b->tm, value)) {
        cases[count++] = 1;
        cases[count++] = 2;
    } else {
        count = cases_of(b, value, cases, 0);
    }
    for (uint32_t i = 0; i < count; i++)
        if (!cases[i]) cases[0] = 0, count = 1;
    if (count == CASES_MAX) cases[0] = 0, count = 1;
    for (uint32_t i = 0; i < count; i++) {
        *known = cases[i];
        add_targets(b, from, id, k + 1, pointer, asleep);
    }
    *known = node.known[p->flag_of[letter->assigns[k].var.i]];
}

static void follow_product_letter(Builder *b, uint32_t from, uint32_t id)
{
    Product *p = b->p;
    const Letter *letter = &p->l->all.data[id];
    ProductNode node = p->nodes.data[from];
    b->node = node;
    if (term_is_false(b->tm, term_substitute(b->tm, letter->guard, value_known_at_node, b))) return;
    if (letter->is_error) {
        vec_push(b->run, &p->nodes.data[from].out, ((ProductEdge){id, NO_ID, false}));
        return;
    }
    memcpy(b->at, node.at, p->l->threads * sizeof *b->at);
    memcpy(b->known, node.known, p->flags.count * sizeof *b->known);
    memcpy(b->exits, node.exits, p->l->threads * sizeof *b->exits);
    if (p->splits && letter->exit) b->exits[letter->thread] = letter->exit;
    b->at[letter->thread] = letter->to.i;
    if (letter->child != NO_ID)
        b->at[letter->child] = p->l->merged->templates.data[p->l->w->origins.data[letter->child].of.i].entry.i;
    add_targets(b, from, id, 0, order_next(&p->order, node.pointer, letter), threads_put_to_sleep(p, &node, id));
}

/* Could the letter lead to the node as well, if what is known there came true? */
static bool may_lead_to(const Builder *b, const ProductNode *from, uint32_t id, const ProductNode *to)
{
    const Product *p = b->p;
    const Letter *letter = &p->l->all.data[id];
    for (uint32_t t = 0; t < p->l->threads; t++) {
        uint32_t at = t == letter->thread ? letter->to.i : from->at[t];
        if (t == letter->child) at = p->l->merged->templates.data[p->l->w->origins.data[t].of.i].entry.i;
        if (to->at[t] != at) return false;
    }
    return to->pointer == order_next(&p->order, from->pointer, letter) &&
           to->asleep == threads_put_to_sleep(p, from, id);
}

static bool edge_leads_to_base(const Product *p, const ProductEdges *out, uint32_t id, uint32_t base)
{
    for (uint32_t i = 0; i < out->count; i++)
        if (out->data[i].letter == id && out->data[i].to != NO_ID && p->nodes.data[out->data[i].to].base == base)
            return true;
    return false;
}

/* A proof does not say which of the next nodes a letter leads to: it does to all for which that may be right, of those
 * where most threads sleep. So their invariants must hold after each such letter. */
static void lead_to_others(Builder *b, uint32_t from)
{
    Product *p = b->p;
    ProductNode *n = &p->nodes.data[from];
    uint32_t count = n->out.count;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < count; k++) {
            uint32_t id = n->out.data[i].letter, to = n->out.data[k].to;
            if (n->out.data[i].to == NO_ID || to == NO_ID || edge_leads_to_base(p, &n->out, id, p->nodes.data[to].base))
                continue;
            if (may_lead_to(b, n, id, &p->nodes.data[to])) vec_push(b->run, &n->out, ((ProductEdge){id, to, false}));
        }
}

static void expand_product_node(Builder *b, uint32_t from)
{
    Product *p = b->p;
    ProductNode node = p->nodes.data[from];
    b->node = node;
    uint32_t only = NO_ID;
    for (uint32_t t = 0; t < p->l->threads; t++)
        if (is_thread_atomic(b, t)) only = t;
    for (uint32_t t = 0; t < p->l->threads; t++) {
        if (node.at[t] == AT_NOTHING || node.asleep >> t & 1 || (only != NO_ID && only != t)) continue;
        const LetterIds *ids = letters_from(p->l, t, (LocId){node.at[t]});
        for (uint32_t i = 0; i < ids->count; i++)
            follow_product_letter(b, from, ids->data[i]);
    }
    lead_to_others(b, from);
}

static void begin_product(Builder *b)
{
    Product *p = b->p;
    const WrittenOut *w = p->l->w;
    for (uint32_t t = 0; t < p->l->threads; t++)
        b->at[t] = w->origins.data[t].parent == NO_ID ? p->l->merged->templates.data[w->origins.data[t].of.i].entry.i
                                                      : AT_NOTHING;
    for (uint32_t f = 0; f < p->flags.count; f++) {
        Term init = w->p->vars.data[p->flags.data[f]].init;
        b->known[f] = term_is(init) ? flags_word(b->p, init) : 0;
    }
    find_product_node(b, true, 0, 0);
}

/* ---- what leads to errors, and what is live there ---- */

static bool mark_useful(Product *p)
{
    bool changed = false;
    for (uint32_t i = p->nodes.count; i-- > 0;) {
        ProductNode *n = &p->nodes.data[i];
        bool leads = n->leads_to_error;
        for (uint32_t k = 0; k < n->out.count && !leads; k++)
            leads =
                product_next(&n->out.data[k]) == NO_ID || p->nodes.data[product_next(&n->out.data[k])].leads_to_error;
        changed |= leads != n->leads_to_error;
        n->leads_to_error = leads;
    }
    return changed;
}

static bool mark_live(Product *p)
{
    bool changed = false;
    for (uint32_t i = p->nodes.count; i-- > 0;) {
        ProductNode *n = &p->nodes.data[i];
        for (uint32_t k = 0; k < n->out.count; k++) {
            const Letter *letter = &p->l->all.data[n->out.data[k].letter];
            uint32_t to = product_next(&n->out.data[k]);
            const uint64_t *after = to == NO_ID ? NULL : p->nodes.data[to].live;
            for (uint32_t w = 0; w < p->l->words; w++) {
                uint64_t live = letter->reads[w] | (after ? after[w] & ~letter->writes[w] : 0);
                changed |= (live & ~n->live[w]) != 0;
                n->live[w] |= live;
            }
        }
    }
    return changed;
}

static void finish_product(Product *p)
{
    while (mark_useful(p))
        run_poll(p->l->merged->run);
    for (uint32_t i = 0; i < p->nodes.count; i++)
        p->nodes.data[i].live = varset_new(p->l);
    while (mark_live(p))
        run_poll(p->l->merged->run);
    cuts_find(p);
}

void product_refresh(Product *p)
{
    for (uint32_t i = 0; i < p->nodes.count; i++) {
        ProductNode *n = &p->nodes.data[i];
        n->cut = n->leads_to_error = false;
        run_release(p->l->merged->run, n->live);
    }
    vec_clear(&p->topological);
    finish_product(p);
}

Product *product_new(const Letters *l, Commute *commute, OrderKind order, ProductForm form, uint32_t limit)
{
    Run *run = l->merged->run;
    Product *p = run_alloc(run, sizeof *p);
    *p = (Product){.l = l, .commute = commute, .order = order_make(order, l)};
    p->splits = form.splits;
    p->rounds = form.rounds;
    p->counts = form.counts;
    intern_init(run, &p->ids);
    intern_init(run, &p->bases);
    flags_find(p);
    Builder b = {.p = p, .run = run, .tm = l->merged->tm, .limit = limit};
    b.at = run_alloc(run, (l->threads + 1) * sizeof *b.at);
    b.known = run_alloc(run, (p->flags.count + 1) * sizeof *b.known);
    b.exits = run_alloc(run, (l->threads + 1) * sizeof *b.exits);
    b.key = run_alloc(run, (2 * l->threads + p->flags.count + 4) * sizeof *b.key);
    begin_product(&b);
    for (uint32_t i = 0; i < p->nodes.count && p->nodes.count <= limit; i++) {
        run_poll(run);
        if (!p->nodes.data[i].dead) expand_product_node(&b, i);
    }
    if (p->nodes.count > limit) {
        product_free(p);
        return NULL;
    }
    finish_product(p);
    return p;
}

void product_free(Product *p)
{
    Run *run = p->l->merged->run;
    for (uint32_t i = 0; i < p->nodes.count; i++) {
        run_release(run, (void *)p->nodes.data[i].at);
        run_release(run, p->nodes.data[i].live);
        vec_free(run, &p->nodes.data[i].out);
    }
    vec_free(run, &p->nodes);
    vec_free(run, &p->topological);
    intern_clear(&p->ids);
    intern_clear(&p->bases);
    flags_free(p);
    run_release(run, p);
}
