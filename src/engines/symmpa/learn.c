#include "engines/symmpa/learn.h"

#include "base/check.h"
#include "engines/symmpa/refine/chain.h"
#include "engines/symmpa/refine/discover.h"
#include "engines/symmpa/refine/seed.h"
#include "logic/term/build.h"
#include "logic/term/walk.h"

#define FEW_VALUES 10
#define MORE_VALUES 40
#define CHAINS 2       /* times that chains are ended; where that is no help, it makes many predicates */
#define SEED_THREADS 4 /* of the random runs */

static Progress refined(uint32_t added) { return added ? PROGRESS_REFINED : PROGRESS_NONE; }

/* ---- transitions ---- */

bool transitions_are_due(const Cegar *c, const Path *path, uint32_t tried)
{
    (void)path;
    (void)tried;
    return c->abstraction.block != NULL;
}

Progress refine_transitions(Cegar *c, const Spurious *s, uint32_t tried)
{
    (void)tried;
    CHECK(s->trace->states.count > 0);
    uint32_t added = c->abstraction.block(c->abstraction.self, s->trace);
    c->verdict->stats.transitions += added;
    if (added) run_log(c->run, 1, "transition refinement: %u constraints", added);
    return refined(added);
}

/* ---- tickets ---- */

typedef struct TicketSearch {
    Cegar *c;
    const Ticket *ticket;
    bool found;
} TicketSearch;

static void look_for_ticket(void *arg, Term var)
{
    TicketSearch *s = arg;
    VarId v = {term_symbol(s->c->merged->tm, var)};
    for (uint32_t l = 0; l < s->c->merged->locs.count && !s->found; l++)
        s->found = ticket_is_held(s->ticket, (LocId){l}, v);
}

/* What tickets are compared with ("now serving") goes after the counter as they do; whether it has caught up is what
 * else a proof needs to know. */
static void compare_with_counter(void *arg, Term var)
{
    TicketSearch *s = arg;
    Program *p = s->c->merged;
    const Var *x = &p->vars.data[term_symbol(p->tm, var)];
    Term counter = program_var_term(p, s->ticket->counter);
    if (x->class != VAR_SHARED || !sort_same(x->sort, term_sort(p->tm, counter))) return;
    bool is_signed = s->ticket->order == TERM_SLT || s->ticket->order == TERM_SLE;
    predicates_add(s->c->predicates, term_binary(p->tm, is_signed ? TERM_SLT : TERM_ULT, var, counter));
    predicates_add(s->c->predicates, term_binary(p->tm, is_signed ? TERM_SLT : TERM_ULT, counter, var));
}

bool tickets_are_due(const Cegar *c, const Path *path, uint32_t tried)
{
    (void)tried;
    return c->abstraction.find_tickets && path->threads >= 2;
}

Progress use_tickets(Cegar *c, const Spurious *spurious, uint32_t tried)
{
    (void)tried;
    const Path *path = spurious->path;
    CHECK(path->threads >= 2);
    const Tickets *tickets = c->abstraction.find_tickets(c->abstraction.self);
    uint32_t before = c->predicates->all.count;
    bool found = false;
    for (uint32_t t = 0; t < tickets->count; t++)
        for (uint32_t i = 0; i < path->steps.count; i++) {
            TicketSearch s = {c, &tickets->data[t], false};
            if (path->core[i]) term_for_each_var(c->merged->tm, path->conditions[i], look_for_ticket, &s);
            if (s.found) term_for_each_var(c->merged->tm, path->conditions[i], compare_with_counter, &s);
            found |= s.found;
        }
    bool is_new = found && c->abstraction.use_tickets(c->abstraction.self);
    return refined(is_new + c->predicates->all.count - before);
}

/* ---- values ---- */

uint32_t seed_values(Cegar *c, uint32_t max_values, bool tainted_too)
{
    if (!c->options->seed_values) return 0;
    uint32_t added =
        discover_values(c->original, c->merged, c->predicates, &c->rng, SEED_THREADS, max_values, tainted_too);
    return added;
}

/* Divisions in the program: weakest preconditions will have them, too. */
static bool has_division(Program *p)
{
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (term_has_division(p->tm, e->guard)) return true;
        for (uint32_t a = 0; a < e->assign_count; a++)
            if (term_has_division(p->tm, e->assigns[a].value)) return true;
    }
    return false;
}

bool early_values_are_due(const Cegar *c, const Path *path, uint32_t tried)
{
    (void)path;
    (void)tried;
    return !c->seeded_values && !c->request->whole && has_division(c->merged); /* of an index all values are alike */
}

bool values_are_due(const Cegar *c, const Path *path, uint32_t tried)
{
    (void)path;
    (void)tried;
    return !c->seeded_values;
}

Progress seed_untainted(Cegar *c, const Spurious *s, uint32_t tried)
{
    (void)s;
    (void)tried;
    CHECK(!c->seeded_values);
    c->seeded_values = true;
    return refined(seed_values(c, FEW_VALUES, false));
}

Progress seed_tainted(Cegar *c, const Spurious *s, uint32_t tried)
{
    (void)s;
    (void)tried;
    return refined(seed_values(c, MORE_VALUES, true));
}

/* ---- predicates from the core of the path ---- */

Progress discover_guards(Cegar *c, const Spurious *s, uint32_t tried)
{
    (void)tried;
    return refined(discover_predicates(s->path, c->predicates, DISCOVER_GUARDS));
}

Progress discover_equalities(Cegar *c, const Spurious *s, uint32_t tried)
{
    (void)tried;
    return refined(discover_predicates(s->path, c->predicates, DISCOVER_EQUALITIES));
}

Progress discover_constants(Cegar *c, const Spurious *s, uint32_t tried)
{
    (void)tried;
    return refined(discover_predicates(s->path, c->predicates, DISCOVER_CONSTANTS));
}

Progress discover_complex_atoms(Cegar *c, const Spurious *s, uint32_t tried)
{
    (void)tried;
    return refined(discover_predicates(s->path, c->predicates, DISCOVER_COMPLEX));
}

Progress widen_to_bounds(Cegar *c, const Spurious *s, uint32_t tried)
{
    (void)s;
    (void)tried;
    return refined(discover_bounds(c->predicates));
}

Progress end_chains(Cegar *c, const Spurious *s, uint32_t tried)
{
    (void)s;
    (void)tried;
    if (c->chains_ended >= CHAINS) return PROGRESS_NONE;
    uint32_t added = discover_chains(c->merged, c->predicates);
    c->chains_ended += added > 0;
    return refined(added);
}
