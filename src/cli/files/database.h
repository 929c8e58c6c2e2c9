/* Compilation databases: compile_commands.json, as CMake, Meson and Bear write them. */
#ifndef CHORUS_CLI_FILES_DATABASE_H
#define CHORUS_CLI_FILES_DATABASE_H

#include <stdbool.h>

#include "cli/files/input.h"
#include "cli/files/words.h"

/* One compilation of a file; a file may have several, with other flags or for another program. */
typedef struct DatabaseEntry {
    char *path;
    WordList flags; /* in order, with paths that are absolute; a value behind a blank in the same word */
    char *output;   /* the object; NULL: not said */
    char *target;   /* what the object is linked into, where its path tells; else NULL */
    bool has_main;  /* see programs_find */
} DatabaseEntry;

typedef struct Database {
    DatabaseEntry *entries; /* of C files, in order */
    size_t count;
    WordList left_out; /* other files that are compiled: C++, assembly */
} Database;

/* `path`: the file, or the folder where it is. False after input_fail. To be cleared. */
bool database_read(const char *path, Database *database, InputError *error);
/* Of a folder without one: its C files, as they are. */
bool database_of_folder(const char *path, Database *database, InputError *error);
/* Whether a folder has one. */
bool database_is_in(const char *folder);
/* Whether both compile one file in the same way. */
bool database_same_flags(const DatabaseEntry *a, const DatabaseEntry *b);
void database_clear_entry(DatabaseEntry *entry);
void database_clear(Database *database);

#endif
