#include "kernel/memory/step.h"

#include "kernel/memory/handing.h"
#include "kernel/memory/rules.h"
#include "logic/term/boolean.h"

static unsigned facts_of(const BitStep *s, const Edge *e, const LocationAccess *a)
{
    unsigned facts = rules_facts_of_order(memory_order_of(s->m->f->p, e));
    return facts | (a->var == s->m->x ? AT_X : 0) | (s->m->is_mixed ? MIXED : 0) |
           (a->reads && a->writes ? UPDATES : NOT_UPDATES);
}

/* x86's buffer of the thread is empty. */
static void drain(BitStep *s)
{
    rules_apply(s, RULES_TSO_DRAIN, 0, NO_ID);
    for (uint32_t v = 0; v < s->m->f->p->vars.count; v++)
        if (s->m->f->is_location[v]) rules_apply(s, RULES_TSO_DRAIN_LOCATION, 0, v);
}

static void guess_write(BitStep *s, unsigned facts)
{
    MemoryCheck *m = s->m;
    if (m->old.i == NO_ID)
        checker_fail(m->k, "there is no older value of `%s`", m->f->p->vars.data[m->x].name);
    else
        memory_bits_set_variable(s, m->old, program_var_term(m->k->p, (VarId){m->x}));
    rules_apply(s, RULES_GUESS, facts, m->x);
    rules_apply(s, m->is_tso ? RULES_TSO_GUESS : RULES_C11_GUESS, facts, m->x);
    if (m->is_tso && (facts & UPDATES)) drain(s);
}

static void write_location(BitStep *s, unsigned facts, uint32_t y)
{
    rules_apply(s, s->m->is_tso ? RULES_TSO_WRITE : RULES_C11_WRITE, facts, y);
    if (!s->m->is_tso)
        rules_apply(s, RULES_C11_SEND, facts, y);
    else if (facts & UPDATES)
        drain(s);
}

static void access_locations(BitStep *s, const Edge *e, bool is_guessed)
{
    LocationAccesses list = memory_accesses_of(s->m->f, e);
    for (uint32_t i = 0; i < list.count; i++) {
        const LocationAccess *a = &list.data[i];
        if (a->reads) rules_apply(s, s->m->is_tso ? RULES_TSO_READ : RULES_C11_READ, facts_of(s, e, a), a->var);
    }
    for (uint32_t i = 0; i < list.count; i++) {
        unsigned facts = facts_of(s, e, &list.data[i]);
        if (!list.data[i].writes) continue;
        write_location(s, facts, list.data[i].var);
        if (is_guessed && list.data[i].var == s->m->x) guess_write(s, facts);
    }
    vec_free(s->m->k->run, &list);
}

static void pass_fence(BitStep *s, const Edge *e)
{
    if (!s->m->is_tso)
        rules_apply(s, RULES_C11_FENCE, rules_facts_of_order(e->order), NO_ID);
    else if (e->order == MEMORY_ORDERED)
        drain(s);
}

void memory_step(BitStep *s, const Edge *e, bool is_guessed)
{
    const Program *p = s->m->f->p;
    bool enters = p->locs.data[e->to.i].atomic && !p->locs.data[e->from.i].atomic;
    if (e->is_fence) pass_fence(s, e);
    memory_take_all(s, e);
    if (enters) rules_apply(s, RULES_ENTER, 0, NO_ID);
    access_locations(s, e, is_guessed);
    if (memory_is_in_section(p, e)) rules_apply(s, RULES_INSIDE, 0, NO_ID);
    memory_give_all(s, e);
}

Term memory_out_of_order(BitStep *s, const Edge *e, bool writes)
{
    TermManager *tm = s->m->k->tm;
    bool is_sc = memory_order_of(s->m->f->p, e) == MEMORY_ORDERED, is_tso = s->m->is_tso;
    const Bit none[] = {is_tso ? OWN_ACCESS : AFTER, is_tso ? ALL_ORDERED : FENCED, is_sc && !is_tso ? IN_SC : NEVER,
                        writes && is_tso ? WRITE_ORDERED : NEVER, writes ? WAS_UPDATE : NEVER};
    Term all = term_and(tm, memory_bits_get(s, ON, NO_ID), memory_bits_get(s, BEHIND, NO_ID));
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        all = term_and(tm, all, term_not(tm, memory_bits_get(s, none[i], NO_ID)));
    if (!s->m->is_mixed) return all;
    Term asks_sc = memory_bits_get(s, ASKS_SC, NO_ID);
    return term_and(tm, all, is_sc ? asks_sc : term_not(tm, asks_sc));
}
