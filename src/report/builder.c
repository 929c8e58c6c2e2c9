#include "report/builder.h"

#include <string.h>

#include "base/check.h"
#include "report/value.h"

const Var *builder_var(const ReportBuilder *b, VarId v)
{
    CHECK(v.i < b->program->vars.count);
    return &b->program->vars.data[v.i];
}

VarSlot *builder_slot(ReportBuilder *b, VarId v, uint32_t thread)
{
    const Var *var = builder_var(b, v);
    if (var->class == VAR_SHARED) return &b->shared[v.i];
    if (var->class == VAR_INPUT || thread >= b->threads.count) return NULL;
    Tracked *t = &b->threads.data[thread];
    CHECK(t->template.i != var->template.i ||
          b->local_index[v.i] < b->program->templates.data[t->template.i].locals.count);
    return t->template.i == var->template.i ? &t->locals[b->local_index[v.i]] : NULL;
}

/* What is done while there is one thread, nobody else sees. */
void builder_touch(ReportBuilder *b, VarId v)
{
    if (builder_var(b, v)->class != VAR_SHARED || b->threads.count < 2) return;
    uint32_t *user = &b->users[v.i];
    *user = *user == 0 || *user == b->thread + 1 ? b->thread + 1 : SEVERAL_USERS;
    vec_push(b->run, &b->touches, ((ReportTouch){b->shown_as.count, v.i}));
}

const char *builder_value_text(ReportBuilder *b, VarId v, const Value *value)
{
    Str s;
    str_init(b->run, &s);
    report_add_value(&s, builder_var(b, v), value);
    return str_text(&s);
}

/* ---- initial values ---- */

static Value no_env(void *arg, TermManager *tm, Term var)
{
    (void)arg, (void)tm, (void)var;
    return (Value){.bits = 0};
}

static void init_slot(ReportBuilder *b, VarId v, VarSlot *slot)
{
    Term init = builder_var(b, v)->init;
    memset(slot, 0, sizeof *slot);
    if (!term_is(init)) return;
    slot->value = term_evaluate(b->program->tm, init, no_env, NULL, NULL);
    slot->known = true;
}

void builder_set_arbitrary(VarSlot *slot, const Value *value)
{
    CHECK(!slot || !slot->used);
    if (!slot) return;
    slot->value = slot->initial = *value;
    slot->known = slot->arbitrary = true;
}

void builder_start_thread(ReportBuilder *b, TemplateId template)
{
    CHECK(template.i < b->program->templates.count);
    const Template *t = &b->program->templates.data[template.i];
    Tracked tracked = {.template = template, .locals = run_alloc(b->run, (t->locals.count + 1) * sizeof(VarSlot))};
    for (uint32_t i = 0; i < t->locals.count; i++)
        init_slot(b, (VarId){t->locals.data[i]}, &tracked.locals[i]);
    vec_push(b->run, &b->threads, tracked);
}

void builder_init_shared(ReportBuilder *b)
{
    const Program *p = b->program;
    b->shared = run_alloc(b->run, (p->vars.count + 1) * sizeof *b->shared);
    b->users = run_alloc(b->run, (p->vars.count + 1) * sizeof *b->users);
    b->local_index = run_alloc(b->run, (p->vars.count + 1) * sizeof *b->local_index);
    for (uint32_t t = 0; t < p->templates.count; t++)
        for (uint32_t i = 0; i < p->templates.data[t].locals.count; i++)
            b->local_index[p->templates.data[t].locals.data[i]] = i;
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_SHARED) init_slot(b, (VarId){v}, &b->shared[v]);
}

ReportChange *builder_find_change(ReportChanges *list, const char *name, const char *owner)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->data[i].owner == owner && strcmp(list->data[i].name, name) == 0) return &list->data[i];
    return NULL;
}
