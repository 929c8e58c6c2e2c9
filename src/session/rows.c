/* The rows of the plan and the methods, by name: which there are, and which are asked. */
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "plan/methods.h"
#include "plan/table.h"
#include "session/session.h"

#define NAME_MAX_LENGTH 60

static const char *row_name(size_t i)
{
    RowView view;
    return i < ROWS_MAX && table_view((uint32_t)i, &view) ? view.name : NULL;
}

/* Reads "NAME,NAME". */
static ChorusStatus read_rows(ChorusSession *s, const char *option, const char *names, RowSet *set)
{
    *set = 0;
    if (s->stage != SESSION_NEW) return session_fail(s, CHORUS_BAD_OPTION, "%s: to be said before loading", option);
    for (const char *at = names; at; at = *at ? at + 1 : NULL) {
        char name[NAME_MAX_LENGTH + 1];
        size_t length = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)(length < NAME_MAX_LENGTH ? length : NAME_MAX_LENGTH), at);
        uint32_t row = table_find_row(name);
        const char *near = row < ROWS_MAX ? NULL : nearest_word(name, row_name);
        if (near)
            return session_fail(s, CHORUS_BAD_OPTION, "%s: there is no row '%s' (did you mean '%s'?)", option, name,
                                near);
        if (row == ROWS_MAX)
            return session_fail(s, CHORUS_BAD_OPTION, "%s: there is no row '%s' (all: chorus check --engines)", option,
                                name);
        *set |= UINT64_C(1) << row;
        at += length;
    }
    return CHORUS_OK;
}

ChorusStatus chorus_leave_out_rows(ChorusSession *session, const char *names)
{
    RowSet rows;
    ChorusStatus status = read_rows(session, "without", names, &rows);
    if (status == CHORUS_OK) session->rows_left_out |= rows;
    return status;
}

ChorusStatus chorus_ask_only_rows(ChorusSession *session, const char *names)
{
    RowSet rows;
    ChorusStatus status = read_rows(session, "only", names, &rows);
    if (status == CHORUS_OK) session->rows_left_out |= table_others(rows);
    return status;
}

const char *chorus_row_name(size_t i) { return row_name(i); }

const char *chorus_row_description(size_t i)
{
    RowView view;
    return row_name(i) && table_view((uint32_t)i, &view) ? view.what : NULL;
}

const char *chorus_row_answers(size_t i)
{
    RowView view;
    if (!row_name(i) || !table_view((uint32_t)i, &view)) return NULL;
    return view.gives == GIVES_BOTH ? "true, false" : view.gives == GIVES_TRUE ? "true" : "false";
}

double chorus_row_share(size_t i)
{
    RowView view;
    return row_name(i) && table_view((uint32_t)i, &view) ? view.share : 0;
}

static const Method *method_at(size_t i)
{
    uint32_t count;
    const Method *methods = method_list(&count);
    return i < count ? &methods[i] : NULL;
}

const char *chorus_method_name(size_t i) { return method_at(i) ? method_at(i)->name : NULL; }
const char *chorus_method_description(size_t i) { return method_at(i) ? method_at(i)->what : NULL; }

int chorus_method_answers(size_t i, const char *property)
{
    EngineOptions options;
    engine_options_init(&options);
    const Question question = {.property = property, .options = &options};
    return *property && method_at(i) && method_at(i)->answers(&question);
}
