/* YAML documents, read with libyaml; what task definitions need of them, with positions for complaints. */
#ifndef CHORUS_CLI_FILES_YAML_H
#define CHORUS_CLI_FILES_YAML_H

#include <yaml.h>

#include "cli/files/input.h"

typedef struct Yaml {
    yaml_document_t document;
    const char *path;
    InputError *error;
} Yaml;

/* Reads the file's one document; false after input_fail. The path is kept. */
bool yaml_open(Yaml *yaml, const char *path, InputError *error);
void yaml_close(Yaml *yaml);

/* "path:line:column: error: text"; returns false. Node NULL: the file as a whole. */
bool yaml_fail(Yaml *yaml, const yaml_node_t *node, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The value of a key, NULL when it is absent; a key that is given twice is an error, as is a node that is no mapping:
 * error->status tells. */
yaml_node_t *yaml_get(Yaml *yaml, yaml_node_t *mapping, const char *key);
/* The text of a scalar without NUL; NULL after yaml_fail for anything else, or when the node is NULL: what names it. */
const char *yaml_text(Yaml *yaml, const yaml_node_t *node, const char *what);
/* The i-th node of a sequence, NULL after the last. */
yaml_node_t *yaml_item(Yaml *yaml, const yaml_node_t *sequence, size_t i);

#endif
