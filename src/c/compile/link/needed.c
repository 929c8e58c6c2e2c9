#include "c/compile/link/needed.h"

#include <string.h>

#include "base/check.h"
#include "base/diag.h"
#include "base/vec.h"
#include "c/compile/link/compile.h"
#include "c/compile/link/known.h"

/* How sure a choice is: the sure ones are made first, since they leave less to choose. */
typedef enum Certainty {
    CALLED,   /* it is part of the program whatever is missing */
    ONLY_ONE, /* the others collide with what is linked */
    NEAREST,
    ANY, /* of these only one, since there may be a surer choice afterwards */
    CERTAINTIES
} Certainty;

struct Needed {
    Run *run;
    LLVMModuleRef program;
    const char *const *paths;
    LLVMModuleRef *modules;
    uint32_t count;
    const FrontendOptions *options;
    const WeakOwners *weak;  /* what is linked already */
    Certainty certainty;     /* of the choices that are being made */
    uint32_t at;             /* the unit, or the name, that is looked at next */
    bool any;                /* something was linked since the names were found */
    VEC(const char *) names; /* what is missing */
};

static Unit unit_of(const FrontendOptions *options, uint32_t i)
{
    return i < options->unit_count ? options->units[i] : (Unit){.output = NULL};
}

static bool is_visible_definition(LLVMValueRef global)
{
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return !LLVMIsDeclaration(global) && linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage;
}

static bool is_weak_linkage(LLVMValueRef global)
{
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return linkage == LLVMWeakAnyLinkage || linkage == LLVMWeakODRLinkage;
}

static bool is_doubtful_unit(const FrontendOptions *options, uint32_t i)
{
    return unit_of(options, i).distance / 2 == UNIT_DOUBTFUL / 2;
}

/* It belongs to another program, or nobody knows to which: it is there for what is missing, and for nothing else. */
static bool is_for_missing(const FrontendOptions *options, uint32_t i)
{
    return unit_of(options, i).distance >= UNIT_OF_ANOTHER || is_doubtful_unit(options, i);
}

/* Whether the program does without it: it is weak, or the C library has it, which bodies are made for, too. */
static bool is_there_anyway(LLVMValueRef used, uint32_t distance)
{
    size_t n = 0;
    const char *name = LLVMGetValueName2(used, &n);
    if (distance == UNIT_LIBRARY) return is_visible_definition(used);
    if (is_visible_definition(used) || LLVMGetLinkage(used) == LLVMExternalWeakLinkage) return true;
    return LLVMIsAFunction(used) ? known_function(name) && known_fits(used) : known_variable(name);
}

/* Whether a definition is one that the program needs: it has none, or one that gives way. */
static bool is_needed_definition(LLVMValueRef used, LLVMValueRef definition)
{
    if (!used || !is_visible_definition(definition)) return false;
    return LLVMIsDeclaration(used) ? LLVMGetFirstUse(used) != NULL
                                   : is_weak_linkage(used) && !is_weak_linkage(definition);
}

static bool is_bound_named(Run *run, LLVMModuleRef program, const char *start, const char *section)
{
    return LLVMGetNamedGlobal(program, run_format(run, "%s%s", start, section)) != NULL;
}

/* Whether an object stands in a section whose bounds the program uses. */
static bool is_in_set(Run *run, LLVMModuleRef program, LLVMModuleRef module)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        const char *section = LLVMIsDeclaration(g) ? NULL : LLVMGetSection(g);
        if (section && *section &&
            (is_bound_named(run, program, "__start_", section) || is_bound_named(run, program, "__stop_", section)))
            return true;
    }
    return false;
}

/* What runs before and after main runs whether anybody needs it or not, if the file is part of the program, and what is
 * in a set of the linker is found. */
static bool counts_by_itself(Run *run, LLVMModuleRef program, LLVMModuleRef module)
{
    return LLVMGetNamedGlobal(module, "llvm.global_ctors") || LLVMGetNamedGlobal(module, "llvm.global_dtors") ||
           is_in_set(run, program, module);
}

/* A function, a variable, or another name of one; NULL: there is none. */
static LLVMValueRef find_global(LLVMModuleRef module, const char *name)
{
    LLVMValueRef found = LLVMGetNamedFunction(module, name);
    if (!found) found = LLVMGetNamedGlobal(module, name);
    if (!found) found = LLVMGetNamedGlobalAlias(module, name, strlen(name));
    return found ? found : LLVMGetNamedGlobalIFunc(module, name, strlen(name));
}

static bool defines_name(LLVMModuleRef module, const char *name)
{
    LLVMValueRef found = find_global(module, name);
    return found && is_visible_definition(found);
}

/* The name of a function of the module that clients call; NULL: they call none. */
static const char *called_name(LLVMModuleRef module, const FrontendOptions *options)
{
    for (uint32_t i = 0; i < options->client_count; i++)
        if (defines_name(module, options->clients[i].function)) return options->clients[i].function;
    return NULL;
}

/* A file, and where that says more, the object that is made of it. */
static const char *unit_name(const Needed *p, uint32_t i)
{
    const char *output = unit_of(p->options, i).output;
    bool is_twice = false;
    for (uint32_t k = 0; k < p->count; k++)
        is_twice |= k != i && strcmp(p->paths[k], p->paths[i]) == 0;
    return output && *output && is_twice ? run_format(p->run, "%s (%s)", p->paths[i], output) : p->paths[i];
}

static bool is_strong(LLVMValueRef global)
{
    return global && is_visible_definition(global) && LLVMGetLinkage(global) == LLVMExternalLinkage;
}

static bool collides_in(LLVMModuleRef program, LLVMValueRef global)
{
    size_t n = 0;
    return is_strong(global) && is_strong(find_global(program, LLVMGetValueName2(global, &n)));
}

/* Whether both define something, which no linker takes. */
static bool collides(LLVMModuleRef program, LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (collides_in(program, f)) return true;
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        if (collides_in(program, g)) return true;
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module); a; a = LLVMGetNextGlobalAlias(a))
        if (collides_in(program, a)) return true;
    return false;
}

/* Whether the unit's object, if it belongs to the program, has the first of several weak definitions of a name. */
static bool is_weak_before(const Needed *p, LLVMValueRef used, LLVMValueRef definition, const char *name, uint32_t i)
{
    uint32_t position = unit_of(p->options, i).position ? unit_of(p->options, i).position : i + 1;
    if (!used || LLVMIsDeclaration(used) || !is_weak_linkage(used) || !is_visible_definition(definition) ||
        !is_weak_linkage(definition))
        return false;
    for (uint32_t k = 0; k < p->weak->count; k++)
        if (strcmp(p->weak->data[k].name, name) == 0) return position < p->weak->data[k].position;
    return false;
}

/* Whether the unit has the definition of a name that the program needs. */
static bool has_needed(const Needed *p, const char *name, uint32_t i)
{
    LLVMValueRef used = find_global(p->program, name);
    LLVMValueRef definition = p->modules[i] ? find_global(p->modules[i], name) : NULL;
    if (definition && used && is_for_missing(p->options, i) && is_there_anyway(used, unit_of(p->options, i).distance))
        return false;
    return definition && (is_needed_definition(used, definition) || is_weak_before(p, used, definition, name, i));
}

/* Of the units that define what the program needs by a name, the one to be taken: one that does not collide, of these a
 * near one, of these the first. */
typedef struct UnitChoice {
    uint32_t taken, fitting, nearest; /* 0 = none; how many do not collide; of these, how many are as near as it */
    bool collides;
} UnitChoice;

static UnitChoice choose_unit(const Needed *p, const char *name)
{
    UnitChoice c = {0, 0, 0, true};
    for (uint32_t i = 1; i < p->count; i++) {
        if (!has_needed(p, name, i)) continue;
        bool hurts = collides(p->program, p->modules[i]);
        uint32_t distance = unit_of(p->options, i).distance, best = unit_of(p->options, c.taken).distance;
        bool is_better = !c.taken || (c.collides && !hurts) || (c.collides == hurts && distance < best);
        bool is_equal = !is_better && c.collides == hurts && distance == best;
        c.fitting += !hurts;
        c.nearest = is_better ? 1 : c.nearest + is_equal;
        if (!is_better) continue;
        c.taken = i;
        c.collides = hurts;
    }
    return c;
}

/* Nothing says which files make one program: where there is a choice, which one was made is said. */
static bool warn_of_others(const Needed *p, uint32_t taken, const char *name)
{
    bool any = false;
    for (uint32_t k = 1; k < p->count; k++) {
        bool is_other = p->modules[k] && k != taken && defines_name(p->modules[k], name) &&
                        unit_of(p->options, k).distance == unit_of(p->options, taken).distance &&
                        !collides(p->program, p->modules[k]);
        if (!is_other) continue;
        any = true;
        diag_add(p->run, SEVERITY_WARNING, (SourcePos){run_strdup(p->run, p->paths[taken]), 0, 0},
                 "`%s` is taken from %s, and %s defines it, too: name the files of the program if that is wrong", name,
                 unit_name(p, taken) == p->paths[taken] ? "here" : unit_name(p, taken), unit_name(p, k));
    }
    return any;
}

/* What the program uses and does not define, or only weakly. */
static void find_missing(Needed *p)
{
    p->names.count = 0;
    size_t n = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(p->program); f; f = LLVMGetNextFunction(f))
        if (LLVMIsDeclaration(f) ? LLVMGetFirstUse(f) != NULL : is_weak_linkage(f))
            vec_push(p->run, &p->names, run_strdup(p->run, LLVMGetValueName2(f, &n)));
    for (LLVMValueRef g = LLVMGetFirstGlobal(p->program); g; g = LLVMGetNextGlobal(g))
        if (LLVMIsDeclaration(g) ? LLVMGetFirstUse(g) != NULL : is_weak_linkage(g))
            vec_push(p->run, &p->names, run_strdup(p->run, LLVMGetValueName2(g, &n)));
}

/* libtool compiles a file twice, once for a shared library, which is one step further away: one of the two is in the
 * program. */
static bool is_twin(const Needed *p, uint32_t i)
{
    uint32_t distance = unit_of(p->options, i).distance;
    bool found = false;
    for (uint32_t k = 0; k < p->count && distance % 2 == 1; k++)
        found |= strcmp(p->paths[k], p->paths[i]) == 0 && unit_of(p->options, k).distance == distance - 1;
    return found;
}

/* What clients call, and what runs whether anybody needs it or not: if that collides it is of another program. */
static bool is_called_unit(const Needed *p, uint32_t i)
{
    LLVMModuleRef module = is_twin(p, i) ? NULL : p->modules[i];
    if (module && !called_name(module, p->options) && is_for_missing(p->options, i)) return false;
    return module && (called_name(module, p->options) ||
                      (counts_by_itself(p->run, p->program, module) && !collides(p->program, module)));
}

/* The unit that defines the name, if that choice is sure enough; 0: there is none. */
static uint32_t find_definition(const Needed *p, const char *name)
{
    UnitChoice c = choose_unit(p, name);
    bool is_only = c.fitting == 1 && !c.collides, is_nearest = c.nearest == 1 && !c.collides;
    bool is_sure = p->certainty == ANY || (p->certainty == NEAREST ? is_nearest : is_only);
    return is_sure ? c.taken : 0;
}

/* The unit that is to be linked next with this certainty; 0: no other. */
static uint32_t next_certain(Needed *p)
{
    uint32_t taken = 0;
    if (p->certainty == CALLED) {
        for (; p->at < p->count && !taken; p->at++)
            if (p->at && is_called_unit(p, p->at)) taken = p->at;
        return taken;
    }
    for (; p->at < p->names.count && !taken; p->at++) {
        run_poll(p->run);
        taken = find_definition(p, p->names.data[p->at]);
    }
    if (taken && p->certainty == ANY) p->at = p->names.count;
    return taken;
}

/* One name will do. */
static void warn_of_choice(const Needed *p, uint32_t taken)
{
    size_t n = 0;
    bool is_said = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(p->modules[taken]); f && !is_said; f = LLVMGetNextFunction(f)) {
        const char *name = LLVMGetValueName2(f, &n);
        is_said = is_needed_definition(find_global(p->program, name), f) && warn_of_others(p, taken, name);
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(p->modules[taken]); g && !is_said; g = LLVMGetNextGlobal(g)) {
        const char *name = LLVMGetValueName2(g, &n);
        is_said = is_needed_definition(find_global(p->program, name), g) && warn_of_others(p, taken, name);
    }
}

/* Linkers take a file of a library for nothing that is weak, but objects that are named as they are. */
static void say_weak_taken(const Needed *p, uint32_t taken)
{
    const char *weak = NULL;
    for (uint32_t i = 0; i < p->names.count; i++) {
        LLVMValueRef used = find_global(p->program, p->names.data[i]);
        if (!has_needed(p, p->names.data[i], taken)) continue;
        if (!is_weak_linkage(used) && LLVMGetLinkage(used) != LLVMExternalWeakLinkage) return; /* it is needed anyway */
        if (!weak) weak = p->names.data[i];
    }
    if (!weak) return;
    Assumption assumed = {"files that define what is weak belong to the program", NULL};
    diag_assume(p->run, SEVERITY_NOTE, (SourcePos){run_strdup(p->run, p->paths[taken]), 0, 0}, assumed,
                "`%s` is weak elsewhere: this file, which defines it, is taken to belong to the program", weak);
}

/* The name of a definition that would take the place of what is there anyway; NULL: there is none. */
static const char *replaced_name(const Needed *p, LLVMModuleRef module)
{
    for (uint32_t i = 0; i < p->names.count; i++) {
        LLVMValueRef used = find_global(p->program, p->names.data[i]);
        LLVMValueRef definition = find_global(module, p->names.data[i]);
        if (used && definition && is_there_anyway(used, UNIT_DOUBTFUL) && is_needed_definition(used, definition))
            return p->names.data[i];
    }
    return NULL;
}

/* Of a file nothing says whose it is. Nothing is missing that it has, but it would make a difference. */
static void settle_doubtful(const Needed *p, uint32_t i)
{
    static const Assumption assumed = {"files that are not named do not belong to the program", NULL};
    const char *name = replaced_name(p, p->modules[i]);
    if (!name && !counts_by_itself(p->run, p->program, p->modules[i])) return;
    const char *what = name ? run_format(p->run, "it defines `%s`, which the program has without it", name)
                            : "something of it runs by itself";
    if (!p->options->leaves_doubtful)
        compile_refuse(p->run, p->paths[i],
                       run_format(p->run,
                                  "nothing says whether it belongs to the program: %s. Name the files of the program",
                                  what));
    diag_assume(p->run, SEVERITY_NOTE, (SourcePos){run_strdup(p->run, p->paths[i]), 0, 0}, assumed,
                "is taken not to belong to the program: %s", what);
}

static void settle_doubtful_ones(const Needed *p)
{
    for (uint32_t i = 1; i < p->count; i++)
        if (p->modules[i] && is_doubtful_unit(p->options, i) && !collides(p->program, p->modules[i]))
            settle_doubtful(p, i);
}

Needed *needed_new(Run *run, LLVMModuleRef program, const char *const *paths, LLVMModuleRef *modules, uint32_t count,
                   const FrontendOptions *options, const WeakOwners *weak)
{
    Needed *p = run_alloc(run, sizeof *p);
    CHECK(count > 0 && !modules[0]);
    *p = (Needed){run, program, paths, modules, count, options, weak, CERTAINTIES, 0, true, {0}};
    return p;
}

uint32_t needed_next(Needed *p)
{
    for (;;) {
        if (p->certainty < CERTAINTIES) {
            uint32_t taken = next_certain(p);
            p->any |= taken != 0;
            if (taken) {
                warn_of_choice(p, taken);
                say_weak_taken(p, taken);
                return taken;
            }
        }
        p->at = 0;
        if (p->any) {
            p->any = false;
            p->certainty = CALLED;
            find_missing(p);
        } else if (++p->certainty >= CERTAINTIES) {
            settle_doubtful_ones(p);
            return 0;
        }
    }
}

void needed_free(Needed *p)
{
    vec_free(p->run, &p->names);
    run_release(p->run, p);
}
