/* What a verdict is about. A place is a line and column of the source, so that what is inlined often, or is done by
 * several kinds of threads, counts once; what stands in a macro is told apart by nothing. */
#include "session/account.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "plan/methods.h"
#include "session/file.h"
#include "session/races.h"

/* ---- what can be asked ---- */

/* In the order in which properties are asked one after the other. Each is more than its parts (valid-deref), which are
 * not listed. */
static const struct {
    const char *name, *subject;
} properties[] = {
    {"unreach-call", "assertions"}, {"no-data-race", "data races"}, {"valid-memsafety", "memory safety"},
    {"no-overflow", "overflow"},    {"no-deadlock", "deadlocks"},   {"valid-sync", "misuse of locks and threads"},
    {"valid-memcleanup", NULL},     {"termination", NULL},
};
#define PROPERTIES (sizeof properties / sizeof *properties)

const char *chorus_property(size_t i) { return i < PROPERTIES ? properties[i].name : NULL; }
const char *chorus_property_subject(size_t i) { return i < PROPERTIES ? properties[i].subject : NULL; }

int chorus_is_answered(const char *property)
{
    Question question = {.property = property};
    uint32_t count;
    const Method *methods = method_list(&count);
    return *property && method_find(methods, count, &question) != NULL;
}

/* ---- what was checked ---- */

static int compare_checked_places(const void *a, const void *b)
{
    const CheckedPlace *x = a, *y = b;
    if (x->property != y->property) return x->property < y->property ? -1 : 1;
    int files = strcmp(x->pos.file ? x->pos.file : "", y->pos.file ? y->pos.file : "");
    if (files) return files;
    if (x->pos.line != y->pos.line) return x->pos.line < y->pos.line ? -1 : 1;
    return x->pos.column == y->pos.column ? 0 : x->pos.column < y->pos.column ? -1 : 1;
}

void session_count_checks(ChorusSession *s, const Program *p)
{
    VEC(CheckedPlace) places = {0};
    for (uint32_t i = 0; i < p->places.count; i++)
        vec_push(s->run, &places, p->places.data[i]);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        /* The front end knows its assertions by the calls that fail, its edges by where they are decided. */
        bool is_known = p->places.count && e->property == PROPERTY_UNREACH_CALL;
        s->has_limit |= e->is_error && e->approximate;
        if (e->is_error && !e->approximate && !is_known)
            vec_push(s->run, &places, ((CheckedPlace){e->property, e->pos}));
    }
    if (places.count) qsort(places.data, places.count, sizeof *places.data, compare_checked_places);
    memset(s->checked, 0, sizeof s->checked);
    for (uint32_t i = 0; i < places.count; i++) {
        CHECK(places.data[i].property < PROPERTY_COUNT);
        bool is_new = i == 0 || compare_checked_places(&places.data[i - 1], &places.data[i]) != 0;
        s->checked[places.data[i].property] += is_new;
    }
    s->has_account = true;
    s->only_reach_error = p->only_reach_error;
    s->has_no_assertions = p->has_no_assertions;
    vec_free(s->run, &places);
}

/* A file of .scpl says itself what its errors are, of whichever properties. */
static PropertySet asked_set(const ChorusSession *s)
{
    PropertySet asked = property_set(session_option_text(s, OPTION_property));
    if (s->options.given[OPTION_property] || !s->files.count || !session_is_text(s->files.data[0])) return asked;
    for (int p = 0; p < PROPERTY_COUNT; p++)
        if (s->checked[p]) asked |= PROPERTY_BIT(p);
    return asked;
}

bool session_has_no_checks(const ChorusSession *s)
{
    PropertySet asked = asked_set(s);
    if (!s->has_account || !asked) return false;
    for (int p = 0; p < PROPERTY_COUNT; p++)
        if ((asked & PROPERTY_BIT(p)) && s->checked[p]) return false;
    return true;
}

bool session_asks_nothing(const ChorusSession *s)
{
    bool is_sv_comp = s->only_reach_error && s->options.given[OPTION_property];
    bool may_be_behind = s->has_limit && !s->has_no_assertions;
    return !is_sv_comp && !may_be_behind && asked_set(s) == PROPERTY_BIT(PROPERTY_UNREACH_CALL) &&
           session_has_no_checks(s);
}

int chorus_has_checks(const ChorusSession *session) { return !session_asks_nothing(session); }

/* The word for a place of the property, without and with the plural's ending. */
static const char *place_noun(const ChorusSession *s, Property property, bool is_one)
{
    switch (property) {
    case PROPERTY_UNREACH_CALL:
        if (s->only_reach_error) return is_one ? "call of reach_error" : "calls of reach_error";
        return is_one ? "assertion" : "assertions";
    case PROPERTY_VALID_DEREF: return is_one ? "access to memory" : "accesses to memory";
    case PROPERTY_VALID_FREE: return is_one ? "call of free" : "calls of free";
    case PROPERTY_VALID_MEMTRACK: return is_one ? "place where memory may be lost" : "places where memory may be lost";
    case PROPERTY_NO_OVERFLOW: return is_one ? "operation that may overflow" : "operations that may overflow";
    case PROPERTY_NO_DEADLOCK: return is_one ? "place where threads may deadlock" : "places where threads may deadlock";
    case PROPERTY_NO_DATA_RACE: return is_one ? "access that may race" : "accesses that may race";
    case PROPERTY_VALID_SYNC: return is_one ? "call of the thread library" : "calls of the thread library";
    case PROPERTY_COUNT: break;
    }
    return "";
}

static void add_checked_count(const ChorusSession *s, Property property, Str *out)
{
    uint32_t count = s->checked[property];
    str_addf(out, "%s%u %s", out->length ? ", " : "", count, place_noun(s, property, count == 1));
    if (property == PROPERTY_NO_DATA_RACE && s->race_variables) str_addf(out, " (asked: %s)", s->race_variables);
}

const char *session_checked_text(const ChorusSession *s)
{
    PropertySet asked = asked_set(s);
    if (!s->has_account) return "";
    if (!asked) return session_option_text(s, OPTION_property);
    if (s->litmus && asked == PROPERTY_BIT(PROPERTY_UNREACH_CALL)) return s->litmus->condition;
    Str out;
    str_init(s->run, &out);
    for (int p = 0; p < PROPERTY_COUNT; p++)
        if ((asked & PROPERTY_BIT(p)) && s->checked[p]) add_checked_count(s, (Property)p, &out);
    for (int p = 0; p < PROPERTY_COUNT && !out.length; p++)
        if (asked & PROPERTY_BIT(p)) add_checked_count(s, (Property)p, &out);
    return str_text(&out);
}

const char *chorus_condition(const ChorusSession *session)
{
    const ChorusSession *s = session;
    if (!s->litmus || session_asks_races(s)) return NULL;
    bool is_forall = s->litmus->quantifier == LITMUS_FORALL;
    switch (chorus_verdict(s)) {
    case CHORUS_TRUE: return is_forall ? "always" : "never";
    case CHORUS_FALSE: return is_forall ? "not always" : "observed";
    case CHORUS_NONE:
    case CHORUS_UNKNOWN: break;
    }
    return NULL;
}

typedef struct AccountCall {
    ChorusSession *session;
    const char *text;
    AssumedList list;
} AccountCall;

static void make_checked_text(Run *run, void *arg)
{
    (void)run;
    AccountCall *call = arg;
    call->text = session_checked_text(call->session);
}

const char *chorus_checked(ChorusSession *session)
{
    AccountCall call = {.session = session};
    if (chorus_verdict(session) == CHORUS_UNKNOWN && session_has_no_checks(session)) return "";
    return session_guard(session, make_checked_text, &call) ? call.text : "";
}

/* ---- what is taken for granted ---- */

/* Is a before b, in one file? Passes over the program meet its places in no order that means something to people. */
static bool is_earlier_in_file(SourcePos a, SourcePos b)
{
    return a.file && b.file && strcmp(a.file, b.file) == 0 && a.line < b.line;
}

/* What a proof needs of memory is known when there is one. */
static void list_memory(const ChorusSession *s, AssumedList *list)
{
    static const Assumption no_races = {"no data races, or sequential consistency", "no-data-race"};
    static const Assumption interleaving = {"sequential consistency", NULL};
    if (chorus_verdict(s) != CHORUS_TRUE || s->is_surveyed) return;
    if (s->memory_proved) return;
    switch (s->memory.need) {
    case MEMORY_NEEDS_NOTHING: break;
    case MEMORY_NEEDS_NO_RACES: vec_push(s->run, list, ((Assumed){no_races, s->memory.first})); break;
    case MEMORY_NEEDS_INTERLEAVING: vec_push(s->run, list, ((Assumed){interleaving, s->memory.first})); break;
    }
}

void session_list_assumptions(const ChorusSession *s, AssumedList *list)
{
    const Diags *diags = run_diags(s->run);
    for (uint32_t i = 0; i < diags->count; i++) {
        const Diag *d = &diags->data[i];
        if (!d->assumed.text) continue;
        uint32_t k = 0;
        while (k < list->count && strcmp(list->data[k].what.text, d->assumed.text) != 0)
            k++;
        if (k == list->count)
            vec_push(s->run, list, ((Assumed){d->assumed, d->pos}));
        else if (is_earlier_in_file(d->pos, list->data[k].pos))
            list->data[k].pos = d->pos;
    }
    list_memory(s, list);
}

static void list_assumptions(Run *run, void *arg)
{
    (void)run;
    AccountCall *call = arg;
    session_list_assumptions(call->session, &call->list);
}

size_t chorus_assumption_count(ChorusSession *session)
{
    AccountCall call = {.session = session};
    return session_guard(session, list_assumptions, &call) ? call.list.count : 0;
}

const char *chorus_assumption(ChorusSession *session, size_t i, const char **property, const char **file,
                              uint32_t *line)
{
    AccountCall call = {.session = session};
    if (!session_guard(session, list_assumptions, &call) || i >= call.list.count) return NULL;
    const Assumed *a = &call.list.data[i];
    if (property) *property = a->what.property;
    if (file) *file = a->pos.file;
    if (line) *line = a->pos.line;
    return a->what.text;
}
