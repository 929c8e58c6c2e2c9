#include "kernel/kinds/concrete/states.h"

#include <string.h>

#include "base/check.h"
#include "kernel/checker/paths.h"

#define WORDS_MAX (1ull << 28) /* of all states */

static void push_entries(Explorer *x, StateWords *key, const Value *v)
{
    for (uint32_t i = 0; i < v->count; i++) {
        vec_push(x->k->run, key, (uint32_t)v->entries[i].index);
        vec_push(x->k->run, key, (uint32_t)(v->entries[i].index >> 32));
        vec_push(x->k->run, key, (uint32_t)v->entries[i].value);
        vec_push(x->k->run, key, (uint32_t)(v->entries[i].value >> 32));
    }
}

#define WORD_TERM 0    /* as the first word: a term */
#define WORD_UNKNOWN 1 /* plus twice as many as there are elements that are known */
#define WORD_KNOWN 2   /* plus twice as many as there are entries */

static void push_cell(Explorer *x, StateWords *key, const ConcreteCell *cell)
{
    const Value *v = &cell->value;
    if (cell->unknown && term_is(cell->term)) {
        vec_push(x->k->run, key, WORD_TERM);
        vec_push(x->k->run, key, cell->term.id);
        return;
    }
    vec_push(x->k->run, key, (cell->unknown ? WORD_UNKNOWN : WORD_KNOWN) + 2 * v->count);
    if (!cell->unknown) {
        vec_push(x->k->run, key, (uint32_t)v->bits);
        vec_push(x->k->run, key, (uint32_t)(v->bits >> 32));
    }
    push_entries(x, key, v);
}

static uint64_t two_words(const uint32_t *key) { return key[0] | (uint64_t)key[1] << 32; }

static const uint32_t *pop_cell(Explorer *x, const uint32_t *key, ConcreteCell *cell)
{
    memset(cell, 0, sizeof *cell);
    uint32_t head = *key++;
    cell->unknown = head == WORD_TERM || head % 2 == WORD_UNKNOWN;
    if (head == WORD_TERM) {
        cell->term = (Term){*key++};
        return key;
    }
    cell->value.count = (head - (cell->unknown ? WORD_UNKNOWN : WORD_KNOWN)) / 2;
    if (!cell->unknown) {
        cell->value.bits = two_words(key);
        key += 2;
    }
    if (cell->value.count) cell->value.entries = run_alloc(x->k->run, cell->value.count * sizeof *cell->value.entries);
    for (uint32_t i = 0; i < cell->value.count; i++, key += 4)
        cell->value.entries[i] = (ArrayEntry){two_words(key), two_words(key + 2)};
    return key;
}

bool states_leave_out(Explorer *x, const CertifyPath *path, VarId v)
{
    if (x->p->vars.data[v.i].class != VAR_LOCAL) return false;
    return paths_ended(x->k, path->to) || !checker_is_live(&x->live, path->to, v.i);
}

uint32_t states_local_count(const Explorer *x, TemplateId t) { return x->p->templates.data[t.i].locals.count; }

static int compare_word_lists(const StateWords *a, const StateWords *b)
{
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->data[i] != b->data[i]) return a->data[i] < b->data[i] ? -1 : 1;
    return 0;
}

/* Few threads: by insertion. */
static void sort_threads(Explorer *x, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        StateWords w = x->threads.data[i];
        uint32_t k = i;
        for (; k > 0 && compare_word_lists(&w, &x->threads.data[k - 1]) < 0; k--)
            x->threads.data[k] = x->threads.data[k - 1];
        x->threads.data[k] = w;
    }
}

static void push_shared(Explorer *x, const ConcreteState *s, const bool *hidden)
{
    ConcreteCell none = {.value = {.bits = 0}};
    for (uint32_t i = 0; i < x->shared_count; i++) {
        bool is_hidden = hidden && hidden[i] && !s->shared[i].unknown;
        push_cell(x, &x->key, is_hidden ? &none : &s->shared[i]);
    }
}

void states_key(Explorer *x, const ConcreteState *s, const bool *hidden)
{
    Run *run = x->k->run;
    vec_clear(&x->key);
    vec_push(run, &x->key, s->created);
    vec_push(run, &x->key, s->threads.count);
    vec_push(run, &x->key, s->symbols);
    vec_push(run, &x->key, s->conditions.count);
    for (uint32_t i = 0; i < s->conditions.count; i++)
        vec_push(run, &x->key, s->conditions.data[i].id);
    push_shared(x, s, hidden);
    while (x->threads.count < s->threads.count)
        vec_push(run, &x->threads, ((StateWords){NULL, 0, 0}));
    for (uint32_t i = 0; i < s->threads.count; i++) {
        const ConcreteThread *t = &s->threads.data[i];
        StateWords *words = &x->threads.data[i];
        vec_clear(words);
        vec_push(run, words, t->template.i);
        vec_push(run, words, t->loc.i);
        for (uint32_t k = 0; k < states_local_count(x, t->template); k++)
            push_cell(x, words, &t->locals[k]);
    }
    sort_threads(x, s->threads.count);
    for (uint32_t i = 0; i < s->threads.count; i++)
        for (uint32_t k = 0; k < x->threads.data[i].count; k++)
            vec_push(run, &x->key, x->threads.data[i].data[k]);
}

uint32_t states_intern(Explorer *x, const ConcreteState *s)
{
    bool is_new;
    states_key(x, s, NULL);
    uint32_t id = intern_add(&x->states, x->key.data, x->key.count, &is_new);
    if (is_new && (x->states.count > x->limit.states || x->states.words_count > WORDS_MAX))
        checker_fail(x->k, "there are more than %u states", x->states.count - 1);
    return id;
}

void states_clear_threads(Explorer *x, ConcreteThreads *threads)
{
    for (uint32_t i = 0; i < threads->count; i++)
        run_release(x->k->run, threads->data[i].locals);
    vec_clear(threads);
}

ConcreteCell *states_new_cells(Explorer *x, uint32_t count)
{
    return run_alloc(x->k->run, (count + 1) * sizeof(ConcreteCell));
}

/* Entries of arrays of x->at belong to it, and are shared by what is made from it. */
static void release_entries(Explorer *x, ConcreteCell *cells, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        run_release(x->k->run, cells[i].value.entries);
}

void states_load(Explorer *x, uint32_t id)
{
    uint32_t length;
    const uint32_t *from = intern_key(&x->states, id, &length);
    uint32_t *copy = run_alloc(x->k->run, (size_t)length * sizeof *copy);
    memcpy(copy, from, (size_t)length * sizeof *copy);
    const uint32_t *key = copy;
    x->at.created = *key++;
    uint32_t threads = *key++, conditions;
    x->at.symbols = *key++;
    conditions = *key++;
    vec_clear(&x->at.conditions);
    for (uint32_t i = 0; i < conditions; i++)
        vec_push(x->k->run, &x->at.conditions, (Term){*key++});
    for (uint32_t i = 0; i < x->shared_count; i++)
        key = pop_cell(x, key, &x->at.shared[i]);
    for (uint32_t i = 0; i < threads; i++) {
        const uint32_t *part = key;
        ConcreteThread t = {{key[0]}, {key[1]}, states_new_cells(x, states_local_count(x, (TemplateId){key[0]})), 0};
        key += 2;
        for (uint32_t k = 0; k < states_local_count(x, t.template); k++)
            key = pop_cell(x, key, &t.locals[k]);
        t.part = intern_add(&x->parts, part, (uint32_t)(key - part), NULL);
        vec_push(x->k->run, &x->at.threads, t);
    }
    CHECK(key == copy + length);
    run_release(x->k->run, copy);
}

void states_unload(Explorer *x)
{
    release_entries(x, x->at.shared, x->shared_count);
    for (uint32_t i = 0; i < x->at.threads.count; i++)
        release_entries(x, x->at.threads.data[i].locals, states_local_count(x, x->at.threads.data[i].template));
    states_clear_threads(x, &x->at.threads);
}

void states_copy(Explorer *x, ConcreteState *to, const ConcreteState *from)
{
    states_clear_threads(x, &to->threads);
    to->created = from->created;
    to->symbols = from->symbols;
    vec_clear(&to->conditions);
    for (uint32_t i = 0; i < from->conditions.count; i++)
        vec_push(x->k->run, &to->conditions, from->conditions.data[i]);
    memcpy(to->shared, from->shared, x->shared_count * sizeof *to->shared);
    for (uint32_t i = 0; i < from->threads.count; i++) {
        ConcreteThread t = from->threads.data[i];
        uint32_t n = states_local_count(x, t.template);
        t.locals = states_new_cells(x, n);
        memcpy(t.locals, from->threads.data[i].locals, n * sizeof *t.locals);
        vec_push(x->k->run, &to->threads, t);
    }
}

const ConcreteCell *states_cell(const Explorer *x, uint32_t v)
{
    const Var *info = &x->p->vars.data[v];
    if (info->class == VAR_SHARED) return &x->at.shared[x->slot[v]];
    CHECK(info->class == VAR_LOCAL && info->template.i == x->at.threads.data[x->active].template.i);
    return &x->at.threads.data[x->active].locals[x->slot[v]];
}

bool states_tries(const Explorer *x, Term input, uint64_t *value)
{
    for (uint32_t i = 0; i < x->input_count; i++)
        if (term_same(x->inputs[i], input)) {
            *value = x->choice >> i & 1;
            return true;
        }
    return false;
}

/* The least sets that contain what an edge assigns to, and what is assigned to behind it. */
bool **states_find_assigned(Explorer *x)
{
    const Program *p = x->p;
    bool **assigned = run_alloc(x->k->run, (p->locs.count + 1) * sizeof *assigned);
    for (uint32_t l = 0; l < p->locs.count; l++)
        assigned[l] = run_alloc(x->k->run, states_local_count(x, p->locs.data[l].template) + 1);
    for (bool changed = true; changed;) {
        changed = false;
        run_poll(x->k->run);
        for (uint32_t i = p->edges.count; i-- > 0;) {
            const Edge *e = &p->edges.data[i];
            bool *from = assigned[e->from.i];
            for (uint32_t k = 0; k < e->assign_count; k++) {
                VarId v = e->assigns[k].var;
                if (p->vars.data[v.i].class != VAR_LOCAL || from[x->slot[v.i]]) continue;
                from[x->slot[v.i]] = changed = true;
            }
            for (uint32_t k = 0; k < states_local_count(x, p->locs.data[e->from.i].template) && !e->is_error; k++) {
                if (from[k] || !assigned[e->to.i][k]) continue;
                from[k] = changed = true;
            }
        }
    }
    return assigned;
}
