#include "certify/concrete/concrete.h"

#include <string.h>

#include "base/check.h"
#include "certify/checker/paths.h"
#include "certify/checker/live.h"
#include "term/evaluate.h"
#include "term/walk.h"

#define INPUT_BITS_MAX 6       /* of a path: so many values are tried */
#define WORDS_MAX (1ull << 28) /* of all states */

typedef struct Cell {
    Value value;
    bool unknown;
} Cell;

typedef struct Thread {
    TemplateId template;
    LocId loc; /* cut, and it can go on */
    Cell *locals;
} Thread;

typedef VEC(Thread) Threads;
typedef VEC(uint32_t) Words;

/* A state, or one being made from it; cells and entries of arrays are in the explorer's pools. */
typedef struct State {
    uint32_t created;
    Cell *shared;
    Threads threads;
} State;

typedef struct Explorer {
    Checker *k;
    const Program *p;
    uint32_t shared_count;
    uint32_t *slot; /* per variable: among the shared ones, or its template's locals */
    CheckerLive live;
    uint32_t limit;
    Intern states;
    State at, next;
    Words key;
    VEC(Words) threads; /* of the key being made, one each */
    /* the step being evaluated */
    uint32_t active;
    const CertifyPath *path;
    Term inputs[INPUT_BITS_MAX]; /* those that are tried */
    uint32_t input_count, choice;
    bool unknown, overflow; /* what was evaluated last */
} Explorer;

/* ---- states as words ---- */

static void push_cell(Explorer *x, Words *key, const Cell *cell)
{
    const Value *v = &cell->value;
    vec_push(x->k->run, key, cell->unknown ? 1 : 2 + v->count);
    if (cell->unknown) return;
    vec_push(x->k->run, key, (uint32_t)v->bits);
    vec_push(x->k->run, key, (uint32_t)(v->bits >> 32));
    for (uint32_t i = 0; i < v->count; i++) {
        vec_push(x->k->run, key, (uint32_t)v->entries[i].index);
        vec_push(x->k->run, key, (uint32_t)(v->entries[i].index >> 32));
        vec_push(x->k->run, key, (uint32_t)v->entries[i].value);
        vec_push(x->k->run, key, (uint32_t)(v->entries[i].value >> 32));
    }
}

static uint64_t two_words(const uint32_t *key) { return key[0] | (uint64_t)key[1] << 32; }

static const uint32_t *pop_cell(Explorer *x, const uint32_t *key, Cell *cell)
{
    memset(cell, 0, sizeof *cell);
    uint32_t head = *key++;
    cell->unknown = head == 1;
    if (cell->unknown) return key;
    cell->value.bits = two_words(key);
    cell->value.count = head - 2;
    key += 2;
    if (cell->value.count) cell->value.entries = run_alloc(x->k->run, cell->value.count * sizeof *cell->value.entries);
    for (uint32_t i = 0; i < cell->value.count; i++, key += 4)
        cell->value.entries[i] = (ArrayEntry){two_words(key), two_words(key + 2)};
    return key;
}

static uint32_t local_count(const Explorer *x, TemplateId t) { return x->p->templates.data[t.i].locals.count; }

static int compare_words(const Words *a, const Words *b)
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
        Words w = x->threads.data[i];
        uint32_t k = i;
        for (; k > 0 && compare_words(&w, &x->threads.data[k - 1]) < 0; k--)
            x->threads.data[k] = x->threads.data[k - 1];
        x->threads.data[k] = w;
    }
}

static void add_state(Explorer *x, const State *s)
{
    Run *run = x->k->run;
    vec_clear(&x->key);
    vec_push(run, &x->key, s->created);
    vec_push(run, &x->key, s->threads.count);
    for (uint32_t i = 0; i < x->shared_count; i++)
        push_cell(x, &x->key, &s->shared[i]);
    while (x->threads.count < s->threads.count)
        vec_push(run, &x->threads, ((Words){NULL, 0, 0}));
    for (uint32_t i = 0; i < s->threads.count; i++) {
        const Thread *t = &s->threads.data[i];
        Words *words = &x->threads.data[i];
        vec_clear(words);
        vec_push(run, words, t->template.i);
        vec_push(run, words, t->loc.i);
        for (uint32_t k = 0; k < local_count(x, t->template); k++)
            push_cell(x, words, &t->locals[k]);
    }
    sort_threads(x, s->threads.count);
    for (uint32_t i = 0; i < s->threads.count; i++)
        for (uint32_t k = 0; k < x->threads.data[i].count; k++)
            vec_push(run, &x->key, x->threads.data[i].data[k]);
    bool is_new;
    intern_add(&x->states, x->key.data, x->key.count, &is_new);
    if (is_new && (x->states.count > x->limit || x->states.words_count > WORDS_MAX))
        checker_fail(x->k, "there are more than %u states", x->states.count - 1);
}

static void clear_threads(Explorer *x, Threads *threads)
{
    for (uint32_t i = 0; i < threads->count; i++)
        run_release(x->k->run, threads->data[i].locals);
    vec_clear(threads);
}

static Cell *new_cells(Explorer *x, uint32_t count) { return run_alloc(x->k->run, (count + 1) * sizeof(Cell)); }

/* Entries of arrays of x->at belong to it, and are shared by what is made from it. */
static void release_entries(Explorer *x, Cell *cells, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        run_release(x->k->run, cells[i].value.entries);
}

static void load(Explorer *x, uint32_t id)
{
    uint32_t length;
    const uint32_t *from = intern_key(&x->states, id, &length);
    uint32_t *copy = run_alloc(x->k->run, (size_t)length * sizeof *copy);
    memcpy(copy, from, (size_t)length * sizeof *copy);
    const uint32_t *key = copy;
    x->at.created = *key++;
    uint32_t threads = *key++;
    for (uint32_t i = 0; i < x->shared_count; i++)
        key = pop_cell(x, key, &x->at.shared[i]);
    for (uint32_t i = 0; i < threads; i++) {
        Thread t = {{key[0]}, {key[1]}, new_cells(x, local_count(x, (TemplateId){key[0]}))};
        key += 2;
        for (uint32_t k = 0; k < local_count(x, t.template); k++)
            key = pop_cell(x, key, &t.locals[k]);
        vec_push(x->k->run, &x->at.threads, t);
    }
    CHECK(key == copy + length);
    run_release(x->k->run, copy);
}

static void unload(Explorer *x)
{
    release_entries(x, x->at.shared, x->shared_count);
    for (uint32_t i = 0; i < x->at.threads.count; i++)
        release_entries(x, x->at.threads.data[i].locals, local_count(x, x->at.threads.data[i].template));
    clear_threads(x, &x->at.threads);
}

static void copy_state(Explorer *x, State *to, const State *from)
{
    clear_threads(x, &to->threads);
    to->created = from->created;
    memcpy(to->shared, from->shared, x->shared_count * sizeof *to->shared);
    for (uint32_t i = 0; i < from->threads.count; i++) {
        Thread t = from->threads.data[i];
        uint32_t n = local_count(x, t.template);
        t.locals = new_cells(x, n);
        memcpy(t.locals, from->threads.data[i].locals, n * sizeof *t.locals);
        vec_push(x->k->run, &to->threads, t);
    }
}

/* ---- values ---- */

static const Cell *cell_of(const Explorer *x, uint32_t v)
{
    const Var *info = &x->p->vars.data[v];
    if (info->class == VAR_SHARED) return &x->at.shared[x->slot[v]];
    CHECK(info->class == VAR_LOCAL && info->template.i == x->at.threads.data[x->active].template.i);
    return &x->at.threads.data[x->active].locals[x->slot[v]];
}

/* Is it an input that is tried? Then *value is its value in this choice. */
static bool is_tried(const Explorer *x, Term input, uint64_t *value)
{
    for (uint32_t i = 0; i < x->input_count; i++)
        if (term_same(x->inputs[i], input)) {
            *value = x->choice >> i & 1;
            return true;
        }
    return false;
}

static void look_for_unknown(void *arg, Term var)
{
    Explorer *x = arg;
    uint32_t v = term_symbol(x->k->tm, var);
    uint64_t value;
    x->unknown |= x->p->vars.data[v].class == VAR_INPUT ? !is_tried(x, var, &value) : cell_of(x, v)->unknown;
}

static Value look_up(void *arg, TermManager *tm, Term var)
{
    Explorer *x = arg;
    uint64_t value = 0;
    if (x->p->vars.data[term_symbol(tm, var)].class != VAR_INPUT) return cell_of(x, term_symbol(tm, var))->value;
    RUN_CHECK(x->k->run, is_tried(x, var, &value));
    return (Value){.bits = value};
}

/* Unknown when any variable of it is; but of a choice whose condition is known only what is chosen matters. */
static Cell evaluate(Explorer *x, Term t)
{
    TermManager *tm = x->k->tm;
    while (term_kind(tm, t) == TERM_ITE) {
        Cell condition = evaluate(x, term_arg(tm, t, 0));
        if (condition.unknown) break;
        t = term_arg(tm, t, condition.value.bits ? 1 : 2);
    }
    x->unknown = false;
    term_for_each_var(tm, t, look_for_unknown, x);
    Cell cell = {.unknown = x->unknown};
    if (!cell.unknown) cell.value = term_evaluate(tm, t, look_up, x, &x->overflow);
    return cell;
}

/* A conjunction is false when one of its parts is, whatever the others are. */
static Cell holds(Explorer *x, Term guard)
{
    TermManager *tm = x->k->tm;
    if (term_kind(tm, guard) != TERM_AND) return evaluate(x, guard);
    Cell all = {.value = {.bits = 1}};
    for (uint32_t i = 0; i < term_arity(tm, guard); i++) {
        Cell part = holds(x, term_arg(tm, guard, i));
        if (!part.unknown && !part.value.bits) return part;
        all.unknown |= part.unknown;
    }
    return all;
}

static Cell initial_value(Explorer *x, uint32_t v)
{
    Term init = x->p->vars.data[v].init;
    if (!term_is(init)) return (Cell){.unknown = true};
    return evaluate(x, init); /* has no variables */
}

/* ---- steps ---- */

static void note_input(void *arg, Term var)
{
    Explorer *x = arg;
    const Var *info = &x->p->vars.data[term_symbol(x->k->tm, var)];
    uint64_t value;
    bool is_small = info->sort.kind == SORT_BOOL || (info->sort.kind == SORT_BV && info->sort.width == 1);
    if (info->class != VAR_INPUT || !is_small || is_tried(x, var, &value)) return;
    if (x->input_count < INPUT_BITS_MAX) x->inputs[x->input_count++] = var; /* others are unknown */
}

static void find_inputs(Explorer *x)
{
    x->input_count = 0;
    term_for_each_var(x->k->tm, x->path->guard, note_input, x);
    for (uint32_t i = 0; i < x->path->assign_count; i++)
        term_for_each_var(x->k->tm, x->path->assigns[i].value, note_input, x);
    for (uint32_t i = 0; i < x->path->arg_count; i++)
        term_for_each_var(x->k->tm, x->path->args[i].value, note_input, x);
}

/* Of locals that are not read any more nothing need be known. */
static void forget_dead(Explorer *x, Thread *t)
{
    const Template *template = &x->p->templates.data[t->template.i];
    for (uint32_t i = 0; i < template->locals.count; i++)
        if (!checker_is_live(&x->live, t->loc, template->locals.data[i])) t->locals[i] = (Cell){.unknown = true};
}

static void add_thread(Explorer *x, State *s, TemplateId template, const Assign *args, uint32_t count)
{
    const Template *of = &x->p->templates.data[template.i];
    if (paths_ended(x->k, of->entry)) return;
    Thread t = {template, of->entry, new_cells(x, of->locals.count)};
    for (uint32_t i = 0; i < of->locals.count; i++)
        t.locals[i] = initial_value(x, of->locals.data[i]);
    for (uint32_t i = 0; i < count; i++)
        t.locals[x->slot[args[i].var.i]] = evaluate(x, args[i].value);
    forget_dead(x, &t);
    vec_push(x->k->run, &s->threads, t);
}

static void take(Explorer *x)
{
    const CertifyPath *path = x->path;
    State *to = &x->next;
    copy_state(x, to, &x->at);
    for (uint32_t i = 0; i < path->assign_count; i++) {
        uint32_t v = path->assigns[i].var.i;
        Cell cell = evaluate(x, path->assigns[i].value);
        if (x->p->vars.data[v].class == VAR_SHARED)
            to->shared[x->slot[v]] = cell;
        else
            to->threads.data[x->active].locals[x->slot[v]] = cell;
    }
    Thread *t = &to->threads.data[x->active];
    bool has_ended = paths_ended(x->k, path->to);
    t->loc = path->to;
    if (!has_ended) forget_dead(x, t);
    if (path->spawn.i != NO_ID) {
        to->created++;
        if (x->k->created < to->created) x->k->created = to->created;
        add_thread(x, to, path->spawn, path->args, path->arg_count);
    }
    if (has_ended) {
        run_release(x->k->run, to->threads.data[x->active].locals);
        to->threads.data[x->active] = vec_last(&to->threads);
        to->threads.count--;
    }
    if (x->overflow)
        checker_fail(x->k, "%s: a mathematical integer leaves 64 bits", checker_describe(x->k, path));
    else
        add_state(x, to);
}

static void try_choice(Explorer *x)
{
    Cell guard = holds(x, x->path->guard);
    if (x->overflow) {
        checker_fail(x->k, "%s: a mathematical integer leaves 64 bits", checker_describe(x->k, x->path));
    } else if (guard.unknown) {
        checker_fail(x->k, "%s: whether it can be taken depends on a value that is not known",
                     checker_describe(x->k, x->path));
    } else if (guard.value.bits && x->path->error) {
        checker_fail(x->k, "%s can fail", checker_describe(x->k, x->path));
    } else if (guard.value.bits && x->path->spawn.i != NO_ID && x->at.created >= x->k->c->size) {
        checker_fail(x->k, "%s starts more threads than claimed", checker_describe(x->k, x->path));
    } else if (guard.value.bits) {
        x->k->steps++;
        take(x);
    }
}

static void move(Explorer *x, uint32_t thread)
{
    x->active = thread;
    const CertifyPaths *paths = paths_from(x->k, x->at.threads.data[thread].loc);
    for (uint32_t i = 0; i < paths->count && !x->k->problem; i++) {
        x->path = &paths->data[i];
        find_inputs(x);
        for (x->choice = 0; x->choice < 1u << x->input_count && !x->k->problem; x->choice++)
            try_choice(x);
    }
}

static bool is_atomic(const Explorer *x, uint32_t thread)
{
    return x->p->locs.data[x->at.threads.data[thread].loc.i].atomic;
}

/* In an atomic section nobody else moves, and two such threads stop each other. Else a thread at an eager location may
 * be moved before all others (certify_eager.h). */
static void expand(Explorer *x)
{
    uint32_t count = x->at.threads.count, atomic = 0, chosen = NO_ID;
    for (uint32_t i = 0; i < count; i++)
        if (is_atomic(x, i)) {
            atomic++;
            chosen = i;
        }
    if (atomic > 1) return;
    for (uint32_t i = 0; i < count && chosen == NO_ID; i++)
        if (x->k->c->eager[x->at.threads.data[i].loc.i]) chosen = i;
    for (uint32_t i = 0; i < count && !x->k->problem; i++)
        if (chosen == NO_ID || i == chosen) move(x, i);
}

/* ---- all ---- */

static void number_variables(Explorer *x)
{
    const Program *p = x->p;
    x->slot = run_alloc(x->k->run, (p->vars.count + 1) * sizeof *x->slot);
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_SHARED) x->slot[v] = x->shared_count++;
    for (uint32_t t = 0; t < p->templates.count; t++)
        for (uint32_t i = 0; i < p->templates.data[t].locals.count; i++)
            x->slot[p->templates.data[t].locals.data[i]] = i;
    x->at.shared = new_cells(x, x->shared_count);
    x->next.shared = new_cells(x, x->shared_count);
}

static void start(Explorer *x)
{
    State *s = &x->next;
    for (uint32_t v = 0; v < x->p->vars.count; v++)
        if (x->p->vars.data[v].class == VAR_SHARED) s->shared[x->slot[v]] = initial_value(x, v);
    for (uint32_t t = 0; t < x->p->templates.count; t++) {
        CHECK(x->p->templates.data[t].initial != COUNT_MANY); /* the claim was checked before */
        if (x->p->templates.data[t].initial == COUNT_ONE) add_thread(x, s, (TemplateId){t}, NULL, 0);
    }
    add_state(x, s);
}

void concrete_check(Checker *k, uint32_t limit)
{
    Explorer explorer = {.k = k, .p = k->p, .limit = limit}, *x = &explorer;
    intern_init(k->run, &x->states);
    number_variables(x);
    x->live = checker_find_live(k->p);
    start(x);
    for (uint32_t i = 0; i < x->states.count && !k->problem; i++) {
        run_poll(k->run);
        load(x, i);
        expand(x);
        unload(x);
    }
    CHECK(k->problem || k->steps + 1 >= x->states.count);
    k->states = x->states.count;
    clear_threads(x, &x->next.threads);
    for (uint32_t i = 0; i < x->threads.count; i++)
        vec_free(k->run, &x->threads.data[i]);
    vec_free(k->run, &x->threads);
    vec_free(k->run, &x->key);
    intern_clear(&x->states);
}
