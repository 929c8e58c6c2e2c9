#include "report/race.h"

#include <string.h>

#include "base/check.h"
#include "report/held.h"
#include "report/library.h"
#include "report/unordered.h"
#include "report/value.h"

#define CALLS_MAX 8 /* of a call stack that are printed */

/* ---- from the trace ---- */

/* The step that announced the access that the last step conflicts with; NO_ID: none. */
static uint32_t announcing_step(const Program *p, const Trace *trace)
{
    for (uint32_t i = trace->steps.count - 1; i-- > 0;) {
        const Edge *e = &p->edges.data[trace->steps.data[i].edge.i];
        if (e->access_count && !e->is_error) return i;
    }
    return NO_ID;
}

/* Where the thread was started, and by which. */
static void find_creation(const Program *p, const Trace *trace, ReportAccess *access)
{
    access->creator = NO_ID;
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        const TraceStep *step = &trace->steps.data[i];
        if (step->child != access->thread) continue;
        access->creator = step->thread;
        access->created = p->edges.data[step->edge.i].pos;
    }
}

/* What main is called by, where that calls other functions, too, is no call of the program's. */
static bool is_main(const CallSite *site) { return !site->pos.file && strcmp(site->function, "main") == 0; }

static void find_calls(const ReportBuilder *b, const Edge *e, ReportAccess *access)
{
    const Program *p = b->program;
    bool is_inside = library_hides_edge(b, e);
    for (uint32_t call = e->call; call; call = p->calls.data[call - 1].caller) {
        const CallSite *site = &p->calls.data[call - 1];
        is_inside = is_inside && site != library_find_call(p, e);
        if (is_inside || is_main(site)) continue;
        CHECK(call <= p->calls.count && p->calls.data[call - 1].caller < call);
        vec_push(p->run, &access->calls, *site);
    }
}

static void take_access(const ReportBuilder *b, uint32_t step, ReportAccess *to)
{
    Program *p = b->program;
    const Edge *e = &p->edges.data[b->trace->steps.data[step].edge.i];
    CHECK(e->access_count == 1);
    const Access *a = &e->accesses[0];
    Str text;
    str_init(p->run, &text);
    program_print_edge(p, e, &text);
    *to = (ReportAccess){.thread = b->trace->steps.data[step].thread,
                         .is_write = a->is_write,
                         .is_atomic = a->is_atomic,
                         .is_library = p->objects.data[a->object].is_library,
                         .bytes = a->bytes,
                         .name = a->name ? a->name : p->objects.data[a->object].name,
                         .pos = e->pos,
                         .at = program_place_in_file(p, e),
                         .text = report_clean_text(p->run, str_text(&text))};
    find_creation(p, b->trace, to);
    if (library_hides_edge(b, e)) to->pos = to->at, to->text = library_text_of_call(p, library_find_call(p, e));
    find_calls(b, e, to);
    held_by(b, to->thread, &to->locks);
}

ReportRace *report_race_build(ReportBuilder *b)
{
    const Program *p = b->program;
    const Trace *trace = b->trace;
    const Edge *last = &p->edges.data[vec_last(&trace->steps).edge.i];
    if (!last->is_error || last->property != PROPERTY_NO_DATA_RACE || !last->access_count) return NULL;
    uint32_t first = announcing_step(p, trace);
    if (first == NO_ID) return NULL;
    ReportRace *race = run_alloc(p->run, sizeof *race);
    take_access(b, first, &race->accesses[0]);
    take_access(b, trace->steps.count - 1, &race->accesses[1]);
    CHECK(race->accesses[0].thread != race->accesses[1].thread);
    CHECK(race->accesses[0].thread < b->threads.count && race->accesses[1].thread < b->threads.count);
    const MemoryObject *object = &p->objects.data[last->accesses[0].object];
    race->object = object->name;
    race->pos = object->pos;
    race->unordered = unordered_text(b, race, first, trace->steps.count - 1);
    return race;
}

/* ---- as text ---- */

void report_add_access(Str *out, const ReportAccess *access)
{
    str_add(out, access->is_write ? "writes " : "reads ");
    if (access->bytes) {
        report_add_count(out, access->bytes, "byte");
        str_add(out, " of ");
    }
    const char *how = !access->is_atomic ? "" : access->is_library ? " under a lock of the library" : " atomically";
    str_addf(out, "`%s`%s", report_clean_text(out->run, access->name), how);
}

static void add_race_place(Str *out, const char *word, SourcePos pos)
{
    if (!pos.file || !pos.line) return;
    const char *base = strrchr(pos.file, '/');
    str_addf(out, "%s%s:%u", word, base ? base + 1 : pos.file, pos.line);
}

static void add_race_calls(Str *out, const ReportAccess *access)
{
    for (uint32_t i = 0; i < access->calls.count; i++) {
        const CallSite *call = &access->calls.data[i];
        if (i == CALLS_MAX && access->calls.count > CALLS_MAX + 1) {
            str_addf(out, "    and %u calls more\n", access->calls.count - i);
            return;
        }
        str_addf(out, "    in %s, called", report_clean_text(out->run, call->function));
        if (call->is_shared) {
            str_add(out, " at several places\n");
            continue;
        }
        add_race_place(out, " at ", call->pos);
        str_add(out, call->pos.line ? "\n" : " by the library\n");
    }
}

static void add_race_locks(Str *out, const ReportLocks *locks)
{
    for (uint32_t i = 0; i < locks->count; i++) {
        const ReportLock *lock = &locks->data[i];
        str_addf(out, "%s`%s`%s", i == 0 ? "    holds " : ", ", report_clean_text(out->run, lock->name),
                 lock->to_read ? " to read" : "");
        add_race_place(out, ", taken at ", lock->pos);
    }
    if (locks->count) str_add(out, "\n");
}

static void add_race_access(Str *out, const ReportSteps *steps, const ReportAccess *access)
{
    str_addf(out, "  %s ", steps->threads.data[access->thread]);
    report_add_access(out, access);
    add_race_place(out, " at ", access->pos);
    str_addf(out, ": %s\n", access->text);
    add_race_calls(out, access);
    add_race_locks(out, &access->locks);
    if (access->creator == NO_ID) return;
    CHECK(access->creator < steps->threads.count);
    str_addf(out, "    created by %s", steps->threads.data[access->creator]);
    add_race_place(out, " at ", access->created);
    str_add(out, "\n");
}

void report_add_race(Str *out, const ReportSteps *steps)
{
    const ReportRace *race = steps->race;
    CHECK(race != NULL);
    CHECK(race->unordered != NULL);
    str_addf(out, "data race on `%s`", report_clean_text(out->run, race->object));
    add_race_place(out, ", declared at ", race->pos);
    str_add(out, "\n");
    add_race_access(out, steps, &race->accesses[0]);
    add_race_access(out, steps, &race->accesses[1]);
    str_addf(out, "  nothing orders them: %s\n", race->unordered);
}
