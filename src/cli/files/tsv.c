#include "cli/files/tsv.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

#define FILE_LIMIT (64u << 20)

/* Cuts the next line off the rest; NULL at the end. */
static char *next_line(Tsv *tsv)
{
    char *line = tsv->rest;
    if (!*line) return NULL;
    size_t length = strcspn(line, "\n");
    tsv->rest = line + length + (line[length] == '\n');
    line[length] = 0;
    if (length && line[length - 1] == '\r') line[length - 1] = 0;
    CHECK(tsv->rest >= line + length && strlen(line) <= length);
    tsv->line++;
    return line;
}

static void split_cells(Tsv *tsv, char *line)
{
    char *end = line + strlen(line);
    for (size_t i = 0; i < TSV_CELLS; i++) {
        char *tab = strchr(line, '\t');
        tsv->cells[i] = line;
        if (tab) *tab = 0;
        line = tab ? tab + 1 : end;
    }
    CHECK(*end == 0 && line <= end);
    tsv->cells[TSV_CELLS] = end;
}

bool tsv_next(Tsv *tsv)
{
    char *line;
    while ((line = next_line(tsv)))
        if (line[strspn(line, " \t")] && line[0] != '#') break;
    if (!line) return false;
    split_cells(tsv, line);
    return true;
}

bool tsv_open(Tsv *tsv, const char *path, InputError *error)
{
    *tsv = (Tsv){.text = input_read(path, FILE_LIMIT, error)};
    if (!tsv->text) return false;
    char *start = tsv->rest = tsv->text;
    size_t blank = 0; /* lines before the row of names */
    while (*start == '#' || *start == '\n') {
        start += strcspn(start, "\n");
        if (*start) start++, blank++;
    }
    size_t word = strcspn(start, "\t\r\n");
    if (word != 4 || strncmp(start, "task", 4) != 0) return true;
    tsv->rest = start;
    tsv->line = blank;
    if (!tsv_next(tsv)) return true;
    while (tsv->name_count < TSV_CELLS && *tsv->cells[tsv->name_count]) {
        tsv->names[tsv->name_count] = tsv->cells[tsv->name_count];
        tsv->name_count++;
    }
    return true;
}

void tsv_clear(Tsv *tsv) { free(tsv->text); }

static size_t find_column(const Tsv *tsv, const char *name, size_t usual)
{
    if (!tsv->name_count) return usual;
    for (size_t i = 0; i < tsv->name_count; i++)
        if (strcmp(tsv->names[i], name) == 0) return i;
    return TSV_CELLS;
}

const char *tsv_cell(const Tsv *tsv, const char *name, size_t usual)
{
    CHECK(usual <= TSV_CELLS);
    return tsv->cells[find_column(tsv, name, usual)];
}

bool tsv_has(const Tsv *tsv, const char *name, size_t usual)
{
    size_t i = find_column(tsv, name, usual);
    return tsv->name_count ? i < TSV_CELLS : *tsv->cells[i] != 0;
}
