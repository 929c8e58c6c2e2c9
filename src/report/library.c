#include "report/library.h"

#include <string.h>

#include "report/value.h"

static bool is_text(SourcePos pos) { return pos.file && pos.file[0] == '<'; } /* see program_place_in_file */

bool library_hides_variable(const ReportBuilder *b, const Var *var) { return !b->whole && is_text(var->pos); }

bool library_hides_edge(const ReportBuilder *b, const Edge *e)
{
    SourcePos at = program_place_in_file(b->program, e);
    return !b->whole && is_text(e->pos) && at.file && !is_text(at);
}

const CallSite *library_find_call(const Program *p, const Edge *e)
{
    const CallSite *call = &p->calls.data[e->call - 1];
    while (is_text(call->pos))
        call = &p->calls.data[call->caller - 1];
    return call;
}

const char *library_text_of_call(const Program *p, const CallSite *call)
{
    return call->text ? report_clean_text(p->run, call->text) : run_format(p->run, "%s(...)", call->function);
}

void library_take_call(ReportBuilder *b, const Edge *e)
{
    const Program *p = b->program;
    const CallSite *call = library_find_call(p, e);
    bool is_named = strncmp(call->function, "chorus_", 7) != 0; /* else it is a part of what the program calls */
    b->step.text = library_text_of_call(p, call);
    b->step.pos = b->step.at;
    b->step.function = call->caller ? p->calls.data[call->caller - 1].function
                                    : p->templates.data[p->locs.data[e->from.i].template.i].name;
    if (b->step.fails && b->step.note && is_named && !e->access_count)
        b->step.note = run_format(b->run, "%s, in %s", b->step.note, call->function);
}
