/* The rules follow docs/memory.md line by line. In each step they are applied one after the other; a bit that there is
 * none of is false, and setting it does nothing. */
#include "program/weak_rules.h"

#include "base/unsound.h"
#include "logic/term/boolean.h"
#include "program/weak_handing.h"

static Term is_on(WeakStep *s) { return weak_bit(s, s->b->on); }
static Term truth(const WeakStep *s, bool value) { return term_bool(s->b->tm, value); }

/* ---- C11 ---- */

/* What the message of y brings. */
static void take_messages(WeakStep *s, uint32_t y, bool acquires)
{
    static const LocationBit messages[] = {BIT_M, BIT_PM, BIT_NM, BIT_GM, BIT_HM};
    static const ThreadBit now[] = {BIT_K, BIT_PH, BIT_PN, BIT_G, BIT_H},
                           later[] = {BIT_KA, BIT_PHA, BIT_PNA, BIT_GA, BIT_HA};
    for (unsigned i = 0; i < sizeof messages / sizeof *messages; i++)
        if (s->b->of_location[messages[i]])
            weak_or_thread_bit(s, acquires ? now[i] : later[i], weak_location_bit(s, messages[i], y));
}

/* The message of y after a write. An RMW continues a release sequence; another store begins one, or none. */
static void give_messages(WeakStep *s, uint32_t y, bool releases, bool is_rmw)
{
    static const LocationBit messages[] = {BIT_M, BIT_PM, BIT_NM, BIT_GM, BIT_HM};
    static const ThreadBit now[] = {BIT_K, BIT_PH, BIT_PN, BIT_G, BIT_H},
                           before[] = {BIT_KR, BIT_PHR, BIT_PNR, BIT_GR, BIT_HR};
    for (unsigned i = 0; i < sizeof messages / sizeof *messages; i++) {
        if (!s->b->of_location[messages[i]]) continue;
        Term given = weak_thread_bit(s, releases ? now[i] : before[i]);
        bool goes_on = is_rmw || IS_UNSOUND(UNSOUND_MESSAGE_KEPT);
        weak_set_location_bit(s, messages[i], y,
                              goes_on ? term_or(s->b->tm, weak_location_bit(s, messages[i], y), given) : given);
    }
}

static void read_c11(WeakStep *s, uint32_t y, MemoryOrder order)
{
    weak_or_thread_bit(s, BIT_TS, weak_location_bit(s, BIT_SW, y));
    weak_or_location_bit(s, BIT_SR, y, weak_thread_bit(s, BIT_TS));
    if (y == s->b->x)
        weak_or_thread_bit(s, BIT_K, is_on(s)); /* coherence: an own access of x behind the nominated write */
    if (order == MEMORY_ORDERED) {
        weak_or_thread_bit(s, BIT_TQ, weak_location_bit(s, BIT_QL, y));
        if (s->b->mix) weak_or_thread_bit(s, BIT_TQ, weak_thread_bit(s, BIT_PH));
        weak_or_location_bit(s, BIT_QR, y, weak_thread_bit(s, BIT_TQ));
        weak_or_thread_bit(s, BIT_G, weak_thread_bit(s, BIT_TQ));
    }
    weak_or_thread_bit(s, IS_UNSOUND(UNSOUND_PSC_BEHIND) ? BIT_PH : BIT_PN, weak_location_bit(s, BIT_EW, y));
    weak_or_location_bit(s, BIT_ER, y, weak_thread_bit(s, BIT_PH));
    take_messages(s, y, memory_order_acquires(order));
}

static void write_sc(WeakStep *s, uint32_t y)
{
    weak_or_thread_bit(s, BIT_TQ, weak_location_bit(s, BIT_QR, y));
    weak_or_thread_bit(s, BIT_TQ, weak_location_bit(s, BIT_QW, y));
    if (s->b->mix) {
        weak_or_thread_bit(s, BIT_TQ, weak_thread_bit(s, BIT_PH));
        weak_or_thread_bit(s, BIT_TQ, weak_location_bit(s, BIT_ER, y));
        weak_or_thread_bit(s, BIT_TQ, weak_location_bit(s, BIT_EW, y));
    }
    if (y == s->b->x) weak_or_thread_bit(s, BIT_TQ, is_on(s));
    weak_or_location_bit(s, BIT_QW, y, weak_thread_bit(s, BIT_TQ));
    weak_or_location_bit(s, BIT_QR, y, weak_thread_bit(s, BIT_TQ));
    weak_set_location_bit(s, BIT_QL, y, weak_thread_bit(s, BIT_TQ));
    weak_or_thread_bit(s, BIT_G, weak_thread_bit(s, BIT_TQ));
}

static void write_c11(WeakStep *s, uint32_t y, MemoryOrder order, bool is_rmw)
{
    weak_or_thread_bit(s, BIT_TS, weak_location_bit(s, BIT_SR, y));
    weak_or_thread_bit(s, BIT_TS, weak_location_bit(s, BIT_SW, y));
    weak_or_location_bit(s, BIT_SW, y, weak_thread_bit(s, BIT_TS));
    weak_or_location_bit(s, BIT_SR, y, weak_thread_bit(s, BIT_TS));
    if (y == s->b->x) weak_or_thread_bit(s, BIT_K, is_on(s));
    weak_or_thread_bit(s, BIT_G, weak_location_bit(s, BIT_QR, y));
    weak_or_thread_bit(s, BIT_G, weak_location_bit(s, BIT_QW, y));
    if (y == s->b->x) weak_or_thread_bit(s, BIT_H, is_on(s));
    if (order == MEMORY_ORDERED)
        write_sc(s, y);
    else
        weak_set_location_bit(s, BIT_QL, y, truth(s, false));
    weak_or_thread_bit(s, BIT_PN, weak_location_bit(s, BIT_ER, y));
    weak_or_thread_bit(s, BIT_PN, weak_location_bit(s, BIT_EW, y));
    weak_or_location_bit(s, BIT_EW, y, weak_location_bit(s, BIT_ER, y));
    weak_or_location_bit(s, BIT_EW, y, weak_thread_bit(s, BIT_PH));
    weak_or_location_bit(s, BIT_ER, y, weak_thread_bit(s, BIT_PH));
    give_messages(s, y, memory_order_releases(order) || IS_UNSOUND(UNSOUND_RELAXED_RELEASES), is_rmw);
}

static void nominate_c11(WeakStep *s, uint32_t y, MemoryOrder order)
{
    weak_set_thread_bit(s, BIT_K, truth(s, true)); /* the message needs nothing: who reads it has accessed x */
    weak_set_thread_bit(s, BIT_H, truth(s, true));
    if (memory_order_releases(order)) weak_set_location_bit(s, BIT_HM, y, truth(s, true));
    if (order != MEMORY_ORDERED) return;
    weak_set_thread_bit(s, BIT_TQ, truth(s, true));
    weak_set_location_bit(s, BIT_QR, y, truth(s, true));
    weak_set_location_bit(s, BIT_QW, y, truth(s, true));
    weak_set_location_bit(s, BIT_QL, y, truth(s, true));
    weak_set_thread_bit(s, BIT_G, truth(s, true));
    weak_set_location_bit(s, BIT_GM, y, truth(s, true));
}

static void fence_c11(WeakStep *s, MemoryOrder order)
{
    static const ThreadBit now[] = {BIT_K, BIT_PH, BIT_PN, BIT_G, BIT_H};
    static const ThreadBit after[] = {BIT_KA, BIT_PHA, BIT_PNA, BIT_GA, BIT_HA};
    static const ThreadBit before[] = {BIT_KR, BIT_PHR, BIT_PNR, BIT_GR, BIT_HR};
    TermManager *tm = s->b->tm;
    for (unsigned i = 0; i < 5 && memory_order_acquires(order); i++)
        weak_or_thread_bit(s, now[i], weak_thread_bit(s, after[i]));
    if (IS_UNSOUND(UNSOUND_FENCE_ORDERS_ALL) && order == MEMORY_ORDERED)
        weak_or_thread_bit(s, BIT_K, weak_thread_bit(s, BIT_TS));
    if (order == MEMORY_ORDERED && s->b->has_psc) {
        Term k = weak_thread_bit(s, BIT_K);
        if (s->b->mix) k = term_and(tm, k, term_not(tm, weak_bit(s, s->b->esc)));
        weak_or_thread_bit(s, BIT_PH, weak_thread_bit(s, BIT_PN));
        weak_or_thread_bit(s, BIT_PH, weak_thread_bit(s, BIT_G));
        weak_or_thread_bit(s, BIT_PH, weak_thread_bit(s, BIT_H));
        weak_or_thread_bit(s, BIT_PH, k);
    }
    for (unsigned i = 0; i < 5 && memory_order_releases(order); i++)
        weak_set_thread_bit(s, before[i], weak_thread_bit(s, now[i]));
}

/* ---- x86-TSO ---- */

static void read_tso(WeakStep *s, uint32_t y)
{
    TermManager *tm = s->b->tm;
    weak_or_thread_bit(s, BIT_TS, weak_location_bit(s, BIT_SW, y));
    weak_or_location_bit(s, BIT_SR, y, weak_thread_bit(s, BIT_TS));
    if (y == s->b->x) weak_or_thread_bit(s, BIT_KC, is_on(s));
    weak_or_thread_bit(s, BIT_GRD,
                       term_and(tm, weak_location_bit(s, BIT_TW, y), term_not(tm, weak_bit(s, weak_own_bit(s, y)))));
    weak_or_location_bit(s, BIT_TR, y, weak_thread_bit(s, BIT_GRD));
}

static void fence_tso(WeakStep *s)
{
    weak_or_thread_bit(s, BIT_GRD, weak_thread_bit(s, BIT_GWR));
    for (uint32_t i = 0; i < s->b->events->locations.count; i++)
        weak_set_bit(s, weak_own_bit(s, s->b->events->locations.data[i]), truth(s, false));
}

/* Orders of C mean nothing: whoever wants the fence that a compiler adds to a sequentially consistent store asks C11.
 */
static void write_tso(WeakStep *s, uint32_t y, bool is_rmw)
{
    weak_or_thread_bit(s, BIT_TS, weak_location_bit(s, BIT_SR, y));
    weak_or_thread_bit(s, BIT_TS, weak_location_bit(s, BIT_SW, y));
    weak_or_location_bit(s, BIT_SW, y, weak_thread_bit(s, BIT_TS));
    weak_or_location_bit(s, BIT_SR, y, weak_thread_bit(s, BIT_TS));
    if (y == s->b->x) weak_or_thread_bit(s, BIT_KC, is_on(s));
    weak_or_thread_bit(s, BIT_GWR, weak_thread_bit(s, BIT_GRD));
    weak_or_thread_bit(s, BIT_GWR, weak_location_bit(s, BIT_TR, y));
    weak_or_thread_bit(s, BIT_GWR, weak_location_bit(s, BIT_TW, y));
    weak_or_location_bit(s, BIT_TW, y, weak_thread_bit(s, BIT_GWR));
    weak_or_location_bit(s, BIT_TR, y, weak_thread_bit(s, BIT_GWR));
    weak_set_bit(s, weak_own_bit(s, y), truth(s, !is_rmw));
    if (is_rmw) fence_tso(s);
}

static void nominate_tso(WeakStep *s, uint32_t y, bool is_rmw)
{
    weak_set_thread_bit(s, BIT_KC, truth(s, true));
    weak_set_thread_bit(s, BIT_GWR, truth(s, true));
    weak_set_location_bit(s, BIT_TR, y, truth(s, true));
    weak_set_location_bit(s, BIT_TW, y, truth(s, true));
    weak_set_bit(s, weak_own_bit(s, y), truth(s, !is_rmw));
    if (is_rmw) fence_tso(s);
}

/* ---- steps ---- */

static void nominate(WeakStep *s, uint32_t y, MemoryOrder order, bool is_rmw)
{
    WeakBits *b = s->b;
    weak_set_bit(s, b->old, program_var_term(b->out, (VarId){y}));
    weak_set_bit(s, b->was_rmw, truth(s, is_rmw));
    weak_set_bit(s, b->on, truth(s, true));
    weak_set_thread_bit(s, BIT_TS, truth(s, true));
    weak_set_location_bit(s, BIT_SR, y, truth(s, true));
    weak_set_location_bit(s, BIT_SW, y, truth(s, true));
    if (b->model == WEAK_TSO)
        nominate_tso(s, y, is_rmw);
    else
        nominate_c11(s, y, order);
}

static void read_location(WeakStep *s, uint32_t y, MemoryOrder order)
{
    if (s->b->model == WEAK_TSO)
        read_tso(s, y);
    else
        read_c11(s, y, order);
}

static void write_location(WeakStep *s, uint32_t y, MemoryOrder order, bool is_rmw)
{
    if (s->b->model == WEAK_TSO) {
        write_tso(s, y, is_rmw);
        return;
    }
    write_c11(s, y, order == MEMORY_PLAIN ? MEMORY_RELAXED : order, is_rmw);
    if (order == MEMORY_PLAIN) /* begins no release sequence, whatever fence was before */
        for (LocationBit bit = BIT_M; bit <= BIT_HM; bit++)
            weak_set_location_bit(s, bit, y, truth(s, false));
}

static void step_locations(WeakStep *s, const Edge *e, bool nominates)
{
    LocationEvent events[EVENTS_MAX];
    uint32_t count = memory_events_of(s->b->events, e, events, EVENTS_MAX);
    MemoryOrder order = memory_event_order(s->b->p, e), read_order = order == MEMORY_PLAIN ? MEMORY_RELAXED : order;
    for (uint32_t i = 0; i < count; i++)
        if (events[i].reads) read_location(s, events[i].var, read_order);
    for (uint32_t i = 0; i < count; i++) {
        if (!events[i].writes) continue;
        write_location(s, events[i].var, order, events[i].reads);
        if (nominates && events[i].var == s->b->x) nominate(s, events[i].var, read_order, events[i].reads);
    }
}

static void enter_section(WeakStep *s, const Edge *e)
{
    const Program *p = s->b->p;
    if (!p->locs.data[e->to.i].atomic || p->locs.data[e->from.i].atomic) return;
    weak_or_thread_bit(s, BIT_K, weak_bit(s, s->b->section));
    weak_or_thread_bit(s, BIT_TS, weak_bit(s, s->b->section_sw));
}

static void be_in_section(WeakStep *s, const Edge *e)
{
    TermManager *tm = s->b->tm;
    if (!memory_event_in_section(s->b->p, e)) return;
    weak_set_bit(s, s->b->section, term_or(tm, weak_bit(s, s->b->section), weak_thread_bit(s, BIT_K)));
    weak_set_bit(s, s->b->section_sw, term_or(tm, weak_bit(s, s->b->section_sw), weak_thread_bit(s, BIT_TS)));
}

void weak_step_edge(WeakStep *s, const Edge *e, bool nominates)
{
    if (e->is_fence && s->b->model == WEAK_C11) fence_c11(s, e->order);
    if (e->is_fence && s->b->model == WEAK_TSO && e->order == MEMORY_ORDERED) fence_tso(s);
    weak_take_handed(s, e);
    enter_section(s, e);
    step_locations(s, e, nominates);
    be_in_section(s, e);
    weak_give_handed(s, e);
}

Term weak_is_unaware(WeakStep *s, MemoryOrder order, bool writes)
{
    TermManager *tm = s->b->tm;
    WeakBits *b = s->b;
    Term aware = truth(s, false);
    static const ThreadBit c11[] = {BIT_K, BIT_PH}, tso[] = {BIT_KC, BIT_GRD};
    for (unsigned i = 0; i < 2; i++)
        aware = term_or(tm, aware, weak_thread_bit(s, b->model == WEAK_TSO ? tso[i] : c11[i]));
    if (b->model == WEAK_TSO && writes) aware = term_or(tm, aware, weak_thread_bit(s, BIT_GWR));
    if (order == MEMORY_ORDERED) aware = term_or(tm, aware, weak_thread_bit(s, BIT_TQ));
    if (writes) aware = term_or(tm, aware, weak_bit(s, b->was_rmw));
    if (b->mix) {
        Term esc = weak_bit(s, b->esc);
        aware = term_or(tm, aware, order == MEMORY_ORDERED ? term_not(tm, esc) : esc);
    }
    return term_and(tm, term_and(tm, is_on(s), weak_thread_bit(s, BIT_TS)), term_not(tm, aware));
}
