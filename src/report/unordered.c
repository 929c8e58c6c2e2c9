/* All of it is said of the state of the race: what is held there, who has been started and can not have been joined. */
#include "report/unordered.h"

#include <string.h>

#include "base/check.h"
#include "report/value.h"

typedef struct Sides {
    ReportBuilder *b;
    const ReportRace *race;
    uint32_t steps[2]; /* of the trace, in which they stand before their accesses */
    Str *out;
} Sides;

static const char *side_thread_name(const Sides *s, uint32_t thread)
{
    CHECK(thread < s->b->out->threads.count);
    return s->b->out->threads.data[thread];
}

static void add_separator(const Sides *s) { str_add(s->out, s->out->length ? "; " : ""); }

/* Places are in the file of the first access unless they say so. */
static void add_side_place(const Sides *s, SourcePos pos)
{
    SourcePos here = s->race->accesses[0].pos;
    const char *slash = pos.file ? strrchr(pos.file, '/') : NULL;
    if (!pos.file || !pos.line)
        str_add(s->out, "some other place");
    else if (here.file && strcmp(here.file, pos.file) == 0)
        str_addf(s->out, "line %u", pos.line);
    else
        str_addf(s->out, "%s:%u", slash ? slash + 1 : pos.file, pos.line);
}

/* ---- atomic and plain ---- */

static void add_atomicity(const Sides *s)
{
    const ReportAccess *x = &s->race->accesses[0], *y = &s->race->accesses[1];
    if (x->is_atomic == y->is_atomic) return;
    add_separator(s);
    const char *how = x->is_library ? "under a lock of the library" : "atomic";
    str_addf(s->out, "the access of %s is %s, that of %s is not", side_thread_name(s, (x->is_atomic ? x : y)->thread),
             how, side_thread_name(s, (x->is_atomic ? y : x)->thread));
}

/* ---- locks ---- */

void unordered_add_locks(Str *out, const ReportLocks *locks)
{
    for (uint32_t i = 0; i < locks->count; i++) {
        str_add(out, i == 0 ? " " : i + 1 == locks->count ? " and " : ", ");
        str_addf(out, "`%s`%s", report_clean_text(out->run, locks->data[i].name),
                 locks->data[i].to_read ? " to read" : "");
    }
}

static bool have_common_lock(const ReportLocks *a, const ReportLocks *b)
{
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++)
            if (a->data[i].var.i == b->data[k].var.i) return true;
    return false;
}

static void add_holder(const Sides *s, const ReportAccess *a)
{
    str_addf(s->out, "%s holds", side_thread_name(s, a->thread));
    if (a->locks.count)
        unordered_add_locks(s->out, &a->locks);
    else
        str_add(s->out, " no lock");
}

static void add_held_locks(const Sides *s)
{
    const ReportAccess *x = &s->race->accesses[0], *y = &s->race->accesses[1];
    add_separator(s);
    if (!x->locks.count && !y->locks.count) {
        str_add(s->out, "no lock is held by either");
        return;
    }
    add_holder(s, x);
    str_add(s->out, ", ");
    add_holder(s, y);
    if (x->locks.count && y->locks.count)
        str_add(s->out, have_common_lock(&x->locks, &y->locks) ? ": not for it alone" : ": different locks");
}

/* ---- order of threads ---- */

/* Where the thread is when the race happens. */
static LocId location(const Sides *s, uint32_t thread)
{
    const Program *p = s->b->program;
    const Trace *trace = s->b->trace;
    for (uint32_t i = s->steps[1] + 1; i-- > 0;) {
        const Edge *e = &p->edges.data[trace->steps.data[i].edge.i];
        if (trace->steps.data[i].thread == thread) return i == s->steps[0] || i == s->steps[1] ? e->from : e->to;
    }
    return p->templates.data[s->b->threads.data[thread].template.i].entry;
}

/* Does the fact speak of the thread, and of who created it? */
static bool is_about_thread(const Sides *s, const OrderFact *f, uint32_t thread, uint32_t owner)
{
    if (f->subject.i != s->b->threads.data[thread].template.i || f->done.i == NO_ID) return false;
    if (f->owner.i != s->b->threads.data[owner].template.i) return false;
    if (f->parameter.i == NO_ID) return true;
    const VarSlot *slot = builder_slot(s->b, f->parameter, thread);
    return slot && slot->known && term_value(s->b->program->tm, f->value) == slot->value.bits;
}

/* The next edge by which the owner leaves the locations where the subject may be at work: a join. NULL: there is none.
 */
static const Edge *find_join(const Sides *s, const OrderFact *f, LocId from)
{
    const Program *p = s->b->program;
    const Edge *found = NULL;
    uint32_t *open = run_alloc(p->run, (p->locs.count + 1) * sizeof *open), count = 0;
    bool *is_seen = run_alloc(p->run, p->locs.count + 1);
    open[count++] = from.i;
    is_seen[from.i] = true;
    for (uint32_t i = 0; i < count && !found; i++)
        for (uint32_t k = 0; k < program_out_count(p, ((LocId){open[i]})); k++) {
            const Edge *e = program_out_edge(p, ((LocId){open[i]}), k);
            if (e->to.i >= s->b->facts->loc_count || is_seen[e->to.i]) continue;
            if (!f->active[e->to.i] && !found) found = e;
            is_seen[e->to.i] = true;
            open[count++] = e->to.i;
            CHECK(count <= p->locs.count);
        }
    run_release(p->run, open);
    run_release(p->run, is_seen);
    return found;
}

/* "is not joined until line 24"; false: it is not known when. */
static bool add_join(const Sides *s, uint32_t thread, uint32_t owner, const char *before)
{
    LocId at = location(s, owner);
    if (!s->b->facts || at.i >= s->b->facts->loc_count) return false;
    const Exclusions *known = s->b->facts->exclusions;
    for (uint32_t i = 0; i < known->orders.count; i++) {
        const OrderFact *f = &known->orders.data[i];
        if (!is_about_thread(s, f, thread, owner) || !f->active[at.i]) continue;
        const Edge *join = find_join(s, f, at);
        if (!join) continue;
        str_addf(s->out, "%snot joined until ", before);
        add_side_place(s, join->pos);
        return true;
    }
    return false;
}

static void add_creation(const Sides *s, const ReportAccess *created)
{
    add_separator(s);
    str_addf(s->out, "%s is created before, at ", side_thread_name(s, created->thread));
    add_side_place(s, created->created);
    if (!add_join(s, created->thread, created->creator, ", and ")) str_add(s->out, ", and still runs");
}

static void add_siblings(const Sides *s)
{
    const ReportAccess *x = &s->race->accesses[0], *y = &s->race->accesses[1];
    bool is_one_line = x->created.line == y->created.line;
    add_separator(s);
    str_addf(s->out, "%s creates both, at ", side_thread_name(s, x->creator));
    add_side_place(s, x->created);
    str_add(s->out, is_one_line ? "" : " and ");
    if (!is_one_line) add_side_place(s, y->created);
    str_add(s->out, ", before it joins either");
}

static void add_why_unordered(const Sides *s)
{
    const ReportAccess *x = &s->race->accesses[0], *y = &s->race->accesses[1];
    if (x->creator == y->thread)
        add_creation(s, x);
    else if (y->creator == x->thread)
        add_creation(s, y);
    else if (x->creator != NO_ID && x->creator == y->creator)
        add_siblings(s);
    else {
        add_separator(s);
        str_addf(s->out, "%s and %s run at the same time", side_thread_name(s, x->thread),
                 side_thread_name(s, y->thread));
    }
}

const char *unordered_text(ReportBuilder *b, const ReportRace *race, uint32_t first, uint32_t last)
{
    Str out;
    CHECK(first < last && last + 1 == b->trace->steps.count);
    str_init(b->run, &out);
    Sides s = {b, race, {first, last}, &out};
    add_atomicity(&s);
    add_held_locks(&s);
    add_why_unordered(&s);
    return str_text(&out);
}
