#include "cli/lsp/settings.h"

#include <stdlib.h>
#include <string.h>

#include "cli/files/memory.h"

#define SECONDS 20.0
#define SECONDS_MAX 100000.0
#define MEGABYTES 2000
#define MEGABYTES_MAX 1000000

void settings_init(JobSettings *settings)
{
    *settings = (JobSettings){.seconds = SECONDS,
                              .megabytes = MEGABYTES,
                              .property = memory_format("all"),
                              .arguments = json_array(),
                              .files = json_array()};
}

static bool is_list_of_texts(const json_t *list)
{
    json_t *item;
    size_t i;
    json_array_foreach(list, i, item) if (!json_is_string(item)) return false;
    return json_is_array(list);
}

static const char *take_list(json_t **to, const json_t *given, const char *key, const char *problem)
{
    json_t *list = json_object_get(given, key);
    if (!list) return NULL;
    if (!is_list_of_texts(list)) return problem;
    json_decref(*to);
    *to = json_incref(list);
    return NULL;
}

const char *settings_take(JobSettings *s, const json_t *given)
{
    const json_t *seconds = json_object_get(given, "timeLimit"), *megabytes = json_object_get(given, "memoryLimit"),
                 *property = json_object_get(given, "property"), *hints = json_object_get(given, "hints");
    const char *problem = NULL, *more;
    double value = json_number_value(seconds);
    if (seconds && value >= 0.1 && value <= SECONDS_MAX)
        s->seconds = value;
    else if (seconds)
        problem = "timeLimit is no number of seconds";
    value = json_number_value(megabytes);
    if (megabytes && value >= 1 && value <= MEGABYTES_MAX)
        s->megabytes = (size_t)value;
    else if (megabytes)
        problem = "memoryLimit is no number of MB";
    if (json_is_string(property) && json_string_length(property)) {
        free(s->property);
        s->property = memory_format("%s", json_string_value(property));
    } else if (property) {
        problem = "property is no text";
    }
    if (json_is_boolean(hints))
        s->hints = json_is_true(hints);
    else if (hints)
        problem = "hints is neither true nor false";
    more = take_list(&s->arguments, given, "arguments", "arguments is no list of texts");
    if (more) problem = more;
    more = take_list(&s->files, given, "files", "files is no list of texts");
    return more ? more : problem;
}

void settings_clear(JobSettings *s)
{
    free(s->property);
    json_decref(s->arguments);
    json_decref(s->files);
    *s = (JobSettings){.seconds = 0};
}
