#include "session/native/stops.h"

#include "base/check.h"

bool stop_is_one(const Program *p, const Origins *origins, EdgeId edge)
{
    CHECK(program_has_edge(p, edge));
    return edge.i >= origins->edges.count && p->edges.data[edge.i].access_count == 1;
}

static bool same_term(Term a, Term b) { return term_is(a) == term_is(b) && (!term_is(a) || term_same(a, b)); }

static bool same_access(const Access *a, const Access *b)
{
    return a->object == b->object && a->offset == b->offset && a->bytes == b->bytes && a->stride == b->stride &&
           a->is_write == b->is_write && a->is_atomic == b->is_atomic && same_term(a->index, b->index) &&
           same_term(a->condition, b->condition);
}

/* The event that is about the access. */
static bool find_event(const OriginEvents *events, uint32_t access, uint32_t *event)
{
    for (uint32_t i = 0; i < events->count; i++)
        if (events->data[i].kind == ORIGIN_TOUCH && access < 64 && events->data[i].accesses >> access & 1) {
            *event = i;
            return true;
        }
    return false;
}

bool stop_find(const Program *p, const Program *accessing, const Origins *origins, EdgeId edge, NativeStop *stop)
{
    const Edge *x = &p->edges.data[edge.i];
    CHECK(stop_is_one(p, origins, edge) && accessing->edges.count <= p->edges.count);
    for (uint32_t i = 0; i < origins->edges.count && i < accessing->edges.count; i++) {
        const Edge *e = &accessing->edges.data[i];
        if (e->from.i != x->from.i || e->approximate) continue;
        for (uint32_t k = 0; k < e->access_count; k++)
            if (same_access(&e->accesses[k], &x->accesses[0]) && find_event(&origins->edges.data[i], k, &stop->event)) {
                stop->edge = (EdgeId){i};
                stop->access = &e->accesses[k];
                return true;
            }
    }
    return false;
}
