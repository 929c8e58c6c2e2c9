/* Tables as text: a row a line, cells separated by tabs; lines that begin with '#' are comments. The first row names
 * the columns when it begins with "task". */
#ifndef CHORUS_CLI_FILES_TSV_H
#define CHORUS_CLI_FILES_TSV_H

#include "cli/files/input.h"

#define TSV_CELLS 16

typedef struct Tsv {
    char *text, *rest;
    size_t line;                                   /* of the row, from 1 */
    char *names[TSV_CELLS], *cells[TSV_CELLS + 1]; /* cells: of the row; the last is always "" */
    size_t name_count;                             /* 0: no row of names */
} Tsv;

/* false after input_fail; otherwise to be cleared. */
bool tsv_open(Tsv *tsv, const char *path, InputError *error);
void tsv_clear(Tsv *tsv);
/* The next row, false at the end. Missing cells are "". */
bool tsv_next(Tsv *tsv);
/* The cell of the row in the column with that name, "" when there is none; without names, in the column `usual`. */
const char *tsv_cell(const Tsv *tsv, const char *name, size_t usual);
/* Is there such a column? Without names: has the row a cell there? */
bool tsv_has(const Tsv *tsv, const char *name, size_t usual);

#endif
