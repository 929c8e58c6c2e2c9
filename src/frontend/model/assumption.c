#include "frontend/model/assumption.h"

#include <string.h>

#include "base/str.h"
#include "frontend/model/emit.h"

static void note_first(Lowering *L, SourcePos *first)
{
    if (!first->file) *first = (SourcePos){L->pos.file, L->pos.line, 0};
}

void assumption_free(Lowering *L)
{
    bool is_checked = property_is_asked(L, PROPERTY_VALID_DEREF) && property_is_asked(L, PROPERTY_VALID_FREE);
    if (!is_checked) note_first(L, &L->first_free);
}

void assumption_allocation(Lowering *L) { note_first(L, &L->first_allocation); }

void assumption_trap(Lowering *L) { note_first(L, &L->first_trap); }

void assumption_resize(Lowering *L) { note_first(L, &L->first_resize); }

void assumption_in_place(Lowering *L) { note_first(L, &L->first_in_place); }

static void add_place(Str *text, SourcePos pos)
{
    const char *name = strrchr(pos.file, '/');
    str_addf(text, "%s:%u)", name ? name + 1 : pos.file, pos.line);
}

/* "what PLACE)", behind what was said before. */
static void add_assumption(Str *text, const char *what, SourcePos first)
{
    if (!first.file) return;
    if (str_text(text)[0]) str_addf(text, "; ");
    str_addf(text, "%s", what);
    add_place(text, first);
}

void assumptions_end(Lowering *L)
{
    Str text;
    str_init(L->run, &text);
    add_assumption(&text, "no use after free, no double free (memory safety is not checked; first free at ",
                   L->first_free);
    add_assumption(&text, "malloc does not fail (first allocation at ", L->first_allocation);
    add_assumption(&text, "freed memory is not given again in another size (pointers to such memory are compared at ",
                   L->first_resize);
    add_assumption(&text, "realloc moves memory (a pointer to it is compared; first one at ", L->first_in_place);
    add_assumption(&text, "a trap ends the program and is no error (first one at ", L->first_trap);
    if (str_text(&text)[0]) diag_add(L->run, SEVERITY_NOTE, (SourcePos){NULL, 0, 0}, "assumed: %s", str_text(&text));
    str_clear(&text);
}
