#include "session/native/schedule.h"

#include <inttypes.h>

#include "base/check.h"
#include "base/str.h"
#include "logic/term/evaluate.h"
#include "logic/term/walk.h"
#include "session/native/stops.h"

/* What becomes a line of the tables. */
typedef struct ScheduledEvent {
    uint32_t site, turn, step;
    bool is_optional, is_lost;
    uint64_t value;
    uint32_t first_scalar, scalar_count;
} ScheduledEvent;

typedef VEC(ScheduledEvent) ScheduledEvents;

typedef struct ScheduledScalar {
    uint64_t offset, size, value;
} ScheduledScalar;

typedef struct ThreadPlan {
    const TraceValues *locals; /* initial values */
    ScheduledEvents events;
} ThreadPlan;

typedef struct Scheduler {
    Run *run;
    Program *p;
    const Program *accessing; /* NULL: no races are asked */
    const Trace *trace;
    bool is_ideal;
    const Origins *origins;
    const Sites *sites;
    VEC(ThreadPlan) threads;
    VEC(ScheduledScalar) scalars;
    VEC(uint32_t) turns; /* whose each is */
    Intern initial_ids;  /* thread, local's storage and frame: to where its scalars begin */
    VEC(uint32_t) initial_scalars;
    const TraceStep *step;
    Intern arena_ids; /* arenas, each thread's own apart: to how many objects they have given */
    VEC(uint64_t) arena_counts;
    uint32_t number;        /* of the step, from 1 */
    const Access *stops;    /* the event at hand: what the thread stops before; NULL: it goes on */
    VEC(uint32_t) supplied; /* inputs of the step that some event gives to the program */
} Scheduler;

/* ---- values ---- */

_Noreturn static void refuse_value(const Scheduler *s, VarId var, const char *why)
{
    CHECK(program_has_var(s->p, var));
    const Var *v = &s->p->vars.data[var.i];
    char pos[512] = "";
    SourcePos at = s->step ? s->p->edges.data[s->step->edge.i].pos : v->pos;
    diag_format_pos((SourcePos){at.file, at.line, 0}, pos, sizeof pos);
    run_stop(s->run, STOP_UNSUPPORTED, "%sthe value of `%s` %s", pos, v->name, why);
}

/* The bits of a scalar as the machine has them. */
static uint64_t machine_bits(const Scheduler *s, VarId var, Sort sort, uint64_t bits)
{
    CHECK(sort.kind != SORT_ARRAY);
    if (sort.kind == SORT_BOOL) return bits & 1;
    if (sort.width >= 64) return bits;
    uint64_t mask = (UINT64_C(1) << sort.width) - 1, high = bits >> (sort.width - 1);
    if (s->is_ideal && high > 1 && high != UINT64_MAX >> (sort.width - 1))
        refuse_value(s, var, "does not fit its type, as mathematical integers may");
    return bits & mask;
}

static uint64_t value_bits(const Scheduler *s, const Value *value, VarId var, bool is_element, uint64_t index)
{
    Sort sort = s->p->vars.data[var.i].sort;
    if (!value) return 0; /* as in the interpreter */
    if (sort.kind == SORT_ARRAY) {
        uint64_t bits = value->bits;
        for (uint32_t i = 0; is_element && i < value->count; i++)
            if (value->entries[i].index == index) bits = value->entries[i].value;
        return machine_bits(s, var, sort_element(sort), bits);
    }
    return machine_bits(s, var, sort, value->bits);
}

static uint64_t supplied_bits(Scheduler *s, VarId input, const OriginScalar *scalar)
{
    if (input.i == NO_ID) return 0;
    CHECK(program_has_var(s->p, input) && s->p->vars.data[input.i].class == VAR_INPUT && s->step);
    vec_push(s->run, &s->supplied, input.i);
    const Value *value = trace_find(&s->step->inputs, input, 0);
    return value_bits(s, value, input, scalar && scalar->is_element, scalar ? scalar->index : 0);
}

static uint64_t scalar_value_bits(Scheduler *s, const TraceValues *locals, const OriginScalar *scalar)
{
    CHECK(program_has_var(s->p, scalar->var));
    const Var *var = &s->p->vars.data[scalar->var.i];
    if (var->class == VAR_INPUT) return supplied_bits(s, scalar->var, scalar);
    const TraceValues *values = var->class == VAR_SHARED ? &s->trace->shared : locals;
    const Value *value = values ? trace_find(values, scalar->var, 0) : NULL;
    return value_bits(s, value, scalar->var, scalar->is_element, scalar->index);
}

static void add_scalars(Scheduler *s, const TraceValues *locals, const OriginScalars *scalars)
{
    for (uint32_t i = 0; i < scalars->count; i++) {
        const OriginScalar *o = &scalars->data[i];
        CHECK(o->size > 0 && o->size <= 8);
        ScheduledScalar scalar = {o->offset, o->size, scalar_value_bits(s, locals, o)};
        vec_push(s->run, &s->scalars, scalar);
    }
}

/* Where the scalars begin; a thread that comes back to its locals finds the same initial values. */
static uint32_t fill_scalars(Scheduler *s, const TraceValues *locals, const OriginEvent *origin)
{
    uint32_t first = s->scalars.count;
    if (origin->frame != ORIGIN_NO_FRAME) {
        uintptr_t p = (uintptr_t)origin->at;
        uint32_t key[4] = {s->step->thread, (uint32_t)p, (uint32_t)((uint64_t)p >> 32), origin->frame};
        bool is_new;
        uint32_t id = intern_add(&s->initial_ids, key, 4, &is_new);
        CHECK(is_new ? id == s->initial_scalars.count : s->initial_scalars.data[id] <= first);
        if (!is_new) return s->initial_scalars.data[id];
        vec_push(s->run, &s->initial_scalars, first);
    }
    add_scalars(s, locals, &origin->scalars);
    return first;
}

/* Which object of its arena the event gives, from 0 on; 0 where there is none. */
static uint64_t arena_next(Scheduler *s, const OriginEvent *origin)
{
    if (!origin->stride) return 0;
    uint32_t key[2] = {origin->object, origin->is_own ? s->step->thread + 1 : 0};
    bool is_new;
    uint32_t id = intern_add(&s->arena_ids, key, 2, &is_new);
    if (is_new) vec_push(s->run, &s->arena_counts, 0);
    CHECK(s->arena_counts.count == s->arena_ids.count);
    return s->arena_counts.data[id]++;
}

static void add_memory_scalars(Scheduler *s, const TraceValues *locals, const OriginEvent *origin)
{
    uint64_t k = arena_next(s, origin);
    for (uint32_t i = 0; i < origin->scalars.count; i++) {
        OriginScalar o = origin->scalars.data[i];
        o.index += k * o.each;
        ScheduledScalar scalar = {o.offset, o.size, scalar_value_bits(s, locals, &o)};
        vec_push(s->run, &s->scalars, scalar);
    }
}

/* ---- events ---- */

static void add_event(Scheduler *s, const OriginEvent *origin)
{
    uint32_t site = sites_find(s->sites, origin->at, origin->kind, origin->part);
    CHECK(site != NO_ID || !origin->is_scheduled);
    if (site == NO_ID) return;
    CHECK(s->step->thread < s->threads.count);
    ThreadPlan *thread = &s->threads.data[s->step->thread];
    ScheduledEvent event = {site, NO_ID, s->number, origin->is_optional, origin->is_lost, 0, 0, 0};
    if (origin->is_scheduled) {
        event.turn = s->turns.count;
        vec_push(s->run, &s->turns, s->step->thread);
    }
    switch (origin->kind) {
    case ORIGIN_ACCESS: event.value = origin->fails; break;
    case ORIGIN_VALUE: event.value = supplied_bits(s, origin->var, NULL); break;
    case ORIGIN_FILL:
        event.first_scalar = fill_scalars(s, thread->locals, origin);
        event.scalar_count = origin->scalars.count;
        break;
    case ORIGIN_MEMORY:
        event.value = 2 * (uint64_t)origin->object + origin->is_again;
        event.first_scalar = s->scalars.count;
        event.scalar_count = origin->scalars.count;
        add_memory_scalars(s, thread->locals, origin);
        break;
    case ORIGIN_START: event.value = s->step->child == NO_ID ? 0 : s->step->child; break;
    case ORIGIN_TOUCH: event.value = s->stops ? 2 * s->stops->bytes + s->stops->is_write : 0; break;
    case ORIGIN_FAIL: event.value = origin->object; break;
    }
    CHECK(origin->kind != ORIGIN_START || event.value < s->threads.count + 1);
    vec_push(s->run, &thread->events, event);
}

static void check_supplied(void *arg, Term var)
{
    const Scheduler *s = arg;
    VarId id = {term_symbol(s->p->tm, var)};
    if (s->p->vars.data[id.i].class != VAR_INPUT) return;
    for (uint32_t i = 0; i < s->supplied.count; i++)
        if (s->supplied.data[i] == id.i) return;
    refuse_value(s, id, "comes from undefined behaviour and cannot be chosen in a native run");
}

/* Every arbitrary value that the edge uses must reach the program. */
static void check_inputs(Scheduler *s, const Edge *e)
{
    term_for_each_var(s->p->tm, e->guard, check_supplied, s);
    for (uint32_t i = 0; i < e->assign_count; i++)
        term_for_each_var(s->p->tm, e->assigns[i].value, check_supplied, s);
    for (uint32_t i = 0; i < e->arg_count; i++)
        term_for_each_var(s->p->tm, e->args[i].value, check_supplied, s);
}

/* The thread comes as far as to the operand of the access, and stays there. */
static void add_stop_events(Scheduler *s, EdgeId edge)
{
    NativeStop stop;
    bool is_found = stop_find(s->p, s->accessing, s->origins, edge, &stop);
    CHECK(is_found);
    (void)is_found; /* native_prepare has looked */
    const OriginEvents *events = &s->origins->edges.data[stop.edge.i];
    for (uint32_t i = 0; i < stop.event; i++)
        add_event(s, &events->data[i]);
    OriginEvent last = events->data[stop.event];
    last.is_scheduled = true;
    s->stops = stop.access;
    add_event(s, &last);
    s->stops = NULL;
}

static void add_step_events(Scheduler *s, const TraceStep *step, uint32_t number)
{
    s->step = step;
    s->number = number;
    vec_clear(&s->supplied);
    if (s->accessing && stop_is_one(s->p, s->origins, step->edge)) {
        add_stop_events(s, step->edge);
        return;
    }
    if (step->edge.i >= s->origins->edges.count) return; /* of mathematical integers: ranges of initial values */
    CHECK(program_has_edge(s->p, step->edge));
    const OriginEvents *events = &s->origins->edges.data[step->edge.i];
    for (uint32_t i = 0; i < events->count; i++)
        add_event(s, &events->data[i]);
    check_inputs(s, &s->p->edges.data[step->edge.i]);
    if (step->child != NO_ID) {
        CHECK(step->child == s->threads.count);
        ThreadPlan child = {.locals = &step->child_locals};
        vec_push(s->run, &s->threads, child);
    }
}

/* Thread-local storage is zero at the start of a thread, whatever the trace says. */
static void check_thread_locals(const Scheduler *s)
{
    for (uint32_t g = 0; g < s->origins->globals.count; g++) {
        const OriginGlobal *global = &s->origins->globals.data[g];
        for (uint32_t i = 0; global->is_thread_local && i < global->scalars.count; i++)
            for (uint32_t t = 0; t < s->threads.count; t++) {
                const OriginScalar *o = &global->scalars.data[i];
                if (value_bits(s, trace_find(s->threads.data[t].locals, o->var, 0), o->var, o->is_element, o->index))
                    refuse_value(s, o->var, "is thread-local and arbitrary, which a native run cannot supply");
            }
    }
}

/* ---- printing ---- */

static void print_threads(const Scheduler *s, Str *out)
{
    str_add(
        out,
        "static const Event events[] = {\n    /* site, turn, step, optional, lost, value, first scalar, scalars */\n");
    for (uint32_t t = 0; t < s->threads.count; t++)
        for (uint32_t i = 0; i < s->threads.data[t].events.count; i++) {
            const ScheduledEvent *e = &s->threads.data[t].events.data[i];
            str_addf(out, "    {%u, ", e->site);
            if (e->turn == NO_ID)
                str_add(out, "NO_TURN");
            else
                str_addf(out, "%u", e->turn);
            str_addf(out, ", %u, %s, %s, %" PRIu64 "u, %u, %u},\n", e->step, e->is_optional ? "true" : "false",
                     e->is_lost ? "true" : "false", e->value, e->first_scalar, e->scalar_count);
        }
    str_add(out, "    {NO_TURN, NO_TURN, 0, true, false, 0, 0, 0}};\n\nstatic const Range thread_events[] = {\n");
    uint32_t first = 0;
    for (uint32_t t = 0; t < s->threads.count; t++) {
        uint32_t count = s->threads.data[t].events.count;
        str_addf(out, "    {%u, %u},\n", first, count);
        first += count;
    }
    str_add(out, "};\n\nstatic const uint32_t turn_threads[] = {\n");
    for (uint32_t i = 0; i < s->turns.count; i++)
        str_addf(out, "    %u,\n", s->turns.data[i]);
    str_add(out, "};\n\n");
}

static void print_scalars(const Scheduler *s, Str *out)
{
    str_add(out, "static const Scalar scalars[] = {\n    /* offset, size, value */\n");
    for (uint32_t i = 0; i < s->scalars.count; i++) {
        const ScheduledScalar *c = &s->scalars.data[i];
        str_addf(out, "    {%" PRIu64 ", %" PRIu64 ", %" PRIu64 "u},\n", c->offset, c->size, c->value);
    }
    str_add(out, "    {0, 0, 0}};\n\n");
}

static void print_places(const Scheduler *s, Str *out)
{
    str_add(out, "static const char *const places[] = {\n");
    for (uint32_t i = 0; i < s->sites->all.count; i++) {
        str_add(out, "    ");
        str_add_json(out, site_place(s->run, &s->sites->all.data[i]));
        str_add(out, ",\n");
    }
    str_add(out, "};\n");
}

static bool scheduled_events_are_valid(const Scheduler *s, uint32_t t, uint32_t *turns)
{
    const ScheduledEvents *events = &s->threads.data[t].events;
    uint32_t step = 0, turn = 0;
    for (uint32_t i = 0; i < events->count; i++) {
        const ScheduledEvent *e = &events->data[i];
        if (e->site >= s->sites->all.count || e->step < step || e->step > s->number) return false;
        if ((uint64_t)e->first_scalar + e->scalar_count > s->scalars.count) return false;
        step = e->step;
        if (e->turn == NO_ID) continue;
        if (e->turn < turn || e->turn >= s->turns.count || s->turns.data[e->turn] != t) return false;
        turn = e->turn + 1;
        ++*turns;
    }
    return true;
}

/* Are each thread's events in the order of the steps, and is each turn one event of the thread whose turn it is? */
static bool schedule_is_complete(const Scheduler *s)
{
    uint32_t turns = 0;
    for (uint32_t t = 0; t < s->threads.count; t++)
        if (!scheduled_events_are_valid(s, t, &turns)) return false;
    return turns == s->turns.count && s->threads.count == s->trace->initial.count + s->trace->threads_created;
}

void schedule_print(Program *p, const Program *accessing, const Trace *trace, bool is_ideal, const Origins *origins,
                    const Sites *sites, Str *out)
{
    Scheduler s = {.run = p->run,
                   .p = p,
                   .accessing = accessing,
                   .trace = trace,
                   .is_ideal = is_ideal,
                   .origins = origins,
                   .sites = sites};
    for (uint32_t i = 0; i < trace->initial.count; i++) {
        ThreadPlan thread = {.locals = &trace->initial.data[i].locals};
        vec_push(s.run, &s.threads, thread);
    }
    intern_init(s.run, &s.initial_ids);
    intern_init(s.run, &s.arena_ids);
    Str globals;
    str_init(s.run, &globals);
    for (uint32_t i = 0; i < origins->globals.count; i++) {
        uint32_t first = s.scalars.count;
        if (!origins->globals.data[i].is_thread_local) add_scalars(&s, NULL, &origins->globals.data[i].scalars);
        str_addf(&globals, "    {%u, %u},\n", first, s.scalars.count - first);
    }
    for (uint32_t i = 0; i < trace->steps.count; i++)
        add_step_events(&s, &trace->steps.data[i], i + 1);
    CHECK(schedule_is_complete(&s));
    check_thread_locals(&s);
    str_addf(out, "/* Made from a trace of %u steps. */\n#define TURN_COUNT %uu\n\n", trace->steps.count,
             s.turns.count);
    print_threads(&s, out);
    print_scalars(&s, out);
    str_addf(out, "static const Range global_scalars[] = {\n%s    {0, 0}};\n\n", str_text(&globals));
    print_places(&s, out);
    const Edge *last = &p->edges.data[vec_last(&trace->steps).edge.i];
    str_add(out, "\nstatic const char failure[] = ");
    str_add_json(out, last->what ? last->what : "assertion fails");
    str_add(out, ";\n");
}
