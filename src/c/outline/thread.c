#include "c/outline/thread.h"

#include "base/check.h"
#include "c/outline/emit.h"
#include "c/outline/memory.h"
#include "c/outline/value.h"
#include "c/survey/call.h"
#include "c/survey/effect.h"
#include "c/survey/join.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"

/* ---- templates ---- */

static uint32_t template_for_function(Outline *o, LLVMValueRef function)
{
    for (uint32_t i = 0; i < o->threads.count; i++)
        if (o->threads.data[i].function == function) return i;
    size_t n = 0;
    OutlineThread t = {.function = function, .class_var = {NO_ID}, .lands_at = {NO_ID}};
    t.id = program_add_template(o->program, function ? LLVMGetValueName2(function, &n) : "the_library");
    vec_push(o->run, &o->threads, t);
    return o->threads.count - 1;
}

static VarId add_parameter(Outline *o, const OutlineThread *t, const char *what)
{
    const char *name = o->program->templates.data[t->id.i].name;
    Var var = {.name = run_format(o->run, "%s.%s", name, what), .sort = sort_bv(32), .class = VAR_LOCAL};
    var.template = t->id;
    var.is_parameter = var.is_temporary = true;
    var.init = term_bv(o->tm, 32, 0);
    return program_add_var(o->program, &var);
}

static void note_joined(void *arg, uint32_t class)
{
    bool *is_joined = arg;
    is_joined[class] = true;
}

static void find_joined(Outline *o, bool *is_joined)
{
    const Survey *s = o->survey;
    for (uint32_t i = 0; i < s->joins.count; i++)
        join_visit(s, s->joins.data[i].call, note_joined, is_joined);
}

static void add_ended(Outline *o, uint32_t class)
{
    OutlineThread *t = &o->threads.data[template_for_function(o, o->survey->classes.data[class].function)];
    size_t n = 0;
    const char *name = LLVMGetValueName2(t->function, &n);
    Var ended = {.name = run_format(o->run, "%s.ended", name), .sort = sort_bool(), .class = VAR_SHARED};
    ended.init = term_bool(o->tm, true); /* what was never started does not run */
    ended.is_temporary = true;
    o->ended[class] = program_add_var(o->program, &ended);
    if (!t->has_class) t->class_var = add_parameter(o, t, "class");
    t->has_class = true;
}

void outline_threads(Outline *o)
{
    const Survey *s = o->survey;
    uint32_t count = s->classes.count;
    bool *is_joined = run_alloc(o->run, (count + 1) * sizeof *is_joined), has_callbacks = false;
    o->ended = run_alloc(o->run, (count + 1) * sizeof *o->ended);
    for (uint32_t c = 0; c < count; c++) {
        has_callbacks |= s->classes.data[c].is_callback;
        if (!s->classes.data[c].is_callback) template_for_function(o, s->classes.data[c].function);
        o->ended[c].i = NO_ID;
    }
    if (!o->cancels) find_joined(o, is_joined); /* one that is cancelled ends anywhere */
    for (uint32_t c = 1; c < count; c++)
        if (is_joined[c] && s->classes.data[c].is_single && !s->classes.data[c].is_callback) add_ended(o, c);
    for (uint32_t i = 0; i < o->threads.count && o->jumps_away; i++) {
        o->threads.data[i].lands_at = add_parameter(o, &o->threads.data[i], "lands_at");
        o->threads.data[i].may_land = true;
    }
    if (has_callbacks) template_for_function(o, NULL); /* the last one: it knows where the others land */
    run_release(o->run, is_joined);
}

/* ---- starts ---- */

static OutlineStep spawn_step(Outline *o, const OutlineThread *t, Term class, uint32_t lands_at)
{
    OutlineStep step = {.has_spawn = true, .spawn = t->id};
    if (t->has_class) vec_push(o->run, &step.args, ((Assign){t->class_var, class}));
    if (t->may_land) vec_push(o->run, &step.args, ((Assign){t->lands_at, term_bv(o->tm, 32, lands_at)}));
    return step;
}

void outline_begin(Outline *o)
{
    OutlineStep enter = {0};
    Saves none = {0};
    outline_step(o, &enter);
    o->program->edges.data[o->program->edges.count - 1].approximate = "the outline of a program has more runs than it";
    const OutlineThread *last = &vec_last(&o->threads);
    if (last->function) return;
    OutlineStep step = spawn_step(o, last, TERM_NONE, 0);
    outline_edge(o, &step, &none, o->loc);
}

void outline_start(Outline *o, LLVMValueRef call)
{
    const Survey *s = o->survey;
    OutlineStep *steps = run_alloc(o->run, (s->classes.count + 2) * sizeof *steps);
    uint32_t count = 0;
    for (uint32_t c = 1; c < s->classes.count; c++) {
        if (s->classes.data[c].site != call) continue;
        uint32_t t = template_for_function(o, s->classes.data[c].function);
        steps[count] = spawn_step(o, &o->threads.data[t], term_bv(o->tm, 32, c), 0);
        if (o->ended[c].i != NO_ID) outline_assign(o, &steps[count], o->ended[c], term_bool(o->tm, false));
        count++;
    }
    const unsigned k = start_argument(LLVMGetCalledValue(call));
    const bool has_start = LLVMGetNumArgOperands(call) >= k + 2;
    if (has_start && effect_calls_unknown(s, LLVMGetOperand(call, k))) { /* what it may write has no variables */
        outline_note(o, "a thread begins with a function without a body");
        steps[count++] = (OutlineStep){0};
    }
    if (count > 1) outline_note(o, "a thread begins with one of several functions");
    if (count > 0)
        outline_ways(o, steps, count);
    else
        outline_limit(o, "a thread begins with a function that is not known");
    run_release(o->run, steps);
    if (o->is_reachable && LLVMGetFirstUse(call) && outline_has_sort(LLVMTypeOf(call)))
        outline_bind(o, call, 0, term_const(o->tm, outline_sort(LLVMTypeOf(call)), 0));
}

/* Another thread of the same template goes on behind any setjmp, of whichever class it is; this one stays where the
 * library was called. */
void outline_jump_away(Outline *o)
{
    for (uint32_t i = 0; i + 1 < o->threads.count; i++)
        for (uint32_t k = 1; k <= o->threads.data[i].landings; k++) {
            Saves none = {0};
            OutlineStep step = spawn_step(o, &o->threads.data[i], outline_any(o, sort_bv(32)), k);
            outline_edge(o, &step, &none, o->loc);
        }
}

/* ---- joins and ends ---- */

typedef struct JoinedClasses {
    Outline *o;
    Term all;
    uint32_t count;
} JoinedClasses;

static void add_joined_class(void *arg, uint32_t class)
{
    JoinedClasses *j = arg;
    if (j->o->ended[class].i == NO_ID) return;
    j->all = term_and(j->o->tm, j->all, outline_term(j->o, j->o->ended[class]));
    j->count++;
}

void outline_join(Outline *o, LLVMValueRef call)
{
    JoinedClasses j = {o, term_bool(o->tm, true), 0};
    join_visit(o->survey, call, add_joined_class, &j);
    if (j.count == 0) outline_note(o, "a join of a thread that is not known does not wait");
    OutlineStep step = {.guard = j.all};
    if (j.count) outline_step(o, &step);
    outline_bind_any(o, call);
}

/* Which thread it is that ends, its class says; in a function that the library calls it may be any. */
static void note_end(Outline *o, uint32_t class)
{
    bool is_any = !o->thread->function;
    if (o->ended[class].i == NO_ID) return;
    if (!is_any && o->survey->classes.data[class].function != o->thread->function) return;
    Term is_it = is_any ? outline_any(o, sort_bool())
                        : term_eq(o->tm, outline_term(o, o->thread->class_var), term_bv(o->tm, 32, class));
    OutlineStep step = {0};
    outline_assign(o, &step, o->ended[class], term_or(o->tm, outline_term(o, o->ended[class]), is_it));
    outline_step(o, &step);
}

void outline_end(Outline *o)
{
    if (!o->has_end) o->end = outline_loc(o, "end");
    o->has_end = true;
    for (uint32_t c = 1; c < o->survey->classes.count; c++)
        note_end(o, c);
    OutlineStep leave = {0};
    outline_leave(o, &leave, o->end);
}

void outline_halt(Outline *o)
{
    OutlineStep leave = {0};
    outline_leave(o, &leave, outline_loc(o, "halt"));
}
