/* Cells: bytes of objects that are accessed together, each with the answer whether two accesses to it may be made at
 * once. */
#ifndef CHORUS_C_SURVEY_CELLS_CELL_H
#define CHORUS_C_SURVEY_CELLS_CELL_H

#include "c/survey/cells/access.h"

typedef enum CellWhy {
    CELL_OPEN,    /* may race */
    CELL_READ,    /* only read */
    CELL_THREAD,  /* one thread only */
    CELL_ELEMENT, /* each thread has its own */
    CELL_ORDER,   /* before threads are started that access it, or behind their joins */
    CELL_ATOMIC,
    CELL_LOCK
} CellWhy;

typedef struct SurveyCell {
    uint32_t object;
    uint64_t from, to; /* from: ANYWHERE = any of the object */
    CellWhy why;
    uint32_t lock;          /* CELL_LOCK: the only one, or UINT32_MAX */
    uint32_t first, second; /* CELL_OPEN: two accesses */
} SurveyCell;

typedef VEC(SurveyCell) SurveyCells;

void cells_find(const SurveyAccesses *a, SurveyCells *out);

#endif
