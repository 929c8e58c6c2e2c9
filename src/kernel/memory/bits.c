#include "kernel/memory/bits.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"

typedef enum BitOwner { OF_THREAD, OF_THREAD_AND_LOCATION, OF_LOCATION, OF_ALL } BitOwner;

typedef struct BitKind {
    const char *name;
    BitOwner owner;
    bool orders;       /* false is on the safe side */
    bool is_inherited; /* by threads that are started */
} BitKind;

static const BitKind kinds[BIT_COUNT] = {
    [AFTER] = {"K", OF_THREAD, true, true},
    [AFTER_TAKEN] = {"KA", OF_THREAD, true, false},
    [AFTER_GIVEN] = {"KR", OF_THREAD, true, false},
    [FENCED] = {"Ph", OF_THREAD, true, true},
    [FENCED_TAKEN] = {"PhA", OF_THREAD, true, false},
    [FENCED_GIVEN] = {"PhR", OF_THREAD, true, false},
    [BEYOND] = {"Pn", OF_THREAD, true, true},
    [BEYOND_TAKEN] = {"PnA", OF_THREAD, true, false},
    [BEYOND_GIVEN] = {"PnR", OF_THREAD, true, false},
    [CHAINED] = {"G", OF_THREAD, true, true},
    [CHAINED_TAKEN] = {"GA", OF_THREAD, true, false},
    [CHAINED_GIVEN] = {"GR", OF_THREAD, true, false},
    [OVERWRITES] = {"H", OF_THREAD, true, true},
    [OVERWRITES_TAKEN] = {"HA", OF_THREAD, true, false},
    [OVERWRITES_GIVEN] = {"HR", OF_THREAD, true, false},
    [BEHIND] = {"TS", OF_THREAD, false, true},
    [IN_SC] = {"TQ", OF_THREAD, true, true},
    [ALL_ORDERED] = {"GRd", OF_THREAD, true, true},
    [WRITE_ORDERED] = {"GWr", OF_THREAD, true, true},
    [OWN_ACCESS] = {"KC", OF_THREAD, true, false},
    [BUFFERED] = {"own_", OF_THREAD_AND_LOCATION, false, false},
    [AFTER_SENT] = {"M_", OF_LOCATION, true, false},
    [FENCED_SENT] = {"PM_", OF_LOCATION, true, false},
    [BEYOND_SENT] = {"PN_", OF_LOCATION, true, false},
    [CHAINED_SENT] = {"GM_", OF_LOCATION, true, false},
    [OVERWRITES_SENT] = {"HM_", OF_LOCATION, true, false},
    [READ_BEHIND] = {"SR_", OF_LOCATION, false, false},
    [WRITTEN_BEHIND] = {"SW_", OF_LOCATION, false, false},
    [SC_READ] = {"QR_", OF_LOCATION, true, false},
    [SC_WRITTEN] = {"QW_", OF_LOCATION, true, false},
    [SC_LAST] = {"QL_", OF_LOCATION, true, false},
    [FENCE_READ] = {"ER_", OF_LOCATION, true, false},
    [FENCE_WRITTEN] = {"EW_", OF_LOCATION, true, false},
    [ORDERED_READ] = {"GR_", OF_LOCATION, true, false},
    [ORDERED_WRITTEN] = {"GW_", OF_LOCATION, true, false},
    [SECTION] = {"M_section", OF_ALL, true, false},
    [SECTION_BEHIND] = {"SW_section", OF_ALL, false, false},
    [ON] = {"on", OF_ALL, false, false},
    [WAS_UPDATE] = {"was_rmw", OF_ALL, true, false},
    [ASKS_SC] = {"esc", OF_ALL, false, false},
};

bool memory_bits_has_ends(const Program *p, uint32_t v)
{
    const Var *info = &p->vars.data[v];
    return info->class == VAR_SHARED && info->hands == HANDS_END && info->sort.kind == SORT_ARRAY;
}

/* ---- variables ---- */

typedef struct Finding {
    MemoryCheck *m;
    uint32_t next; /* they mostly come in the order in which they are looked for */
} Finding;

static bool is_it(const MemoryCheck *m, uint32_t v, const Var *wanted)
{
    const Var *var = &m->k->p->vars.data[v];
    bool same_owner =
        var->class == wanted->class && (var->class == VAR_SHARED || var->template.i == wanted->template.i);
    return !m->is_known[v] && same_owner && sort_same(var->sort, wanted->sort) &&
           (!term_is(wanted->init) || term_same(var->init, wanted->init)) &&
           var->is_parameter == wanted->is_parameter && strcmp(var->name, wanted->name) == 0;
}

/* Each variable is found once. */
static VarId find_variable(Finding *f, const Var *wanted)
{
    MemoryCheck *m = f->m;
    const uint32_t first = m->f->p->vars.count, count = m->k->p->vars.count - first;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = first + (f->next + i) % count;
        if (!is_it(m, v, wanted)) continue;
        m->is_known[v] = true;
        f->next = v + 1 - first;
        return (VarId){v};
    }
    return (VarId){NO_ID};
}

static VarId find_bit(Finding *f, Bit bit, uint32_t template, const char *of)
{
    TermManager *tm = f->m->k->tm;
    Var wanted = {.sort = sort_bool(), .class = template == NO_ID ? VAR_SHARED : VAR_LOCAL, .template = {template}};
    wanted.name = run_format(f->m->k->run, "%s%s", kinds[bit].name, of);
    wanted.init = term_bool(tm, false);
    wanted.is_parameter = kinds[bit].is_inherited;
    return find_variable(f, &wanted);
}

/* One message for each thread that ends. */
static VarId find_messages(Finding *f, const Var *ends)
{
    TermManager *tm = f->m->k->tm;
    Var wanted = {.class = VAR_SHARED, .template = {NO_ID}};
    wanted.name = run_format(f->m->k->run, "%s%s", kinds[AFTER_SENT].name, ends->name);
    wanted.sort = sort_array(sort_index(ends->sort), sort_bv(1));
    wanted.init = term_const_array(tm, wanted.sort, term_bv(tm, 1, 0));
    return find_variable(f, &wanted);
}

/* Locations, and what is no memory, which may hand something on. */
static void find_of_locations(Finding *f, Bit bit)
{
    const Program *p = f->m->f->p;
    for (uint32_t v = 0; v < p->vars.count; v++) {
        const Var *info = &p->vars.data[v];
        f->m->vars[bit][v].i = NO_ID;
        if (bit == AFTER_SENT && memory_bits_has_ends(p, v))
            f->m->vars[bit][v] = find_messages(f, info);
        else if (f->m->f->is_location[v] || (info->class == VAR_SHARED && !info->is_memory))
            f->m->vars[bit][v] = find_bit(f, bit, NO_ID, info->name);
    }
}

static void find_buffered(Finding *f)
{
    const Program *p = f->m->f->p;
    for (uint32_t t = 0; t < p->templates.count; t++)
        for (uint32_t v = 0; v < p->vars.count; v++) {
            VarId *place = &f->m->vars[BUFFERED][(size_t)t * p->vars.count + v];
            place->i = NO_ID;
            if (f->m->f->is_location[v]) *place = find_bit(f, BUFFERED, t, p->vars.data[v].name);
        }
}

static void find_of_kind(Finding *f, Bit bit)
{
    const Program *p = f->m->f->p;
    const size_t templates = p->templates.count, variables = p->vars.count;
    const size_t counts[] = {[OF_THREAD] = templates,
                             [OF_THREAD_AND_LOCATION] = templates * variables,
                             [OF_LOCATION] = variables,
                             [OF_ALL] = 1};
    f->m->vars[bit] = run_alloc(f->m->k->run, (counts[kinds[bit].owner] + 1) * sizeof *f->m->vars[bit]);
    switch (kinds[bit].owner) {
    case OF_THREAD:
        for (uint32_t t = 0; t < templates; t++)
            f->m->vars[bit][t] = find_bit(f, bit, t, "");
        break;
    case OF_THREAD_AND_LOCATION: find_buffered(f); break;
    case OF_LOCATION: find_of_locations(f, bit); break;
    case OF_ALL: f->m->vars[bit][0] = find_bit(f, bit, NO_ID, ""); break;
    }
}

static void find_others(Finding *f)
{
    MemoryCheck *m = f->m;
    TermManager *tm = m->k->tm;
    Var wanted = {.name = "old", .class = VAR_SHARED, .template = {NO_ID}};
    m->old = m->race = m->index = (VarId){NO_ID};
    if (m->x != NO_ID) {
        wanted.sort = m->f->p->vars.data[m->x].sort;
        m->old = find_variable(f, &wanted);
        return;
    }
    for (unsigned width = 1; width <= 64 && m->race.i == NO_ID; width++) {
        wanted = (Var){.name = "race", .sort = sort_bv(width), .class = VAR_SHARED, .template = {NO_ID}};
        wanted.init = term_bv(tm, width, 0);
        m->race = find_variable(f, &wanted);
    }
    for (unsigned width = 1; width <= 64 && m->index.i == NO_ID; width++) {
        wanted = (Var){.name = "race.index", .sort = sort_bv(width), .class = VAR_SHARED, .template = {NO_ID}};
        m->index = find_variable(f, &wanted);
    }
}

void memory_bits_find(MemoryCheck *m)
{
    Finding f = {m, 0};
    CHECK(m->k->p->vars.count >= m->f->p->vars.count);
    m->is_known = run_alloc(m->k->run, m->k->p->vars.count + 1);
    for (uint32_t v = 0; v < m->f->p->vars.count; v++)
        m->is_known[v] = true;
    find_others(&f);
    for (Bit bit = 0; bit < BIT_COUNT; bit++)
        find_of_kind(&f, bit);
}

void memory_bits_release(MemoryCheck *m)
{
    for (Bit bit = 0; bit < BIT_COUNT; bit++)
        run_release(m->k->run, m->vars[bit]);
    run_release(m->k->run, m->is_known);
}

/* ---- values ---- */

static VarId variable_of(const BitStep *s, Bit bit, uint32_t y)
{
    const MemoryCheck *m = s->m;
    CHECK(bit < BIT_COUNT);
    switch (kinds[bit].owner) {
    case OF_THREAD: return m->vars[bit][s->template.i];
    case OF_THREAD_AND_LOCATION: return m->vars[bit][(size_t)s->template.i * m->f->p->vars.count + y];
    case OF_LOCATION: return m->vars[bit][y];
    case OF_ALL: break;
    }
    return m->vars[bit][0];
}

BitStep memory_bits_begin(MemoryCheck *m, const Edge *e)
{
    return (BitStep){.m = m, .template = m->f->p->locs.data[e->from.i].template};
}

Term memory_bits_variable(BitStep *s, VarId v)
{
    for (uint32_t i = 0; i < s->values.count; i++)
        if (s->values.data[i].var.i == v.i) return s->values.data[i].value;
    return program_var_term(s->m->k->p, v);
}

void memory_bits_set_variable(BitStep *s, VarId v, Term value)
{
    for (uint32_t i = 0; i < s->values.count; i++)
        if (s->values.data[i].var.i == v.i) {
            s->values.data[i].value = value;
            return;
        }
    vec_push(s->m->k->run, &s->values, ((Assign){v, value}));
}

Term memory_bits_get(BitStep *s, Bit bit, uint32_t y)
{
    if (bit == ALWAYS || bit == NEVER) return term_bool(s->m->k->tm, bit == ALWAYS);
    VarId v = variable_of(s, bit, y);
    return v.i == NO_ID ? term_bool(s->m->k->tm, false) : memory_bits_variable(s, v);
}

void memory_bits_set(BitStep *s, Bit bit, uint32_t y, Term value)
{
    VarId v = variable_of(s, bit, y);
    if (v.i != NO_ID)
        memory_bits_set_variable(s, v, value);
    else if (!kinds[bit].orders && !term_is_false(s->m->k->tm, value))
        checker_fail(s->m->k, "the bit %s%s is missing", kinds[bit].name,
                     y == NO_ID ? "" : s->m->f->p->vars.data[y].name);
}

/* ---- threads that are started ---- */

VarId memory_bits_inherited(const MemoryCheck *m, TemplateId template, uint32_t number)
{
    for (Bit bit = 0; bit < BIT_COUNT; bit++) {
        if (!kinds[bit].is_inherited || m->vars[bit][template.i].i == NO_ID) continue;
        if (!number--) return m->vars[bit][template.i];
    }
    return (VarId){NO_ID};
}

/* Starting a thread is a fence of x86. */
Term memory_bits_started(BitStep *s, VarId v, TemplateId template)
{
    TermManager *tm = s->m->k->tm;
    for (Bit bit = 0; bit < BIT_COUNT; bit++) {
        if (kinds[bit].owner != OF_THREAD || s->m->vars[bit][template.i].i != v.i) continue;
        if (!kinds[bit].is_inherited) return term_bool(tm, false);
        Term value = memory_bits_get(s, bit, NO_ID);
        return bit == ALL_ORDERED ? term_or(tm, value, memory_bits_get(s, WRITE_ORDERED, NO_ID)) : value;
    }
    return TERM_NONE;
}

void memory_bits_require_started(BitStep *s, TemplateId template)
{
    for (Bit bit = 0; bit < BIT_COUNT; bit++)
        if (kinds[bit].is_inherited && !kinds[bit].orders && s->m->vars[bit][template.i].i == NO_ID &&
            !term_is_false(s->m->k->tm, memory_bits_get(s, bit, NO_ID)))
            checker_fail(s->m->k, "the bit %s of a thread that is started is missing", kinds[bit].name);
}
