/* Sequential programs as C, for other checkers and for people. */
#ifndef CHORUS_ENGINES_MODULAR_C_PROGRAM_H
#define CHORUS_ENGINES_MODULAR_C_PROGRAM_H

#include "base/str.h"
#include "engines/modular/modular.h"

/* The programs of the end: for each main thread its own, with all facts, and for each fact that of the query it
 * answers. They are alternatives of one C file, by the macro PROGRAM (0: the first). Errors are calls of reach_error.
 * Arrays are not written: NULL. The text belongs to the run. */
const char *c_program_text(const ModularResult *r);

/* Lines of the text, the first being 1. */
typedef struct CLines {
    uint32_t first, last;
} CLines;

/* One program of one thread as a C file of its own, in which moves of others are steps like any. lines: per edge, where
 * it is, or NULL. Arrays are not written: NULL. The text belongs to the run. */
const char *c_program_of(Program *p, CLines *lines);

#endif
