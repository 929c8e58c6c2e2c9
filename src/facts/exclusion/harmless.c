#include "facts/exclusion/harmless.h"

#include <string.h>

#include "base/check.h"
#include "program/access.h"

/* An access of an edge. */
typedef struct AccessSite {
    EdgeId edge;
    uint32_t access;
} AccessSite;

typedef VEC(AccessSite) AccessSites;

typedef struct Finder {
    Program *p;
    const MonitorQuestion *question;
    HarmlessList *out;
    uint32_t first; /* in out: what was found of the object at hand */
} Finder;

static const Edge *edge_of_site(const Finder *f, AccessSite s) { return &f->p->edges.data[s.edge.i]; }
static const Access *access_of_site(const Finder *f, AccessSite s) { return &edge_of_site(f, s)->accesses[s.access]; }
static const Loc *location_of_site(const Finder *f, AccessSite s)
{
    return &f->p->locs.data[edge_of_site(f, s)->from.i];
}

static HarmlessKind classify_harmless(const Finder *f, AccessSite x, AccessSite y)
{
    const Access *a = access_of_site(f, x), *b = access_of_site(f, y);
    TemplateId t = location_of_site(f, x)->template;
    bool is_one_thread =
        t.i == location_of_site(f, y)->template.i && f->p->templates.data[t.i].cardinality != COUNT_MANY;
    bool are_atomic =
        (a->is_atomic && b->is_atomic) || (location_of_site(f, x)->atomic && location_of_site(f, y)->atomic);
    if (is_one_thread) return HARMLESS_THREAD;
    if (!a->is_write && !b->is_write) return HARMLESS_READ;
    if (are_atomic) return HARMLESS_ATOMIC;
    return accesses_conflict(a, b) ? HARMLESS_NOT : HARMLESS_BYTES;
}

static void add_harmless(Finder *f, const char *what, HarmlessKind kind)
{
    for (uint32_t i = f->first; i < f->out->count; i++) {
        Harmless *known = &f->out->data[i];
        if (known->kind != kind || strcmp(known->what, what) != 0) continue;
        known->pairs++;
        return;
    }
    vec_push(f->p->run, f->out, ((Harmless){what, kind, 1}));
}

static void find_pairs(Finder *f, const AccessSites *sites)
{
    f->first = f->out->count;
    for (uint32_t j = 0; j < sites->count; j++) {
        run_poll(f->p->run);
        for (uint32_t i = 0; i <= j; i++) {
            AccessSite x = sites->data[i], y = sites->data[j];
            const MonitorQuestion *q = f->question;
            if (q && q->asks && !q->asks(q->arg, x.edge, x.access, y.edge, y.access)) continue;
            const Access *a = access_of_site(f, y);
            add_harmless(f, a->name ? a->name : f->p->objects.data[a->object].name, classify_harmless(f, x, y));
        }
    }
}

void harmless_find(Program *p, const MonitorQuestion *question, HarmlessList *out)
{
    Finder f = {p, question, out, 0};
    AccessSites *sites = run_alloc(p->run, (p->objects.count + 1) * sizeof *sites);
    for (uint32_t e = 0; e < p->edges.count; e++)
        for (uint32_t i = 0; i < p->edges.data[e].access_count; i++) {
            CHECK(p->edges.data[e].accesses[i].object < p->objects.count);
            vec_push(p->run, &sites[p->edges.data[e].accesses[i].object], ((AccessSite){{e}, i}));
        }
    for (uint32_t o = 0; o < p->objects.count; o++) {
        find_pairs(&f, &sites[o]);
        vec_free(p->run, &sites[o]);
    }
    run_release(p->run, sites);
}

const char *harmless_text(HarmlessKind kind)
{
    switch (kind) {
    case HARMLESS_READ: return "only read";
    case HARMLESS_ATOMIC: return "atomic";
    case HARMLESS_BYTES: return "different bytes";
    case HARMLESS_THREAD: return "one thread";
    case HARMLESS_NOT: return "exploration";
    case HARMLESS_KINDS: break;
    }
    return "no reason";
}
