/* A state belongs to what a certificate describes when every thread in it is at a cut location, or has ended: no edge
 * leaves its location, or it is at a location that is not cut and not atomic, and can take no step whatever the inputs
 * are. All guards there are over its own locals (else no certificate is accepted, and the states in question are only
 * missed), so what cannot be taken now never can.
 *
 * For bounded claims with eager locations, states with a thread at one of them may be missing. */
#include "support/confirm.h"

#include <string.h>

#include "kernel/checker/reduce.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/evaluate.h"
#include "logic/term/substitute.h"
#include "program/interpreter.h"

#define INPUT_BITS_MAX 16

typedef struct Confirm {
    const Certificate *c;
    Run *run;
    Program *p; /* reduced */
    Machine machine;
    Certificate *set; /* the states of c, threads called ended where they have */
    uint32_t n;
    const State *s; /* being looked at */
    uint32_t thread;
    Confirmation out;
} Confirm;

static void fail(Confirm *f, const char *what)
{
    if (!f->out.problem) f->out.problem = run_format(f->run, "%u threads: %s", f->n, what);
}

/* ---- values of predicates ---- */

static Value variable(void *arg, TermManager *tm, Term var)
{
    const Confirm *f = arg;
    uint32_t v = term_symbol(tm, var);
    if (f->p->vars.data[v].class == VAR_SHARED) return f->s->shared[v];
    RUN_CHECK(f->run, f->p->vars.data[v].class == VAR_LOCAL);
    return f->s->threads.data[f->thread].locals[f->machine.local_index[v]];
}

static Bits values(Confirm *f, const CertificateTerms *terms, const Bits *mask)
{
    Bits bits;
    memset(&bits, 0, sizeof bits);
    for (uint32_t i = 0; i < terms->count; i++) {
        if (mask && !bits_get(mask, i)) continue;
        bool overflow = false;
        bits_set(&bits, i, term_evaluate(f->p->tm, terms->data[i], variable, f, &overflow).bits != 0);
        if (overflow) fail(f, "a predicate overflows");
    }
    return bits;
}

/* ---- threads ---- */

static bool is_end(const Confirm *f, LocId l)
{
    return l.i == NO_ID || (!f->p->locs.data[l.i].atomic && program_out_count(f->p, l) == 0);
}

static unsigned input_bits(const Confirm *f, EdgeId e, uint32_t i)
{
    Sort sort = term_sort(f->p->tm, machine_input(&f->machine, e, i));
    if (sort.kind != SORT_BOOL && sort.kind != SORT_BV)
        run_stop(f->run, STOP_UNSUPPORTED, "not all inputs can be tried");
    return sort.kind == SORT_BOOL ? 1 : sort.width;
}

static bool can_take(const Confirm *f, uint32_t thread, EdgeId e)
{
    uint32_t count = machine_input_count(&f->machine, e), bits = 0;
    for (uint32_t i = 0; i < count; i++)
        bits += input_bits(f, e, i);
    if (bits > INPUT_BITS_MAX) run_stop(f->run, STOP_UNSUPPORTED, "not all inputs can be tried");
    Value *inputs = run_alloc(f->run, (count + 1) * sizeof *inputs);
    State alone = {.shared = f->s->shared}; /* waiting for an atomic section of another thread to end is not blocking */
    alone.threads.data = &f->s->threads.data[thread];
    alone.threads.count = 1;
    bool can = false;
    for (uint32_t choice = 0; choice < UINT32_C(1) << bits && !can; choice++) {
        uint32_t rest = choice;
        for (uint32_t i = 0; i < count; i++) {
            unsigned width = input_bits(f, e, i);
            inputs[i].bits = rest & ((UINT32_C(1) << width) - 1);
            rest >>= width;
        }
        can = state_try(&f->machine, &alone, &(MachineStep){0, e, inputs, true}) == STEP_DONE;
    }
    run_release(f->run, inputs);
    return can;
}

typedef enum Where { AT_CUT, AT_END, BETWEEN } Where;

static Where where(const Confirm *f, uint32_t thread)
{
    LocId l = f->s->threads.data[thread].loc;
    if (is_end(f, l)) return AT_END;
    if (f->c->cut[l.i]) return AT_CUT;
    if (f->p->locs.data[l.i].atomic) return BETWEEN;
    for (uint32_t i = 0; i < program_out_count(f->p, l); i++)
        if (can_take(f, thread, (EdgeId){f->p->out_edges[f->p->out_start[l.i] + i]})) return BETWEEN;
    return AT_END;
}

/* ---- membership ---- */

#define LOCAL_WORDS (2 + BITS_MAX / 32)

static uint32_t find_shared(Confirm *f)
{
    Bits bits = values(f, &f->c->shared, NULL);
    uint32_t key[BITS_MAX / 32];
    memcpy(key, &bits, sizeof key);
    return intern_find(&f->set->shared_ids, key, BITS_MAX / 32);
}

static uint32_t find_local(Confirm *f, uint32_t thread, bool ended)
{
    const ThreadState *t = &f->s->threads.data[thread];
    uint32_t key[LOCAL_WORDS] = {t->template.i, NO_ID};
    if (!ended) {
        f->thread = thread;
        Bits bits = values(f, &f->c->local[t->template.i], &f->c->tracked[t->loc.i]);
        key[1] = t->loc.i;
        memcpy(key + 2, &bits, sizeof bits);
    }
    return intern_find(&f->set->local_ids, key, LOCAL_WORDS);
}

static void sort_words(uint32_t *v, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t j = i; j > 0 && v[j - 1] > v[j]; j--) {
            uint32_t t = v[j];
            v[j] = v[j - 1];
            v[j - 1] = t;
        }
}

#define THREADS_LIMIT 16

typedef struct Parts {
    uint32_t shared;
    bool atomic;
    uint32_t singles[THREADS_LIMIT], single_count;
    uint32_t others[THREADS_LIMIT], other_count;
} Parts;

/* Every choice of at most k others, mask by mask. */
static bool has_views(const Confirm *f, Parts *parts)
{
    sort_words(parts->singles, parts->single_count);
    sort_words(parts->others, parts->other_count);
    for (uint32_t mask = 0; mask < UINT32_C(1) << parts->other_count; mask++) {
        uint32_t key[3 + 2 * THREADS_LIMIT] = {parts->shared, parts->atomic, parts->single_count}, n = 3;
        for (uint32_t i = 0; i < parts->single_count; i++)
            key[n++] = parts->singles[i];
        for (uint32_t i = 0; i < parts->other_count; i++)
            if (mask >> i & 1) key[n++] = parts->others[i];
        if (n - 3 - parts->single_count > f->c->size) continue;
        if (intern_find(&f->set->states, key, n) == INTERN_NONE) return false;
    }
    return true;
}

static bool has_state(const Confirm *f, Parts *parts)
{
    uint32_t key[1 + 2 * THREADS_LIMIT] = {parts->shared}, n = 1;
    sort_words(parts->others, parts->other_count);
    for (uint32_t i = 0; i < parts->other_count; i++) {
        if (i && parts->others[i] == parts->others[i - 1]) {
            key[n - 1]++;
            continue;
        }
        key[n++] = parts->others[i];
        key[n++] = 1;
    }
    return intern_find(&f->set->states, key, n) != INTERN_NONE;
}

/* ---- counting predicates ---- */

static void check_counting(Confirm *f, const CertificateCounting *counting)
{
    const Var *x = &f->p->vars.data[counting->var.i];
    bool arbitrary;
    uint64_t first = state_initial_value(&f->machine, counting->var.i, &arbitrary).bits;
    uint64_t difference = f->s->shared[counting->var.i].bits - first, ended = 0;
    if (counting->descending) difference = 0 - difference;
    for (uint32_t i = 0; i < f->s->threads.count; i++) {
        if (where(f, i) == AT_END)
            ended++;
        else
            difference -= counting->weight[f->s->threads.data[i].loc.i];
    }
    if (x->sort.kind == SORT_BV && x->sort.width < 64) difference &= (UINT64_C(1) << x->sort.width) - 1;
    if (difference > ended * counting->most) fail(f, "a counting predicate does not hold");
}

/* ---- tickets ---- */

typedef struct Held {
    uint32_t thread;
    Term value;
} Held;

/* Values as terms: what "less" means is the business of the term library. */
static Term value_term(Confirm *f, VarId v, uint64_t bits)
{
    return term_const(f->p->tm, f->p->vars.data[v.i].sort, bits);
}

typedef struct Local {
    Confirm *f;
    const ThreadState *thread;
} Local;

static Term local_value(void *arg, TermManager *tm, Term var)
{
    const Local *l = arg;
    VarId v = {term_symbol(tm, var)};
    CHECK(l->f->p->vars.data[v.i].class == VAR_LOCAL);
    return value_term(l->f, v, l->thread->locals[l->f->machine.local_index[v.i]].bits);
}

static void check_known(Confirm *f, const CertificateTicket *t, const ThreadState *thread)
{
    Term known = t->known[thread->loc.i];
    Local local = {f, thread};
    if (!term_is(known) || term_is_true(f->p->tm, term_substitute(f->p->tm, known, local_value, &local))) return;
    fail(f, "what is known of a thread's locals does not hold");
}

static void check_ticket(Confirm *f, const CertificateTicket *t)
{
    TermManager *tm = f->p->tm;
    Held held[THREADS_LIMIT * 4];
    uint32_t count = 0;
    Term counter = value_term(f, t->counter, f->s->shared[t->counter.i].bits);
    for (uint32_t i = 0; i < f->s->threads.count; i++) {
        if (where(f, i) != AT_CUT) continue;
        const ThreadState *thread = &f->s->threads.data[i];
        check_known(f, t, thread);
        for (uint32_t k = 0; k < t->held[thread->loc.i].count && count < THREADS_LIMIT * 4; k++) {
            VarId v = t->held[thread->loc.i].data[k];
            held[count++] = (Held){i, value_term(f, v, thread->locals[f->machine.local_index[v.i]].bits)};
        }
    }
    for (uint32_t a = 0; a < count; a++) {
        Term left = t->descending ? counter : held[a].value, right = t->descending ? held[a].value : counter;
        if (!term_is_true(tm, term_binary(tm, t->order, left, right))) fail(f, "a ticket is not behind its counter");
        for (uint32_t b = 0; b < a; b++)
            if (held[a].thread != held[b].thread && term_same(held[a].value, held[b].value))
                fail(f, "two threads hold the same ticket");
    }
}

/* ---- states ---- */

static void check_singles(Confirm *f)
{
    for (uint32_t t = 0; t < f->p->templates.count; t++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < f->s->threads.count; i++)
            count += f->s->threads.data[i].template.i == t;
        if (f->c->single[t] && count > 1) fail(f, "two threads of a single template");
    }
}

static void look_at(void *arg, const State *s)
{
    Confirm *f = arg;
    bool views = f->c->kind == CERTIFICATE_VIEWS;
    if (f->out.problem) return;
    f->s = s;
    f->out.states++;
    RUN_CHECK(f->run, s->threads.count <= THREADS_LIMIT);
    check_singles(f);
    if (f->c->kind == CERTIFICATE_CREATED && s->created > f->c->size) fail(f, "more threads are created than claimed");
    if (!views && f->n != f->c->size) return;
    Parts parts = {.shared = find_shared(f)};
    bool all_there = parts.shared != INTERN_NONE;
    for (uint32_t i = 0; i < s->threads.count; i++) {
        Where w = where(f, i);
        LocId l = s->threads.data[i].loc;
        if (w == BETWEEN || (w == AT_CUT && !views && f->c->eager[l.i])) return;
        if (w == AT_END && views) continue;
        uint32_t local = find_local(f, i, w == AT_END);
        all_there = all_there && local != INTERN_NONE;
        parts.atomic |= w == AT_CUT && f->p->locs.data[l.i].atomic;
        if (views && f->c->single[s->threads.data[i].template.i])
            parts.singles[parts.single_count++] = local;
        else
            parts.others[parts.other_count++] = local;
    }
    for (uint32_t i = 0; i < f->c->countings.count; i++)
        check_counting(f, &f->c->countings.data[i]);
    for (uint32_t i = 0; i < f->c->tickets.count; i++)
        check_ticket(f, &f->c->tickets.data[i]);
    f->out.members++;
    if (!all_there || !(views ? has_views(f, &parts) : has_state(f, &parts)))
        fail(f, "a reachable state is not in the invariant");
}

static void search(Confirm *f, uint32_t n)
{
    if (f->out.problem) return;
    f->n = n;
    InterpretResult r = interpreter_visit(interpreter_new(f->p), n, CONFIRM_STATES, look_at, f);
    if (r.error_reachable) fail(f, "an assertion can fail");
    f->out.is_complete &= r.complete;
    r = interpreter_search(interpreter_new(f->c->p), n, CONFIRM_STATES);
    if (r.error_reachable) fail(f, "an assertion of the program that was given can fail");
    f->out.is_complete &= r.complete;
}

/* ---- the set ---- */

static uint32_t copy_local(Confirm *f, uint32_t local)
{
    CertificateLocal l = f->c->locals.data[local];
    if (is_end(f, l.loc)) l = (CertificateLocal){.template = l.template, .loc = {NO_ID}};
    return certificate_local(f->set, &l);
}

static void copy_state(Confirm *f, const uint32_t *key, uint32_t length)
{
    bool views = f->c->kind == CERTIFICATE_VIEWS;
    uint32_t *ids = run_alloc(f->run, (length + 1) * sizeof *ids), n = 0, singles = 0;
    uint32_t shared = certificate_shared(f->set, &f->c->shareds.data[key[0]]);
    for (uint32_t i = views ? 3 : 1; i < length; i += views ? 1 : 2) {
        ids[n++] = copy_local(f, key[i]);
        if (!views)
            ids[n++] = key[i + 1];
        else if (f->set->locals.data[ids[n - 1]].loc.i == NO_ID)
            n--;
        else
            singles += i < 3 + key[2];
    }
    if (views)
        certificate_add_view(f->set, shared, key[1] != 0, ids, singles, ids + singles, n - singles);
    else
        certificate_add_state(f->set, shared, ids, n / 2);
    run_release(f->run, ids);
}

Confirmation confirm_certificate(const Certificate *c)
{
    Confirm confirm = {.c = c, .run = c->p->run, .p = certify_reduce(c->p, c, true)->p}, *f = &confirm;
    f->out.is_complete = true;
    machine_init(&f->machine, f->p);
    f->set = certificate_new(c->p, c->kind, c->size);
    for (uint32_t i = 0; i < c->states.count; i++) {
        uint32_t length;
        const uint32_t *key = intern_key(&c->states, i, &length);
        copy_state(f, key, length);
    }
    switch (c->kind) {
    case CERTIFICATE_VIEWS:
        for (uint32_t n = 1; n <= CONFIRM_THREADS; n++)
            search(f, n);
        break;
    case CERTIFICATE_STATES: search(f, c->size); break;
    case CERTIFICATE_CREATED: /* one more is allowed, and not created */
        search(f, c->size);
        search(f, c->size + 1);
        break;
    case CERTIFICATE_CONCRETE:
        break; /* says nothing of states; the checker's search is held against others elsewhere */
    }
    return f->out;
}
