/* Where any number of threads start the state speaks of infinitely many: n of them are those that run, and the others
 * never do. Which values their locals have can be chosen, but only among those that exist with the initial values of
 * the shared variables; where that may depend on values that the predicates do not tell, every choice is a state, as
 * far as the main thread is one of those that were chosen. */
#include "kernel/kinds/context/start.h"

#include "base/check.h"
#include "kernel/kinds/context/image.h"
#include "kernel/kinds/context/step.h"

#define CHOICES_MAX 4 /* kinds of initial threads of which any set may exist */

typedef struct Start {
    ContextCheck *x;
    uint32_t main, shared, point; /* the main thread's template, or NO_ID: it is not started yet */
} Start;

static void choose_start_threads(Start *s, uint32_t template);

/* The places of such a thread at the start; NULL when the certificate has none, which is a problem. */
static const ContextIds *places_of(ContextCheck *x, uint32_t template, const ContextAfter *initial)
{
    LocId entry = x->p->templates.data[template].entry;
    uint32_t point = NO_ID;
    if (initial->shared != NO_ID)
        point = context_find_point(x->c, (TemplateId){template}, entry, initial->shared, &initial->bits);
    const ContextIds *places = point == NO_ID ? NULL : context_start_places(x, NO_ID, point);
    if (!places) checker_fail(x->k, "the context has no start of %s as it may be", x->p->templates.data[template].name);
    return places;
}

static void choose_one(Start *s, uint32_t template, const ContextAfters *initial)
{
    ContextCheck *x = s->x;
    for (uint32_t i = 0; i < initial->count && !x->k->problem; i++) {
        if (initial->data[i].shared != s->shared) continue;
        const ContextIds *places = places_of(x, template, &initial->data[i]);
        if (!places) return;
        uint32_t place = places->data[0], before = x->counts[place];
        context_count_up(x, place);
        choose_start_threads(s, template + 1);
        x->counts[place] = before;
    }
}

/* Threads of those kinds whose bits are set. */
static void choose_kinds(Start *s, uint32_t template, const ContextAfters *initial, uint32_t kinds)
{
    ContextCheck *x = s->x;
    uint32_t n = 0;
    for (uint32_t i = 0; i < initial->count; i++) {
        if (initial->data[i].shared != s->shared) continue;
        bool is_in = n >= 32 || (kinds >> n & 1);
        n++;
        if (!is_in) continue;
        const ContextIds *places = places_of(x, template, &initial->data[i]);
        for (uint32_t k = 0; places && k < places->count; k++)
            x->counts[places->data[k]] = CONTEXT_ALWAYS;
    }
    if (!x->k->problem) choose_start_threads(s, template + 1);
    for (uint32_t i = 0; i < x->places; i++)
        if (x->c->places.data[i].template.i == template) x->counts[i] = 0;
}

/* Are all kinds taken to be at one place? Then it does not matter which of them there are. */
static bool are_at_one_place(Start *s, uint32_t template, const ContextAfters *initial)
{
    uint32_t place = NO_ID;
    for (uint32_t i = 0; i < initial->count; i++) {
        if (initial->data[i].shared != s->shared) continue;
        const ContextIds *places = places_of(s->x, template, &initial->data[i]);
        if (!places || places->count > 1 || (place != NO_ID && places->data[0] != place)) return false;
        place = places->data[0];
    }
    return true;
}

/* The main thread's own kind, as a set, which is one of those that exist; no kind when it is of another template. */
static uint32_t own_kind(const Start *s, uint32_t template, const ContextAfters *initial)
{
    uint32_t n = 0;
    if (template != s->main) return 0;
    for (uint32_t i = 0; i < initial->count; i++) {
        if (initial->data[i].shared != s->shared) continue;
        if (bits_equal(&initial->data[i].bits, &s->x->c->points.data[s->point].bits)) return 1u << n;
        n++;
    }
    return 0;
}

static void choose_many_kinds(Start *s, uint32_t template, const ContextAfters *initial)
{
    uint32_t kinds = 0;
    for (uint32_t i = 0; i < initial->count; i++)
        kinds += initial->data[i].shared == s->shared;
    if (are_at_one_place(s, template, initial) || !context_initial_depends(s->x, template)) {
        choose_kinds(s, template, initial, UINT32_MAX);
        return;
    }
    if (kinds > CHOICES_MAX) {
        checker_fail(s->x->k, "too many kinds of initial threads of %s", s->x->p->templates.data[template].name);
        return;
    }
    uint32_t own = own_kind(s, template, initial);
    for (uint32_t set = 1; set < 1u << kinds; set++)
        if ((set & own) == own) choose_kinds(s, template, initial, set);
}

/* The other threads of the templates from that one on. */
static void choose_start_threads(Start *s, uint32_t template)
{
    ContextCheck *x = s->x;
    if (x->k->problem) return;
    if (template == x->p->templates.count) {
        context_require(x, s->point, "the start");
        return;
    }
    const Template *t = &x->p->templates.data[template];
    if (t->initial == COUNT_NONE || (t->initial == COUNT_ONE && template == s->main)) {
        choose_start_threads(s, template + 1);
        return;
    }
    ContextAfters initial = context_initial(x, template);
    if (t->initial == COUNT_MANY)
        choose_many_kinds(s, template, &initial);
    else
        choose_one(s, template, &initial);
}

static void check_born_threads(ContextCheck *x, uint32_t template)
{
    ContextAfters initial = context_initial(x, template);
    LocId entry = x->p->templates.data[template].entry;
    for (uint32_t i = 0; i < initial.count && !x->k->problem; i++) {
        if (!places_of(x, template, &initial.data[i])) return;
        Start s = {x, template, initial.data[i].shared, NO_ID};
        s.point = context_find_point(x->c, (TemplateId){template}, entry, s.shared, &initial.data[i].bits);
        choose_start_threads(&s, 0);
    }
}

static void check_unborn(ContextCheck *x, uint32_t template)
{
    ContextAfters initial = context_initial(x, NO_ID);
    Bits none = {{0}};
    for (uint32_t i = 0; i < initial.count && !x->k->problem; i++) {
        Start s = {x, NO_ID, initial.data[i].shared, NO_ID};
        if (s.shared != NO_ID)
            s.point = context_find_point(x->c, (TemplateId){template}, (LocId){NO_ID}, s.shared, &none);
        if (s.point == NO_ID)
            checker_fail(x->k, "the context does not have the start, before a thread of %s is started",
                         x->p->templates.data[template].name);
        else
            choose_start_threads(&s, 0);
    }
}

void context_check_start(ContextCheck *x)
{
    for (uint32_t i = 0; i < x->places; i++)
        x->counts[i] = 0;
    for (uint32_t t = 0; t < x->p->templates.count && !x->k->problem; t++) {
        const Template *template = &x->p->templates.data[t];
        if (template->initial == COUNT_MANY && x->p->locs.data[template->entry.i].atomic)
            checker_fail(x->k, "any number of threads of %s start inside an atomic section", template->name);
        if (template->initial != COUNT_NONE && !x->k->problem) check_born_threads(x, t);
        if (x->is_started[t] && !x->k->problem) check_unborn(x, t);
    }
}
