#include "frontend/model/assumption.h"

void assumption_free(Lowering *L)
{
    if (L->was_free_noted) return;
    L->was_free_noted = true;
    diag_assume(L->run, SEVERITY_NOTE, (SourcePos){L->pos.file, L->pos.line, 0},
                (Assumption){"no use after free, no double free", "valid-memsafety"},
                "what is freed is assumed not to be used or freed again (which is undefined and not examined)");
}

void assumption_trap(Lowering *L)
{
    if (L->was_trap_noted) return;
    L->was_trap_noted = true;
    diag_assume(L->run, SEVERITY_NOTE, (SourcePos){L->pos.file, L->pos.line, 0},
                (Assumption){"traps end the program and are no errors", NULL},
                "a trap ends the program and is no error");
}
