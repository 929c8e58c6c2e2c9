/* One command of a build that compiles, as words: which flags, for which object. */
#ifndef CHORUS_CLI_FILES_COMMAND_H
#define CHORUS_CLI_FILES_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/files/words.h"

typedef struct CompileCommand {
    WordList flags;   /* in order, with paths that are absolute; a value behind a blank in the same word */
    WordList sources; /* what else stands there */
    char *output;     /* as it stands there; NULL: nothing is said */
    char *language;   /* of -x; NULL: as the file is called */
    bool is_cxx;      /* the compiler's language is C++, whatever the file is called */
    bool links;       /* the output is a program */
} CompileCommand;

/* Words in files (@FILE) are read. To be cleared. */
void command_read(CompileCommand *command, const char *directory, const WordList *words);
void command_clear(CompileCommand *command);
/* A path seen from a folder. To be freed. */
char *command_path(const char *directory, const char *path);

#endif
