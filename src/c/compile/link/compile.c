#include "c/compile/link/compile.h"

#include <llvm-c/BitReader.h>
#include <string.h>

#include "base/check.h"
#include "base/diag.h"
#include "c/compile/driver.h"
#include "c/compile/folded.h"
#include "c/compile/link/inline.h"
#include "c/compile/link/own.h"

/* The files of a program while they become modules. */
typedef struct Units {
    Run *run;
    const char *const *paths;
    uint32_t count;
    const FrontendOptions *options;
    DataModel model;
    OwnFlags flags;        /* behind those of the options, for all files */
    Bitcode *bitcodes;     /* for each file */
    bool *is_second;       /* whether it is compiled for its inline definitions */
    const char **problems; /* why it does not compile, and is left out; NULL: it is not */
} Units;

_Noreturn void compile_refuse(Run *run, const char *path, const char *what)
{
    diag_add(run, SEVERITY_ERROR, (SourcePos){run_strdup(run, path), 0, 0}, "%s", what);
    run_stop(run, STOP_INPUT, "%s: %s", path, what);
}

/* ---- compiling ---- */

/* With the flags that are the file's own, behind those of all, and those for all again. */
static FrontendOptions unit_options(const Units *u, uint32_t file)
{
    const FrontendOptions *options = u->options;
    FrontendOptions own = *options;
    const char **flags =
        run_alloc(u->run, (options->flag_count + options->file_flag_count + u->flags.count + 1) * sizeof *flags);
    own.flag_count = 0;
    for (uint32_t i = 0; i < options->flag_count; i++)
        flags[own.flag_count++] = options->flags[i];
    for (uint32_t i = 0; i < options->file_flag_count; i++)
        if (options->file_flags[i].unit == file) flags[own.flag_count++] = options->file_flags[i].flag;
    for (uint32_t i = 0; i < u->flags.count; i++)
        flags[own.flag_count++] = u->flags.data[i];
    own.flags = flags;
    return own;
}

/* Whether it is linked as needed, so that the program may do without it. */
static bool is_needed(const Units *u, uint32_t file)
{
    return file > 0 && file < u->options->unit_count && u->options->units[file].is_needed;
}

static bool have_same_flags(const FrontendOptions *a, const FrontendOptions *b)
{
    bool same = a->flag_count == b->flag_count;
    for (uint32_t i = 0; same && i < a->flag_count; i++)
        same = strcmp(a->flags[i], b->flags[i]) == 0;
    return same;
}

/* Whether a unit that is linked as needed is the same as one before it: the same file with the same flags. */
static bool is_repeated(const Units *u, uint32_t file)
{
    if (!is_needed(u, file)) return false;
    FrontendOptions own = unit_options(u, file);
    for (uint32_t k = 0; k < file; k++) {
        if (strcmp(u->paths[k], u->paths[file]) != 0) continue;
        FrontendOptions other = unit_options(u, k);
        if (have_same_flags(&own, &other)) return true;
    }
    return false;
}

/* Without data: the program does without it. */
static Bitcode compile_one(const Units *u, uint32_t file, bool *retry)
{
    Bitcode none = {NULL, 0, NULL};
    if (is_repeated(u, file)) return none;
    FrontendOptions own = unit_options(u, file);
    const char *problem = NULL;
    run_progress(u->run, "compiling %s", u->paths[file]);
    Bitcode bitcode =
        driver_compile(u->run, u->paths[file], &own, u->model, retry, is_needed(u, file) ? &problem : NULL);
    if (problem) {
        u->problems[file] = problem;
        diag_add(u->run, SEVERITY_WARNING, (SourcePos){run_strdup(u->run, u->paths[file]), 0, 0},
                 "is left out, since it does not compile: %s", problem);
    }
    return bitcode;
}

static DataModel check_files(const Units *u)
{
    DataModel model = MODEL_HOST;
    for (uint32_t i = 0; i < u->count; i++) {
        DataModel own = driver_check_file(u->run, u->paths[i]);
        model = own == MODEL_HOST ? model : own;
    }
    return model;
}

/* Compiles all files for one data model; false when the other one is to be tried. */
static bool compile_all(Units *u, bool may_retry)
{
    bool retry = false;
    for (uint32_t i = 0; i < u->count && !retry; i++) {
        if (u->bitcodes[i].data) run_release(u->run, u->bitcodes[i].data);
        u->bitcodes[i] = compile_one(u, i, may_retry ? &retry : NULL);
    }
    return !retry;
}

static void compile_for_one_model(Units *u)
{
    u->model = check_files(u);
    if (compile_all(u, true)) return;
    u->model = u->model == MODEL_ILP32 ? MODEL_LP64 : MODEL_ILP32;
    compile_all(u, false);
}

static void check_constants(const Units *u)
{
    for (uint32_t i = 0; i < u->count; i++) {
        if (!u->bitcodes[i].data) continue;
        FrontendOptions own = unit_options(u, i);
        Bitcode checked = driver_compile_checked(u->run, u->paths[i], &own, u->model);
        folded_check(u->run, u->paths[i], &checked);
        run_release(u->run, checked.data);
    }
}

/* ---- reading ---- */

static void loaded_free(void *arg)
{
    Loaded *loaded = arg;
    if (loaded->module) LLVMDisposeModule(loaded->module);
    LLVMContextDispose(loaded->context);
}

static void on_diagnostic(LLVMDiagnosticInfoRef info, void *arg)
{
    Loaded *loaded = arg;
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || loaded->message) return;
    char *text = LLVMGetDiagInfoDescription(info);
    loaded->message = run_strdup(loaded->run, text);
    LLVMDisposeMessage(text);
}

static Loaded *loaded_new(Run *run)
{
    Loaded *loaded = run_alloc(run, sizeof *loaded);
    loaded->run = run;
    loaded->context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(loaded->context, on_diagnostic, loaded);
    run_on_free(run, loaded_free, loaded);
    return loaded;
}

static LLVMModuleRef read_unit_module(Loaded *loaded, const char *path, const Bitcode *bitcode)
{
    CHECK(bitcode->data && bitcode->length > 0);
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(bitcode->data, bitcode->length, path, 0);
    LLVMModuleRef module = NULL;
    bool failed = LLVMParseBitcodeInContext2(loaded->context, buffer, &module);
    LLVMDisposeMemoryBuffer(buffer);
    if (failed)
        compile_refuse(loaded->run, path, loaded->message ? loaded->message : "clang-19 wrote no valid bitcode");
    return module;
}

static LLVMModuleRef *read_all(const Units *u, Loaded *loaded)
{
    LLVMModuleRef *modules = run_alloc(u->run, (u->count + 1) * sizeof *modules);
    for (uint32_t i = 0; i < u->count; i++) {
        run_poll(u->run);
        if (u->bitcodes[i].data) modules[i] = read_unit_module(loaded, u->paths[i], &u->bitcodes[i]);
    }
    return modules;
}

static void dispose_all(const Units *u, LLVMModuleRef *modules)
{
    for (uint32_t i = 0; i < u->count; i++)
        if (modules[i]) LLVMDisposeModule(modules[i]);
    run_release(u->run, modules);
}

/* ---- compiling once more ---- */

/* The modules that were read are gone where that changes something: names of types would be taken. */
static bool compile_with_own(Units *u, LLVMModuleRef *modules)
{
    for (uint32_t i = 0; i < u->count; i++) {
        FrontendOptions own = unit_options(u, i);
        if (modules[i]) own_flags_add(u->run, modules[i], u->paths[i], &own, &u->flags);
    }
    if (u->flags.count) compile_all(u, false);
    return u->flags.count > 0;
}

/* Errs towards compiling once more. */
static bool may_have_inline(const Units *u, uint32_t file)
{
    FrontendOptions own = unit_options(u, file);
    for (uint32_t i = 0; i < own.flag_count; i++)
        if (strncmp(own.flags[i], "-include", 8) == 0 || strncmp(own.flags[i], "-D", 2) == 0) return true;
    return driver_may_have_inline(u->run, u->paths[file]);
}

/* Compiles a file for its inline definitions, and takes that if they are needed. */
static bool take_inline(Units *u, uint32_t file, Loaded *loaded, LLVMModuleRef *modules, InlineChoices *choices)
{
    FrontendOptions own = unit_options(u, file);
    Bitcode second = driver_compile_inline(u->run, u->paths[file], &own, u->model);
    if (!second.data) return false;
    LLVMModuleRef module = read_unit_module(loaded, u->paths[file], &second);
    bool is_taken = inline_choose(u->run, modules, u->count, file, module, u->options, choices);
    LLVMDisposeModule(module);
    run_release(u->run, is_taken ? u->bitcodes[file].data : second.data);
    if (is_taken) u->bitcodes[file] = second;
    return is_taken;
}

static bool find_inline(Units *u, Loaded *loaded, LLVMModuleRef *modules, InlineChoices *choices)
{
    bool found = false;
    for (uint32_t i = 0; i < u->count; i++) {
        if (!modules[i] || !inline_is_missing(modules, u->count, i, u->options) || !may_have_inline(u, i)) continue;
        u->is_second[i] = take_inline(u, i, loaded, modules, choices);
        found |= u->is_second[i];
    }
    return found;
}

/* Reads the files again, in a context without the names of what was read before. */
static LLVMModuleRef *reread_units(const Units *u, LLVMModuleRef *modules, Loaded **loaded)
{
    dispose_all(u, modules);
    *loaded = loaded_new(u->run);
    return read_all(u, *loaded);
}

LLVMModuleRef *compile_files(Run *run, const char *const *paths, uint32_t count, const FrontendOptions *options,
                             Loaded **loaded)
{
    Units u = {.run = run, .paths = paths, .count = count, .options = options};
    InlineChoices choices = {0};
    u.bitcodes = run_alloc(run, (count + 1) * sizeof *u.bitcodes);
    u.problems = run_alloc(run, (count + 1) * sizeof *u.problems);
    u.is_second = run_alloc(run, (count + 1) * sizeof *u.is_second);
    compile_for_one_model(&u);
    *loaded = loaded_new(run);
    LLVMModuleRef *modules = read_all(&u, *loaded);
    if (compile_with_own(&u, modules)) modules = reread_units(&u, modules, loaded);
    if (find_inline(&u, *loaded, modules, &choices)) modules = reread_units(&u, modules, loaded);
    if (options->properties & PROPERTY_BIT(PROPERTY_NO_OVERFLOW)) check_constants(&u);
    (*loaded)->problems = u.problems;
    (*loaded)->messages = run_alloc(run, (count + 1) * sizeof *(*loaded)->messages);
    for (uint32_t i = 0; i < count; i++) {
        if (!modules[i]) continue;
        (*loaded)->messages[i] = u.bitcodes[i].messages;
        run_release(run, u.bitcodes[i].data);
        inline_settle(run, modules[i], i, u.is_second[i], &choices);
    }
    run_release(run, u.bitcodes);
    return modules;
}

LLVMModuleRef compile_first(Run *run, const char *path, const FrontendOptions *options, Loaded **loaded)
{
    Bitcode bitcode = {NULL, 0, NULL};
    const char *problem = NULL;
    Units u = {.run = run, .paths = &path, .count = 1, .options = options, .bitcodes = &bitcode, .problems = &problem};
    compile_for_one_model(&u);
    *loaded = loaded_new(run);
    (*loaded)->module = read_unit_module(*loaded, path, &bitcode);
    run_release(run, bitcode.data);
    return (*loaded)->module;
}
