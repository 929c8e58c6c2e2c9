/* Compilation databases: compile_commands.json, as CMake, Meson and Bear write them. */
#ifndef CHORUS_CLI_FILES_DATABASE_H
#define CHORUS_CLI_FILES_DATABASE_H

#include "cli/files/input.h"

/* How one file is compiled. */
typedef struct DatabaseEntry {
    char *path;
    char **flags;
    size_t flag_count; /* of them, in order, with paths that are absolute; a value behind a blank in the same word */
    bool has_main;     /* by its text */
} DatabaseEntry;

typedef struct Database {
    DatabaseEntry *entries; /* C files only, each once */
    size_t count;
} Database;

/* `path`: the file, or the folder where it is. False after input_fail. To be cleared. */
bool database_read(const char *path, Database *database, InputError *error);
/* Of a folder without one: its C files, as they are. */
bool database_of_folder(const char *path, Database *database, InputError *error);
/* Whether a folder has one. */
bool database_is_in(const char *folder);
void database_clear(Database *database);

#endif
