#include "cli/files/task.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "cli/files/memory.h"
#include "cli/files/property.h"
#include "cli/files/status.h"
#include "cli/files/yaml.h"

bool task_is_definition(const char *path) { return input_has_suffix(path, ".yml") || input_has_suffix(path, ".yaml"); }

Expected task_expected(const char *text)
{
    return strcmp(text, "true") == 0 ? EXPECTED_TRUE : strcmp(text, "false") == 0 ? EXPECTED_FALSE : EXPECTED_NONE;
}

static bool read_version(Yaml *yaml, yaml_node_t *root)
{
    yaml_node_t *node = yaml_get(yaml, root, "format_version");
    const char *version = yaml_text(yaml, node, "format_version");
    if (!version) return false;
    if (strcmp(version, "2.0") == 0 || strcmp(version, "2.1") == 0) return true;
    return yaml_fail(yaml, node, "version %s of the format is not known (expected 2.0 or 2.1)", version);
}

static bool add_task_file(Yaml *yaml, const yaml_node_t *node, Task *task)
{
    const char *name = yaml_text(yaml, node, "an input file");
    if (!name) return false;
    task->files = memory_grow(task->files, task->file_count, sizeof *task->files);
    task->files[task->file_count++] = input_beside(yaml->path, name);
    return true;
}

/* One name, or a list of names. */
static bool read_files(Yaml *yaml, yaml_node_t *root, Task *task)
{
    yaml_node_t *files = yaml_get(yaml, root, "input_files"), *file;
    if (!files || files->type != YAML_SEQUENCE_NODE) {
        const char *name = yaml_text(yaml, files, "input_files");
        return name && add_task_file(yaml, files, task);
    }
    for (size_t i = 0; (file = yaml_item(yaml, files, i)); i++)
        if (!add_task_file(yaml, file, task)) return false;
    return task->file_count || yaml_fail(yaml, files, "no input files");
}

static bool read_property(Yaml *yaml, yaml_node_t *entry, Task *task)
{
    const char *file = yaml_text(yaml, yaml_get(yaml, entry, "property_file"), "property_file");
    if (!file) return false;
    yaml_node_t *node = yaml_get(yaml, entry, "expected_verdict");
    const char *verdict = node ? yaml_text(yaml, node, "expected_verdict") : "";
    if (!verdict || yaml->error->status) return false;
    Expected expected = task_expected(verdict);
    if (node && !expected) return yaml_fail(yaml, node, "expected_verdict '%s' (expected true or false)", verdict);
    char *path = input_beside(yaml->path, file);
    task->properties = memory_grow(task->properties, task->property_count, sizeof *task->properties);
    task->properties[task->property_count++] = (TaskProperty){property_of_task(path), expected};
    free(path);
    return true;
}

static bool read_task_properties(Yaml *yaml, yaml_node_t *root, Task *task)
{
    yaml_node_t *list = yaml_get(yaml, root, "properties"), *entry;
    if (!list) return !yaml->error->status;
    if (list->type != YAML_SEQUENCE_NODE) return yaml_fail(yaml, list, "properties is not a list");
    for (size_t i = 0; (entry = yaml_item(yaml, list, i)); i++)
        if (!read_property(yaml, entry, task)) return false;
    return true;
}

static bool read_data_model(Yaml *yaml, yaml_node_t *options, Task *task)
{
    yaml_node_t *node = yaml_get(yaml, options, "data_model");
    if (!node) return !yaml->error->status;
    const char *model = yaml_text(yaml, node, "data_model");
    if (!model) return false;
    task->width = strcmp(model, "ILP32") == 0 ? "-m32" : strcmp(model, "LP64") == 0 ? "-m64" : NULL;
    return task->width || yaml_fail(yaml, node, "data_model '%s' (expected ILP32 or LP64)", model);
}

static bool read_options(Yaml *yaml, yaml_node_t *root, Task *task)
{
    yaml_node_t *options = yaml_get(yaml, root, "options");
    if (!options) return !yaml->error->status;
    yaml_node_t *node = yaml_get(yaml, options, "language");
    const char *language = node ? yaml_text(yaml, node, "language") : "C";
    if (!language || yaml->error->status) return false;
    if (strcmp(language, "C") != 0)
        return yaml_fail(yaml, node, "language '%s' is not supported (expected C)", language);
    return read_data_model(yaml, options, task);
}

bool task_read(const char *path, Task *task, InputError *error)
{
    *task = (Task){NULL, 0, NULL, NULL, 0};
    Yaml yaml;
    if (!yaml_open(&yaml, path, error)) return false;
    yaml_node_t *root = yaml_document_get_root_node(&yaml.document);
    bool ok = root ? read_version(&yaml, root) && read_files(&yaml, root, task) &&
                         read_task_properties(&yaml, root, task) && read_options(&yaml, root, task)
                   : input_fail(error, STATUS_BAD_INPUT, "%s: error: file is empty", path);
    yaml_close(&yaml);
    CHECK(ok || error->status != 0);
    CHECK(!ok || task->file_count > 0);
    if (!ok) task_clear(task);
    return ok;
}

void task_clear(Task *task)
{
    for (size_t i = 0; i < task->file_count; i++)
        free(task->files[i]);
    free(task->files);
    free(task->properties);
    *task = (Task){NULL, 0, NULL, NULL, 0};
}

const TaskProperty *task_find_property(const Task *task, const char *name)
{
    for (size_t i = 0; i < task->property_count; i++)
        if (task->properties[i].name && strcmp(task->properties[i].name, name) == 0) return &task->properties[i];
    return NULL;
}
