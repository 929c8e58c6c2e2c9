#include "engines/symmpa/abstraction/published.h"

#include "base/check.h"
#include "engines/symmpa/abstraction/cartesian.h"
#include "engines/symmpa/abstraction/cartesian_boolprog.h"
#include "engines/symmpa/abstraction/cartesian_internal.h"
#include "engines/symmpa/abstraction/transition.h"

#define STATE_LIMIT 1000000

static void refresh_published(void *self) { cartesian_refresh(self); }

static Oracle oracle_of_published(void *self, uint32_t threads)
{
    (void)threads;
    return cartesian_oracle(self);
}

static Bits shared(const void *self, uint32_t shared) { return cartesian_shared_bits(self, shared); }

static AbstractLocal local(const void *self, uint32_t local)
{
    return (AbstractLocal){cartesian_location(self, local), cartesian_local_bits(self, local)};
}

static Bits tracked_in_published(const void *self, LocId loc) { return cartesian_tracked(self, loc); }

static uint64_t published_local_state_count(const void *self) { return cartesian_local_states(self); }

static void claims(const void *self, AbstractionClaims *claims)
{
    (void)self;
    (void)claims;
}

static uint32_t refine_transition(void *self, const AbstractTrace *trace)
{
    Cartesian *x = self;
    CHECK(trace->states.count > 0);
    return transition_refine(x, x->p, x->predicates, x->smt, trace, x->options.passive);
}

static BoolProgram *published_boolprog(void *self, const char **why) { return cartesian_boolprog(self, why); }

Abstraction published_abstraction(Program *p, Predicates *predicates, Smt *smt, const AbstractionOptions *options)
{
    static const char *const unsound[] = {[MIXED_BROADCAST] = NULL,
                                          [MIXED_AS_LOCAL] = "mixed predicates as local are not sound",
                                          [MIXED_AS_SHARED] = "mixed predicates as shared are not sound"};
    CHECK(options->cube <= CARTESIAN_CUBE_MAX);
    CHECK(predicates->mixed_as_shared == (options->mixed == MIXED_AS_SHARED));
    CartesianOptions cartesian = {options->cube, options->mask, options->passive, options->mixed != MIXED_AS_LOCAL};
    return (Abstraction){.self = cartesian_new(p, predicates, smt, &cartesian),
                         .role = unsound[options->mixed] ? ROLE_BASELINE : ROLE_PUBLISHED,
                         .unsound = unsound[options->mixed],
                         .state_limit = STATE_LIMIT,
                         .refresh = refresh_published,
                         .oracle = oracle_of_published,
                         .shared = shared,
                         .local = local,
                         .tracked = tracked_in_published,
                         .local_states = published_local_state_count,
                         .claims = claims,
                         .block = refine_transition,
                         .boolprog = published_boolprog};
}
