/* Copies of programs, for passes that make a program out of another. */
#ifndef CHORUS_PROGRAM_COPY_H
#define CHORUS_PROGRAM_COPY_H

#include "program/program.h"

/* A new program of which everything is said that is said of p as a whole (counts_initial, memory objects ...), without
 * templates, variables, locations and edges. */
Program *program_copy_empty(const Program *p);
/* A new program with p's templates and variables, which keep their numbers; with_locations: its locations, too.
 * Otherwise the entries of the templates are to be set. Edges are to be added, then program_index to be called. */
Program *program_copy_frame(const Program *p, bool with_locations);

#endif
