#include "lockstep/lockstep.h"

#include "lockstep/cases.h"
#include "lockstep/fresh.h"
#include "lockstep/join.h"

#define FIRST_SECONDS 2.0 /* of each try; those that are not done are tried again, each time three times as long */
#define GROWTH 3.0

/* What letters are: the program's; with guards that they have in common; and those of one way as one. */
typedef enum LetterKind { LETTERS_EXACT, LETTERS_WEAKENED, LETTERS_JOINED } LetterKind;
#define LETTER_KINDS 3

typedef struct Try {
    OrderKind order;
    LetterKind kind;
    bool splits, cases, rounds;
} Try;

/* Exits are told apart where there are some to tell; so are states in which steps commute and those in which they do
 * not. */
static const Try tries[] = {{.order = ORDER_LOCK, .kind = LETTERS_WEAKENED},
                            {.order = ORDER_LOCK, .kind = LETTERS_EXACT, .splits = true},
                            {.order = ORDER_LOCK, .kind = LETTERS_WEAKENED, .cases = true},
                            {.order = ORDER_LOCK, .kind = LETTERS_WEAKENED, .cases = true, .rounds = true},
                            {.order = ORDER_LOCK, .kind = LETTERS_JOINED, .rounds = true},
                            {.order = ORDER_RATIO, .kind = LETTERS_WEAKENED, .rounds = true},
                            {.order = ORDER_PAIR, .kind = LETTERS_WEAKENED},
                            {.order = ORDER_PAIR, .kind = LETTERS_EXACT, .splits = true},
                            {.order = ORDER_PAIR, .kind = LETTERS_JOINED, .rounds = true},
                            {.order = ORDER_PAIR, .kind = LETTERS_WEAKENED, .cases = true, .rounds = true},
                            {.order = ORDER_SEQUENCE, .kind = LETTERS_WEAKENED},
                            {.order = ORDER_SEQUENCE, .kind = LETTERS_EXACT},
                            {.order = ORDER_REVERSE, .kind = LETTERS_WEAKENED},
                            {.order = ORDER_REVERSE, .kind = LETTERS_EXACT}};
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

/* *done: more time would not help. */
static bool try_order(const Subject *s, const Try *t, LockstepLimits limits, LockstepResult *out, bool *done)
{
    const Letters *l = s->letters;
    Run *run = l->merged->run;
    Product *p = product_new(l, s->commute, t->order, (ProductForm){t->splits, t->rounds}, limits.nodes);
    *done = true;
    if (!p) {
        run_log(run, 1, "lockstep: order %s: more than %u nodes", order_name(t->order), limits.nodes);
        return false;
    }
    InvariantStats stats = {0};
    double start = run_seconds(run);
    Term *invariant = invariant_find(p, limits.seconds, &stats);
    run_log(run, 1, "lockstep: order %s%s%s%s%s: %u nodes, %u cut, %u atoms, %llu checks, %.1f s: %s",
            order_name(t->order), letters_told[t->kind], has_exits(l) && t->splits ? ", exits told apart" : "",
            t->cases ? ", states told apart" : "", t->rounds ? ", cut by rounds" : "", p->nodes.count, stats.cuts,
            stats.atoms, (unsigned long long)stats.checks, run_seconds(run) - start, invariant ? "proved" : "open");
    out->nodes = p->nodes.count;
    out->checks += stats.checks;
    *done = !stats.is_late;
    if (!invariant) {
        product_free(p);
        return false;
    }
    out->product = p;
    out->invariant = invariant;
    return true;
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
    Order o = order_make(order, l);
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
    Product *p = product_new(whole->letters, whole->commute, t->order, (ProductForm){false, t->rounds}, limit);
    LetterCases cases = {NULL, 0, 0};
    if (!p) return false;
    cases_find(p, &cases);
    product_free(p);
    bool any = cases.count && make_subject(whole->letters->merged, w, t->kind, &cases, out);
    vec_free(run, &cases);
    return any;
}

/* Are the letters those of another try? */
static bool is_known(const Subject *subjects, const Try *t)
{
    uint32_t weakened = subjects[LETTERS_WEAKENED].letters->all.count;
    const Letters *exact = subjects[LETTERS_EXACT].letters;
    if (t->kind == LETTERS_JOINED) return subjects[LETTERS_JOINED].letters->all.count == weakened;
    return t->kind == LETTERS_EXACT && exact->all.count == weakened && !(t->splits && has_exits(exact));
}

void lockstep_prove(Program *merged, const WrittenOut *w, LockstepLimits limits, LockstepResult *out)
{
    Run *run = merged->run;
    Subject subjects[LETTER_KINDS], split_subjects[TRIES] = {{NULL, NULL}};
    *out = (LockstepResult){.why = "no order of the threads had a simple invariant"};
    for (int kind = 0; kind < LETTER_KINDS; kind++)
        if (!make_subject(merged, w, kind, NULL, &subjects[kind])) {
            out->why = "the start of a thread is not a step of its own";
            return;
        }
    bool done[TRIES], any = true;
    double end = run_seconds(run) + limits.seconds;
    for (size_t i = 0; i < TRIES; i++) {
        const Try *t = &tries[i];
        done[i] = is_known(subjects, t) || is_as_before(subjects[t->kind].letters, t->order);
    }
    for (double seconds = FIRST_SECONDS; any && run_seconds(run) < end; seconds *= GROWTH) {
        any = false;
        for (size_t i = 0; i < TRIES && run_seconds(run) < end; i++) {
            const Try *t = &tries[i];
            if (done[i]) continue;
            const Subject *s = t->cases ? &split_subjects[i] : &subjects[t->kind];
            if (!s->letters && !split(w, &subjects[t->kind], t, limits.nodes, &split_subjects[i])) {
                done[i] = true;
                continue;
            }
            double left = end - run_seconds(run);
            limits.seconds = seconds < left ? seconds : left;
            out->weakened = t->kind != LETTERS_EXACT;
            out->joined = t->kind == LETTERS_JOINED;
            if (left > 0 && try_order(s, t, limits, out, &done[i])) return;
            any |= !done[i];
        }
    }
}
