/* Places that witnesses name, in programs: by file, line and column.
 *
 * The model's edges have the positions that the compiler gives to instructions, which are those of operators and
 * operands; witnesses name the first character of a statement. So a column is taken as "from there on". */
#ifndef CHORUS_REPORT_WITNESS_PLACE_H
#define CHORUS_REPORT_WITNESS_PLACE_H

#include "program/program.h"

/* Do the names mean one file? Directories are not compared: a witness was written elsewhere. */
bool place_is_file(const char *a, const char *b);
/* Sets at[e] for the edges (program_edges) that do what stands at the place: those of its line from its column on, of
 * which the first column counts; without a column, all of the line. Their number. */
uint32_t place_find_edges(const Program *p, SourcePos place, bool *at);
/* Sets at[l] for the locations where a thread stands just before the statement at the place; is_loop: where it decides
 * whether the loop goes on. Errs towards none: where a statement begins must be certain. Their number. */
uint32_t place_find_locations(const Program *p, SourcePos place, bool is_loop, bool *at);
/* Likewise for the edges that the front end has put before the statement: those with this Edge.place. */
uint32_t place_find_marked(const Program *p, uint32_t place, bool *at);
/* The locations that begin loops: those that paths of their templates come back to. */
void place_find_loops(const Program *p, bool *is_head);

#endif
