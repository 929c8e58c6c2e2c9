#include "frontend/model/assumption.h"

#include <string.h>

#include "base/str.h"

static void note_first(Lowering *L, SourcePos *first)
{
    if (!first->file) *first = (SourcePos){L->pos.file, L->pos.line, 0};
}

void assumption_free(Lowering *L) { note_first(L, &L->first_free); }

void assumption_trap(Lowering *L) { note_first(L, &L->first_trap); }

void assumption_resize(Lowering *L) { note_first(L, &L->first_resize); }

void assumption_in_place(Lowering *L) { note_first(L, &L->first_in_place); }

static void add_place(Str *text, SourcePos pos)
{
    const char *name = strrchr(pos.file, '/');
    str_addf(text, "%s:%u)", name ? name + 1 : pos.file, pos.line);
}

void assumptions_end(Lowering *L)
{
    bool has_free = L->first_free.file != NULL, has_trap = L->first_trap.file != NULL;
    if (!has_free && !has_trap) return;
    Str text;
    str_init(L->run, &text);
    str_addf(&text, "assumed: ");
    if (has_free) {
        str_addf(&text, "no use after free, no double free (memory safety is not checked; first free at ");
        add_place(&text, L->first_free);
    }
    if (L->first_resize.file) {
        str_addf(&text, "; freed memory is not given again in another size (pointers to such memory are compared at ");
        add_place(&text, L->first_resize);
    }
    if (L->first_in_place.file) {
        str_addf(&text, "; realloc moves memory (a pointer to it is compared; first one at ");
        add_place(&text, L->first_in_place);
    }
    if (has_free && has_trap) str_addf(&text, "; ");
    if (has_trap) {
        str_addf(&text, "a trap ends the program and is no error (first one at ");
        add_place(&text, L->first_trap);
    }
    diag_add(L->run, SEVERITY_NOTE, (SourcePos){NULL, 0, 0}, "%s", str_text(&text));
    str_clear(&text);
}
