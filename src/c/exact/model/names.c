#include "c/exact/model/names.h"

#include <string.h>

#include "base/check.h"
#include "c/compile/debuginfo.h"
#include "c/compile/function.h"
#include "c/compile/link/startup.h"
#include "c/compile/source.h"
#include "logic/term/boolean.h"

static bool is_reserved_name(const Lowering *L, const char *name)
{
    for (uint32_t i = 0; i < L->reserved.count; i++)
        if (strcmp(L->reserved.data[i], name) == 0) return true;
    return false;
}

/* A name as a key of 32-bit words. */
static uint32_t interned_name(Lowering *L, const char *name, bool *is_new)
{
    size_t n = strlen(name);
    uint32_t words[64] = {0};
    uint32_t *key = n < sizeof words ? words : run_alloc(L->run, n + sizeof *key);
    memcpy(key, name, n);
    uint32_t id = intern_add(&L->names, key, (uint32_t)(n / sizeof *key + 1), is_new);
    if (key != words) run_release(L->run, key);
    if (*is_new) vec_push(L->run, &L->name_counts, 0);
    CHECK(L->name_counts.count == L->names.count && id < L->names.count);
    return id;
}

static bool is_text_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
           c == '[' || c == ']';
}

/* For checks: can the name stand in a program's text? */
static bool is_program_name(const char *name)
{
    for (const char *p = name; *p; p++)
        if (!is_text_name_char(*p)) return false;
    return (name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z') || name[0] == '_';
}

const char *name_unique(Lowering *L, const char *wanted)
{
    char *base = run_strdup(L->run, wanted && *wanted ? wanted : "t");
    for (char *p = base; *p; p++)
        if (!is_text_name_char(*p)) *p = '_';
    if (base[0] == '.' || base[0] == '[' || base[0] == ']' || (base[0] >= '0' && base[0] <= '9')) {
        char *prefixed = run_format(L->run, "t%s", base);
        run_release(L->run, base);
        base = prefixed;
    }
    bool is_new;
    CHECK(is_program_name(base));
    uint32_t first = interned_name(L, base, &is_new);
    while (!is_new) {
        uint32_t number = ++L->name_counts.data[first] + 1;
        char *numbered = run_format(L->run, "%s_%u", base, number);
        interned_name(L, numbered, &is_new);
        if (is_new) return numbered;
        run_release(L->run, numbered);
    }
    return base;
}

const char *name_unique_local(Lowering *L, const char *wanted)
{
    if (!is_reserved_name(L, wanted)) return name_unique(L, wanted);
    char *numbered = run_format(L->run, "%s_2", wanted);
    const char *name = name_unique(L, numbered);
    CHECK(!is_reserved_name(L, name));
    run_release(L->run, numbered);
    return name;
}

VarId var_add(Lowering *L, const Var *var, Frame *owner)
{
    CHECK(var->class != VAR_INPUT && (!owner || var->class == VAR_LOCAL));
    CHECK(L->var_owners.count <= L->program->vars.count);
    VarId id = program_add_var(L->program, var);
    vec_resize(L->run, &L->var_owners, id.i + 1);
    L->var_owners.data[id.i] = owner;
    return id;
}

VarId var_temporary(Lowering *L, const char *wanted, Sort sort, bool is_signed)
{
    Var var = {0};
    var.name = name_unique(L, wanted);
    var.sort = sort;
    var.class = VAR_LOCAL;
    var.template = L->thread->id;
    var.is_signed = is_signed;
    var.is_temporary = true;
    var.pos = L->pos;
    return var_add(L, &var, NULL);
}

VarId var_of_object(Lowering *L, const Object *o, const char *what, Term init)
{
    const char *name = run_format(L->run, "%s.%s", o->name, what);
    Var var = {0};
    var.name = o->is_shared ? name_unique(L, name) : name_unique_local(L, name);
    var.sort = term_sort(L->tm, init);
    var.class = o->is_shared ? VAR_SHARED : VAR_LOCAL;
    var.template = L->thread->id;
    var.pos = o->pos;
    var.init = init;
    return var_add(L, &var, o->is_shared ? NULL : &L->everyone);
}

Term var_term(Lowering *L, VarId var) { return program_var_term(L->program, var); }

Term fresh_input(Lowering *L, Sort sort, const char *name)
{
    Term input = program_fresh_input(L->program, sort, sort.kind == SORT_BV, name_unique(L, name));
    vec_resize(L->run, &L->var_owners, L->program->vars.count);
    CHECK(term_symbol(L->tm, input) == L->var_owners.count - 1);
    return input;
}

Term unknown_input(Lowering *L, Sort sort, const char *name)
{
    Term input = fresh_input(L, sort, name);
    L->program->vars.data[term_symbol(L->tm, input)].is_unknown = true;
    return input;
}

const char *value_name(Lowering *L, LLVMValueRef value)
{
    size_t n = 0;
    const char *name = LLVMGetValueName2(value, &n);
    return name && n ? run_strndup(L->run, name, n) : "t";
}

VarId thread_variable(Lowering *L, ThreadVariable v)
{
    bool is_new;
    uint32_t id = intern_add(&L->key_ids, (uint32_t[]){v.kind, v.id, L->thread->scope}, 3, &is_new);
    CHECK(L->key_ids.count == L->key_vars.count + is_new);
    if (!is_new) {
        const ThreadVariable *known = &L->key_vars.data[id];
        CHECK(known->kind == v.kind && known->id == v.id && sort_same(known->sort, v.sort));
        CHECK(program_is_local_of(L->program, known->var, L->thread->id));
        return known->var;
    }
    Var var = {0};
    var.name = name_unique_local(L, v.name);
    var.sort = v.sort;
    var.class = VAR_LOCAL;
    var.template = L->thread->id;
    var.init = v.kind == THREAD_SELF ? TERM_NONE : term_const(L->tm, v.sort, 0);
    var.is_temporary = v.kind != THREAD_KEY;
    var.pos = L->pos;
    v.var = var_add(L, &var, &L->everyone);
    vec_push(L->run, &L->key_vars, v);
    return v.var;
}

/* Likewise, where the instruction of the frame stands: perhaps in a function that others share (calls/share.h). */
static uint32_t site_at(Lowering *L, Frame *frame, LLVMValueRef instruction)
{
    uint32_t site = call_site(L, frame);
    const char *name = instruction ? debug_moved_from(L->run, L->context, instruction) : NULL;
    if (!name) return site;
    uint32_t words[64] = {site};
    strncpy((char *)(words + 1), name, sizeof words - sizeof words[0] - 1);
    bool is_new;
    uint32_t id = intern_add(&L->shared_ids, words, sizeof words / sizeof words[0], &is_new);
    if (is_new) {
        vec_push(L->run, &L->program->calls, ((CallSite){.function = name, .is_shared = true, .caller = site}));
        vec_push(L->run, &L->shared_sites, L->program->calls.count);
    }
    return L->shared_sites.data[id];
}

uint32_t call_site(Lowering *L, Frame *frame)
{
    if (!frame || !frame->caller) return 0;
    if (!frame->call_site) {
        uint32_t caller = site_at(L, frame->caller, frame->call);
        bool is_main = strncmp(frame->info->name, MAIN_OWN, strlen(MAIN_OWN)) == 0;
        CallSite site = {.function = is_main ? "main" : frame->info->name, .caller = caller};
        if (frame->call) { /* not of a destructor: the library calls */
            site.pos = sources_pos(L->sources, frame->call);
            site.text = sources_line(L->sources, site.pos);
        }
        vec_push(L->run, &L->program->calls, site);
        frame->call_site = L->program->calls.count;
    }
    CHECK(frame->call_site <= L->program->calls.count);
    return frame->call_site;
}

uint32_t call_site_here(Lowering *L)
{
    Frame *f = L->frame;
    bool is_own = f && L->instruction && instruction_function(L->instruction) == f->info->function;
    return is_own ? site_at(L, f, L->instruction) : call_site(L, f);
}
