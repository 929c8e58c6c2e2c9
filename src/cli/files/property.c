#include "cli/files/property.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/files/memory.h"
#include "cli/files/status.h"

#define FILE_LIMIT 65536

/* A property file has a line "CHECK( init(main()), LTL(formula) )" for each formula. Without white space: */
static const struct {
    const char *formula, *name;
} formulas[] = {
    {"G!call(reach_error())", "unreach-call"},
    {"G!call(__VERIFIER_error())", "unreach-call"},
    {"G!data-race", "no-data-race"},
    {"Gvalid-free", "valid-memsafety"},
    {"Gvalid-deref", "valid-memsafety"},
    {"Gvalid-memtrack", "valid-memsafety"},
    {"Gvalid-memcleanup", "valid-memcleanup"},
    {"G!overflow", "no-overflow"},
    {"Fend", "termination"},
    {"G!deadlock", "no-deadlock"},
};
#define FORMULA_COUNT (sizeof formulas / sizeof formulas[0])

/* The name for a line, NULL when it is none of ours. */
static const char *name_of_line(const char *line, size_t length)
{
    static const char head[] = "CHECK(init(main()),LTL(", tail[] = "))";
    char *text = memory_new(length + 1);
    size_t n = 0;
    for (size_t i = 0; i < length; i++)
        if (!isspace((unsigned char)line[i])) text[n++] = line[i];
    const char *name = NULL;
    size_t around = sizeof head - 1 + sizeof tail - 1;
    if (n > around && strncmp(text, head, sizeof head - 1) == 0 && strcmp(text + n - 2, tail) == 0) {
        text[n - 2] = 0;
        for (size_t i = 0; i < FORMULA_COUNT; i++)
            if (strcmp(text + sizeof head - 1, formulas[i].formula) == 0) name = formulas[i].name;
    }
    free(text);
    return name;
}

static bool is_blank(const char *line, size_t length)
{
    size_t i = 0;
    while (i < length && isspace((unsigned char)line[i]))
        i++;
    return i == length;
}

/* All lines that are not blank must be about one property. */
const char *property_of_text(const char *path, const char *text, InputError *error)
{
    const char *name = NULL;
    size_t number = 1;
    for (const char *line = text; *line; number++) {
        size_t length = strcspn(line, "\n");
        const char *here = name_of_line(line, length);
        if (!is_blank(line, length) && (!here || (name && strcmp(name, here) != 0))) {
            input_fail(error, STATUS_BAD_INPUT,
                       "%s:%zu: error: property not understood: '%.*s' "
                       "(expected one like 'CHECK( init(main()), LTL(G ! call(reach_error())) )')",
                       path, number, length < 200 ? (int)length : 200, line);
            return NULL;
        }
        if (here) name = here;
        line += length + (line[length] == '\n');
    }
    if (!name) input_fail(error, STATUS_BAD_INPUT, "%s: error: file is empty: no property", path);
    return name;
}

const char *property_read(const char *path, InputError *error)
{
    char *text = input_read(path, FILE_LIMIT, error);
    if (!text) return NULL;
    const char *name = property_of_text(path, text, error);
    free(text);
    return name;
}

const char *property_of_task(const char *path)
{
    InputError error;
    if (access(path, F_OK) == 0) return property_read(path, &error);
    const char *base = input_base(path);
    size_t length = strlen(base) - (input_has_suffix(base, ".prp") ? 4 : 0);
    for (size_t i = 0; i < FORMULA_COUNT; i++)
        if (strlen(formulas[i].name) == length && strncmp(formulas[i].name, base, length) == 0) return formulas[i].name;
    return NULL;
}

bool property_is_file(const char *value) { return input_has_suffix(value, ".prp") || strchr(value, '/'); }

const char *property_resolve(const char *value, InputError *error)
{
    return property_is_file(value) ? property_read(value, error) : value;
}
