/* What the model makes of a program: what ends it, what it over-approximates, what is taken for granted, and what it
 * does not come to. The edges of the model say so themselves, at the lines that they stand for. Of lines that have
 * none, since the model ends before or since no run comes there, the source says what may be in the way
 * (c/obstacle.h): that is guessed. */
#include "c/obstacle.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "report/json.h"
#include "session/account.h"
#include "session/file.h"
#include "session/load.h"
#include "session/session.h"

#define PLACES_SHOWN 6

typedef enum Category {
    EXPLAINED_ENDS,
    EXPLAINED_WOULD_END, /* guessed, as are the next two */
    EXPLAINED_MAY_END,
    EXPLAINED_APPROXIMATED_ELSEWHERE,
    EXPLAINED_APPROXIMATED
} Category;

static const struct {
    Category category;
    const char *key, *title;
} categories[] = {
    {EXPLAINED_ENDS, "ends", "what ends the model (nothing is known of what follows)"},
    {EXPLAINED_WOULD_END, "would_end", "what would end it where the model does not come (guessed)"},
    {EXPLAINED_MAY_END, "may_end", "what may end it where the model does not come (guessed)"},
    {EXPLAINED_APPROXIMATED, "approximated",
     "what is over-approximated (a proof covers it, a counterexample must not need it)"},
    {EXPLAINED_APPROXIMATED_ELSEWHERE, "approximated_elsewhere",
     "what would be over-approximated where the model does not come (guessed)"},
};

typedef struct Finding {
    Category category;
    const char *what, *remedy, *function; /* the last two may be NULL */
    SourcePos pos;
} Finding;

typedef struct ExplainCall {
    ChorusSession *session;
    Run *run;
    double seconds;
    bool as_json;
    Str text;
    VEC(Finding) findings;
    VEC(SourcePos) modelled; /* lines that the model has steps of, sorted */
    Obstacles obstacles;
} ExplainCall;

/* ---- places ---- */

static int compare_positions(SourcePos a, SourcePos b)
{
    int order = strcmp(a.file ? a.file : "", b.file ? b.file : "");
    return order ? order : a.line < b.line ? -1 : a.line > b.line;
}

static int compare_lines(const void *a, const void *b)
{
    return compare_positions(*(const SourcePos *)a, *(const SourcePos *)b);
}

static bool is_modelled(const ExplainCall *x, SourcePos pos)
{
    if (!x->modelled.count) return false;
    return bsearch(&pos, x->modelled.data, x->modelled.count, sizeof pos, compare_lines) != NULL;
}

/* ---- what the model says of itself ---- */

/* Reasons begin with the place where they were found. */
static const char *without_place(const char *text, SourcePos pos)
{
    char where[512];
    pos.column = 0;
    diag_format_pos(pos, where, sizeof where);
    size_t n = strlen(where);
    return n && strncmp(text, where, n) == 0 ? text + n : text;
}

/* What the diagnostic of the same obstacle tells to do; NULL: there is none. */
static const char *remedy_of(const ChorusSession *s, const char *what)
{
    static const char marker[] = "; what follows is not examined; ";
    const Diags *diags = run_diags(s->run);
    size_t n = strlen(what);
    for (uint32_t i = 0; i < diags->count; i++) {
        const char *text = diags->data[i].text;
        if (strncmp(text, what, n) == 0 && strncmp(text + n, marker, sizeof marker - 1) == 0)
            return text + n + sizeof marker - 1;
    }
    return NULL;
}

static const char *function_at_position(const ExplainCall *x, SourcePos pos)
{
    for (uint32_t i = 0; i < x->obstacles.functions.count; i++) {
        const ExplainedFunction *f = &x->obstacles.functions.data[i];
        for (uint32_t k = 0; k < f->lines.count; k++)
            if (compare_positions(f->lines.data[k], pos) == 0) return f->name;
    }
    return NULL;
}

static void add_modelled(ExplainCall *x)
{
    const Program *p = x->session->program;
    for (uint32_t i = 0; p && i < p->edges.count; i++)
        if (p->edges.data[i].pos.line) vec_push(x->run, &x->modelled, p->edges.data[i].pos);
    if (x->modelled.count) qsort(x->modelled.data, x->modelled.count, sizeof *x->modelled.data, compare_lines);
}

static void add_edge_findings(ExplainCall *x)
{
    const Program *p = x->session->program;
    for (uint32_t i = 0; p && i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (!e->approximate) continue;
        Finding f = {.category = e->is_error ? EXPLAINED_ENDS : EXPLAINED_APPROXIMATED, .pos = e->pos};
        f.what = without_place(e->approximate, e->pos);
        f.remedy = e->is_error ? remedy_of(x->session, f.what) : NULL;
        f.function = function_at_position(x, e->pos);
        vec_push(x->run, &x->findings, f);
    }
}

static void add_obstacles(ExplainCall *x)
{
    for (uint32_t i = 0; i < x->obstacles.list.count; i++) {
        const Obstacle *o = &x->obstacles.list.data[i];
        Finding f = {.what = o->what, .pos = o->pos, .function = o->function};
        f.category = o->kind == OBSTACLE_ENDS      ? EXPLAINED_WOULD_END
                     : o->kind == OBSTACLE_MAY_END ? EXPLAINED_MAY_END
                                                   : EXPLAINED_APPROXIMATED_ELSEWHERE;
        if (!is_modelled(x, o->pos)) vec_push(x->run, &x->findings, f);
    }
}

/* ---- groups ---- */

static int compare_findings(const void *a, const void *b)
{
    const Finding *x = a, *y = b;
    if (x->category != y->category) return x->category < y->category ? -1 : 1;
    int order = strcmp(x->what, y->what);
    return order ? order : compare_positions(x->pos, y->pos);
}

/* Each what once at each place. */
static void sort_findings(ExplainCall *x)
{
    uint32_t kept = 0;
    if (x->findings.count) qsort(x->findings.data, x->findings.count, sizeof *x->findings.data, compare_findings);
    for (uint32_t i = 0; i < x->findings.count; i++)
        if (!kept || compare_findings(&x->findings.data[kept - 1], &x->findings.data[i]) != 0)
            x->findings.data[kept++] = x->findings.data[i];
    x->findings.count = kept;
}

typedef struct Group {
    uint32_t first, count; /* findings of the same category and what */
} Group;
typedef VEC(Group) Groups;

static int compare_finding_groups(const void *a, const void *b)
{
    const Group *x = a, *y = b; /* the most frequent first */
    if (x->count != y->count) return x->count > y->count ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

static void find_finding_groups(const ExplainCall *x, Category category, Groups *groups)
{
    for (uint32_t i = 0; i < x->findings.count; i++) {
        const Finding *f = &x->findings.data[i];
        if (f->category != category) continue;
        bool is_same =
            groups->count && strcmp(x->findings.data[groups->data[groups->count - 1].first].what, f->what) == 0;
        if (!is_same) vec_push(x->run, groups, ((Group){i, 0}));
        groups->data[groups->count - 1].count++;
    }
    if (groups->count) qsort(groups->data, groups->count, sizeof *groups->data, compare_finding_groups);
}

/* ---- sums ---- */

typedef struct Sums {
    uint32_t functions, functions_modelled, lines, lines_modelled;
} Sums;

static uint32_t lines_modelled(const ExplainCall *x, const ExplainedFunction *f)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < f->lines.count; k++)
        count += is_modelled(x, f->lines.data[k]);
    return count;
}

static Sums count_all(const ExplainCall *x)
{
    Sums sums = {0};
    for (uint32_t i = 0; i < x->obstacles.functions.count; i++) {
        const ExplainedFunction *f = &x->obstacles.functions.data[i];
        uint32_t modelled = lines_modelled(x, f);
        sums.functions++;
        sums.functions_modelled += modelled > 0;
        sums.lines += f->lines.count;
        sums.lines_modelled += modelled;
    }
    return sums;
}

/* ---- text ---- */

static void add_finding_group(ExplainCall *x, const Group *g)
{
    const Finding *f = &x->findings.data[g->first];
    str_addf(&x->text, "  %s", f->what);
    if (g->count > 1) str_addf(&x->text, " (%u places)", g->count);
    if (f->remedy) str_addf(&x->text, "; %s", f->remedy);
    str_add(&x->text, "\n");
    for (uint32_t k = 0; k < g->count && k < PLACES_SHOWN; k++) {
        char where[512];
        const Finding *at = &x->findings.data[g->first + k];
        diag_format_pos((SourcePos){at->pos.file, at->pos.line, 0}, where, sizeof where);
        size_t n = strlen(where);
        while (n && (where[n - 1] == ' ' || where[n - 1] == ':'))
            where[--n] = 0;
        str_addf(&x->text, "    %s%s%s\n", n ? where : "in the library", at->function ? " in " : "",
                 at->function ? at->function : "");
    }
    if (g->count > PLACES_SHOWN) str_addf(&x->text, "    and %u more\n", g->count - PLACES_SHOWN);
}

static void add_categories(ExplainCall *x)
{
    for (size_t c = 0; c < sizeof categories / sizeof *categories; c++) {
        Groups groups = {0};
        find_finding_groups(x, categories[c].category, &groups);
        if (groups.count) str_addf(&x->text, "%s:\n", categories[c].title);
        for (uint32_t i = 0; i < groups.count; i++)
            add_finding_group(x, &groups.data[i]);
        vec_free(x->run, &groups);
    }
}

static void add_missing_functions(ExplainCall *x)
{
    bool is_first = true;
    for (uint32_t i = 0; i < x->obstacles.functions.count; i++) {
        const ExplainedFunction *f = &x->obstacles.functions.data[i];
        if (lines_modelled(x, f)) continue;
        str_addf(&x->text, "%s%s", is_first ? "functions that the model has no step of: " : ", ", f->name);
        is_first = false;
    }
    if (!is_first) str_add(&x->text, "\n");
}

static void add_explanation_text(ExplainCall *x, const AssumedList *assumed)
{
    Sums sums = count_all(x);
    if (x->session->program)
        str_addf(&x->text, "the model has steps of %u of %u functions, and of %u of %u lines with code\n",
                 sums.functions_modelled, sums.functions, sums.lines_modelled, sums.lines);
    else
        str_addf(&x->text, "there is no model: %s\n", x->session->scope ? x->session->scope : "nothing is loaded");
    add_categories(x);
    if (x->session->program && !x->findings.count) str_add(&x->text, "all of it is modelled exactly\n");
    if (assumed->count) str_add(&x->text, "what is taken for granted:\n");
    for (uint32_t i = 0; i < assumed->count; i++) {
        char where[512];
        SourcePos line = {assumed->data[i].pos.file, assumed->data[i].pos.line, 0};
        diag_format_pos(line, where, sizeof where);
        str_addf(&x->text, "  %s%s\n", where, assumed->data[i].what.text);
    }
    add_missing_functions(x);
}

/* ---- JSON ---- */

static void add_json_place(Json *json, const Finding *f)
{
    json_open_object(json, NULL, true);
    json_add_string(json, "file", f->pos.file);
    json_add_unsigned(json, "line", f->pos.line);
    json_add_string(json, "function", f->function);
    json_close_object(json);
}

static void add_json_category(ExplainCall *x, Json *json, size_t c)
{
    Groups groups = {0};
    find_finding_groups(x, categories[c].category, &groups);
    json_open_array(json, categories[c].key, false);
    for (uint32_t i = 0; i < groups.count; i++) {
        const Group *g = &groups.data[i];
        json_open_object(json, NULL, false);
        json_add_string(json, "what", x->findings.data[g->first].what);
        json_add_string(json, "remedy", x->findings.data[g->first].remedy);
        json_open_array(json, "places", false);
        for (uint32_t k = 0; k < g->count; k++)
            add_json_place(json, &x->findings.data[g->first + k]);
        json_close_array(json);
        json_close_object(json);
    }
    json_close_array(json);
    vec_free(x->run, &groups);
}

static void add_json_functions(ExplainCall *x, Json *json)
{
    json_open_array(json, "functions", false);
    for (uint32_t i = 0; i < x->obstacles.functions.count; i++) {
        const ExplainedFunction *f = &x->obstacles.functions.data[i];
        json_open_object(json, NULL, true);
        json_add_string(json, "name", f->name);
        json_add_string(json, "file", f->pos.file);
        json_add_unsigned(json, "line", f->pos.line);
        json_add_unsigned(json, "lines", f->lines.count);
        json_add_unsigned(json, "lines_modelled", lines_modelled(x, f));
        json_close_object(json);
    }
    json_close_array(json);
}

static void add_explanation_json(ExplainCall *x, const AssumedList *assumed)
{
    Json json;
    json_init(&json, &x->text);
    json_open_object(&json, NULL, false);
    json_add_bool(&json, "has_model", x->session->program != NULL);
    json_add_string(&json, "why_not", x->session->program ? NULL : x->session->scope);
    for (size_t c = 0; c < sizeof categories / sizeof *categories; c++)
        add_json_category(x, &json, c);
    json_open_array(&json, "assumed", false);
    for (uint32_t i = 0; i < assumed->count; i++) {
        json_open_object(&json, NULL, true);
        json_add_string(&json, "what", assumed->data[i].what.text);
        json_add_string(&json, "file", assumed->data[i].pos.file);
        json_add_unsigned(&json, "line", assumed->data[i].pos.line);
        json_close_object(&json);
    }
    json_close_array(&json);
    add_json_functions(x, &json);
    json_close_object(&json);
    CHECK(json_is_complete(&json));
    str_add(&x->text, "\n");
}

/* ---- the run ---- */

/* A run of its own: that of the session may have ended for want of time or memory. */
static void explain_model(Run *run, void *arg)
{
    ExplainCall *x = arg;
    const ChorusSession *s = x->session;
    FrontendOptions options = session_frontend_options(s, s->flags.data, s->flags.count);
    AssumedList assumed = {0};
    run_set_time_limit(run, x->seconds);
    run_set_memory_limit(run, (size_t)chorus_memory_limit(s, NULL, 0) << 20);
    obstacles_find(run, s->files.data, s->files.count, &options, &x->obstacles);
    add_modelled(x);
    add_edge_findings(x);
    add_obstacles(x);
    sort_findings(x);
    session_list_assumptions(s, &assumed);
    if (x->as_json)
        add_explanation_json(x, &assumed);
    else
        add_explanation_text(x, &assumed);
    vec_free(s->run, &assumed);
}

const char *chorus_explain(ChorusSession *session, double seconds, int as_json)
{
    ChorusSession *s = session;
    if (s->is_busy || s->stage < SESSION_LOADED || !s->files.count || session_is_text(s->files.data[0])) {
        session_fail(s, CHORUS_BAD_OPTION, "only programs in C that are loaded can be explained");
        return NULL;
    }
    Run *run = run_new();
    if (!run) return NULL;
    ExplainCall call = {.session = s, .run = run, .seconds = seconds, .as_json = as_json != 0};
    str_init(run, &call.text);
    StopKind stop = run_guard(run, explain_model, &call);
    const char *text = NULL;
    if (stop == STOP_NONE) {
        free(s->explained);
        s->explained = strdup(str_text(&call.text));
        text = s->explained;
    } else {
        session_fail(s, CHORUS_INTERNAL, "the program could not be explained: %s", run_reason(run));
    }
    run_free(run);
    return text;
}
