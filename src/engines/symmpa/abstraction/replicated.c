/* Predicates are found in the program with templates, without threads' indices, and copied for every thread; states
 * and transitions are those of the program written out (program/analysis/replicate.h). */
#include "engines/symmpa/abstraction/replicated.h"

#include "base/check.h"
#include "engines/symmpa/abstraction/published.h"
#include "program/analysis/replicate.h"

typedef struct Replicated {
    Program *p;
    Replica *replica;
    Predicates *predicates, *copies;
    Abstraction inner; /* of the program written out, over the copies */
} Replicated;

/* Every predicate for every thread. */
static void copy_predicates(Replicated *r)
{
    CHECK(predicates_are_valid(r->predicates));
    for (uint32_t i = 0; i < r->predicates->all.count; i++) {
        const Predicate *p = &r->predicates->all.data[i];
        uint32_t copies = p->class == PREDICATE_SHARED ? 1 : replica_copies(r->replica, p->template);
        for (uint32_t c = 0; c < copies; c++)
            predicates_add(r->copies, replica_term(r->replica, p->term, c));
    }
}

static void refresh_replicated(void *self)
{
    Replicated *r = self;
    copy_predicates(r);
    r->inner.refresh(r->inner.self);
}

static Oracle oracle_of_replicated(void *self, uint32_t threads)
{
    Replicated *r = self;
    return r->inner.oracle(r->inner.self, threads);
}

static Bits shared(const void *self, uint32_t shared)
{
    const Replicated *r = self;
    return r->inner.shared(r->inner.self, shared);
}

static AbstractLocal local(const void *self, uint32_t local)
{
    const Replicated *r = self;
    return r->inner.local(r->inner.self, local);
}

static Bits tracked_in_replicated(const void *self, LocId loc)
{
    const Replicated *r = self;
    return r->inner.tracked(r->inner.self, loc);
}

static uint64_t replicated_local_state_count(const void *self)
{
    const Replicated *r = self;
    return r->inner.local_states(r->inner.self);
}

static void claims(const void *self, AbstractionClaims *claims)
{
    const Replicated *r = self;
    r->inner.claims(r->inner.self, claims);
}

static uint32_t block_replicated(void *self, const AbstractTrace *trace)
{
    Replicated *r = self;
    return r->inner.block(r->inner.self, trace);
}

static AbstractTrace templates(void *self, const AbstractTrace *trace)
{
    const Replicated *r = self;
    Run *run = r->p->run;
    AbstractTrace t = *trace;
    t.steps.data = NULL;
    t.steps.count = t.steps.capacity = 0;
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        AbstractStep step = trace->steps.data[i];
        CHECK(step.edge < r->replica->program->edges.count);
        step.edge = r->replica->edges[step.edge];
        CHECK(step.edge < r->p->edges.count);
        vec_push(run, &t.steps, step);
    }
    t.initial_kinds = run_alloc(run, (t.initial_threads + 1) * sizeof *t.initial_kinds);
    for (uint32_t i = 0; i < t.initial_threads; i++) {
        CHECK(trace->initial_kinds[i] < r->replica->program->templates.count);
        t.initial_kinds[i] = r->replica->kinds[trace->initial_kinds[i]];
    }
    return t;
}

static bool is_full(const void *self)
{
    const Replicated *r = self;
    return r->copies->full;
}

static BoolProgram *replicated_boolprog(void *self, const char **why)
{
    Replicated *r = self;
    return r->inner.boolprog(r->inner.self, why);
}

/* Is a thread started that stops all others until it has left an atomic section? */
static bool starts_atomic_thread(const Program *p)
{
    for (uint32_t i = 0; i < p->edges.count; i++) {
        TemplateId t = p->edges.data[i].spawn;
        if (t.i != NO_ID && p->locs.data[p->templates.data[t.i].entry.i].atomic) return true;
    }
    return false;
}

bool replicated_open(Abstraction *a, Program *p, Predicates *predicates, Smt *smt, const AbstractionOptions *options,
                     uint32_t threads, const char **why)
{
    const char *problem = "a thread is started inside an atomic section";
    Replica *replica = starts_atomic_thread(p) ? NULL : program_replicate(p, threads, &problem);
    if (!replica) {
        *why = run_format(p->run, "symmetry off: %s", problem);
        return false;
    }
    Replicated *r = run_alloc(p->run, sizeof *r);
    *r = (Replicated){.p = p, .replica = replica, .predicates = predicates};
    r->copies = predicates_new(replica->program);
    copy_predicates(r);
    AbstractionOptions inner = *options;
    inner.passive = false; /* each thread is the only one of its kind: the shared part says all of the others */
    r->inner = published_abstraction(replica->program, r->copies, smt, &inner);
    *a = r->inner;
    CHECK(r->inner.block && r->inner.boolprog);
    a->self = r;
    a->role = ROLE_BASELINE;
    a->written_out = threads;
    a->refresh = refresh_replicated;
    a->oracle = oracle_of_replicated;
    a->shared = shared;
    a->local = local;
    a->tracked = tracked_in_replicated;
    a->local_states = replicated_local_state_count;
    a->claims = claims;
    a->block = block_replicated;
    a->templates = templates;
    a->is_full = is_full;
    a->boolprog = replicated_boolprog;
    return true;
}
