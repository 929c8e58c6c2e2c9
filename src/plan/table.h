/* The rows of the plan, in their order: those of files, and those of a program, by names that are all different. */
#ifndef CHORUS_PLAN_TABLE_H
#define CHORUS_PLAN_TABLE_H

#include "plan/files.h"
#include "plan/plan.h"

/* The name of the row after the last is NULL. */
const PlanRow *table_rows(void);
const FileRow *table_file_rows(void);

/* The sum of 1 << number; rows have numbers in the order of both tables, first those of files. */
typedef uint64_t RowSet;
#define ROWS_MAX 64

/* The number of a row; ROWS_MAX: there is none of that name. */
uint32_t table_find_row(const char *name);
/* All rows but these. Of a table none of whose rows is among them, none is left out. */
RowSet table_others(RowSet rows);
/* Rows of a program that only give proofs, and take time for it. */
RowSet table_dear_proofs(void);
bool table_leaves_out(RowSet left_out, const PlanRow *row);
bool table_leaves_out_file(RowSet left_out, const FileRow *row);

/* What is told of a row. */
typedef struct RowView {
    const char *name, *what;
    unsigned gives;
    double share; /* of the time that is left, at most; of a row of files: 0 */
} RowView;

/* False after the last. */
bool table_view(uint32_t number, RowView *view);

#endif
