#include "session/races.h"

#include <string.h>

#include "base/check.h"
#include "facts/exclusion/harmless.h"
#include "facts/exclusion/reason.h"

bool session_asks_races(const ChorusSession *s)
{
    return property_set(session_option_text(s, OPTION_property)) & PROPERTY_BIT(PROPERTY_NO_DATA_RACE);
}

/* Is the text one of the names, which commas separate? */
static bool is_named_in_list(const char *names, const char *text)
{
    size_t length = strlen(text);
    for (const char *at = names; *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == length && strncmp(at, text, length) == 0) return true;
    return false;
}

static bool is_access_named(const ChorusSession *s, const Program *p, EdgeId edge, uint32_t access)
{
    const Access *a = &p->edges.data[edge.i].accesses[access];
    return is_named_in_list(s->race_variables, p->objects.data[a->object].name) ||
           (a->name && is_named_in_list(s->race_variables, a->name));
}

static bool pair_is_asked(void *arg, EdgeId x, uint32_t a, EdgeId y, uint32_t b)
{
    const ChorusSession *s = arg;
    return is_access_named(s, s->accessing, x, a) || is_access_named(s, s->accessing, y, b);
}

static bool name_is_accessed(const ChorusSession *s, const char *name)
{
    const Program *p = s->accessing;
    for (uint32_t i = 0; i < p->objects.count; i++)
        if (is_named_in_list(name, p->objects.data[i].name)) return true;
    for (uint32_t e = 0; e < p->edges.count; e++)
        for (uint32_t i = 0; i < p->edges.data[e].access_count; i++)
            if (p->edges.data[e].accesses[i].name && is_named_in_list(name, p->edges.data[e].accesses[i].name))
                return true;
    return false;
}

static void require_names(const ChorusSession *s)
{
    for (const char *at = s->race_variables; *at; at += strcspn(at, ","), at += *at == ',') {
        const char *name = run_strndup(s->run, at, strcspn(at, ","));
        if (!*name || name_is_accessed(s, name)) continue;
        diag_add(s->run, SEVERITY_ERROR, (SourcePos){s->files.data[0], 0, 0},
                 "nothing that threads share is called `%s` (members: s.f, elements: a[])", name);
        run_stop(s->run, STOP_INPUT, "-x %s: no such variable", name);
    }
}

MonitorQuestion session_asked_races(ChorusSession *s)
{
    MonitorQuestion question = {0};
    if (s->race_variables) question = (MonitorQuestion){.asks = pair_is_asked, .arg = s};
    return question;
}

/* Assertions that fail only end a run; a program in C has none when races are asked. What the model cannot represent
 * still stands in the way of a proof. */
static void drop_assertions(Program *p)
{
    for (uint32_t i = 0; i < p->edges.count; i++) {
        Edge *e = &p->edges.data[i];
        if (e->approximate || e->property == PROPERTY_NO_DATA_RACE) continue;
        e->is_error = false;
        e->property = PROPERTY_UNREACH_CALL;
        e->what = NULL;
    }
}

/* Context inference has a view of its own of what two threads can do at once. */
static bool is_by_error_edges(const ChorusSession *s)
{
    const char *method = session_option_text(s, OPTION_method);
    return !strcmp(method, "auto") || !strcmp(method, "symmpa") || !strcmp(method, "exhaustive");
}

/* Which accesses race is said by C11, unless somebody says otherwise. Where orders are handed on in ways that are not
 * followed, and nobody has asked for it, accesses that are made at once are told. */
static MemoryEvents *events_of_c11(const ChorusSession *s, Program *p)
{
    uint32_t asked = session_option(&s->options, OPTION_memory);
    if ((asked != MEMORY_MODEL_AUTO && asked != MEMORY_MODEL_C11) || !is_by_error_edges(s)) return NULL;
    if (s->has_accesses) return NULL;
    MemoryEvents *events = memory_events_find(p, false);
    bool is_usual = asked == MEMORY_MODEL_AUTO &&
                    (!(events->has_weak || events->has_fences) || events->beyond || events->unfollowed);
    if (!is_usual) return events;
    if (events->has_weak || events->has_fences)
        run_log(s->run, 1, "races are those of accesses that are made at once: %s",
                events->beyond ? events->beyond : events->unfollowed);
    memory_events_free(events);
    return NULL;
}

Program *session_monitored(ChorusSession *s, Program *p)
{
    if (!session_asks_races(s)) return p;
    drop_assertions(p);
    s->accessing = p;
    MonitorQuestion question = session_asked_races(s);
    question.events = events_of_c11(s, p);
    s->is_ordered = question.events != NULL;
    if (s->race_variables) require_names(s);
    Reasons *reasons = reasons_find(p);
    question.group = reasons->group;
    Program *out = monitor_races(p, &question);
    s->exclusions = reasons->facts;
    reasons_free(reasons);
    return out;
}

/* That accesses only read, or are one thread's, says something only where there are no others. */
static bool is_worth_telling(const ChorusSession *s, const Harmless *h)
{
    for (uint32_t i = 0; i < s->verdict.excuses.count && h->kind >= HARMLESS_READ; i++)
        if (strcmp(s->verdict.excuses.data[i].what, h->what) == 0) return false;
    return true;
}

static void tell_harmless(ChorusSession *s, const Harmless *h)
{
    ExcuseNote note = {h->what, harmless_text(h->kind), h->pairs};
    vec_push(s->run, &s->verdict.excuses, note);
}

void session_tell_harmless(ChorusSession *s)
{
    HarmlessList list = {0};
    MonitorQuestion question = session_asked_races(s);
    if (s->verdict.kind != VERDICT_TRUE || !s->accessing) return;
    harmless_find(s->accessing, &question, &list);
    bool is_told = s->verdict.excuses.count > 0;                                        /* of those that may race */
    CHECK(HARMLESS_READ + 1 == HARMLESS_THREAD && HARMLESS_THREAD + 1 == HARMLESS_NOT); /* told last */
    for (uint32_t i = 0; i < list.count && !is_told; i++)
        if (list.data[i].kind == HARMLESS_NOT) tell_harmless(s, &list.data[i]);
    for (uint32_t kind = 0; kind < HARMLESS_NOT; kind++)
        for (uint32_t i = 0; i < list.count; i++) {
            const Harmless *h = &list.data[i];
            if (h->kind == kind && is_worth_telling(s, h)) tell_harmless(s, h);
        }
    vec_free(s->run, &list);
}
