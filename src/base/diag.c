#include "base/diag.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/vec.h"

static bool same_place(SourcePos a, SourcePos b)
{
    if (a.line != b.line || a.column != b.column) return false;
    if (!a.file || !b.file) return a.file == b.file;
    return strcmp(a.file, b.file) == 0;
}

__attribute__((format(printf, 5, 0))) static void record_message(struct Run *run, Severity severity, SourcePos pos,
                                                                 Assumption assumed, const char *format, va_list args)
{
    CHECK(pos.line || !pos.column);
    char text[1024];
    vsnprintf(text, sizeof text, format, args);
    for (char *c = text; *c; c++)
        if (*c == '\n' || *c == '\r') *c = ' ';
    Diags *diags = run_diags(run);
    for (uint32_t i = 0; i < diags->count; i++)
        if (same_place(diags->data[i].pos, pos) && strcmp(diags->data[i].text, text) == 0) return;
    vec_push(run, diags, ((Diag){severity, pos, run_strdup(run, text), assumed}));
}

void diag_add(struct Run *run, Severity severity, SourcePos pos, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    record_message(run, severity, pos, (Assumption){NULL, NULL}, format, args);
    va_end(args);
}

void diag_assume(struct Run *run, Severity severity, SourcePos pos, Assumption assumed, const char *format, ...)
{
    CHECK(assumed.text);
    va_list args;
    va_start(args, format);
    record_message(run, severity, pos, assumed, format, args);
    va_end(args);
}

bool diag_has_error(const Diags *diags)
{
    for (uint32_t i = 0; i < diags->count; i++)
        if (diags->data[i].severity == SEVERITY_ERROR) return true;
    return false;
}

void diag_format_pos(SourcePos pos, char *buffer, size_t size)
{
    CHECK(pos.file || !pos.line); /* a line of nothing */
    if (!size) return;
    buffer[0] = 0;
    if (!pos.file) return;
    if (pos.line && pos.column)
        snprintf(buffer, size, "%s:%u:%u: ", pos.file, pos.line, pos.column);
    else if (pos.line)
        snprintf(buffer, size, "%s:%u: ", pos.file, pos.line);
    else
        snprintf(buffer, size, "%s: ", pos.file);
}
