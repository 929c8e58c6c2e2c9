/* Source positions of LLVM values, and the source lines behind them. */
#ifndef CHORUS_C_COMPILE_SOURCE_H
#define CHORUS_C_COMPILE_SOURCE_H

#include <llvm-c/Core.h>

#include "base/diag.h"
#include "base/vec.h"

typedef struct SourceFile {
    const char *directory, *filename; /* as in the debug information */
    const char *name;                 /* as shown: the user's path when it is one of the inputs */
    char *text;                       /* NULL when unreadable */
    VEC(uint32_t) lines;              /* start of each line */
} SourceFile;

typedef struct Sources {
    Run *run;
    const char *const *paths; /* the inputs */
    uint32_t path_count;
    char **real_paths;
    VEC(SourceFile) files;
} Sources;

Sources *sources_new(Run *run, const char *const *paths, uint32_t count);
/* Position of an instruction, global variable or function; line 0 when it has none. */
SourcePos sources_pos(Sources *sources, LLVMValueRef value);
/* The source line, trimmed, white space collapsed, at most 120 characters; NULL when unknown. Owned by the run. */
const char *sources_line(Sources *sources, SourcePos pos);

/* Whether a line that declares a variable gives it an initialiser. Needed for static variables only: there the IR does
 * not tell "static int x;" from "static int x = 0;". */
bool line_initializes(const char *line, const char *name);

#endif
