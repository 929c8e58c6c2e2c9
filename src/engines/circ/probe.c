#include "engines/circ/probe.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "program/access.h"
#include "program/check.h"
#include "program/copy.h"

#define INDEX_WIDTH 64

static EdgeId add_probe_edge(Program *p, Edge edge)
{
    EdgeId self = {p->edges.count};
    edge.path = &self;
    edge.path_count = 1;
    return program_add_edge(p, &edge);
}

Probe probe_new(Program *threads)
{
    Probe probe = {.program = program_copy_frame(threads, true), .edge_count = threads->edges.count};
    Program *p = probe.program;
    for (uint32_t i = 0; i < threads->edges.count; i++) {
        EdgeId id = add_probe_edge(p, threads->edges.data[i]);
        CHECK(id.i == i);
        (void)id;
    }
    Var index = {.name = "race.index", .sort = sort_bv(INDEX_WIDTH), .class = VAR_SHARED, .template = {NO_ID}};
    index.init = term_bv(p->tm, INDEX_WIDTH, 0);
    index.is_temporary = true;
    probe.index = program_add_var(p, &index);
    program_index(p);
    program_infer_cardinality(p);
    return probe;
}

static Term guard_of_access(Program *p, const Edge *e, uint32_t access)
{
    Term condition = e->accesses[access].condition;
    return term_is(condition) ? term_and(p->tm, e->guard, condition) : e->guard;
}

EdgeId probe_stand(Probe *probe, EdgeId edge, uint32_t access)
{
    Program *p = probe->program;
    const Edge *e = &p->edges.data[edge.i];
    CHECK(edge.i < probe->edge_count && access < e->access_count);
    const Access *a = &e->accesses[access];
    Edge stand = edge_make(e->from, e->from, e->pos);
    stand.guard = guard_of_access(p, e, access);
    stand.approximate = e->approximate;
    Assign keep = {probe->index, TERM_NONE};
    if (a->stride) {
        keep.value = term_zext(p->tm, a->index, INDEX_WIDTH);
        stand.assigns = &keep;
        stand.assign_count = 1;
    }
    return add_probe_edge(p, stand);
}

EdgeId probe_meet(Probe *probe, EdgeId edge, uint32_t access, EdgeId other, uint32_t other_access)
{
    Program *p = probe->program;
    const Edge *e = &p->edges.data[edge.i], *f = &p->edges.data[other.i];
    CHECK(edge.i < probe->edge_count && other.i < probe->edge_count);
    const Access *a = &e->accesses[access], *b = &f->accesses[other_access];
    Term index = b->stride ? program_var_term(p, probe->index) : TERM_NONE;
    Term overlap = access_overlap(p->tm, a, a->stride ? a->index : TERM_NONE, b, index);
    Edge meet = edge_make(e->from, e->to, e->pos);
    meet.guard = term_and(p->tm, guard_of_access(p, e, access), overlap);
    meet.approximate = e->approximate;
    meet.is_error = true;
    meet.property = PROPERTY_NO_DATA_RACE;
    return add_probe_edge(p, meet);
}
