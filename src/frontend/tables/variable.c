#include "frontend/tables/variable.h"

#include <stdbool.h>
#include <string.h>

static const struct {
    const char *function, *variable; /* a trailing * of a function matches any rest */
} rows[] = {
    {"getopt*", "optarg"},   {"getopt*", "optind"},      {"getopt*", "optopt"},      {"getopt*", "opterr"},
    {"tzset", "timezone"},   {"tzset", "daylight"},      {"tzset", "tzname"},        {"mktime", "timezone"},
    {"mktime", "daylight"},  {"mktime", "tzname"},       {"strftime", "timezone"},   {"strftime", "daylight"},
    {"strftime", "tzname"},  {"localtime*", "timezone"}, {"localtime*", "tzname"},   {"ctime*", "timezone"},
    {"ctime*", "tzname"},    {"ctime*", "daylight"},     {"setenv", "environ"},      {"putenv", "environ"},
    {"unsetenv", "environ"}, {"clearenv", "environ"},    {"localtime*", "daylight"},
};

static bool is_named(const char *pattern, const char *name)
{
    size_t n = strlen(pattern);
    return pattern[n - 1] == '*' ? strncmp(pattern, name, n - 1) == 0 : strcmp(pattern, name) == 0;
}

const char *variable_written(const char *function, size_t *row)
{
    while (*row < sizeof rows / sizeof *rows) {
        size_t i = (*row)++;
        if (is_named(rows[i].function, function)) return rows[i].variable;
    }
    return NULL;
}
