#include "report/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"

void json_init(Json *json, Str *out)
{
    memset(json, 0, sizeof *json);
    json->out = out;
}

bool json_is_complete(const Json *json) { return json->depth == 0 && json->has_values[0]; }

static void add_json_line(Json *json)
{
    if (json->is_flat[json->depth]) return;
    str_addf(json->out, "\n%*s", (int)(2 * json->depth), "");
}

/* What stands before a value: comma, line break, key. */
static void begin_value(Json *json, const char *key)
{
    CHECK(json->depth <= JSON_DEPTH_MAX);
    CHECK((key != NULL) == json->is_object[json->depth]);
    CHECK(json->depth || !json->has_values[0]);
    bool flat = json->is_flat[json->depth];
    if (json->has_values[json->depth]) str_add(json->out, flat ? ", " : ",");
    json->has_values[json->depth] = true;
    if (json->depth) add_json_line(json);
    if (!key) return;
    str_add_json(json->out, key);
    str_add(json->out, ": ");
}

static void open_group(Json *json, const char *key, bool flat, bool is_object)
{
    begin_value(json, key);
    str_add(json->out, is_object ? "{" : "[");
    RUN_CHECK(json->out->run, json->depth < JSON_DEPTH_MAX);
    flat |= json->is_flat[json->depth];
    json->depth++;
    json->has_values[json->depth] = false;
    json->is_flat[json->depth] = flat;
    json->is_object[json->depth] = is_object;
}

static void close_group(Json *json, bool is_object)
{
    CHECK(json->depth > 0 && json->is_object[json->depth] == is_object);
    bool has_values = json->has_values[json->depth], flat = json->is_flat[json->depth];
    json->depth--;
    if (has_values && !flat) add_json_line(json);
    str_add(json->out, is_object ? "}" : "]");
}

void json_open_object(Json *json, const char *key, bool flat) { open_group(json, key, flat, true); }
void json_close_object(Json *json) { close_group(json, true); }
void json_open_array(Json *json, const char *key, bool flat) { open_group(json, key, flat, false); }
void json_close_array(Json *json) { close_group(json, false); }

void json_add_string(Json *json, const char *key, const char *text)
{
    begin_value(json, key);
    if (text)
        str_add_json(json->out, text);
    else
        str_add(json->out, "null");
}

void json_add_unsigned(Json *json, const char *key, uint64_t value)
{
    begin_value(json, key);
    str_addf(json->out, "%" PRIu64, value);
}

/* In microunits, without printf's decimal point, which depends on the locale of the process. */
void json_add_number(Json *json, const char *key, double value)
{
    if (!isfinite(value) || fabs(value) > 1e12) value = 0;
    bool negative = value < 0;
    uint64_t micro = (uint64_t)(fabs(value) * 1e6 + 0.5);
    begin_value(json, key);
    str_addf(json->out, "%s%" PRIu64, negative ? "-" : "", micro / 1000000);
    if (micro % 1000000 == 0) return;
    char digits[16];
    snprintf(digits, sizeof digits, "%06u", (unsigned)(micro % 1000000));
    for (size_t n = 6; n > 0 && digits[n - 1] == '0'; n--)
        digits[n - 1] = 0;
    str_addf(json->out, ".%s", digits);
}

void json_add_bool(Json *json, const char *key, bool value)
{
    begin_value(json, key);
    str_add(json->out, value ? "true" : "false");
}
