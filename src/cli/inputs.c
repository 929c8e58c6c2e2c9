#include "cli/inputs.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "cli/memory.h"
#include "cli/property.h"
#include "cli/status.h"
#include "cli/target.h"

/* What a task asks for when nobody chooses: unreach-call among others, or the only one. NULL after input_fail. */
static const char *choose_property(const char *path, const Task *task, InputError *error)
{
    const TaskProperty *usual = task_find_property(task, "unreach-call");
    if (usual) return usual->name;
    if (task->property_count == 1 && task->properties[0].name) return task->properties[0].name;
    input_fail(error, STATUS_BAD_INPUT, "%s: error: the task has %s: say with --property what to check", path,
               task->property_count > 1    ? "several properties, and not unreach-call"
               : task->property_count == 1 ? "a property that is not known"
                                           : "no property");
    return NULL;
}

static bool use_task(Arguments *arguments, ChorusSession *session, const char *path, size_t first, InputError *error)
{
    Task *task = &arguments->task;
    if (!task_read(path, task, error)) return false;
    if (!arguments->property && !(arguments->property = choose_property(path, task, error))) return false;
    if (task->width && !arguments->has_width && chorus_add_compiler_flag(session, task->width) != CHORUS_OK)
        return input_fail(error, STATUS_INTERNAL, "%s", chorus_error(session));
    arguments->task_paths = memory_new((first + task->file_count) * sizeof *arguments->task_paths);
    CHECK(first < arguments->path_count && task->file_count > 0);
    memcpy(arguments->task_paths, arguments->paths, first * sizeof *arguments->paths);
    for (size_t i = 0; i < task->file_count; i++)
        arguments->task_paths[first + i] = task->files[i];
    arguments->paths = arguments->task_paths;
    arguments->path_count = first + task->file_count;
    return true;
}

static bool resolve(Arguments *arguments, ChorusSession *session, size_t first, InputError *error)
{
    CHECK(first <= arguments->path_count && !arguments->task_paths);
    const char *task = NULL;
    for (size_t i = first; i < arguments->path_count; i++)
        if (task_is_definition(arguments->paths[i])) task = arguments->paths[i];
    if (task && arguments->path_count > first + 1)
        return input_fail(error, STATUS_USAGE, "%s: a task is a whole program, to be given alone", task);
    if (arguments->property && !(arguments->property = property_resolve(arguments->property, error))) return false;
    if (task && !use_task(arguments, session, task, first, error)) return false;
    if (arguments->property && chorus_set_option(session, "property", arguments->property) != CHORUS_OK)
        return input_fail(error, STATUS_USAGE, "option %s", chorus_error(session));
    return true;
}

int inputs_resolve(Arguments *arguments, ChorusSession *session, size_t first)
{
    InputError error = {0, ""};
    return resolve(arguments, session, first, &error) ? 0 : input_complain(&error);
}

bool inputs_may_write(const Arguments *arguments)
{
    bool is_stdout = arguments->json && strcmp(arguments->json, "-") == 0;
    const Target targets[] = {{"json", is_stdout ? NULL : arguments->json},
                              {"trace", arguments->trace},
                              {"certificate", arguments->certificate}};
    size_t count = 0;
    const char **inputs = memory_new((arguments->given_count + arguments->path_count + 2) * sizeof *inputs);
    for (size_t i = 0; i < arguments->given_count; i++)
        inputs[count++] = arguments->given[i];
    for (size_t i = 0; i < arguments->path_count; i++)
        inputs[count++] = arguments->paths[i];
    inputs[count++] = arguments->predicates;
    inputs[count++] = arguments->property_given;
    bool ok = targets_may_write(targets, sizeof targets / sizeof targets[0], inputs, count, arguments->force) &&
              (!arguments->smtlib || target_may_fill(arguments->smtlib, inputs, count, arguments->force));
    free(inputs);
    return ok;
}

void inputs_clear(Arguments *arguments)
{
    task_clear(&arguments->task);
    free(arguments->task_paths);
    arguments->task_paths = NULL;
}
