#include "c/outline/fresh.h"

#include <string.h>

#include "base/check.h"

LocId outline_loc(Outline *o, const char *name)
{
    return program_add_loc(o->program, o->thread->id, name, false, o->pos);
}

Term outline_any(Outline *o, Sort sort)
{
    Term t = program_fresh_input(o->program, sort, sort.kind == SORT_BV, "any");
    o->program->vars.data[term_symbol(o->tm, t)].is_unknown = true;
    return t;
}

static bool is_noted(Outline *o, const char *what)
{
    uintptr_t file = (uintptr_t)o->pos.file;
    uint32_t key[20] = {(uint32_t)file, (uint32_t)((uint64_t)file >> 32), o->pos.line};
    size_t n = strlen(what), most = sizeof key - 3 * sizeof *key;
    memcpy(key + 3, what, n < most ? n : most);
    bool is_new;
    intern_add(&o->note_ids, key, 20, &is_new);
    return !is_new;
}

void outline_note(Outline *o, const char *what)
{
    o->is_exact = false;
    if (!is_noted(o, what)) vec_push(o->run, &o->result->notes, ((OutlineNote){what, o->pos}));
}

VarId outline_local(Outline *o, Sort sort, const char *name)
{
    Var var = {.name = name, .sort = sort, .class = VAR_LOCAL, .template = o->thread->id, .pos = o->pos};
    var.is_signed = sort.kind == SORT_BV;
    var.is_temporary = true;
    return program_add_var(o->program, &var);
}

Term outline_term(Outline *o, VarId var) { return program_var_term(o->program, var); }
