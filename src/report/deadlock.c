/* A thread waits when its last step was one beside a call, or when an error edge of the property is enabled where it
 * stands: those say for what. Who has a lock is known from the trace (held.h), and so is who signalled last. */
#include "report/deadlock.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/evaluate.h"
#include "report/held.h"
#include "report/value.h"

/* ---- condition variables ---- */

static bool has_mutex(const ReportBuilder *b, VarId mutex)
{
    for (uint32_t i = 0; i < b->held.count; i++)
        if (b->held.data[i].thread == b->thread && b->held.data[i].lock.var.i == mutex.i) return true;
    return false;
}

/* Of an array of mutexes it is not followed who has which (held.c). */
static bool waits_unheld(const ReportBuilder *b, const ConditionEvent *event)
{
    if (event->kind != EVENT_WAIT || event->mutex.i == NO_ID) return false;
    return builder_var(b, event->mutex)->sort.kind != SORT_ARRAY && !has_mutex(b, event->mutex);
}

static const char *signal_words(ReportBuilder *b, const ConditionEvent *event)
{
    const VarSlot *asleep = builder_slot(b, event->asleep, b->thread);
    uint64_t count = asleep && asleep->known ? asleep->value.bits : 0;
    const char *verb = event->kind == EVENT_SIGNAL ? "signals" : "broadcasts";
    if (!asleep || !asleep->known) return run_format(b->run, "%s `%s`", verb, event->name);
    if (count == 0) return run_format(b->run, "%s `%s`, for which no thread waits", verb, event->name);
    if (count == 1) return run_format(b->run, "%s `%s`: wakes the thread that waits", verb, event->name);
    return run_format(b->run, "%s `%s`: wakes %s the %u threads that wait", verb, event->name,
                      event->kind == EVENT_SIGNAL ? "one of" : "all", (uint32_t)count);
}

void deadlock_take_event(ReportBuilder *b, const Edge *e)
{
    const ConditionEvent *event = e->event;
    b->visible |= e->text && strcmp(e->text, "end of thread, which holds locks") == 0;
    if (!event) return;
    Tracked *t = &b->threads.data[b->thread];
    if (event->kind == EVENT_WAIT) {
        t->unheld = waits_unheld(b, event);
        if (!t->unheld) return;
        b->step.note = run_format(b->run, "waits for `%s` without holding the mutex", event->name);
    } else {
        ReportSignal s = {event->name, b->thread, e->pos, program_place_in_file(b->program, e), b->shown_as.count};
        vec_push(b->run, &b->signals, s);
        b->step.note = signal_words(b, event);
    }
    b->visible = true;
}

/* ---- who waits ---- */

static Value value_at_end(void *arg, TermManager *tm, Term var)
{
    ReportBuilder *b = arg;
    const VarSlot *slot = builder_slot(b, (VarId){term_symbol(tm, var)}, b->thread);
    return slot ? slot->value : (Value){.bits = 0};
}

/* The last step of the thread; NULL: it took none. */
static const Edge *last_edge(const ReportBuilder *b, uint32_t thread)
{
    for (uint32_t i = b->trace->steps.count; i-- > 0;)
        if (b->trace->steps.data[i].thread == thread) return &b->program->edges.data[b->trace->steps.data[i].edge.i];
    return NULL;
}

/* The step by which the thread waits, which may be one that it could take; NULL: it does not wait. */
static const Edge *waiting_edge(ReportBuilder *b, uint32_t thread)
{
    const Edge *last = last_edge(b, thread);
    if (!last || last->waits) return last;
    b->thread = thread;
    for (uint32_t k = 0; k < program_out_count(b->program, last->to); k++) {
        const Edge *e = program_out_edge(b->program, last->to, k);
        if (e->waits && e->is_error && term_evaluate(b->program->tm, e->guard, value_at_end, b, NULL).bits) return e;
    }
    return NULL;
}

static bool has_ended(const ReportBuilder *b, uint32_t thread)
{
    const Edge *last = last_edge(b, thread);
    if (!last || last->is_error) return false;
    return program_out_count(b->program, last->to) == 0 ||
           (last->text && strncmp(last->text, "end of thread", 13) == 0);
}

/* The first of the last steps of the thread that are of the call that waits. */
static uint32_t waits_since(const ReportBuilder *b, uint32_t thread, SourcePos pos)
{
    uint32_t since = b->out->steps.count;
    for (uint32_t i = b->out->steps.count; i-- > 0;) {
        const ReportStep *s = &b->out->steps.data[i];
        if (s->thread != thread) continue;
        if (s->pos.line != pos.line || s->pos.file != pos.file) break;
        since = i;
    }
    return since < b->out->steps.count ? since + 1 : 0;
}

/* Is that the name, in quotation marks? */
static bool is_quoted(const char *words, const char *name)
{
    size_t n = strlen(name);
    return words[0] == '`' && strncmp(words + 1, name, n) == 0 && strcmp(words + 1 + n, "`") == 0;
}

static void find_holder(const ReportBuilder *b, const Edge *e, ReportWaiter *w)
{
    for (uint32_t i = 0; i < b->held.count; i++) {
        if (b->held.data[i].lock.var.i + 1 != e->waits_lock) continue;
        w->holder = b->held.data[i].thread;
        w->lock = b->held.data[i].lock;
        w->holder_ended = has_ended(b, w->holder);
        return;
    }
}

static void find_signal(const ReportBuilder *b, ReportWaiter *w)
{
    for (uint32_t i = b->signals.count; i-- > 0 && !w->signal;) {
        if (!is_quoted(w->what, b->signals.data[i].condition)) continue;
        w->signal = &b->signals.data[i];
        uint32_t shown = b->shown_as.data[w->signal->step];
        w->signal_step = shown == NO_ID ? 0 : shown + 1;
    }
}

/* The statement: what a step beside a call says is no source. */
static const char *waiting_text(const ReportBuilder *b, const Edge *e)
{
    for (uint32_t k = 0; !e->is_error && k < program_out_count(b->program, e->to); k++)
        if (program_out_edge(b->program, e->to, k)->text) return program_out_edge(b->program, e->to, k)->text;
    return e->text ? e->text : "";
}

static void add_waiter(ReportBuilder *b, ReportDeadlock *d, uint32_t thread)
{
    const Edge *e = waiting_edge(b, thread);
    if (!e) return;
    ReportWaiter w = {.thread = thread, .what = e->waits, .pos = e->pos, .holder = NO_ID};
    w.at = program_place_in_file(b->program, e);
    w.since = waits_since(b, thread, e->pos);
    w.text = waiting_text(b, e);
    w.unheld = b->threads.data[thread].unheld && last_edge(b, thread)->pos.line == e->pos.line;
    find_holder(b, e, &w);
    find_signal(b, &w);
    held_by(b, thread, &w.locks);
    vec_push(b->run, &d->waiters, w);
}

ReportDeadlock *report_deadlock_build(ReportBuilder *b)
{
    const TraceStep *last = &vec_last(&b->trace->steps);
    if (!b->program->edges.data[last->edge.i].waits) return NULL;
    ReportDeadlock *d = run_alloc(b->run, sizeof *d);
    add_waiter(b, d, last->thread);
    for (uint32_t t = 0; t < b->threads.count; t++)
        if (t != last->thread) add_waiter(b, d, t);
    CHECK(d->waiters.count > 0);
    return d;
}

/* ---- in words ---- */

static void add_place(Str *out, const char *word, SourcePos pos)
{
    if (!pos.file || !pos.line) return;
    const char *base = strrchr(pos.file, '/');
    str_addf(out, "%s%s:%u", word, base ? base + 1 : pos.file, pos.line);
}

void report_add_waiter(Str *out, const ReportSteps *steps, const ReportWaiter *w)
{
    str_addf(out, "%s waits for %s", steps->threads.data[w->thread], report_clean_text(out->run, w->what));
}

bool report_add_wait_cause(Str *out, const ReportSteps *steps, const ReportWaiter *w)
{
    if (w->holder != NO_ID) {
        const char *who = w->holder == w->thread ? "itself" : steps->threads.data[w->holder];
        str_addf(out, "%s was taken by %s", report_clean_text(out->run, w->what), who);
        if (w->lock.to_read) str_add(out, " to read");
        add_place(out, " at ", w->lock.pos);
        if (w->holder_ended) str_addf(out, "; %s has ended holding it", who);
        return true;
    }
    if (!w->signal) return false;
    bool is_before = w->since && w->signal_step && w->signal_step <= w->since;
    str_addf(out, "%s was signalled last by %s", report_clean_text(out->run, w->what),
             steps->threads.data[w->signal->thread]);
    add_place(out, " at ", w->signal->pos);
    if (w->signal_step) str_addf(out, " (step %u)", w->signal_step);
    str_add(out, is_before ? ", before this wait began" : ", which did not wake this thread");
    return true;
}

static void add_waiter_locks(Str *out, const ReportLocks *locks)
{
    for (uint32_t i = 0; i < locks->count; i++) {
        str_addf(out, "%s`%s`%s", i == 0 ? "    holds " : ", ", report_clean_text(out->run, locks->data[i].name),
                 locks->data[i].to_read ? " to read" : "");
        add_place(out, ", taken at ", locks->data[i].pos);
    }
    if (locks->count) str_add(out, "\n");
}

void report_add_deadlock(Str *out, const ReportSteps *steps)
{
    const ReportDeadlock *d = steps->deadlock;
    str_add(out, "who waits for what:\n");
    for (uint32_t i = 0; i < d->waiters.count; i++) {
        const ReportWaiter *w = &d->waiters.data[i];
        str_add(out, "  ");
        report_add_waiter(out, steps, w);
        add_place(out, " at ", w->pos);
        if (w->unheld) str_add(out, " without holding the mutex");
        if (w->since && w->since < steps->steps.count) str_addf(out, ", since step %u", w->since);
        str_addf(out, ": %s\n", w->text);
        add_waiter_locks(out, &w->locks);
        Str cause;
        str_init(out->run, &cause);
        if (report_add_wait_cause(&cause, steps, w)) str_addf(out, "    %s\n", str_text(&cause));
    }
}
