#include "engines/lockstep/lockstep.h"

#include "engines/lockstep/cases.h"
#include "engines/lockstep/counters.h"
#include "engines/lockstep/fresh.h"
#include "engines/lockstep/join.h"

/* Of the processor's time, for each try; those that are not done have more turns, each longer. */
#define FIRST_SECONDS 1.0
#define GROWTH 2.0
#define LONG 3.0 /* times as long */

/* What letters are: the program's; with guards that they have in common; and those of one way as one. */
typedef enum LetterKind { LETTERS_EXACT, LETTERS_WEAKENED, LETTERS_JOINED } LetterKind;
#define LETTER_KINDS 3

typedef struct Try {
    OrderKind order;
    LetterKind kind;
    bool splits, cases, rounds, counts;
    bool is_long; /* it needs more time than others, and is the one that proves most queues */
} Try;

/* Exits are told apart where there are some to tell; so are states in which steps commute and those in which they do
 * not. Where counters bound all loops, these are unrolled: what is left is one question, and the order does not matter
 * for it. */
static const Try tries[] = {
    {.order = ORDER_LOCK, .kind = LETTERS_WEAKENED},
    {.order = ORDER_LOCK, .kind = LETTERS_EXACT, .splits = true},
    {.order = ORDER_SEQUENCE, .kind = LETTERS_EXACT, .counts = true},
    {.order = ORDER_LOCK, .kind = LETTERS_WEAKENED, .cases = true, .rounds = true, .is_long = true},
    {.order = ORDER_LOCK, .kind = LETTERS_WEAKENED, .cases = true},
    {.order = ORDER_LOCK, .kind = LETTERS_JOINED, .rounds = true},
    {.order = ORDER_RATIO, .kind = LETTERS_WEAKENED, .rounds = true},
    {.order = ORDER_PAIR, .kind = LETTERS_WEAKENED},
    {.order = ORDER_PAIR, .kind = LETTERS_EXACT, .splits = true},
    {.order = ORDER_PAIR, .kind = LETTERS_JOINED, .rounds = true},
    {.order = ORDER_PAIR, .kind = LETTERS_WEAKENED, .cases = true, .rounds = true},
    {.order = ORDER_SEQUENCE, .kind = LETTERS_WEAKENED},
    {.order = ORDER_SEQUENCE, .kind = LETTERS_EXACT},
    {.order = ORDER_REVERSE, .kind = LETTERS_WEAKENED},
    {.order = ORDER_REVERSE, .kind = LETTERS_EXACT},
};
#define TRIES (sizeof tries / sizeof *tries)

static const char *const letters_told[LETTER_KINDS] = {"", ", weaker guards", ", joined"};

/* What a try is about, and what is known of it. */
typedef struct Subject {
    Letters *letters;
    Commute *commute;
} Subject;

static bool has_exits(const Letters *l)
{
    for (uint32_t i = 0; i < l->all.count; i++)
        if (l->all.data[i].exit) return true;
    return false;
}

/* A try that has begun. */
typedef struct Attempt {
    Subject split; /* if letters are split for it */
    Product *product;
    InvariantSearch *search;
    bool done; /* more time would not help */
} Attempt;

static void drop_attempt(Attempt *a)
{
    if (a->search) invariant_search_free(a->search);
    if (a->product) product_free(a->product);
    a->search = NULL;
    a->product = NULL;
}

/* Between the nodes that lead to errors. */
static bool has_no_loops(const Product *p)
{
    for (uint32_t i = 1; i < p->nodes.count; i++)
        if (p->nodes.data[i].cut && p->nodes.data[i].leads_to_error) return false;
    return true;
}

static bool start_attempt(const Subject *s, const Try *t, uint32_t limit, Attempt *a)
{
    if (a->search) return true;
    a->product = product_new(s->letters, s->commute, t->order, (ProductForm){t->splits, t->rounds, t->counts}, limit);
    if (!a->product) {
        run_log(s->letters->merged->run, 1, "lockstep: order %s: more than %u nodes", order_name(t->order), limit);
        return false;
    }
    if (t->counts && !has_no_loops(a->product)) {
        drop_attempt(a); /* no more is known than without counters, of more nodes */
        return false;
    }
    a->search = invariant_search_new(a->product);
    return true;
}

/* One turn. */
static bool continue_attempt(const Subject *s, const Try *t, InvariantLimits limits, Attempt *a, LockstepResult *out)
{
    const Letters *l = s->letters;
    Run *run = l->merged->run;
    InvariantStats stats = {0};
    double begun = run_cpu_seconds();
    Term *invariant = invariant_search_continue(a->search, limits, &stats);
    run_log(run, 1, "lockstep: order %s%s%s%s%s%s: %u nodes, %u cut, %u atoms, %llu checks, %.1f s: %s",
            order_name(t->order), letters_told[t->kind], has_exits(l) && t->splits ? ", exits told apart" : "",
            t->cases ? ", states told apart" : "", t->rounds ? ", cut by rounds" : "",
            t->counts ? ", loops unrolled" : "", a->product->nodes.count, stats.cuts, stats.atoms,
            (unsigned long long)stats.checks, run_cpu_seconds() - begun,
            invariant       ? "proved"
            : stats.is_late ? "not done"
                            : "open");
    out->nodes = a->product->nodes.count;
    out->checks += stats.checks;
    a->done = !stats.is_late;
    out->product = invariant ? a->product : NULL;
    out->invariant = invariant;
    if (!invariant && (a->done || stats.is_narrow)) drop_attempt(a);
    return invariant;
}

static bool has_loops(const Letters *l)
{
    for (uint32_t i = 0; i < l->all.count; i++)
        if (l->all.data[i].closes_loop) return true;
    return false;
}

/* Without loops the turn never passes, and of two threads each is all others. */
static bool is_as_before(const Letters *l, OrderKind order)
{
    ThreadOrder o = order_make(order, l);
    if (order == ORDER_RATIO && order_is_even(&o)) return true;
    return order != ORDER_LOCK && (!has_loops(l) || (order == ORDER_PAIR && l->threads <= 3));
}

static bool make_subject(Program *merged, const WrittenOut *w, LetterKind kind, const LetterCases *cases, Subject *s)
{
    s->letters = letters_new(merged, w, kind != LETTERS_EXACT);
    if (!s->letters) return false;
    fresh_drop(s->letters);
    if (kind == LETTERS_JOINED) letters_join(s->letters);
    for (uint32_t i = 0; cases && i < cases->count; i++)
        letters_split(s->letters, cases->data[i]);
    s->commute = commute_new(s->letters);
    return true;
}

/* The letters split by what would let more threads sleep; false: there is no such condition. */
static bool split(const WrittenOut *w, const Subject *whole, const Try *t, uint32_t limit, Subject *out)
{
    Run *run = whole->letters->merged->run;
    Product *p = product_new(whole->letters, whole->commute, t->order, (ProductForm){.rounds = t->rounds}, limit);
    LetterCases cases = {NULL, 0, 0};
    if (!p) return false;
    cases_find(p, &cases);
    product_free(p);
    bool any = cases.count && make_subject(whole->letters->merged, w, t->kind, &cases, out);
    vec_free(run, &cases);
    return any;
}

static bool counts(const Letters *l)
{
    VarSet counters = varset_new(l);
    bool any = counters_find(l, counters);
    run_release(l->merged->run, counters);
    return any;
}

/* Are the letters those of another try? */
static bool is_try_known(const Subject *subjects, const Try *t)
{
    uint32_t weakened = subjects[LETTERS_WEAKENED].letters->all.count;
    const Letters *exact = subjects[LETTERS_EXACT].letters;
    if (t->counts) return !counts(exact);
    if (t->kind == LETTERS_JOINED) return subjects[LETTERS_JOINED].letters->all.count == weakened;
    return t->kind == LETTERS_EXACT && exact->all.count == weakened && !(t->splits && has_exits(exact));
}

typedef struct LockstepAttempts {
    Subject subjects[LETTER_KINDS];
    Attempt all[TRIES];
    const WrittenOut *w;
    uint32_t limit; /* of nodes */
    double end;
} LockstepAttempts;

/* A turn of the try; true: it is proved. */
static bool take_turn(LockstepAttempts *as, size_t i, double seconds, LockstepResult *out)
{
    const Try *t = &tries[i];
    Attempt *a = &as->all[i];
    const Subject *s = t->cases ? &a->split : &as->subjects[t->kind];
    if (!s->letters && !split(as->w, &as->subjects[t->kind], t, as->limit, &a->split)) a->done = true;
    if (a->done || !start_attempt(s, t, as->limit, a)) {
        a->done = true;
        return false;
    }
    out->weakened = t->kind != LETTERS_EXACT;
    out->joined = t->kind == LETTERS_JOINED;
    return continue_attempt(s, t, (InvariantLimits){t->is_long ? LONG * seconds : seconds, as->end}, a, out);
}

void lockstep_prove(Program *merged, const WrittenOut *w, LockstepLimits limits, LockstepResult *out)
{
    Run *run = merged->run;
    LockstepAttempts as = {.w = w, .limit = limits.nodes, .end = run_seconds(run) + limits.seconds};
    *out = (LockstepResult){.why = "no order of the threads had a simple invariant"};
    for (int kind = 0; kind < LETTER_KINDS; kind++)
        if (!make_subject(merged, w, kind, NULL, &as.subjects[kind])) {
            out->why = "the start of a thread is not a step of its own";
            return;
        }
    bool any = true;
    for (size_t i = 0; i < TRIES; i++)
        as.all[i].done =
            is_try_known(as.subjects, &tries[i]) || is_as_before(as.subjects[tries[i].kind].letters, tries[i].order);
    for (double seconds = FIRST_SECONDS; any && !out->product; seconds *= GROWTH) {
        any = false;
        for (size_t i = 0; i < TRIES && !out->product && run_seconds(run) < as.end; i++) {
            if (as.all[i].done || take_turn(&as, i, seconds, out)) continue;
            any |= !as.all[i].done;
        }
    }
    for (size_t i = 0; i < TRIES; i++)
        if (as.all[i].product != out->product) drop_attempt(&as.all[i]);
}
