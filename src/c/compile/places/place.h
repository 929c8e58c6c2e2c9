/* Places before statements, as calls in the module: of functions that the front end knows, whose call is a step that
 * does nothing. What is said of a place can then be said of the threads that stand before that step. */
#ifndef CHORUS_C_COMPILE_PLACES_PLACE_H
#define CHORUS_C_COMPILE_PLACES_PLACE_H

#include <llvm-c/Core.h>

#include "base/diag.h"
#include "base/run.h"

/* A place before a statement, where a thread is to stand in a step of its own. */
typedef struct MarkedPlace {
    SourcePos pos;       /* the directory of the file does not count; column 0: not known */
    bool is_loop;        /* where the loop decides whether it goes on; else before the statement */
    const char *problem; /* out: why there is no such place; NULL: it is there */
    bool is_wider;       /* out: threads stand there in other moments, too */
} MarkedPlace;

/* Marks the places in a linked module with debug information, and says there which were found. */
void places_mark(Run *run, LLVMModuleRef module, MarkedPlace *places, uint32_t count);
/* The text of a file; NULL: it cannot be read. */
char *place_read_text(Run *run, const char *path);
/* Of such a function's name: one more than the place's number in the list. */
uint32_t place_number(const char *function);

#endif
