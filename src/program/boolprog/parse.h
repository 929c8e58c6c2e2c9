/* The parser of .bbp text. Grammar and meaning: docs/boolprog.md. */
#ifndef CHORUS_PROGRAM_BOOLPROG_PARSE_H
#define CHORUS_PROGRAM_BOOLPROG_PARSE_H

#include "program/boolprog/boolprog.h"

/* A well-formed program. Anything else stops the run with STOP_INPUT and a diagnostic with its position. Time is linear
 * in the text. The text is not needed afterwards. */
BoolProgram *boolprog_parse(Run *run, const char *file, const char *text, size_t length);

#endif
