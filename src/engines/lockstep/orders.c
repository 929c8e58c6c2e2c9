#include "engines/lockstep/orders.h"

#define STEP_MAX 64
#define TURNS_MAX 8

const char *order_name(OrderKind kind)
{
    static const char *const names[ORDER_KINDS] = {"lock", "ratio", "pair", "sequence", "reverse"};
    return names[kind];
}

/* ---- steps ---- */

uint32_t order_step(const Letters *l, const Assign *a)
{
    TermManager *tm = l->merged->tm;
    Term var = program_var_term(l->w->p, a->var);
    if (term_sort(tm, var).kind != SORT_BV || term_kind(tm, a->value) != TERM_ADD || term_arity(tm, a->value) != 2)
        return 0;
    for (uint32_t i = 0; i < 2; i++) {
        Term c = term_arg(tm, a->value, i);
        if (!term_same(term_arg(tm, a->value, 1 - i), var) || !term_is_const(tm, c)) continue;
        int64_t step = sign_extend(term_value(tm, c), term_sort(tm, var).width);
        if (step < 0) step = -step;
        return step <= STEP_MAX ? (uint32_t)step : 0;
    }
    return 0;
}

/* By how much the thread moves a variable of its in a round, about: all its steps, those from one place once. */
static uint32_t step_of_thread(const Letters *l, uint32_t thread)
{
    uint32_t most = 0, n = l->merged->locs.count;
    uint32_t *sum = run_alloc(l->merged->run, (l->w->p->vars.count + 1) * sizeof *sum);
    for (uint32_t loc = 0; loc < n; loc++) {
        const LetterIds *ids = letters_from(l, thread, (LocId){loc});
        for (uint32_t i = 0; i < ids->count; i++) {
            const Letter *letter = &l->all.data[ids->data[i]];
            bool is_first = true;
            for (uint32_t k = 0; k < i; k++)
                is_first &= l->all.data[ids->data[k]].to.i != letter->to.i;
            for (uint32_t k = 0; k < letter->assign_count && is_first; k++) {
                uint32_t *of = &sum[letter->assigns[k].var.i];
                *of += order_step(l, &letter->assigns[k]);
                if (*of > most) most = *of;
            }
        }
    }
    run_release(l->merged->run, sum);
    return most;
}

static void find_turns(ThreadOrder *o, const Letters *l)
{
    uint32_t most = 0, step[WRITTEN_THREADS_MAX] = {0};
    for (uint32_t t = 1; t < o->threads; t++) {
        step[t] = step_of_thread(l, t);
        if (step[t] > most) most = step[t];
    }
    o->pointers = 0;
    o->stride = most;
    for (uint32_t t = 1; t < o->threads; t++) {
        if (step[t] && most / step[t] <= TURNS_MAX) o->turns[t] = most / step[t];
        o->pointers += o->turns[t];
    }
}

/* ---- orders ---- */

ThreadOrder order_make(OrderKind kind, const Letters *l)
{
    uint32_t others = l->threads - 1;
    ThreadOrder o = {.kind = kind, .threads = l->threads, .pointers = 1};
    for (uint32_t t = 0; t < l->threads; t++)
        o.turns[t] = 1;
    if (kind == ORDER_LOCK && others > 1) o.pointers = others;
    if (kind == ORDER_RATIO && others > 1) find_turns(&o, l);
    if (kind == ORDER_PAIR && others > 1) o.pointers = 2;
    return o;
}

bool order_is_even(const ThreadOrder *o)
{
    for (uint32_t t = 1; t < o->threads; t++)
        if (o->turns[t] != 1) return false;
    return true;
}

/* Whose turn it is. */
static uint32_t thread_at_turn(const ThreadOrder *o, uint32_t pointer)
{
    uint32_t t = 1;
    for (; t + 1 < o->threads && pointer >= o->turns[t]; t++)
        pointer -= o->turns[t];
    return t;
}

static uint32_t first_pointer_of(const ThreadOrder *o, uint32_t thread)
{
    uint32_t pointer = 0;
    for (uint32_t t = 1; t < thread; t++)
        pointer += o->turns[t];
    return pointer;
}

/* Thread 0, which starts the others, comes first always. */
uint32_t order_rank(const ThreadOrder *o, uint32_t pointer, uint32_t thread)
{
    uint32_t others = o->threads - 1;
    CHECK(pointer < o->pointers && thread < o->threads);
    if (!thread) return 0;
    switch (o->kind) {
    case ORDER_LOCK:
    case ORDER_RATIO: return 1 + (thread + others - thread_at_turn(o, pointer)) % others;
    case ORDER_PAIR: return !pointer ? thread : thread == 1 ? others : thread - 1;
    case ORDER_SEQUENCE: return thread;
    case ORDER_REVERSE: return o->threads - thread;
    }
    return thread;
}

uint32_t order_next(const ThreadOrder *o, uint32_t pointer, const Letter *letter)
{
    if (!letter->closes_loop || !letter->thread || o->pointers == 1) return pointer;
    if (o->kind == ORDER_PAIR) return letter->thread == 1;
    bool is_its_turn = thread_at_turn(o, pointer) == letter->thread;
    if (is_its_turn && pointer + 1 < first_pointer_of(o, letter->thread) + o->turns[letter->thread]) return pointer + 1;
    return letter->thread + 1 < o->threads ? first_pointer_of(o, letter->thread + 1) : 0;
}
