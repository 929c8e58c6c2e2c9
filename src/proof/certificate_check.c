#include "proof/certificate_check.h"

#include <string.h>

static bool bits_are_below(const Bits *bits, uint32_t limit)
{
    for (uint32_t i = limit; i < BITS_MAX; i++)
        if (bits_get(bits, i)) return false;
    return true;
}

static bool predicate_lists_are_valid(const Certificate *c)
{
    if (c->shared.count > BITS_MAX) return false;
    for (uint32_t t = 0; t < c->p->templates.count; t++)
        if (c->local[t].count > BITS_MAX) return false;
    for (uint32_t l = 0; l < c->p->locs.count; l++)
        if (!bits_are_below(&c->tracked[l], c->local[c->p->locs.data[l].template.i].count)) return false;
    return true;
}

static bool local_is_valid(const Certificate *c, const CertificateLocal *local)
{
    if (local->template.i >= c->p->templates.count) return false;
    if (local->loc.i == NO_ID) return !bits_any(&local->bits);
    if (local->loc.i >= c->p->locs.count || !c->cut[local->loc.i]) return false;
    Bits tracked = bits_and(local->bits, c->tracked[local->loc.i]);
    return c->p->locs.data[local->loc.i].template.i == local->template.i && bits_equal(&tracked, &local->bits);
}

static bool state_parts_are_valid(const Certificate *c)
{
    if (c->shared_ids.count != c->shareds.count || c->local_ids.count != c->locals.count) return false;
    for (uint32_t i = 0; i < c->shareds.count; i++)
        if (!bits_are_below(&c->shareds.data[i], c->shared.count)) return false;
    for (uint32_t i = 0; i < c->locals.count; i++)
        if (!local_is_valid(c, &c->locals.data[i])) return false;
    return true;
}

static bool weights_are_valid(const Certificate *c, const CertificateCounting *counting)
{
    if (c->p->vars.data[counting->var.i].class != VAR_SHARED) return false;
    for (uint32_t l = 0; l < c->p->locs.count; l++)
        if (counting->weight[l] > counting->most) return false;
    return true;
}

static bool held_tickets_are_valid(const Certificate *c, const CertificateTicket *ticket)
{
    const Var *counter = &c->p->vars.data[ticket->counter.i];
    TermKind order = ticket->order;
    if (counter->class != VAR_SHARED) return false;
    if (order != TERM_ULT && order != TERM_ULE && order != TERM_SLT && order != TERM_SLE) return false;
    for (uint32_t l = 0; l < c->p->locs.count; l++)
        for (uint32_t i = 0; i < ticket->held[l].count; i++) {
            const Var *held = &c->p->vars.data[ticket->held[l].data[i].i];
            if (held->class != VAR_LOCAL || held->template.i != c->p->locs.data[l].template.i) return false;
            if (!sort_same(held->sort, counter->sort)) return false;
        }
    return true;
}

static bool claims_are_valid(const Certificate *c)
{
    for (uint32_t i = 0; i < c->countings.count; i++)
        if (!weights_are_valid(c, &c->countings.data[i])) return false;
    for (uint32_t i = 0; i < c->tickets.count; i++)
        if (!held_tickets_are_valid(c, &c->tickets.data[i])) return false;
    return true;
}

/* Ids of local parts in order, none of threads that have ended, all single or none. */
static bool view_threads_are_valid(const Certificate *c, const uint32_t *ids, uint32_t count, bool single)
{
    for (uint32_t i = 0; i < count; i++) {
        if (ids[i] >= c->locals.count || (i && ids[i] < ids[i - 1])) return false;
        const CertificateLocal *local = &c->locals.data[ids[i]];
        if (local->loc.i == NO_ID || c->single[local->template.i] != single) return false;
    }
    return true;
}

static bool has_sub_views(const Certificate *c, const uint32_t *key, uint32_t length)
{
    uint32_t *sub = run_alloc(c->p->run, length * sizeof *sub);
    bool all = true;
    for (uint32_t skip = 3 + key[2]; skip < length && all; skip++) {
        memcpy(sub, key, skip * sizeof *sub);
        memcpy(sub + skip, key + skip + 1, (length - skip - 1) * sizeof *sub);
        all = intern_find(&c->states, sub, length - 1) != INTERN_NONE;
    }
    run_release(c->p->run, sub);
    return all;
}

static bool view_is_valid(const Certificate *c, const uint32_t *key, uint32_t length)
{
    if (length < 3 || length < 3 + key[2] || length - 3 - key[2] > c->size) return false;
    return key[0] < c->shareds.count && key[1] <= 1 && view_threads_are_valid(c, key + 3, key[2], true) &&
           view_threads_are_valid(c, key + 3 + key[2], length - 3 - key[2], false) && has_sub_views(c, key, length);
}

static bool state_key_is_valid(const Certificate *c, const uint32_t *key, uint32_t length)
{
    if (length % 2 == 0 || key[0] >= c->shareds.count) return false;
    for (uint32_t i = 1; i < length; i += 2)
        if (key[i] >= c->locals.count || key[i + 1] == 0 || (i > 1 && key[i] <= key[i - 2])) return false;
    return true;
}

bool certificate_is_bare(const Certificate *c)
{
    for (uint32_t t = 0; t < c->p->templates.count; t++)
        if (c->local[t].count) return false;
    return !c->shared.count && !c->countings.count && !c->tickets.count && !c->states.count;
}

static bool sections_are_valid(const Certificate *c)
{
    for (uint32_t l = 0; l < c->p->locs.count; l++) {
        VarId lock = c->section[l];
        if (lock.i == NO_ID) continue;
        if (c->kind != CERTIFICATE_CONCRETE || lock.i >= c->p->vars.count) return false;
        const Var *info = &c->p->vars.data[lock.i];
        if (info->class != VAR_SHARED || info->sort.kind != SORT_BOOL) return false;
    }
    return true;
}

bool certificate_is_valid(const Certificate *c)
{
    if (!sections_are_valid(c)) return false;
    if (c->kind == CERTIFICATE_CONCRETE && !certificate_is_bare(c)) return false;
    if (!predicate_lists_are_valid(c) || !state_parts_are_valid(c) || !claims_are_valid(c)) return false;
    for (uint32_t i = 0; i < c->states.count; i++) {
        uint32_t length;
        const uint32_t *key = intern_key(&c->states, i, &length);
        bool valid = c->kind == CERTIFICATE_VIEWS ? view_is_valid(c, key, length) : state_key_is_valid(c, key, length);
        if (!valid) return false;
    }
    return true;
}
