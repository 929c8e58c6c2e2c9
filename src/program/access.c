#include "program/access.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"

#define DISTANCES_MAX 4 /* differences of indices that are told apart one by one */
#define INPUT_BITS_MAX 16

static bool is_whole_access(const Access *a) { return a->bytes == 0; }

bool accesses_conflict(const Access *a, const Access *b)
{
    if (a->object != b->object || (!a->is_write && !b->is_write) || (a->is_atomic && b->is_atomic)) return false;
    if (is_whole_access(a) || is_whole_access(b) || a->stride || b->stride) return true;
    return a->offset < b->offset + b->bytes && b->offset < a->offset + a->bytes;
}

static Term address(TermManager *tm, const Access *a, Term index)
{
    Term start = term_bv(tm, 64, a->offset);
    if (!a->stride) return start;
    Term scaled = term_binary(tm, TERM_MUL, term_zext(tm, index, 64), term_bv(tm, 64, a->stride));
    return term_add(tm, scaled, start);
}

/* Compares addresses: both ranges start before the other ends. */
static Term ranges_overlap(TermManager *tm, const Access *a, Term index_a, const Access *b, Term index_b)
{
    Term start_a = address(tm, a, index_a), start_b = address(tm, b, index_b);
    Term end_a = term_add(tm, start_a, term_bv(tm, 64, a->bytes));
    Term end_b = term_add(tm, start_b, term_bv(tm, 64, b->bytes));
    return term_and(tm, term_less(tm, TERM_ULT, start_a, end_b), term_less(tm, TERM_ULT, start_b, end_a));
}

/* The least and the greatest k, rounded inwards, with low < k * stride < high. */
static void distances(int64_t low, int64_t high, int64_t stride, int64_t *least, int64_t *greatest)
{
    CHECK(stride > 0 && low < high);
    *least = low >= 0 ? low / stride + 1 : -(-low - 1) / stride;
    *greatest = high > 0 ? (high - 1) / stride : -(-high / stride) - 1;
    CHECK(*least * stride > low && (*least - 1) * stride <= low);
    CHECK(*greatest * stride < high && (*greatest + 1) * stride >= high);
}

static Term zero_extended(TermManager *tm, Term t, unsigned width)
{
    return term_sort(tm, t).width < width ? term_zext(tm, t, width) : t;
}

/* Both have an index and the same stride: the ranges overlap for some differences of the indices, nearly always for 0
 * alone. TERM_NONE: for too many, or for others. */
static Term same_stride_overlap(TermManager *tm, const Access *a, Term index_a, const Access *b, Term index_b)
{
    int64_t ahead = (int64_t)b->offset - (int64_t)a->offset, least, greatest;
    distances(ahead - (int64_t)a->bytes, ahead + (int64_t)b->bytes, (int64_t)a->stride, &least, &greatest);
    if (least > greatest) return term_bool(tm, false);
    if (least || greatest) return TERM_NONE;
    unsigned width_a = term_sort(tm, index_a).width, width_b = term_sort(tm, index_b).width;
    unsigned width = width_a > width_b ? width_a : width_b;
    return term_eq(tm, zero_extended(tm, index_a, width), zero_extended(tm, index_b, width));
}

/* Only a has an index: the elements that it shares bytes with are few. TERM_NONE: they are many. */
static Term constant_overlap(TermManager *tm, const Access *a, Term index, const Access *b)
{
    int64_t ahead = (int64_t)b->offset - (int64_t)a->offset, least, greatest;
    distances(ahead - (int64_t)a->bytes, ahead + (int64_t)b->bytes, (int64_t)a->stride, &least, &greatest);
    if (least < 0) least = 0; /* indices are unsigned */
    if (greatest - least >= DISTANCES_MAX) return TERM_NONE;
    unsigned width = term_sort(tm, index).width;
    Term any = term_bool(tm, false);
    for (int64_t k = least; k <= greatest; k++)
        if (width == 64 || (uint64_t)k >> width == 0)
            any = term_or(tm, any, term_eq(tm, index, term_bv(tm, width, (uint64_t)k)));
    return any;
}

Term access_overlap(TermManager *tm, const Access *a, Term index_a, const Access *b, Term index_b)
{
    CHECK(term_is(index_a) == (a->stride != 0) && term_is(index_b) == (b->stride != 0));
    if (a->object != b->object) return term_bool(tm, false);
    if (is_whole_access(a) || is_whole_access(b)) return term_bool(tm, true);
    Term t = TERM_NONE;
    if (a->stride && a->stride == b->stride) t = same_stride_overlap(tm, a, index_a, b, index_b);
    if (a->stride && !b->stride) t = constant_overlap(tm, a, index_a, b);
    if (b->stride && !a->stride) t = constant_overlap(tm, b, index_b, a);
    return term_is(t) ? t : ranges_overlap(tm, a, index_a, b, index_b);
}

/* ---- programs that do not say what they access ---- */

uint32_t *program_add_objects(Program *p)
{
    uint32_t *objects = run_alloc(p->run, (p->vars.count + 1) * sizeof *objects);
    for (uint32_t v = 0; v < p->vars.count; v++) {
        const Var *var = &p->vars.data[v];
        bool is_object = var->class == VAR_SHARED && !handing_is_known(var->hands);
        objects[v] = is_object ? program_add_object(p, var->name, var->pos) : NO_ID;
    }
    return objects;
}

typedef VEC(Access) Accesses;

typedef struct Derivation {
    Program *p;
    const uint32_t *objects;
    bool is_atomic; /* of an order that the step names */
    Accesses accesses;
} Derivation;

static bool is_same_access(const Access *a, const Access *b)
{
    return a->object == b->object && a->is_write == b->is_write && a->bytes == b->bytes && a->offset == b->offset &&
           a->stride == b->stride && (!a->stride || term_same(a->index, b->index));
}

/* index TERM_NONE: the variable as a whole. */
static void add_derived_access(Derivation *d, Term var, Term index, bool is_write)
{
    uint32_t object = d->objects[term_symbol(d->p->tm, var)];
    if (object == NO_ID) return;
    Access a = {.object = object, .index = TERM_NONE, .condition = TERM_NONE, .is_write = is_write};
    a.is_atomic = d->is_atomic;
    if (term_is(index)) {
        a.bytes = 1;
        if (term_is_const(d->p->tm, index)) {
            a.offset = term_value(d->p->tm, index);
        } else {
            a.index = index;
            a.stride = 1;
        }
    }
    for (uint32_t i = 0; i < d->accesses.count; i++)
        if (is_same_access(&d->accesses.data[i], &a)) return;
    vec_push(d->p->run, &d->accesses, a);
}

static bool is_bv_index(const Derivation *d, Term index) { return term_sort(d->p->tm, index).kind == SORT_BV; }

/* Elements of arrays, as far as they are read where the array stands alone; other reads are of the whole. The variables
 * below are met by themselves, and `covered` keeps arrays out whose elements are told. */
static void derive_reads(Derivation *d, Term t, Term written);

static void derive_subterm(void *arg, Term t)
{
    Derivation *d = arg;
    TermManager *tm = d->p->tm;
    if (term_kind(tm, t) == TERM_VAR && term_sort(tm, t).kind != SORT_ARRAY) add_derived_access(d, t, TERM_NONE, false);
    if (term_kind(tm, t) != TERM_SELECT) return;
    Term array = term_arg(tm, t, 0), index = term_arg(tm, t, 1);
    bool is_plain = term_kind(tm, array) == TERM_VAR && is_bv_index(d, index);
    if (is_plain)
        add_derived_access(d, array, index, false);
    else
        derive_reads(d, array, TERM_NONE);
}

/* written: an array variable that t, stores to it, is assigned to; else TERM_NONE. */
static void derive_reads(Derivation *d, Term t, Term written)
{
    TermManager *tm = d->p->tm;
    for (; term_kind(tm, t) == TERM_STORE; t = term_arg(tm, t, 0)) {
        Term index = term_arg(tm, t, 1);
        if (term_is(written)) add_derived_access(d, written, is_bv_index(d, index) ? index : TERM_NONE, true);
        term_for_each_subterm(tm, index, derive_subterm, d);
        term_for_each_subterm(tm, term_arg(tm, t, 2), derive_subterm, d);
    }
    if (term_is(written) && term_same(t, written)) return; /* the rest of the array stays */
    if (term_is(written)) add_derived_access(d, written, TERM_NONE, true);
    if (term_kind(tm, t) == TERM_VAR) {
        add_derived_access(d, t, TERM_NONE, false);
        return;
    }
    if (term_kind(tm, t) == TERM_ITE && term_sort(tm, t).kind == SORT_ARRAY) {
        derive_reads(d, term_arg(tm, t, 1), TERM_NONE);
        derive_reads(d, term_arg(tm, t, 2), TERM_NONE);
        t = term_arg(tm, t, 0);
    }
    term_for_each_subterm(tm, t, derive_subterm, d);
}

void program_derive_accesses(Program *p, EdgeId edge, const uint32_t *objects)
{
    CHECK(program_has_edge(p, edge) && !p->edges.data[edge.i].access_count);
    Edge *e = &p->edges.data[edge.i];
    Derivation d = {p, objects, e->order != MEMORY_PLAIN, {NULL, 0, 0}};
    derive_reads(&d, e->guard, TERM_NONE);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        Term var = program_var_term(p, e->assigns[i].var);
        bool is_array = term_sort(p->tm, var).kind == SORT_ARRAY;
        if (!is_array) add_derived_access(&d, var, TERM_NONE, true);
        derive_reads(&d, e->assigns[i].value, is_array ? var : TERM_NONE);
    }
    for (uint32_t i = 0; i < e->arg_count; i++)
        derive_reads(&d, e->args[i].value, TERM_NONE);
    e->accesses = d.accesses.data;
    e->access_count = d.accesses.count;
}

/* ---- races of a concrete state ---- */

/* What a thread can access by an edge now, with some inputs. */
typedef struct Enabled {
    uint32_t thread;
    EdgeId edge;
    uint32_t access;
    uint64_t first; /* byte */
} Enabled;

typedef VEC(Enabled) EnabledAccesses;

static unsigned edge_input_bits(const Machine *m, EdgeId edge)
{
    unsigned bits = 0;
    for (uint32_t i = 0; i < machine_input_count(m, edge); i++) {
        Sort sort = term_sort(m->tm, machine_input(m, edge, i));
        if (sort.kind != SORT_BOOL && sort.kind != SORT_BV)
            run_stop(m->run, STOP_UNSUPPORTED, "all values of an input cannot be tried");
        bits += sort.kind == SORT_BOOL ? 1 : sort.width;
    }
    if (bits > INPUT_BITS_MAX) run_stop(m->run, STOP_UNSUPPORTED, "all values of %u bits cannot be tried", bits);
    return bits;
}

static void add_enabled(const Machine *m, const State *s, const MachineStep *step, EnabledAccesses *list)
{
    const Edge *e = &m->p->edges.data[step->edge.i];
    if (!state_evaluate(m, s, step, e->guard).bits) return;
    for (uint32_t i = 0; i < e->access_count; i++) {
        const Access *a = &e->accesses[i];
        if (term_is(a->condition) && !state_evaluate(m, s, step, a->condition).bits) continue;
        uint64_t index = a->stride ? state_evaluate(m, s, step, a->index).bits : 0;
        vec_push(m->run, list, ((Enabled){step->thread, step->edge, i, a->offset + index * a->stride}));
    }
}

static void add_enabled_accesses(const Machine *m, const State *s, uint32_t thread, EdgeId edge, EnabledAccesses *list)
{
    if (!m->p->edges.data[edge.i].access_count) return;
    unsigned bits = edge_input_bits(m, edge);
    uint32_t count = machine_input_count(m, edge);
    Value *inputs = run_alloc(m->run, (count + 1) * sizeof *inputs);
    for (uint64_t choice = 0; choice < UINT64_C(1) << bits; choice++) {
        uint64_t rest = choice;
        for (uint32_t i = 0; i < count; i++) {
            Sort sort = term_sort(m->tm, machine_input(m, edge, i));
            unsigned width = sort.kind == SORT_BOOL ? 1 : sort.width;
            inputs[i] = (Value){.bits = rest & ((UINT64_C(1) << width) - 1)};
            rest >>= width;
        }
        MachineStep step = {thread, edge, inputs, true};
        add_enabled(m, s, &step, list);
    }
    run_release(m->run, inputs);
}

static bool is_race(const Machine *m, const Enabled *x, const Enabled *y)
{
    const Access *a = &m->p->edges.data[x->edge.i].accesses[x->access];
    const Access *b = &m->p->edges.data[y->edge.i].accesses[y->access];
    if (x->thread == y->thread || a->object != b->object || (!a->is_write && !b->is_write)) return false;
    if (a->is_atomic && b->is_atomic) return false;
    if (is_whole_access(a) || is_whole_access(b)) return true;
    return x->first < y->first + b->bytes && y->first < x->first + a->bytes;
}

bool state_has_race(const Machine *m, const State *s, Race *race)
{
    EnabledAccesses list = {NULL, 0, 0};
    uint32_t in_atomic = NO_ID, atomic_count = 0;
    for (uint32_t t = 0; t < s->threads.count; t++) {
        LocId loc = s->threads.data[t].loc;
        if (m->p->locs.data[loc.i].atomic) {
            in_atomic = t;
            atomic_count++;
        }
        for (uint32_t k = 0; k < program_out_count(m->p, loc); k++)
            add_enabled_accesses(m, s, t, (EdgeId){m->p->out_edges[m->p->out_start[loc.i] + k]}, &list);
    }
    bool found = false;
    for (uint32_t i = 0; i < list.count && !found && atomic_count <= 1; i++)
        for (uint32_t j = 0; j < i && !found; j++) {
            const Enabled *x = &list.data[j], *y = &list.data[i];
            if (atomic_count && x->thread != in_atomic && y->thread != in_atomic) continue;
            found = is_race(m, x, y);
            if (found && race) *race = (Race){{x->thread, y->thread}, {x->edge, y->edge}, {x->access, y->access}};
        }
    vec_free(m->run, &list);
    return found;
}
