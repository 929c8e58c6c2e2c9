#include "cli/arguments/inputs.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/arguments/project.h"
#include "cli/files/memory.h"
#include "cli/files/output.h"
#include "cli/files/property.h"
#include "cli/files/status.h"
#include "cli/files/target.h"

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

/* ---- properties ---- */

static void add_property(Arguments *arguments, const char *name)
{
    for (size_t i = 0; i < arguments->property_count; i++)
        if (strcmp(arguments->properties[i], name) == 0) return;
    size_t count = arguments->property_count++;
    arguments->properties = memory_grow(arguments->properties, count, sizeof *arguments->properties);
    arguments->properties[count] = memory_format("%s", name);
}

/* Those that some engine answers, without the one (NULL: with all). */
static void add_all_properties(Arguments *arguments, const char *without)
{
    arguments->asks_all = true;
    for (size_t i = 0; chorus_property(i); i++)
        if (chorus_is_answered(chorus_property(i)) && (!without || strcmp(chorus_property(i), without) != 0))
            add_property(arguments, chorus_property(i));
}

static bool add_word(Arguments *arguments, ChorusSession *session, const char *word, InputError *error)
{
    if (strcmp(word, "all") == 0) {
        add_all_properties(arguments, NULL);
        return true;
    }
    const char *name = property_resolve(word, error);
    if (!name) return false;
    arguments->is_sv_comp |= property_is_file(word);
    if (chorus_set_option(session, "property", name) != CHORUS_OK)
        return input_fail(error, STATUS_USAGE, "option %s", chorus_error(session));
    add_property(arguments, name);
    return true;
}

/* The words between commas. */
static bool split_properties(Arguments *arguments, ChorusSession *session, InputError *error)
{
    const char *at = arguments->property;
    for (bool more = true; more;) {
        size_t length = access(at, F_OK) == 0 ? strlen(at) : strcspn(at, ","); /* a file may be called so */
        char *word = memory_copy(at, length);
        bool ok = add_word(arguments, session, word, error);
        free(word);
        if (!ok) return false;
        more = at[length] == ',';
        at += length + more;
    }
    CHECK(arguments->property_count > 0);
    if (!((int)arguments->command & COMMAND_CHECKS) && (arguments->property_count > 1 || arguments->asks_all))
        return input_fail(error, STATUS_USAGE, "option property: '%s' is several properties, and %s takes one",
                          arguments->property, command_word(arguments->command));
    arguments->property = arguments->properties[0];
    return true;
}

bool inputs_ask_others(Arguments *arguments)
{
    CHECK(!arguments->property_count && !arguments->property);
    add_all_properties(arguments, "unreach-call");
    return arguments->property_count > 0;
}

/* ---- all of it ---- */

static bool resolve_paths(Arguments *arguments, ChorusSession *session, size_t first, InputError *error)
{
    CHECK(first <= arguments->path_count && !arguments->task_paths);
    const char *task = NULL;
    for (size_t i = first; i < arguments->path_count; i++)
        if (task_is_definition(arguments->paths[i])) task = arguments->paths[i];
    if (task && arguments->path_count > first + 1)
        return input_fail(error, STATUS_USAGE, "%s: a task is a whole program, to be given alone", task);
    if (arguments->property && !split_properties(arguments, session, error)) return false;
    if (task && !use_task(arguments, session, task, first, error)) return false;
    if (!task && !project_resolve(arguments, session, first, error)) return false;
    if (arguments->property && chorus_set_option(session, "property", arguments->property) != CHORUS_OK)
        return input_fail(error, STATUS_USAGE, "option %s", chorus_error(session));
    arguments->is_sv_comp |= task != NULL;
    if (arguments->is_sv_comp && !arguments->has_errors &&
        chorus_set_option(session, "errors", "reach_error") != CHORUS_OK)
        return input_fail(error, STATUS_INTERNAL, "%s", chorus_error(session));
    if (arguments->is_sv_comp && !arguments->has_malloc &&
        chorus_set_option(session, "malloc", "covered") != CHORUS_OK) /* there malloc does not fail */
        return input_fail(error, STATUS_INTERNAL, "%s", chorus_error(session));
    if (arguments->is_sv_comp && !arguments->has_memory && chorus_set_option(session, "memory", "sc") != CHORUS_OK)
        return input_fail(error, STATUS_INTERNAL, "%s", chorus_error(session));
    return true;
}

int inputs_resolve(Arguments *arguments, ChorusSession *session, size_t first)
{
    InputError error = {0, ""};
    return resolve_paths(arguments, session, first, &error) ? 0 : input_complain(&error);
}

bool inputs_ask_several(const Arguments *arguments) { return arguments->property_count > 1 || arguments->asks_all; }

char *inputs_certificate(const Arguments *arguments, size_t property)
{
    if (!arguments->certificate) return NULL;
    if (!inputs_ask_several(arguments)) return memory_format("%s", arguments->certificate);
    CHECK(property < arguments->property_count);
    return memory_format("%s.%s", arguments->certificate, arguments->properties[property]);
}

#define FIXED_TARGETS 5 /* files that are written once; certificates may be several */

bool inputs_may_write(const Arguments *arguments)
{
    bool is_stdout = arguments->json && strcmp(arguments->json, "-") == 0;
    size_t count = 0, certificate_count = inputs_ask_several(arguments) ? arguments->property_count : 1;
    OutputTarget *targets = memory_new((FIXED_TARGETS + certificate_count) * sizeof *targets);
    targets[0] = (OutputTarget){"json", is_stdout ? NULL : arguments->json};
    targets[1] = (OutputTarget){"trace", arguments->trace};
    targets[2] = (OutputTarget){"html", arguments->html};
    targets[3] = (OutputTarget){"sarif", arguments->sarif};
    targets[4] = (OutputTarget){"witness", arguments->witness};
    for (size_t i = 0; i < certificate_count; i++)
        targets[FIXED_TARGETS + i] = (OutputTarget){"certificate", inputs_certificate(arguments, i)};
    const char **inputs = memory_new((arguments->given_count + arguments->path_count + 5) * sizeof *inputs);
    for (size_t i = 0; i < arguments->given_count; i++)
        inputs[count++] = arguments->given[i];
    for (size_t i = 0; i < arguments->path_count; i++)
        inputs[count++] = arguments->paths[i];
    inputs[count++] = arguments->predicates;
    inputs[count++] = arguments->suppressions;
    inputs[count++] = arguments->library;
    inputs[count++] = arguments->property_given;
    inputs[count++] = arguments->sarif && arguments->baseline && strcmp(arguments->sarif, arguments->baseline) == 0
                          ? NULL /* a log that is brought up to date: it is read before it is written */
                          : arguments->baseline;
    bool ok = targets_may_write(targets, FIXED_TARGETS + certificate_count, inputs, count, arguments->force) &&
              (!arguments->smtlib || target_may_fill(arguments->smtlib, inputs, count, arguments->force));
    for (size_t i = 1; i < FIXED_TARGETS + certificate_count; i++)
        ok = ok && output_can_write(targets[i].path);
    for (size_t i = 0; i < certificate_count; i++)
        free((char *)(uintptr_t)targets[FIXED_TARGETS + i].path);
    free(targets);
    free(inputs);
    return ok;
}

void inputs_clear(Arguments *arguments)
{
    task_clear(&arguments->task);
    for (size_t i = 0; i < arguments->property_count; i++)
        free(arguments->properties[i]);
    free(arguments->properties);
    arguments->properties = NULL;
    arguments->property_count = 0;
    free(arguments->task_paths);
    arguments->task_paths = NULL;
    free(arguments->project_paths);
    arguments->project_paths = NULL;
    free(arguments->library_paths);
    arguments->library_paths = NULL;
    database_clear(&arguments->database);
    words_clear(&arguments->words);
    free(arguments->argv);
    arguments->argv = NULL;
}
