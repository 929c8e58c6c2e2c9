/* The tables of decision diagrams, which one run at a time may have. */
#ifndef CHORUS_ENGINES_SYMMPA_EXPLORE_DD_TABLES_H
#define CHORUS_ENGINES_SYMMPA_EXPLORE_DD_TABLES_H

#include <setjmp.h>

#include "base/run.h"

/* Takes the tables, for so many variables; stops the run when another one has them, and later when they outgrow its
 * memory. They are released when the run is freed, or earlier; the result is the ticket for run_cancel then. */
uint32_t dd_tables_start(Run *run, int variables);
/* From now on the tables hold at most so many nodes; where they do not do, control leaves through `full`, instead of
 * the run being stopped, and the tables are good for nothing but to be given back. */
void dd_tables_limit(int nodes, jmp_buf *full);
/* Gives the tables back; the argument is of no use. */
void dd_tables_release(void *unused);

#endif
