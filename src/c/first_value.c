/* A variable is out where an edge that the first thread can come to without having set it reads it, or starts a thread:
 * what others do is not looked at. Which variables are set on every way to a location is found by the usual iteration,
 * from above. No run reads the first value of a variable that is left, so all of them are the same program. */
#include "c/first_value.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"

#define ROOM_MAX (1u << 22) /* words: what is known at all locations */

typedef struct Finder {
    Program *p;
    VEC(VarId) vars; /* candidates */
    uint32_t *slot;  /* per variable: its place among them; NO_ID: it is none */
    uint32_t words;  /* of a set of candidates */
    uint64_t **set;  /* per location: set on every way there; NULL: not come to yet */
    uint64_t *open;  /* which are still candidates */
    Term *value;     /* per candidate: what it is set to first; TERM_NONE: not seen, or several */
    bool *several;   /* per candidate */
    uint64_t *room;  /* a set */
} Finder;

static bool has_slot(const uint64_t *set, uint32_t i) { return set[i / 64] >> i % 64 & 1; }

/* One thread is there at first, once; others are started. */
static bool is_of_one_thread(const Program *p)
{
    for (uint32_t t = 0; t < p->templates.count; t++)
        if (p->templates.data[t].initial != (t ? COUNT_NONE : COUNT_ONE)) return false;
    return p->templates.count > 0 && p->templates.data[0].cardinality == COUNT_ONE;
}

static bool find_unset_variables(Finder *f)
{
    Program *p = f->p;
    f->slot = run_alloc(p->run, (p->vars.count + 1) * sizeof *f->slot);
    for (uint32_t v = 0; v < p->vars.count; v++) {
        const Var *var = &p->vars.data[v];
        bool fits = var->class == VAR_SHARED && !term_is(var->init) &&
                    (var->sort.kind == SORT_BV || var->sort.kind == SORT_BOOL);
        f->slot[v] = fits ? f->vars.count : NO_ID;
        if (fits) vec_push(p->run, &f->vars, (VarId){v});
    }
    f->words = (f->vars.count + 63) / 64;
    return f->vars.count > 0 && f->words <= ROOM_MAX / (p->locs.count + 1);
}

/* ---- what is set where ---- */

/* Takes from the set at the end of the edge what is not set on this way; true: that changed it. */
static bool pass_edge(Finder *f, const Edge *e)
{
    uint64_t *to = f->set[e->to.i];
    const uint64_t *from = f->set[e->from.i];
    bool is_new = !to, changed = !to;
    if (is_new) to = f->set[e->to.i] = run_alloc(f->p->run, f->words * sizeof *to);
    for (uint32_t w = 0; w < f->words; w++)
        f->room[w] = from[w];
    for (uint32_t k = 0; k < e->assign_count; k++) {
        uint32_t i = f->slot[e->assigns[k].var.i];
        if (i != NO_ID) f->room[i / 64] |= (uint64_t)1 << i % 64;
    }
    for (uint32_t w = 0; w < f->words; w++) {
        uint64_t both = is_new ? f->room[w] : to[w] & f->room[w];
        changed |= both != to[w];
        to[w] = both;
    }
    return changed;
}

static void find_sets(Finder *f)
{
    Program *p = f->p;
    LocId entry = p->templates.data[0].entry;
    VEC(LocId) work = {0};
    f->set[entry.i] = run_alloc(p->run, f->words * sizeof **f->set);
    vec_push(p->run, &work, entry);
    while (work.count) {
        LocId l = vec_pop(&work);
        run_poll(p->run);
        for (uint32_t k = 0; k < program_out_count(p, l); k++) {
            const Edge *e = program_out_edge(p, l, k);
            if (pass_edge(f, e)) vec_push(p->run, &work, e->to);
        }
    }
    vec_free(p->run, &work);
}

/* ---- who can tell ---- */

typedef struct Reader {
    Finder *f;
    const uint64_t *now; /* set where the edge begins */
} Reader;

static void drop_read(void *arg, Term var)
{
    const Reader *r = arg;
    Finder *f = r->f;
    uint32_t i = f->slot[term_symbol(f->p->tm, var)];
    if (i != NO_ID && !has_slot(r->now, i)) f->open[i / 64] &= ~((uint64_t)1 << i % 64);
}

static void drop_reads(Reader *r, Term t)
{
    if (term_is(t)) term_for_each_var(r->f->p->tm, t, drop_read, r);
}

static void note_value(Finder *f, const uint64_t *now, Assign a)
{
    uint32_t i = f->slot[a.var.i];
    if (i == NO_ID || has_slot(now, i)) return;
    bool is_const = term_is_const(f->p->tm, a.value);
    f->several[i] |= !is_const || (term_is(f->value[i]) && !term_same(f->value[i], a.value));
    f->value[i] = a.value;
}

static void drop_reads_of_edge(Finder *f, const Edge *e)
{
    Reader r = {f, f->set[e->from.i]};
    drop_reads(&r, e->guard);
    for (uint32_t k = 0; k < e->assign_count; k++) {
        drop_reads(&r, e->assigns[k].value);
        note_value(f, r.now, e->assigns[k]);
    }
    for (uint32_t k = 0; k < e->arg_count; k++)
        drop_reads(&r, e->args[k].value);
    for (uint32_t k = 0; k < e->access_count; k++) {
        drop_reads(&r, e->accesses[k].index);
        drop_reads(&r, e->accesses[k].condition);
    }
    for (uint32_t w = 0; w < f->words && e->spawn.i != NO_ID; w++)
        f->open[w] &= r.now[w];
}

static Term any_value_of_sort(Program *p, Sort sort)
{
    return sort.kind == SORT_BOOL ? term_bool(p->tm, false) : term_bv(p->tm, sort.width, 0);
}

static void give_values(Finder *f)
{
    for (uint32_t i = 0; i < f->vars.count; i++) {
        Var *var = &f->p->vars.data[f->vars.data[i].i];
        if (!has_slot(f->open, i)) continue;
        bool is_known = term_is(f->value[i]) && !f->several[i];
        var->init = is_known ? f->value[i] : any_value_of_sort(f->p, var->sort);
        CHECK(sort_same(term_sort(f->p->tm, var->init), var->sort));
    }
}

void first_values_find(Program *p)
{
    Finder f = {.p = p};
    program_index(p);
    program_infer_cardinality(p);
    if (is_of_one_thread(p) && find_unset_variables(&f)) {
        f.set = run_alloc(p->run, (p->locs.count + 1) * sizeof *f.set);
        f.open = run_alloc(p->run, f.words * sizeof *f.open);
        f.value = run_alloc(p->run, f.vars.count * sizeof *f.value);
        f.several = run_alloc(p->run, f.vars.count);
        f.room = run_alloc(p->run, f.words * sizeof *f.room);
        for (uint32_t i = 0; i < f.vars.count; i++) {
            f.open[i / 64] |= (uint64_t)1 << i % 64;
            f.value[i] = TERM_NONE;
        }
        find_sets(&f);
        for (uint32_t i = 0; i < p->edges.count; i++)
            if (f.set[p->edges.data[i].from.i]) drop_reads_of_edge(&f, &p->edges.data[i]);
        give_values(&f);
        for (uint32_t l = 0; l < p->locs.count; l++)
            run_release(p->run, f.set[l]);
        run_release(p->run, f.set);
        run_release(p->run, f.open);
        run_release(p->run, f.value);
        run_release(p->run, f.several);
        run_release(p->run, f.room);
    }
    run_release(p->run, f.slot);
    vec_free(p->run, &f.vars);
}
