/* The programs of a project: compilations that define main, what they are called, and how near others are to them. */
#ifndef CHORUS_CLI_ARGUMENTS_PROGRAMS_H
#define CHORUS_CLI_ARGUMENTS_PROGRAMS_H

#include "chorus.h"
#include "cli/files/database.h"

/* Finds out which entries define main, as they are compiled. A file that does not compile is judged by its text. */
void programs_find(Database *database, const ChorusSession *session);
/* Whether a program is called so: by what it is linked into, by its file without .c, or by the end of one of its paths.
 */
bool program_is_called(const DatabaseEntry *e, const char *name);
/* Whether the last of the flags that say so says 32 bits. */
bool program_is_32(const DatabaseEntry *e);
/* Prints the programs; the exit status. */
int programs_print(const Database *database);

#define PROGRAM_PART 0               /* it is linked into the program, by the paths of the objects */
#define PROGRAM_OTHER ((unsigned)-1) /* it belongs to another one, or cannot be linked with it */
/* How far an entry without main is from a program: the smaller, the rather it belongs to it. */
unsigned program_distance(const Database *database, const DatabaseEntry *program, const DatabaseEntry *e);

#endif
