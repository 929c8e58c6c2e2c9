/* The rows of the plan, in their order. */
#ifndef CHORUS_PLAN_TABLE_H
#define CHORUS_PLAN_TABLE_H

#include "plan/files.h"
#include "plan/plan.h"

/* The name of the row after the last is NULL. */
const Row *table_rows(void);
/* The number of a row; ROWS_MAX: there is none of that name. */
uint32_t table_find_row(const char *name);

#define ROWS_MAX 64

const FileRow *table_file_rows(void);

#endif
