/* From a trace to the steps that are shown: names of threads, steps that become one, steps that nobody can see. */
#include "report/steps.h"

#include <string.h>

#include "base/check.h"
#include "report/builder.h"
#include "report/dependence.h"
#include "report/effect.h"
#include "report/fold.h"
#include "report/held.h"
#include "report/library.h"
#include "report/deadlock.h"
#include "report/race.h"
#include "report/value.h"

/* ---- threads ---- */

static const char *name_of_thread(const ReportBuilder *b, TemplateId template, uint32_t number)
{
    const Template *t = &b->program->templates.data[template.i];
    if (t->cardinality == COUNT_ONE) return t->name;
    return run_format(b->run, "%s#%u", b->program->templates.count == 1 ? "" : t->name, number);
}

static void name_thread(ReportBuilder *b, TemplateId t, uint32_t *number)
{
    *number += b->program->templates.data[t.i].cardinality != COUNT_ONE;
    vec_push(b->run, &b->out->threads, name_of_thread(b, t, *number));
    vec_push(b->run, &b->out->functions, b->program->templates.data[t.i].name);
}

/* Names in order of creation; the number counts the threads that have one. */
static void name_threads(ReportBuilder *b)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < b->trace->initial.count; i++)
        name_thread(b, b->trace->initial.data[i].template, &number);
    for (uint32_t i = 0; i < b->trace->steps.count; i++) {
        TemplateId t = b->program->edges.data[b->trace->steps.data[i].edge.i].spawn;
        if (t.i != NO_ID && b->trace->steps.data[i].child != NO_ID) name_thread(b, t, &number);
    }
}

static void start_steps(ReportBuilder *b)
{
    builder_init_shared(b);
    for (uint32_t i = 0; i < b->trace->shared.count; i++)
        builder_set_arbitrary(builder_slot(b, b->trace->shared.data[i].var, 0), &b->trace->shared.data[i].value);
    for (uint32_t t = 0; t < b->trace->initial.count; t++) {
        const TraceThread *thread = &b->trace->initial.data[t];
        builder_start_thread(b, thread->template);
        for (uint32_t i = 0; i < thread->locals.count; i++)
            builder_set_arbitrary(builder_slot(b, thread->locals.data[i].var, t), &thread->locals.data[i].value);
    }
    name_threads(b);
}

static const char *edge_text(ReportBuilder *b, const Edge *e)
{
    Str s;
    str_init(b->run, &s);
    program_print_edge(b->program, e, &s);
    return report_clean_text(b->run, str_text(&s));
}

/* ---- steps ---- */

static void join_changes(Run *run, ReportChanges *to, const ReportChanges *from)
{
    for (uint32_t i = 0; i < from->count; i++) {
        ReportChange *c = builder_find_change(to, from->data[i].name, from->data[i].owner);
        if (c) {
            c->after = from->data[i].after;
            if (!c->before)
                c->before = from->data[i].before;
            else if (strcmp(c->before, c->after) == 0)
                c->before = NULL;
        } else {
            vec_push(run, to, from->data[i]);
        }
    }
}

/* Reads of what the same printed step has just written say nothing new; the latest value counts. */
static void join_reads(Run *run, ReportStep *to, const ReportChanges *from, bool all)
{
    for (uint32_t i = 0; i < from->count; i++) {
        const char *name = from->data[i].name;
        ReportChange *read = builder_find_change(&to->reads, name, NULL);
        if (read) read->after = from->data[i].after, read->writer = from->data[i].writer;
        if (read || (!all && builder_find_change(&to->changes, name, NULL))) continue;
        vec_push(run, &to->reads, from->data[i]);
    }
}

static bool is_same_line(SourcePos a, SourcePos b)
{
    if (!a.file || !b.file || !a.line || a.line != b.line) return false;
    return strcmp(a.file, b.file) == 0;
}

/* In C the text is the source line. A .scpl statement that is repeated is shown as often. */
static bool continues(const ReportBuilder *b, const ReportStep *last, const ReportStep *next)
{
    return !b->program->counts_initial && !last->folds && last->thread == next->thread &&
           is_same_line(last->pos, next->pos) && strcmp(last->text, next->text) == 0;
}

/* A value that the same printed step has replaced is not what makes it fail. */
static void drop_stale_reads(ReportStep *step)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < step->reads.count; i++) {
        const ReportChange *read = &step->reads.data[i],
                           *change = builder_find_change(&step->changes, read->name, NULL);
        if (!change || strcmp(read->after, change->after) == 0) step->reads.data[kept++] = *read;
    }
    step->reads.count = kept;
}

static void join_steps(ReportBuilder *b, ReportStep *last, const ReportStep *next)
{
    CHECK(last->thread == next->thread && !last->fails);
    join_reads(b->run, last, &next->reads, next->fails);
    join_changes(b->run, &last->changes, &next->changes);
    for (uint32_t i = 0; i < next->creates.count; i++)
        vec_push(b->run, &last->creates, next->creates.data[i]);
    if (next->condition) last->condition = next->condition;
    if (next->locks) last->held.data = next->held.data, last->held.count = next->held.count;
    if (!last->doubt) last->doubt = next->doubt;
    if (next->stale) last->stale = last->stale ? run_format(b->run, "%s; %s", last->stale, next->stale) : next->stale;
    last->locks |= next->locks;
    last->is_seen |= next->is_seen;
    last->fails = next->fails;
    last->ends |= next->ends;
    if (next->note || next->fails) last->note = next->note;
    if (last->fails) {
        drop_stale_reads(last);
        last->at = next->at;
        last->pos = next->pos; /* the column of the assertion */
    }
}

static const char *function_of_edge(const ReportBuilder *b, const Edge *e)
{
    if (e->call) return b->program->calls.data[e->call - 1].function;
    return b->program->templates.data[b->program->locs.data[e->from.i].template.i].name;
}

/* As a printed step, or as a part of the last one. */
static void show_step(ReportBuilder *b, const Edge *e)
{
    ReportSteps *out = b->out;
    bool is_hidden = library_hides_edge(b, e);
    if (is_hidden)
        library_take_call(b, e);
    else
        b->step.text = edge_text(b, e);
    bool is_part = out->steps.count && continues(b, &vec_last(&out->steps), &b->step);
    if (is_part && is_hidden && b->step.note) vec_clear(&vec_last(&out->steps).reads); /* what it is about is last */
    if (is_part)
        join_steps(b, &vec_last(&out->steps), &b->step);
    else
        vec_push(b->run, &out->steps, b->step);
}

static void take_reported_step(ReportBuilder *b, const TraceStep *ts)
{
    CHECK(ts->edge.i < b->program->edges.count);
    CHECK(!b->out->steps.count || !vec_last(&b->out->steps).fails); /* a failing step is the last */
    const Edge *e = &b->program->edges.data[ts->edge.i];
    memset(&b->step, 0, sizeof b->step);
    b->trace_step = ts;
    b->thread = b->step.thread = ts->thread;
    b->visible = b->step.fails = e->is_error;
    b->step.pos = e->pos;
    b->step.at = program_place_in_file(b->program, e);
    b->step.function = function_of_edge(b, e);
    b->step.ends = program_out_count(b->program, e->to) == 0 && !e->is_error;
    if (e->what) b->step.note = run_format(b->run, "VIOLATES %s: %s", property_name(e->property), e->what);
    deadlock_take_event(b, e);
    effect_take_edge(b, e);
    held_take_step(b);
    for (uint32_t i = 0; i < b->held.count && b->step.locks; i++)
        vec_push(b->run, &b->step.held, b->held.data[i]);
    if (e->access_count && !e->is_error) {
        b->visible = true;
        b->step.note = b->step.ends ? "stops before this access" : "the first of the two accesses";
    }
    if (e->approximate && b->out->is_possible) {
        b->visible = true;
        b->step.doubt = e->approximate;
    }
    b->step.is_seen =
        b->step.creates.count || b->step.locks || b->step.note || b->step.stale || b->step.doubt || b->step.fails;
    if (b->visible) show_step(b, e);
    vec_push(b->run, &b->shown_as, b->visible ? b->out->steps.count - 1 : NO_ID);
}

/* ---- steps that are folded ---- */

static void name_fold(ReportBuilder *b, const TraceFold *fold)
{
    uint32_t first, last;
    bool act = fold_threads(b->trace, fold, &first, &last);
    CHECK(first < last && last < b->out->threads.count);
    const char *name = b->out->threads.data[last], *number = strrchr(name, '#');
    if (act) b->step.thread = first;
    b->step.text = run_format(b->run, "... to %s: the same (%u steps)", number ? number : name, fold->end - fold->from);
}

/* One printed step, with what all of them change of the shared variables. */
static void take_fold(ReportBuilder *b, const TraceFold *fold)
{
    ReportChanges all = {0};
    for (uint32_t i = fold->from; i < fold->end; i++) {
        const TraceStep *ts = &b->trace->steps.data[i];
        memset(&b->step, 0, sizeof b->step);
        b->trace_step = ts;
        b->thread = ts->thread;
        run_poll(b->run);
        effect_take_folded(b, &b->program->edges.data[ts->edge.i]);
        held_take_step(b);
        for (uint32_t k = 0; k < b->step.changes.count; k++)
            if (!b->step.changes.data[k].is_local)
                join_changes(b->run, &all, &(ReportChanges){&b->step.changes.data[k], 1, 1});
        vec_free(b->run, &b->step.changes);
        vec_free(b->run, &b->step.creates);
        vec_push(b->run, &b->shown_as, b->out->steps.count);
    }
    memset(&b->step, 0, sizeof b->step);
    b->step.thread = b->trace->steps.data[fold->from].thread;
    const Edge *first = &b->program->edges.data[b->trace->steps.data[fold->from].edge.i];
    b->step.pos = first->pos;
    b->step.at = program_place_in_file(b->program, first);
    for (uint32_t k = 0; k < all.count; k++) /* not those that are what they were */
        if (all.data[k].before) vec_push(b->run, &b->step.changes, all.data[k]);
    b->step.folds = fold->end - fold->from;
    name_fold(b, fold);
    vec_push(b->run, &b->out->steps, b->step);
}

/* ---- states ---- */

static void add_value_after(ReportBuilder *b, ReportChanges *state, VarId v, const VarSlot *slot)
{
    const Var *var = builder_var(b, v);
    if (var->is_temporary || var->is_untold) return;
    const char *value = slot->known ? builder_value_text(b, v, &slot->value) : "?";
    vec_push(b->run, state, ((ReportChange){.name = var->name, .after = value}));
}

/* The state after the step shown last; steps of its thread that nobody sees belong to it. */
static void update_state(ReportBuilder *b, uint32_t thread)
{
    if (!b->out->steps.count || vec_last(&b->out->steps).thread != thread) return;
    ReportChanges *state = &vec_last(&b->out->steps).state;
    CHECK(thread < b->threads.count);
    const Tracked *tracked = &b->threads.data[thread];
    const Template *template = &b->program->templates.data[tracked->template.i];
    vec_clear(state);
    for (uint32_t v = 0; v < b->program->vars.count; v++)
        if (b->program->vars.data[v].class == VAR_SHARED) add_value_after(b, state, (VarId){v}, &b->shared[v]);
    for (uint32_t i = 0; i < template->locals.count; i++)
        add_value_after(b, state, (VarId){template->locals.data[i]}, &tracked->locals[i]);
}

/* ---- what the failure depends on ---- */

/* From a step of the trace, counted from 1, to the printed step that it is in. */
static uint32_t printed_writer(const ReportBuilder *b, uint32_t writer, uint32_t reader)
{
    if (!writer) return 0;
    CHECK(writer <= b->shown_as.count);
    uint32_t step = b->shown_as.data[writer - 1];
    return step == NO_ID || step == reader ? 0 : step + 1;
}

static void take_relevances(ReportBuilder *b)
{
    const Relevance *relevances = dependence_relevances(b);
    for (uint32_t i = 0; i < b->shown_as.count; i++) {
        if (b->shown_as.data[i] == NO_ID) continue;
        ReportStep *step = &b->out->steps.data[b->shown_as.data[i]];
        if (step->relevance < relevances[i]) step->relevance = relevances[i];
    }
}

#define WHOLE_MAX 24 /* steps of a trace of which all are told */

/* Does its thread decide there, and not once more? In a loop that is what leaves it. */
static bool decides_last(const ReportSteps *out, uint32_t i)
{
    const ReportStep *s = &out->steps.data[i];
    for (uint32_t k = i + 1; k < out->steps.count && s->condition; k++)
        if (out->steps.data[k].thread == s->thread && is_same_line(out->steps.data[k].pos, s->pos)) return false;
    return s->condition != NULL;
}

/* Steps that use what several threads of the run use are seen. */
static void note_seen(ReportBuilder *b)
{
    for (uint32_t i = 0; i < b->touches.count; i++) {
        const ReportTouch *touch = &b->touches.data[i];
        uint32_t shown = b->shown_as.data[touch->step];
        if (shown != NO_ID && b->users[touch->var] == SEVERAL_USERS) b->out->steps.data[shown].is_seen = true;
    }
}

/* Where accesses or waits meet, each step counts that others see; where a value fails, those that it comes from. */
static bool is_about_threads(const ReportBuilder *b)
{
    const Edge *last = &b->program->edges.data[vec_last(&b->trace->steps).edge.i];
    return last->waits || last->access_count || last->property == PROPERTY_NO_DATA_RACE;
}

static bool is_told_anyway(const ReportBuilder *b, uint32_t i)
{
    const ReportStep *s = &b->out->steps.data[i];
    if (s->creates.count || s->locks || s->note || s->stale || s->doubt || s->fails || s->folds) return true;
    return s->relevance != RELEVANCE_NONE || (s->is_seen && is_about_threads(b)) || decides_last(b->out, i);
}

/* Who wrote what a step shows that it reads is told with it. */
static bool *choose_told(ReportBuilder *b)
{
    const ReportSteps *out = b->out;
    bool *told = run_alloc(b->run, out->steps.count + 1);
    note_seen(b);
    for (uint32_t i = out->steps.count; i-- > 0;) {
        const ReportChanges *reads = &out->steps.data[i].reads;
        told[i] |= is_told_anyway(b, i);
        for (uint32_t k = 0; k < reads->count && told[i]; k++) {
            uint32_t writer = reads->data[k].writer ? b->shown_as.data[reads->data[k].writer - 1] : NO_ID;
            if (writer != NO_ID) told[writer] = true;
        }
    }
    return told;
}

/* Steps of what is no C are statements that somebody wrote one by one. */
static void leave_out_steps(ReportBuilder *b)
{
    ReportSteps *out = b->out;
    if (out->steps.count <= WHOLE_MAX || b->program->counts_initial) return;
    bool *told = choose_told(b);
    uint32_t *now = run_alloc(b->run, out->steps.count * sizeof *now), kept = 0;
    for (uint32_t i = 0; i < out->steps.count; i++) {
        now[i] = NO_ID;
        if (!told[i]) continue;
        now[i] = kept;
        out->steps.data[kept++] = out->steps.data[i];
    }
    out->left_out = out->steps.count - kept;
    out->steps.count = kept;
    for (uint32_t i = 0; i < b->shown_as.count; i++)
        if (b->shown_as.data[i] != NO_ID) b->shown_as.data[i] = now[b->shown_as.data[i]];
    run_release(b->run, now);
    run_release(b->run, told);
    CHECK(kept > 0); /* the one that fails */
}

static void take_writers(const ReportBuilder *b)
{
    for (uint32_t i = 0; i < b->out->steps.count; i++) {
        ReportChanges *reads = &b->out->steps.data[i].reads;
        for (uint32_t k = 0; k < reads->count; k++)
            reads->data[k].writer = printed_writer(b, reads->data[k].writer, i);
    }
}

/* ---- the whole ---- */

static void add_arbitrary_input(ReportBuilder *b, VarId v, const VarSlot *slot, const char *owner)
{
    const Var *var = builder_var(b, v);
    if (!slot->used || var->is_temporary || var->is_untold) return;
    ReportChange input = {.name = var->name, .owner = owner, .after = builder_value_text(b, v, &slot->initial)};
    vec_push(b->run, &b->out->inputs, input);
}

static void collect_arbitrary_inputs(ReportBuilder *b)
{
    for (uint32_t v = 0; v < b->program->vars.count; v++)
        if (b->program->vars.data[v].class == VAR_SHARED) add_arbitrary_input(b, (VarId){v}, &b->shared[v], NULL);
    for (uint32_t t = 0; t < b->threads.count; t++) {
        const Template *template = &b->program->templates.data[b->threads.data[t].template.i];
        for (uint32_t i = 0; i < template->locals.count; i++)
            add_arbitrary_input(b, (VarId){template->locals.data[i]}, &b->threads.data[t].locals[i],
                                b->out->threads.data[t]);
    }
}

static bool report_step_is_valid(const ReportSteps *steps, uint32_t i)
{
    const ReportStep *s = &steps->steps.data[i];
    for (uint32_t k = 0; k < s->creates.count; k++)
        if (s->creates.data[k] >= steps->threads.count) return false;
    return s->thread < steps->threads.count && s->text && (!s->fails || i + 1 == steps->steps.count);
}

bool report_steps_are_valid(const ReportSteps *steps)
{
    for (uint32_t i = 0; i < steps->steps.count; i++)
        if (!report_step_is_valid(steps, i)) return false;
    return true;
}

uint32_t report_steps_total(const ReportSteps *steps)
{
    uint32_t total = steps->steps.count + steps->left_out;
    for (uint32_t i = 0; i < steps->steps.count; i++)
        if (steps->steps.data[i].folds) total += steps->steps.data[i].folds - 1;
    return total;
}

/* Of the threads that are there once. */
static const char *initial_name(const ReportBuilder *b)
{
    const char *name = NULL;
    for (uint32_t i = 0; i < b->trace->initial.count; i++) {
        TemplateId t = b->trace->initial.data[i].template;
        if (b->program->templates.data[t.i].initial != COUNT_ONE) continue;
        if (name) return NULL;
        name = b->out->threads.data[i];
    }
    return name;
}

void report_add_threads(Str *out, const ReportSteps *steps)
{
    if (steps->thread_count && steps->initial) str_addf(out, "%s and ", report_clean_text(out->run, steps->initial));
    if (steps->thread_count)
        report_add_count(out, steps->thread_count, "thread");
    else
        str_add(out, "the initial thread");
}

static ReportSteps *build_steps(Program *program, const Trace *trace, const ReportFacts *facts, bool with_states,
                                bool is_possible, bool whole)
{
    ReportBuilder b;
    memset(&b, 0, sizeof b);
    b.run = program->run;
    b.program = program;
    b.trace = trace;
    b.facts = facts;
    b.whole = whole;
    b.out = run_alloc(b.run, sizeof *b.out);
    b.out->is_possible = is_possible;
    b.out->thread_count = trace_least_bound(program, trace);
    start_steps(&b);
    b.out->initial = initial_name(&b);
    dependence_init(&b);
    TraceFold fold = fold_find(trace);
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        RUN_CHECK(b.run, trace->steps.data[i].thread < b.threads.count);
        if (i == fold.from && fold.from < fold.end) {
            take_fold(&b, &fold);
            i = fold.end;
        }
        CHECK(i < trace->steps.count); /* rounds are left behind a fold */
        take_reported_step(&b, &trace->steps.data[i]);
        if (with_states) update_state(&b, trace->steps.data[i].thread);
    }
    CHECK(b.threads.count == b.out->threads.count); /* each has a name */
    CHECK(report_steps_are_valid(b.out));
    take_relevances(&b);
    if (!whole) leave_out_steps(&b);
    take_writers(&b);
    collect_arbitrary_inputs(&b);
    b.out->race = report_race_build(&b);
    b.out->deadlock = report_deadlock_build(&b);
    dependence_clear(&b);
    return b.out;
}

ReportSteps *report_steps_build(Program *program, const Trace *trace, const ReportFacts *facts, bool with_states,
                                bool whole)
{
    return build_steps(program, trace, facts, with_states, false, whole);
}

ReportSteps *report_steps_build_possible(Program *program, const Trace *trace, const ReportFacts *facts, bool whole)
{
    return build_steps(program, trace, facts, false, true, whole);
}
