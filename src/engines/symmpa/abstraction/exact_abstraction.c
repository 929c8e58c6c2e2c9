#include "engines/symmpa/abstraction/exact_abstraction.h"

#include "base/check.h"
#include "engines/symmpa/abstraction/exact.h"
#include "engines/symmpa/abstraction/exact_internal.h"

#define STATE_LIMIT 3000000

static void refresh_exact(void *self) { exact_refresh(self); }

static Oracle oracle_of_exact(void *self, uint32_t threads)
{
    exact_bound_threads(self, threads);
    CHECK(predicates_are_valid(((const Exact *)self)->predicates));
    return exact_oracle(self);
}

static Oracle reduced(void *self) { return exact_reduced_oracle(self); }

static Bits shared(const void *self, uint32_t shared) { return exact_shared_bits(self, shared); }

static AbstractLocal local(const void *self, uint32_t local)
{
    return (AbstractLocal){exact_location(self, local), exact_local_bits(self, local)};
}

static Bits tracked_in_exact(const void *self, LocId loc) { return exact_tracked(self, loc); }

static uint64_t exact_local_state_count(const void *self) { return exact_local_states(self); }

static void claims(const void *self, AbstractionClaims *claims)
{
    const Exact *x = self;
    for (uint32_t i = 0; i < exact_counting_count(x); i++)
        if (exact_counting_in_use(x, i)) vec_push(x->p->run, &claims->countings, exact_counting(x, i));
    for (uint32_t i = 0; i < exact_ticket_count(x); i++)
        vec_push(x->p->run, &claims->tickets, exact_ticket(x, i));
}

/* With tickets, passive threads are consulted already; without counting and mixed predicates they have nothing to say.
 */
static bool sharpen(void *self, bool on)
{
    Exact *x = self;
    bool has_say = exact_has_countings(x) || predicates_count(x->predicates, PREDICATE_MIXED) > 0;
    if (on && (exact_ticket_count(x) || !has_say)) return false;
    exact_consult_passive(x, on);
    return true;
}

static const Tickets *find_tickets(void *self) { return exact_find_tickets(self); }

static bool try_tickets(void *self)
{
    if (exact_ticket_count(self)) return false;
    exact_use_tickets(self);
    return true;
}

static Abstraction another(void *self, Predicates *predicates)
{
    const Exact *x = self;
    CHECK(predicates != x->predicates || predicates->p == x->p);
    return exact_abstraction(x->p, predicates, x->smt, x->states.live != NULL);
}

Abstraction exact_abstraction(Program *p, Predicates *predicates, Smt *smt, bool mask)
{
    return (Abstraction){.self = exact_new(p, predicates, smt, mask),
                         .role = ROLE_OWN,
                         .state_limit = STATE_LIMIT,
                         .refresh = refresh_exact,
                         .oracle = oracle_of_exact,
                         .shared = shared,
                         .local = local,
                         .tracked = tracked_in_exact,
                         .local_states = exact_local_state_count,
                         .claims = claims,
                         .reduced = reduced,
                         .sharpen = sharpen,
                         .find_tickets = find_tickets,
                         .use_tickets = try_tickets,
                         .another = another};
}
