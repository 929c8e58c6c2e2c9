#include "frontend/model/assumption.h"

#include <string.h>

#include "base/str.h"

static void note_first(Lowering *L, SourcePos *first)
{
    if (!first->file) *first = (SourcePos){L->pos.file, L->pos.line, 0};
}

void assumption_free(Lowering *L) { note_first(L, &L->first_free); }

void assumption_trap(Lowering *L) { note_first(L, &L->first_trap); }

void assumption_unlike(Lowering *L, uint32_t a, uint32_t b)
{
    bool is_new;
    intern_add(&L->unlike_ids, (uint32_t[]){a, b}, 2, &is_new);
    if (is_new) vec_push(L->run, &L->unlike, ((Unlike){a, b, {L->pos.file, L->pos.line, 0}}));
}

/* The first comparison of unlike objects that matters; file NULL: none. */
static SourcePos first_unlike(const Lowering *L)
{
    for (uint32_t i = 0; i < L->unlike.count; i++) {
        const Unlike *u = &L->unlike.data[i];
        if (L->facts->heap.data[u->a].is_freed || L->facts->heap.data[u->b].is_freed) return u->pos;
    }
    return (SourcePos){NULL, 0, 0};
}

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
    SourcePos unlike = first_unlike(L);
    if (unlike.file) {
        str_addf(
            &text,
            "; freed memory is not given again in another size or in part (pointers to such memory are compared at ");
        add_place(&text, unlike);
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
