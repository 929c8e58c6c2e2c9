#include "cli/files/yaml.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "cli/files/status.h"

#define FILE_LIMIT (1u << 20)

bool yaml_fail(Yaml *yaml, const yaml_node_t *node, const char *format, ...)
{
    char text[400], position[50] = "";
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (node) snprintf(position, sizeof position, ":%zu:%zu", node->start_mark.line + 1, node->start_mark.column + 1);
    CHECK(!node || (size_t)(node - yaml->document.nodes.start) <
                       (size_t)(yaml->document.nodes.top - yaml->document.nodes.start));
    return input_fail(yaml->error, STATUS_BAD_INPUT, "%s%s: error: %s", yaml->path, position, text);
}

bool yaml_open(Yaml *yaml, const char *path, InputError *error)
{
    *yaml = (Yaml){.path = path, .error = error};
    error->status = 0;
    char *text = input_read(path, FILE_LIMIT, error);
    if (!text) return false;
    yaml_parser_t parser;
    bool ok = yaml_parser_initialize(&parser);
    if (ok) {
        yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
        ok = yaml_parser_load(&parser, &yaml->document);
        if (!ok)
            input_fail(error, STATUS_BAD_INPUT, "%s:%zu:%zu: error: not YAML: %s", path, parser.problem_mark.line + 1,
                       parser.problem_mark.column + 1, parser.problem ? parser.problem : "cannot be read");
        yaml_parser_delete(&parser);
    } else {
        input_fail(error, STATUS_INTERNAL, "out of memory");
    }
    CHECK(ok == (error->status == 0));
    free(text);
    return ok;
}

void yaml_close(Yaml *yaml) { yaml_document_delete(&yaml->document); }

static bool is_scalar_text(const yaml_node_t *node, const char *text)
{
    return node && node->type == YAML_SCALAR_NODE && node->data.scalar.length == strlen(text) &&
           memcmp(node->data.scalar.value, text, node->data.scalar.length) == 0;
}

yaml_node_t *yaml_get(Yaml *yaml, yaml_node_t *mapping, const char *key)
{
    yaml_node_t *value = NULL;
    if (!mapping || mapping->type != YAML_MAPPING_NODE) {
        yaml_fail(yaml, mapping, "a mapping with '%s' is missing", key);
        return NULL;
    }
    yaml_node_pair_t *pair = mapping->data.mapping.pairs.start;
    for (; pair < mapping->data.mapping.pairs.top; pair++) {
        yaml_node_t *name = yaml_document_get_node(&yaml->document, pair->key);
        if (!is_scalar_text(name, key)) continue;
        if (value) {
            yaml_fail(yaml, name, "'%s' is given twice", key);
            return NULL;
        }
        value = yaml_document_get_node(&yaml->document, pair->value);
    }
    return value;
}

const char *yaml_text(Yaml *yaml, const yaml_node_t *node, const char *what)
{
    if (!node && yaml->error->status) return NULL; /* yaml_get has complained */
    if (node && node->type == YAML_SCALAR_NODE && node->data.scalar.length) {
        const char *text = (const char *)node->data.scalar.value;
        if (strlen(text) == node->data.scalar.length) return text;
    }
    yaml_fail(yaml, node, node ? "%s is not a text" : "%s is missing", what);
    return NULL;
}

yaml_node_t *yaml_item(Yaml *yaml, const yaml_node_t *sequence, size_t i)
{
    if (sequence->type != YAML_SEQUENCE_NODE) return NULL;
    const yaml_node_item_t *start = sequence->data.sequence.items.start;
    if (i >= (size_t)(sequence->data.sequence.items.top - start)) return NULL;
    CHECK(start[i] > 0);
    return yaml_document_get_node(&yaml->document, start[i]);
}
