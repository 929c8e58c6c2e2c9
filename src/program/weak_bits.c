#include "program/weak_bits.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"

/* ---- variables ---- */

static VarId add_bit(WeakBits *b, VarClass class, uint32_t template, const char *name, bool is_parameter)
{
    Var v = {.name = name, .sort = sort_bool(), .class = class, .template = {template}};
    v.init = term_bool(b->tm, false);
    v.is_temporary = true;
    v.is_parameter = is_parameter;
    return program_add_var(b->out, &v);
}

static const char *const thread_names[] = {"K",  "KA", "KR", "Ph", "PhA", "PhR", "Pn", "PnA", "PnR", "TS",
                                           "TQ", "G",  "GA", "GR", "H",   "HA",  "HR", "GRd", "GWr", "KC"};
static const char *const location_names[] = {"M",  "PM", "PN", "GM", "HM", "SR", "SW",
                                             "QR", "QW", "QL", "ER", "EW", "GR", "GW"};

/* What a thread that is started takes over from who starts it. */
bool weak_bit_is_inherited(ThreadBit bit)
{
    switch (bit) {
    case BIT_K:
    case BIT_PH:
    case BIT_PN:
    case BIT_TS:
    case BIT_TQ:
    case BIT_G:
    case BIT_H:
    case BIT_GRD:
    case BIT_GWR: return true;
    case BIT_KA:
    case BIT_KR:
    case BIT_PHA:
    case BIT_PHR:
    case BIT_PNA:
    case BIT_PNR:
    case BIT_GA:
    case BIT_GR:
    case BIT_HA:
    case BIT_HR:
    case BIT_KC: return false;
    }
    return false;
}

static bool needs_thread_bit(const WeakBits *b, ThreadBit bit)
{
    bool is_c11 = b->model == WEAK_C11, asks_behind = b->x != NO_ID, fences = b->events->has_fences;
    switch (bit) {
    case BIT_K: return is_c11;
    case BIT_KA:
    case BIT_KR: return is_c11 && fences;
    case BIT_PH:
    case BIT_PHA:
    case BIT_PHR:
    case BIT_PN:
    case BIT_PNA:
    case BIT_PNR: return b->has_psc;
    case BIT_TS: return asks_behind;
    case BIT_TQ: return b->has_sc;
    case BIT_G:
    case BIT_GA:
    case BIT_GR:
    case BIT_H:
    case BIT_HA:
    case BIT_HR: return b->mix;
    case BIT_GRD:
    case BIT_GWR:
    case BIT_KC: return !is_c11;
    }
    return false;
}

static bool needs_location_bit(const WeakBits *b, LocationBit bit)
{
    switch (bit) {
    case BIT_M: return b->model == WEAK_C11;
    case BIT_PM:
    case BIT_NM:
    case BIT_ER:
    case BIT_EW: return b->has_psc;
    case BIT_GM:
    case BIT_HM: return b->mix;
    case BIT_SR:
    case BIT_SW: return b->x != NO_ID;
    case BIT_QR:
    case BIT_QW:
    case BIT_QL: return b->has_sc;
    case BIT_TR:
    case BIT_TW: return b->model == WEAK_TSO;
    }
    return false;
}

/* Of what is no memory only this is needed: what it hands on, and who has touched it. */
static bool concerns_others(LocationBit bit) { return bit == BIT_M || bit == BIT_SW || bit == BIT_TW; }

static void add_thread_bits(WeakBits *b)
{
    Run *run = b->p->run;
    for (uint32_t bit = 0; bit < THREAD_BITS; bit++) {
        if (!needs_thread_bit(b, (ThreadBit)bit)) continue;
        b->of_thread[bit] = run_alloc(run, (b->p->templates.count + 1) * sizeof *b->of_thread[bit]);
        for (uint32_t t = 0; t < b->p->templates.count; t++)
            b->of_thread[bit][t] = add_bit(b, VAR_LOCAL, t, thread_names[bit], weak_bit_is_inherited((ThreadBit)bit));
    }
}

static bool is_other(const Var *v, LocationBit bit)
{
    if (v->class != VAR_SHARED || v->is_memory || !concerns_others(bit)) return false;
    return bit == BIT_SW || (handing_is_known(v->hands) && v->sort.kind != SORT_ARRAY);
}

/* One message for each thread that ends. */
static VarId add_messages(WeakBits *b, const Var *ends, const char *name)
{
    Var v = {.name = name, .class = VAR_SHARED, .template = {NO_ID}, .is_temporary = true};
    v.sort = sort_array(sort_index(ends->sort), sort_bv(1));
    v.init = term_const_array(b->tm, v.sort, term_bv(b->tm, 1, 0));
    return program_add_var(b->out, &v);
}

static void add_location_bits(WeakBits *b)
{
    Run *run = b->p->run;
    for (uint32_t bit = 0; bit < LOCATION_BITS; bit++) {
        if (!needs_location_bit(b, (LocationBit)bit)) continue;
        b->of_location[bit] = run_alloc(run, (b->p->vars.count + 1) * sizeof *b->of_location[bit]);
        for (uint32_t v = 0; v < b->p->vars.count; v++) {
            const Var *info = &b->p->vars.data[v];
            const char *name = run_format(run, "%s_%s", location_names[bit], info->name);
            b->of_location[bit][v] = (VarId){NO_ID};
            if (bit == BIT_M && memory_var_has_ends(info))
                b->of_location[bit][v] = add_messages(b, info, name);
            else if (b->events->is_location[v] || is_other(info, (LocationBit)bit))
                b->of_location[bit][v] = add_bit(b, VAR_SHARED, NO_ID, name, false);
        }
    }
}

static void add_own_bits(WeakBits *b)
{
    uint32_t vars = b->p->vars.count;
    if (b->model != WEAK_TSO) return;
    b->own = run_alloc(b->p->run, ((size_t)vars * b->p->templates.count + 1) * sizeof *b->own);
    for (uint32_t t = 0; t < b->p->templates.count; t++)
        for (uint32_t i = 0; i < b->events->locations.count; i++) {
            uint32_t v = b->events->locations.data[i];
            const char *name = run_format(b->p->run, "own_%s", b->p->vars.data[v].name);
            b->own[(size_t)t * vars + v] = add_bit(b, VAR_LOCAL, t, name, false);
        }
}

static void add_shared_bits(WeakBits *b)
{
    b->section = b->section_sw = b->on = b->was_rmw = b->esc = b->old = (VarId){NO_ID};
    if (b->events->has_sections && b->model == WEAK_C11) b->section = add_bit(b, VAR_SHARED, NO_ID, "M_section", false);
    if (b->events->has_sections && b->x != NO_ID) b->section_sw = add_bit(b, VAR_SHARED, NO_ID, "SW_section", false);
    if (b->x == NO_ID) return;
    b->on = add_bit(b, VAR_SHARED, NO_ID, "on", false);
    b->was_rmw = add_bit(b, VAR_SHARED, NO_ID, "was_rmw", false);
    if (b->mix) b->esc = add_bit(b, VAR_SHARED, NO_ID, "esc", false);
    Var old = b->p->vars.data[b->x];
    old.name = "old";
    old.is_temporary = true;
    old.is_memory = false;
    old.init = term_is(old.init) ? old.init : term_const(b->tm, old.sort, 0);
    b->old = program_add_var(b->out, &old);
}

WeakBits *weak_bits_new(const Program *p, Program *out, MemoryEvents *events, WeakModel model, uint32_t x)
{
    WeakBits *b = run_alloc(p->run, sizeof *b);
    bool is_c11 = model == WEAK_C11 && x != NO_ID;
    *b = (WeakBits){.p = p, .out = out, .tm = p->tm, .events = events, .model = model, .x = x};
    b->has_sc = is_c11 && events->has_sc;
    b->has_psc = is_c11 && events->has_sc_fences;
    b->mix = b->has_sc && b->has_psc;
    add_thread_bits(b);
    add_location_bits(b);
    add_own_bits(b);
    add_shared_bits(b);
    return b;
}

void weak_bits_free(WeakBits *b)
{
    Run *run = b->p->run;
    for (uint32_t i = 0; i < THREAD_BITS; i++)
        run_release(run, b->of_thread[i]);
    for (uint32_t i = 0; i < LOCATION_BITS; i++)
        run_release(run, b->of_location[i]);
    run_release(run, b->own);
    run_release(run, b);
}
