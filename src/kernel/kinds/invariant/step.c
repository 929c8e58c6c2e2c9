#include "kernel/kinds/invariant/step.h"

#include <string.h>

#include "base/check.h"
#include "kernel/checker/paths.h"
#include "kernel/kinds/invariant/shape.h"
#include "logic/smt/allsat.h"
#include "logic/term/boolean.h"

#define ANSWERS_LIMIT (1u << 16)

/* Predicate values around a step. */
typedef struct Around {
    const Bits *shared, *active, *passive, *shared_after, *active_after;
} Around;

static const Bits *bits_around(const Around *a, CertifySpace space, bool after)
{
    if (space == OF_SHARED) return after ? a->shared_after : a->shared;
    if (space == OF_PASSIVE) return a->passive;
    return after ? a->active_after : a->active;
}

/* Has it values of nothing but what the location tracks? */
static bool has_tracked_bits_only(const Checker *k, LocId l, const Bits *bits)
{
    Bits tracked = bits_and(*bits, k->c->tracked[l.i]);
    return bits_equal(bits, &tracked);
}

static bool item_value(const CertifyItem *item, const Around *a)
{
    CHECK(item->space != OF_CHILD && bits_around(a, item->space, item->after));
    return bits_get(bits_around(a, item->space, item->after), item->index) != item->negated;
}

typedef struct Collect {
    Checker *k;
    uint32_t slots;
} Collect;

static bool collect_step_answer(void *arg, const bool *values)
{
    Collect *c = arg;
    Bits bits;
    memset(&bits, 0, sizeof bits);
    for (uint32_t i = 0; i < c->slots; i++)
        bits_set(&bits, i, values[i]);
    vec_push(c->k->run, &c->k->answers, bits);
    return true;
}

/* That there is no answer but these. */
static void add_step_completeness(Checker *k, const CertifyTerms *assumptions, const CertifyShape *s,
                                  CertifyRange answers, const char *text)
{
    CertifyTerms all = {NULL, 0, 0};
    if (s->slots.count == 0 && answers.count > 0) return; /* possible: nothing was shown */
    for (uint32_t i = 0; k->smtlib_dir && i < assumptions->count; i++)
        vec_push(k->run, &all, assumptions->data[i]);
    for (uint32_t a = 0; k->smtlib_dir && a < answers.count; a++) {
        Term other = term_bool(k->tm, false);
        for (uint32_t i = 0; i < s->slots.count; i++) {
            Term slot = s->slots.data[i];
            bool value = bits_get(&k->answers.data[answers.start + a], i);
            other = term_or(k->tm, other, value ? term_not(k->tm, slot) : slot);
        }
        vec_push(k->run, &all, other);
    }
    checker_add_obligation(k, &all, text);
    vec_free(k->run, &all);
}

/* The answers' slots, given the values around. */
static CertifyRange ask_step_answers(Checker *k, const CertifyShape *s, const CertifyPath *path, const Around *around,
                                     const char *about)
{
    Run *run = k->run;
    uint32_t n = s->items.count, words = n / 32 + 1;
    uint32_t *key = run_alloc(run, (1 + (size_t)words) * sizeof *key);
    key[0] = s->id;
    for (uint32_t i = 0; i < n; i++)
        if (item_value(&s->items.data[i], around)) key[1 + i / 32] |= UINT32_C(1) << (i % 32);
    bool is_new;
    uint32_t id = intern_add(&k->answer_ids, key, 1 + words, &is_new);
    CHECK(!is_new || id == k->answer_ranges.count);
    if (is_new) {
        CertifyTerms assumptions = {NULL, 0, 0};
        for (uint32_t i = 0; i < n; i++) {
            Term t = s->items.data[i].term;
            vec_push(run, &assumptions, key[1 + i / 32] >> (i % 32) & 1 ? t : term_not(k->tm, t));
        }
        for (uint32_t i = 0; i < s->fixed.count; i++)
            vec_push(run, &assumptions, s->fixed.data[i]);
        Collect c = {k, s->slots.count};
        CertifyRange range = {k->answers.count, 0};
        SmtResult r = smt_all_sat(k->smt, assumptions.data, assumptions.count, s->slots.data, s->slots.count,
                                  ANSWERS_LIMIT, collect_step_answer, &c);
        run_poll(run);
        if (r == SMT_UNKNOWN) checker_fail(k, "the SMT solver gave up on %s", checker_describe(k, path));
        CHECK(k->answers.count >= range.start);
        range.count = k->answers.count - range.start;
        vec_push(run, &k->answer_ranges, range);
        add_step_completeness(k, &assumptions, s, range,
                              k->smtlib_dir ? run_format(run, "%s: %s", checker_describe(k, path), about) : NULL);
        vec_free(run, &assumptions);
    }
    run_release(run, key);
    return k->answer_ranges.data[id];
}

static bool output_value(const CertifyOutput *o, const Bits *answer, const Around *around)
{
    if (o->how == HOW_CONST) return o->negated;
    bool value =
        o->how == HOW_SLOT ? bits_get(answer, o->source) : bits_get(bits_around(around, o->from, false), o->source);
    return value != o->negated;
}

static void add_step_move(Checker *k, const CertifyShape *s, uint32_t path_index, const CertifyPath *path,
                          const Bits *answer, const Around *around)
{
    Bits shared = *around->shared, active, child;
    memset(&active, 0, sizeof active);
    memset(&child, 0, sizeof child);
    for (uint32_t i = 0; i < s->outputs.count; i++) {
        const CertifyOutput *o = &s->outputs.data[i];
        CHECK(o->space != OF_PASSIVE && (o->space != OF_CHILD || path->spawn.i != NO_ID));
        Bits *to = o->space == OF_SHARED ? &shared : o->space == OF_ACTIVE ? &active : &child;
        bits_set(to, o->index, output_value(o, answer, around));
    }
    TemplateId t = k->p->locs.data[path->from.i].template;
    CertifyMove m = {path_index, certificate_shared(k->parts, &shared), NO_LOCAL, NO_LOCAL};
    CHECK(path->error || path->to.i == NO_ID || has_tracked_bits_only(k, path->to, &active));
    m.local = path->error ? NO_LOCAL : paths_local(k, t, path->to, &active);
    if (path->spawn.i != NO_ID)
        m.child = paths_local(k, path->spawn, k->p->templates.data[path->spawn.i].entry, &child);
    vec_push(k->run, &k->moves, m);
}

CertifyRange step_moves(Checker *k, uint32_t shared, uint32_t local)
{
    uint32_t key[2] = {shared, local};
    bool is_new;
    uint32_t id = intern_add(&k->move_ids, key, 2, &is_new);
    if (!is_new) return k->move_ranges.data[id];
    CHECK(id == k->move_ranges.count);
    CHECK(shared < k->parts->shareds.count && local < k->parts->locals.count);
    Bits shared_bits = k->parts->shareds.data[shared], active = k->parts->locals.data[local].bits;
    LocId l = k->parts->locals.data[local].loc;
    Around around = {.shared = &shared_bits, .active = &active};
    CertifyRange range = {k->moves.count, 0};
    uint32_t count = l.i == NO_ID ? 0 : paths_from(k, l)->count;
    for (uint32_t i = 0; i < count && !k->problem; i++) {
        const CertifyShape *s = shape_of_move(k, l, i);
        const CertifyPath *path = &paths_from(k, l)->data[i];
        static const Bits nothing;
        if (s->is_trivial) {
            add_step_move(k, s, i, path, &nothing, &around);
            continue;
        }
        CertifyRange answers = ask_step_answers(k, s, path, &around, "what the step does");
        for (uint32_t a = 0; a < answers.count; a++) {
            Bits answer = k->answers.data[answers.start + a];
            add_step_move(k, s, i, path, &answer, &around);
        }
    }
    range.count = k->moves.count - range.start;
    vec_push(k->run, &k->move_ranges, range);
    return range;
}

CertifyRange step_replies(Checker *k, uint32_t shared, uint32_t local, const CertifyMove *m, uint32_t passive)
{
    uint32_t key[6] = {shared, local, m->path, m->shared, m->local, passive};
    bool is_new;
    uint32_t id = intern_add(&k->reply_ids, key, 6, &is_new);
    if (!is_new) return k->reply_ranges.data[id];
    CHECK(id == k->reply_ranges.count);
    CHECK(m->shared < k->parts->shareds.count && m->local < k->parts->locals.count);
    Certificate *parts = k->parts;
    CertifyRange range = {k->replies.count, 0};
    LocId l = parts->locals.data[local].loc, at = parts->locals.data[passive].loc;
    const CertifyShape *s = at.i == NO_ID ? NULL : shape_of_reply(k, l, m->path, at);
    if (!s || (s->is_trivial && s->outputs.count == 0)) {
        vec_push(k->run, &k->replies, passive);
    } else {
        Bits shared_bits = parts->shareds.data[shared], shared_after = parts->shareds.data[m->shared];
        Bits active = parts->locals.data[local].bits, active_after = parts->locals.data[m->local].bits;
        CertificateLocal reply = parts->locals.data[passive];
        Bits before = reply.bits;
        Around around = {&shared_bits, &active, &before, &shared_after, &active_after};
        static const Bits nothing;
        CertifyRange answers = {0, 1};
        if (!s->is_trivial)
            answers = ask_step_answers(k, s, &paths_from(k, l)->data[m->path], &around,
                                       run_format(k->run, "what it does to what is known of another thread (%s)",
                                                  k->p->templates.data[reply.template.i].name));
        for (uint32_t a = 0; a < answers.count; a++) {
            Bits answer = s->is_trivial ? nothing : k->answers.data[answers.start + a];
            for (uint32_t i = 0; i < s->outputs.count; i++)
                bits_set(&reply.bits, s->outputs.data[i].index, output_value(&s->outputs.data[i], &answer, &around));
            CHECK(has_tracked_bits_only(k, reply.loc, &reply.bits));
            vec_push(k->run, &k->replies, certificate_local(parts, &reply));
        }
    }
    range.count = k->replies.count - range.start;
    vec_push(k->run, &k->reply_ranges, range);
    return range;
}
