#include "c/compile/folded.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"

#define MESSAGES_MAX 60000u /* where so many bytes of messages were written some may be missing */

/* ---- initializers ---- */

/* A line of source in a message: "  12 | int x = y / z;". */
static bool has_quotient(const char *line, size_t length)
{
    size_t n = strspn(line, " 0123456789");
    if (n + 1 >= length || line[n] != '|') return false;
    for (size_t i = n; i < length; i++)
        if (line[i] == '/' || line[i] == '%') return true;
    return false;
}

bool folded_may_overflow(const char *errors, bool is_preprocessed)
{
    if (!is_preprocessed || strlen(errors) > MESSAGES_MAX || !strstr(errors, " error: ")) return true;
    for (const char *line = errors; *line;) {
        size_t length = strcspn(line, "\n");
        if (has_quotient(line, length)) return true;
        line += length + (line[length] != 0);
    }
    return false;
}

/* ---- the code ---- */

typedef struct Folded {
    Run *run;
    const char *path;
    LLVMModuleRef module;
    unsigned nosanitize; /* marks the compiler's checks */
} Folded;

_Noreturn static void refuse_folding(Run *run, SourcePos pos)
{
    char where[512];
    diag_format_pos(pos, where, sizeof where);
    run_stop(run, STOP_UNSUPPORTED, "%sthe compiler folds a constant expression that overflows", where);
}

typedef bool Matches(LLVMValueRef check, const void *arg);

/* The first check that matches; NULL: there is none. */
static LLVMValueRef find_check(const Folded *f, Matches *matches, const void *arg)
{
    for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (LLVMGetMetadata(i, f->nosanitize) && matches(i, arg)) return i;
    return NULL;
}

/* A branch to a trap, always. */
static bool is_trap_branch(LLVMValueRef i, const void *arg)
{
    (void)arg;
    if (!LLVMIsABranchInst(i) || !LLVMIsConditional(i)) return false;
    LLVMValueRef condition = LLVMGetCondition(i);
    if (!LLVMIsAConstantInt(condition) || LLVMConstIntGetZExtValue(condition) != 0) return false;
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetSuccessor(i, 1));
    size_t n;
    const char *callee = LLVMIsACallInst(first) ? LLVMGetValueName2(LLVMGetCalledValue(first), &n) : "";
    return strcmp(callee, "llvm.ubsantrap") == 0;
}

static const char *base_of_path(const char *path, size_t length, size_t *rest)
{
    size_t at = length;
    while (at > 0 && path[at - 1] != '/')
        at--;
    *rest = length - at;
    return path + at;
}

static bool is_at(LLVMValueRef i, const void *arg)
{
    const SourcePos *pos = arg;
    unsigned length = 0;
    size_t a = 0, b = 0;
    if (LLVMGetDebugLocLine(i) != pos->line || LLVMGetDebugLocColumn(i) != pos->column) return false;
    const char *file = LLVMGetDebugLocFilename(i, &length);
    const char *name = file ? base_of_path(file, length, &a) : NULL,
               *own = base_of_path(pos->file, strlen(pos->file), &b);
    return name && a == b && memcmp(name, own, a) == 0;
}

/* "file:line:column: warning: ... [-Wshift-...]". False: the line is no such warning. */
static bool read_warning(Run *run, const char *line, size_t length, SourcePos *pos)
{
    char *text = run_strndup(run, line, length);
    char *mark = strstr(text, ": warning: ");
    if (!mark || !strstr(mark, "[-Wshift-")) return false;
    *mark = 0;
    char *column = strrchr(text, ':');
    if (column) *column = 0;
    char *number = column ? strrchr(text, ':') : NULL;
    *pos = (SourcePos){text, 0, 0};
    if (!number || sscanf(number + 1, "%u", &pos->line) != 1 || sscanf(column + 1, "%u", &pos->column) != 1)
        return true;
    *number = 0;
    return true;
}

static void check_shifts(const Folded *f, const char *messages)
{
    for (const char *line = messages; *line;) {
        size_t length = strcspn(line, "\n");
        SourcePos pos;
        if (read_warning(f->run, line, length, &pos) && !find_check(f, is_at, &pos)) refuse_folding(f->run, pos);
        line += length + (line[length] != 0);
    }
    if (strlen(messages) > MESSAGES_MAX) refuse_folding(f->run, (SourcePos){run_strdup(f->run, f->path), 0, 0});
}

static void check_quotients(const Folded *f)
{
    LLVMValueRef check = find_check(f, is_trap_branch, NULL);
    if (!check) return;
    unsigned length = 0;
    const char *file = LLVMGetDebugLocFilename(check, &length);
    SourcePos pos = {file ? run_strndup(f->run, file, length) : run_strdup(f->run, f->path), LLVMGetDebugLocLine(check),
                     LLVMGetDebugLocColumn(check)};
    refuse_folding(f->run, pos);
}

static void context_free(void *arg) { LLVMContextDispose(arg); }

void folded_check(Run *run, const char *path, const Bitcode *checked)
{
    LLVMContextRef context = LLVMContextCreate(); /* of its own: nothing of it is kept */
    run_on_free(run, context_free, context);
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(checked->data, checked->length, path, 0);
    Folded f = {.run = run, .path = path};
    bool failed = LLVMParseBitcodeInContext2(context, buffer, &f.module);
    LLVMDisposeMemoryBuffer(buffer);
    if (failed) run_stop(run, STOP_INPUT, "%s: clang-19 wrote no valid bitcode", path);
    f.nosanitize = LLVMGetMDKindIDInContext(context, "nosanitize", (unsigned)strlen("nosanitize"));
    check_quotients(&f);
    check_shifts(&f, checked->messages);
    LLVMDisposeModule(f.module);
}
