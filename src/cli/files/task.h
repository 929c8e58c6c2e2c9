/* SV-COMP's task definitions (.yml, format versions 2.0 and 2.1): a program, its data model, and what is asked about
 * it. */
#ifndef CHORUS_CLI_FILES_TASK_H
#define CHORUS_CLI_FILES_TASK_H

#include "cli/files/input.h"

/* What a task says the answer is; for comparison only, never shown to the checker. */
typedef enum Expected { EXPECTED_NONE, EXPECTED_TRUE, EXPECTED_FALSE } Expected;

typedef struct TaskProperty {
    const char *name; /* NULL: a property that Chorus does not know */
    Expected expected;
} TaskProperty;

typedef struct Task {
    char **files;
    size_t file_count;
    const char *width; /* "-m32", "-m64"; NULL: not said */
    TaskProperty *properties;
    size_t property_count;
} Task;

bool task_is_definition(const char *path);
/* false after input_fail; otherwise to be cleared. */
bool task_read(const char *path, Task *task, InputError *error);
void task_clear(Task *task);
/* NULL when the task does not ask for it. */
const TaskProperty *task_find_property(const Task *task, const char *name);
/* "true" or "false"; EXPECTED_NONE for another text. */
Expected task_expected(const char *text);

#endif
