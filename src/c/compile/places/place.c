/* A statement begins where control comes to its first instruction from outside of it. Which instructions are its own
 * is told by their places in the source, which lie between its first character and its end: without optimisation each
 * statement that does something has some, and macros have the place where they are used.
 *
 * Unsound would be to leave out a way into the statement. So each block that has instructions of the statement is
 * looked at: whatever comes before the first of them, in the block or in a block before it, is outside or inside. Where
 * both are, the mark stands for more moments than those before the statement, which is said. */
#include "c/compile/places/place.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/vec.h"
#include "c/compile/places/statement.h"

#define NAME "__chorus_place_"
#define FILE_BYTES_MAX (64L << 20)

typedef struct Marker {
    Run *run;
    LLVMModuleRef module;
    MarkedPlace *place;
    uint32_t number; /* of the place */
    TextPos start, end;
    bool is_for;
    unsigned loop_kind; /* metadata */
    VEC(LLVMValueRef) before;
} Marker;

static const char *file_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_in_file(LLVMValueRef i, const char *file)
{
    unsigned n = 0;
    const char *name = LLVMGetDebugLocFilename(i, &n);
    if (!name || !n) return false;
    size_t base = n;
    while (base > 0 && name[base - 1] != '/')
        base--;
    return strlen(file_base_name(file)) == n - base && strncmp(name + base, file_base_name(file), n - base) == 0;
}

/* ---- texts ---- */

char *place_read_text(Run *run, const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    char *text = NULL;
    if (fseek(f, 0, SEEK_END) == 0) {
        long size = ftell(f);
        bool fits = size >= 0 && size <= FILE_BYTES_MAX && fseek(f, 0, SEEK_SET) == 0;
        if (fits) text = run_alloc(run, (size_t)size + 1);
        if (fits && fread(text, 1, (size_t)size, f) != (size_t)size) text = NULL;
    }
    fclose(f);
    return text;
}

/* The path of the file, as the debug information has it; NULL: no code is from a file of that name. */
static const char *find_debug_path(Run *run, LLVMModuleRef module, const char *file)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                unsigned n = 0, m = 0;
                if (!LLVMGetDebugLocLine(i) || !is_in_file(i, file)) continue;
                const char *name = LLVMGetDebugLocFilename(i, &n), *folder = LLVMGetDebugLocDirectory(i, &m);
                if (name[0] == '/' || !folder || !m) return run_format(run, "%.*s", (int)n, name);
                return run_format(run, "%.*s/%.*s", (int)m, folder, (int)n, name);
            }
    return NULL;
}

/* Lines that are numbered by the text itself are not those of the text. */
static bool has_line_marks(const char *text)
{
    for (const char *at = text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
        if ((at[0] == '#' && at[1] == ' ' && at[2] >= '0' && at[2] <= '9') || strncmp(at, "#line", 5) == 0) return true;
    return false;
}

/* ---- ways into the statement ---- */

static bool is_inside_statement(const Marker *m, LLVMValueRef i)
{
    unsigned line = LLVMGetDebugLocLine(i), column = LLVMGetDebugLocColumn(i);
    if (line < m->start.line || line > m->end.line || !is_in_file(i, m->place->pos.file)) return false;
    if (line == m->start.line && column < m->start.column) return false;
    return line < m->end.line || column < m->end.column;
}

/* A jump back has the place of its loop, and is behind it. */
static bool jumps_back(const Marker *m, LLVMValueRef i) { return LLVMGetMetadata(i, m->loop_kind) != NULL; }

/* Part of the statement? The decision of a `for`, which has the place of the word, is not. */
static bool is_part_of_statement(const Marker *m, LLVMValueRef i)
{
    bool decides = m->is_for && LLVMIsABranchInst(i) && LLVMIsConditional(i);
    return is_inside_statement(m, i) && !jumps_back(m, i) && !decides;
}

/* How control comes to the first instructions of the block. */
static void look_before(const Marker *m, LLVMBasicBlockRef block, bool *from_inside, bool *from_outside)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(block);
    *from_inside = false;
    *from_outside = block == LLVMGetEntryBasicBlock(function);
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAInstruction(user) || !LLVMIsATerminatorInst(user)) {
            *from_outside = true;
            continue;
        }
        bool inside =
            is_inside_statement(m, user); /* a loop's jump back to its condition does not come from before it */
        *from_inside |= inside;
        *from_outside |= !inside;
    }
}

/* Where something can be put: not among phis. */
static bool may_precede(LLVMValueRef i) { return !LLVMIsAPHINode(i) && !LLVMIsALandingPadInst(i); }

static void look_at_block(Marker *m, LLVMBasicBlockRef block)
{
    bool was_inside, was_outside;
    look_before(m, block, &was_inside, &was_outside);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        if (!LLVMGetDebugLocLine(i) || LLVMIsAAllocaInst(i) || !may_precede(i)) continue;
        bool own = is_part_of_statement(m, i);
        if (own && was_outside) {
            vec_push(m->run, &m->before, i);
            m->place->is_wider |= was_inside;
        }
        was_inside = own;
        was_outside = !own;
    }
}

static void put_marks(const Marker *m)
{
    LLVMContextRef context = LLVMGetModuleContext(m->module);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, false);
    LLVMValueRef function = LLVMAddFunction(m->module, run_format(m->run, NAME "%u", m->number), type);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    for (uint32_t i = 0; i < m->before.count; i++) {
        LLVMPositionBuilderBefore(builder, m->before.data[i]);
        LLVMBuildCall2(builder, type, function, NULL, 0, "");
    }
    LLVMDisposeBuilder(builder);
}

/* A jump back has the place of the word that the loop begins with, and leads to where it decides. */
static void look_at_loops(Marker *m, LLVMBasicBlockRef block)
{
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(block);
    if (!jump || !jumps_back(m, jump) || LLVMGetNumSuccessors(jump) != 1) return;
    if (LLVMGetDebugLocLine(jump) != m->start.line || LLVMGetDebugLocColumn(jump) != m->start.column) return;
    if (!is_in_file(jump, m->place->pos.file)) return;
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetSuccessor(jump, 0));
    while (first && !may_precede(first))
        first = LLVMGetNextInstruction(first);
    for (uint32_t i = 0; i < m->before.count; i++) /* another way back */
        if (m->before.data[i] == first) return;
    if (first) vec_push(m->run, &m->before, first);
}

static const char *mark_loop(Marker *m, const Statements *statements)
{
    const char *why = NULL;
    const Statement *s = statement_loop_at(statements, m->place->pos.line, m->place->pos.column, &why);
    if (!s) return why;
    m->start = statements_pos(statements, s->start);
    for (LLVMValueRef f = LLVMGetFirstFunction(m->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            look_at_loops(m, b);
    if (!m->before.count) return "the compiler has no code that jumps back there";
    put_marks(m);
    return NULL;
}

static const char *mark_statement_start(Marker *m, const Statements *statements)
{
    const char *why = NULL;
    const Statement *s = statement_starting_at(statements, m->place->pos.line, m->place->pos.column, &why);
    if (!s) return why;
    if (s->kind == STATEMENT_DO) return "a loop that begins with do is entered again where it begins";
    if (s->kind == STATEMENT_MACRO) return "what the macro does there is not known";
    m->start = statements_pos(statements, s->start);
    m->end = statements_pos(statements, s->end);
    m->is_for = s->kind == STATEMENT_FOR;
    for (LLVMValueRef f = LLVMGetFirstFunction(m->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            look_at_block(m, b);
    if (!m->before.count) return "the compiler has no code for the statement";
    put_marks(m);
    return NULL;
}

static const char *mark_place(Marker *m)
{
    const char *path = m->place->pos.file ? find_debug_path(m->run, m->module, m->place->pos.file) : NULL;
    char *text = path ? place_read_text(m->run, path) : NULL;
    Statements statements;
    if (!path) return "no code of the program is from a file of that name";
    if (!text) return "the file cannot be read again";
    if (has_line_marks(text)) return "the file numbers its lines itself";
    if (!statements_read(m->run, text, &statements)) return "its braces do not fit together before the preprocessor";
    return m->place->is_loop ? mark_loop(m, &statements) : mark_statement_start(m, &statements);
}

void places_mark(Run *run, LLVMModuleRef module, MarkedPlace *places, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        Marker m = {.run = run, .module = module, .place = &places[k], .number = k + 1};
        m.loop_kind = LLVMGetMDKindIDInContext(LLVMGetModuleContext(module), "llvm.loop", 9);
        m.place->is_wider = false;
        m.place->problem = mark_place(&m);
        vec_free(run, &m.before);
    }
}

uint32_t place_number(const char *function)
{
    CHECK(strncmp(function, NAME, sizeof NAME - 1) == 0);
    return (uint32_t)strtoul(function + sizeof NAME - 1, NULL, 10);
}
