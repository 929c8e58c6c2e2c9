#include "report/race.h"

#include <string.h>

#include "base/check.h"
#include "report/value.h"

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

static void take_access(Program *p, const Trace *trace, uint32_t step, ReportAccess *to)
{
    const Edge *e = &p->edges.data[trace->steps.data[step].edge.i];
    CHECK(e->access_count == 1);
    const Access *a = &e->accesses[0];
    Str text;
    str_init(p->run, &text);
    program_print_edge(p, e, &text);
    *to = (ReportAccess){.thread = trace->steps.data[step].thread,
                         .is_write = a->is_write,
                         .is_atomic = a->is_atomic,
                         .bytes = a->bytes,
                         .name = a->name ? a->name : p->objects.data[a->object].name,
                         .pos = e->pos,
                         .text = report_clean_text(p->run, str_text(&text))};
    find_creation(p, trace, to);
}

ReportRace *report_race_build(Program *program, const Trace *trace, const ReportSteps *steps)
{
    const Edge *last = &program->edges.data[vec_last(&trace->steps).edge.i];
    if (!last->is_error || last->property != PROPERTY_NO_DATA_RACE || !last->access_count) return NULL;
    uint32_t first = announcing_step(program, trace);
    if (first == NO_ID) return NULL;
    ReportRace *race = run_alloc(program->run, sizeof *race);
    take_access(program, trace, first, &race->accesses[0]);
    take_access(program, trace, trace->steps.count - 1, &race->accesses[1]);
    CHECK(race->accesses[0].thread != race->accesses[1].thread);
    CHECK(race->accesses[0].thread < steps->threads.count && race->accesses[1].thread < steps->threads.count);
    const MemoryObject *object = &program->objects.data[last->accesses[0].object];
    race->object = object->name;
    race->pos = object->pos;
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
    str_addf(out, "`%s`%s", report_clean_text(out->run, access->name), access->is_atomic ? " atomically" : "");
}

static void add_place(Str *out, const char *word, SourcePos pos)
{
    if (!pos.file || !pos.line) return;
    const char *base = strrchr(pos.file, '/');
    str_addf(out, "%s%s:%u", word, base ? base + 1 : pos.file, pos.line);
}

static void add_line(Str *out, const ReportSteps *steps, const ReportAccess *access)
{
    str_addf(out, "  %s ", steps->threads.data[access->thread]);
    report_add_access(out, access);
    add_place(out, " at ", access->pos);
    str_addf(out, ": %s\n", access->text);
    if (access->creator == NO_ID) return;
    CHECK(access->creator < steps->threads.count);
    str_addf(out, "    created by %s", steps->threads.data[access->creator]);
    add_place(out, " at ", access->created);
    str_add(out, "\n");
}

void report_add_race(Str *out, const ReportSteps *steps)
{
    const ReportRace *race = steps->race;
    CHECK(race);
    str_addf(out, "data race on `%s`", report_clean_text(out->run, race->object));
    add_place(out, ", declared at ", race->pos);
    str_add(out, ": nothing orders these accesses\n");
    add_line(out, steps, &race->accesses[0]);
    add_line(out, steps, &race->accesses[1]);
}
