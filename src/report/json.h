/* Writes JSON text: keeps track of commas and indentation. Every call adds one value; inside an object each
 * value has a key, elsewhere the key is NULL. */
#ifndef CHORUS_REPORT_JSON_H
#define CHORUS_REPORT_JSON_H

#include "base/str.h"

#define JSON_DEPTH_MAX 16

typedef struct Json {
    Str *out;
    uint32_t depth;
    bool has_values[JSON_DEPTH_MAX + 1];
    bool is_flat[JSON_DEPTH_MAX + 1];   /* on one line */
    bool is_object[JSON_DEPTH_MAX + 1]; /* else an array, or outside of all */
} Json;

void json_init(Json *json, Str *out);
/* Is one whole value there? */
bool json_is_complete(const Json *json);
/* flat: the whole object or array on one line. */
void json_open_object(Json *json, const char *key, bool flat);
void json_close_object(Json *json);
void json_open_array(Json *json, const char *key, bool flat);
void json_close_array(Json *json);
void json_add_string(Json *json, const char *key, const char *text); /* NULL: null */
void json_add_unsigned(Json *json, const char *key, uint64_t value);
void json_add_number(Json *json, const char *key, double value);
void json_add_bool(Json *json, const char *key, bool value);

#endif
