/* Which functions the C library has is told by our tables and by the library of this machine: a name that the tables
 * lack is no reason to refuse a program. A function that is declared may be anywhere. */
#include "c/compile/messages.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/nearest.h"
#include "c/compile/intrinsics.h"
#include "c/library/library_name.h"
#include "c/library/machine.h"
#include "c/library/summary.h"

/* ---- the compiler's lines ---- */

/* "FILE:LINE:COLUMN: warning: TEXT"; NULL: none such. */
static const char *split_warning(Run *run, const char *line, size_t length, SourcePos *pos)
{
    static const char mark[] = ": warning: ";
    char *text = run_strndup(run, line, length), *found = strstr(text, mark);
    if (!found) return NULL;
    *found = 0;
    char *column = strrchr(text, ':');
    if (column) *column = 0;
    char *number = column ? strrchr(text, ':') : NULL;
    *pos = (SourcePos){text, 0, 0};
    if (number && sscanf(number + 1, "%u", &pos->line) == 1 && sscanf(column + 1, "%u", &pos->column) == 1) *number = 0;
    return found + sizeof mark - 1;
}

static void tell_pragma(Run *run, const char *text, SourcePos pos)
{
    static const struct {
        const char *start, *flag, *name, *assumed;
    } kinds[] = {{"unexpected '#pragma omp", "-fopenmp", "OpenMP", "OpenMP pragmas have no effect"},
                 {"unexpected '#pragma acc", "-fopenacc", "OpenACC", "OpenACC pragmas have no effect"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(text, kinds[i].start, strlen(kinds[i].start)) == 0)
            diag_assume(run, SEVERITY_WARNING, (SourcePos){pos.file, pos.line, 0}, (Assumption){kinds[i].assumed, NULL},
                        "%s pragmas are passed over, here and below: the program is examined as it is without %s, "
                        "sequential there",
                        kinds[i].name, kinds[i].flag);
}

/* Attributes of other compilers that change what a program does. */
static void refuse_attribute(Run *run, const char *text, SourcePos pos)
{
    static const char start[] = "unknown attribute 'scalar_storage_order'";
    if (strncmp(text, start, strlen(start)) != 0) return;
    diag_add(run, SEVERITY_ERROR, pos, "scalar_storage_order is not supported: clang does not know it");
    run_stop(run, STOP_UNSUPPORTED, "%s:%u: scalar_storage_order is not supported", pos.file, pos.line);
}

/* Of a function of the library, which clang knows itself, the text is another. */
static void collect_call(Run *run, const char *text, SourcePos pos, Undeclared *calls)
{
    static const char *const starts[] = {"call to undeclared function '", "implicit declaration of function '"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        size_t n = strlen(starts[i]);
        if (strncmp(text, starts[i], n) != 0) continue;
        const char *name = run_strndup(run, text + n, strcspn(text + n, "'"));
        vec_push(run, calls, ((UndeclaredCall){name, pos}));
    }
}

void messages_read(Run *run, const char *path, const char *messages, Undeclared *calls)
{
    for (const char *line = messages; line && *line;) {
        size_t length = strcspn(line, "\n");
        SourcePos pos = {path, 0, 0};
        const char *text = split_warning(run, line, length, &pos);
        if (text) refuse_attribute(run, text, pos);
        if (text) tell_pragma(run, text, pos);
        if (text) collect_call(run, text, pos, calls);
        line += length + (line[length] != 0);
    }
}

/* ---- what nobody defines ---- */

/* Rows for all names that begin alike are there for what is not supported: a name that is misspelt begins so, too. */
static bool is_guessed(const char *name)
{
    static const char *const starts[] = {"pthread_", "posix_", "sem_", "mtx_", "cnd_", "thrd_", "tss_"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(name, starts[i], strlen(starts[i])) == 0) return true;
    return false;
}

/* Whether a table has a row of just this name. */
static bool has_row(const char *name)
{
    Intrinsic intrinsic = INTRINSIC_NONE;
    const char *row;
    for (size_t i = 0; (row = intrinsic_row(i, &intrinsic)) != NULL; i++)
        if (strcmp(row, name) == 0) return true;
    const Summary *summary = summary_find(name);
    return summary && strcmp(summary->name, name) == 0;
}

static bool is_known_name(const char *name)
{
    static const char *const starts[] = {"__builtin_", "__VERIFIER_", "__CPROVER_", "__sync_", "__atomic_", "llvm."};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(name, starts[i], strlen(starts[i])) == 0) return true;
    if (is_guessed(name)) return has_row(name) || machine_has(name);
    return library_has_name(name) || intrinsic_find(name, false) != INTRINSIC_NONE || summary_find(name) ||
           machine_has(name);
}

/* The function of the program that was probably meant. */
static const char *meant_function(Run *run, LLVMModuleRef module, const char *name)
{
    VEC(const char *) names = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        size_t n = 0;
        const char *other = LLVMGetValueName2(f, &n);
        if (strcmp(other, name) != 0 && strncmp(other, "llvm.", 5) != 0) vec_push(run, &names, other);
    }
    const char *found = nearest_of(name, names.data, names.count);
    vec_free(run, &names);
    return found;
}

void messages_require_defined(Run *run, LLVMModuleRef module, const Undeclared *calls, const FrontendOptions *options)
{
    const char *first = NULL;
    for (uint32_t i = 0; i < calls->count && !options->links_unknown && !options->client_count; i++) {
        const char *name = calls->data[i].function;
        LLVMValueRef function = LLVMGetNamedFunction(module, name);
        if (!function || !LLVMIsDeclaration(function) || !LLVMGetFirstUse(function) || is_known_name(name)) continue;
        const char *other = meant_function(run, module, name);
        const char *hint = other ? run_format(run, "did you mean `%s`? ", other) : "";
        diag_add(run, SEVERITY_ERROR, calls->data[i].pos,
                 "`%s` is declared nowhere and defined nowhere: a linker would refuse the program (%s"
                 "--unknown-functions=havoc lets it be any function)",
                 name, hint);
        if (!first) first = name;
    }
    if (first) run_stop(run, STOP_INPUT, "`%s` is declared nowhere and defined nowhere", first);
}
