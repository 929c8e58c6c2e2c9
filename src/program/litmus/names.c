#include "program/litmus/names.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "program/litmus/tokens.h"

Term litmus_number(const LitmusParser *s, uint64_t value) { return term_bv(s->tm, LITMUS_WIDTH, value); }
Term litmus_term(const LitmusParser *s, VarId var) { return program_var_term(s->p, var); }

static void require_few(const LitmusParser *s, uint32_t count)
{
    if (count >= LITMUS_NAMES_MAX) litmus_error(s, "more than %d names", LITMUS_NAMES_MAX);
}

/* What locations and registers have in common. */
static Var integer(const LitmusParser *s, const char *name, uint64_t value)
{
    return (Var){.name = name,
                 .sort = sort_bv(LITMUS_WIDTH),
                 .init = litmus_number(s, value),
                 .is_signed = true,
                 .is_number = true};
}

static VarId add_var(LitmusParser *s, const Var *var)
{
    VarId v = program_add_var(s->p, var);
    program_var_term(s->p, v); /* terms of variables are made in this order */
    return v;
}

VarId litmus_find_location(const LitmusParser *s, const char *name)
{
    for (uint32_t i = 0; i < s->locations.count; i++)
        if (strcmp(s->locations.data[i].name, name) == 0) return s->locations.data[i].var;
    return (VarId){NO_ID};
}

VarId litmus_location(LitmusParser *s, const char *name, SourcePos pos)
{
    VarId known = litmus_find_location(s, name);
    if (known.i != NO_ID) return known;
    require_few(s, s->locations.count);
    Var var = integer(s, name, 0);
    var.class = VAR_SHARED;
    var.is_memory = true;
    var.pos = pos;
    VarId v = add_var(s, &var);
    vec_push(s->run, &s->locations, ((LitmusLocation){name, v}));
    return v;
}

LitmusRegister *litmus_find_register(LitmusThread *t, const char *name)
{
    for (uint32_t i = 0; i < t->registers.count; i++)
        if (strcmp(t->registers.data[i].name, name) == 0) return &t->registers.data[i];
    return NULL;
}

static uint64_t initial_value(LitmusParser *s, const char *name)
{
    for (uint32_t i = 0; i < s->register_inits.count; i++) {
        LitmusRegisterInit *init = &s->register_inits.data[i];
        if (init->thread != s->thread->number || strcmp(init->name, name) != 0) continue;
        init->is_used = true;
        return init->value;
    }
    return 0;
}

static Var local(const LitmusParser *s, const char *name, uint64_t value, SourcePos pos)
{
    Var var = integer(s, name, value);
    var.class = VAR_LOCAL;
    var.template = s->thread->template;
    var.pos = pos;
    return var;
}

VarId litmus_add_register(LitmusParser *s, const char *name, SourcePos pos)
{
    CHECK(!litmus_find_register(s->thread, name));
    require_few(s, s->thread->registers.count);
    Var var = local(s, name, initial_value(s, name), pos);
    VarId v = add_var(s, &var);
    vec_push(s->run, &s->thread->registers, ((LitmusRegister){name, v, {NO_ID}}));
    return v;
}

VarId litmus_temporary(LitmusParser *s)
{
    LitmusThread *t = s->thread;
    Var var = local(s, run_format(s->run, "t.%u", t->temporaries++), 0, t->pos);
    var.is_temporary = true;
    return add_var(s, &var);
}

/* It is no memory, and nobody waits for it: who reads it comes after the end of the thread. */
VarId litmus_result(LitmusParser *s, LitmusThread *t, LitmusRegister *r)
{
    if (r->result.i != NO_ID) return r->result;
    Var var = integer(s, run_format(s->run, "%s:%s", t->name, r->name), 0);
    var.class = VAR_SHARED;
    var.hands = HANDS_NOTHING;
    var.is_temporary = true;
    var.pos = s->p->vars.data[r->local.i].pos;
    r->result = add_var(s, &var);
    return r->result;
}

VarId litmus_add_end(LitmusParser *s, const LitmusThread *t)
{
    Var var = {.name = run_format(s->run, "%s.ended", t->name),
               .sort = sort_bool(),
               .class = VAR_SHARED,
               .init = term_bool(s->tm, false),
               .hands = HANDS_END,
               .is_temporary = true,
               .pos = t->pos};
    return add_var(s, &var);
}
