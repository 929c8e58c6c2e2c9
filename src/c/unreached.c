/* An assertion in C is a call: of a function that fails, behind a branch (`assert`), or of one that has the condition.
 * The first is evaluated where control comes to a branch from which the call is the only way to go on; these are looked
 * for backwards, through callers, too. A condition with `&&` and `||` is several branches: see
 * program/analysis/assertion.c. Errs towards "evaluated": what is not understood is not reported. */
#include "c/unreached.h"

#include <string.h>

#include "base/check.h"
#include "c/compile/function.h"
#include "c/compile/intrinsics.h"
#include "c/exact/code/call.h"
#include "c/exact/model/emit.h"

typedef VEC(LLVMValueRef) Values;

static bool is_passed_instruction(const Lowering *L, LLVMValueRef i)
{
    return pointer_find(&L->passed, i) != INTERN_NONE;
}

/* ---- which functions ---- */

static void add_mentioned_function(Lowering *L, LLVMValueRef v, Intern *ids, Values *functions)
{
    bool is_new = false;
    if (LLVMIsAFunction(v) && !LLVMIsDeclaration(v)) pointer_id(ids, v, &is_new);
    if (is_new) vec_push(L->run, functions, v);
}

/* Those that main mentions, itself or through others. */
static void find_mentioned_functions(Lowering *L, Values *functions)
{
    Intern ids;
    intern_init(L->run, &ids);
    add_mentioned_function(L, L->threads.data[0]->function, &ids, functions);
    for (uint32_t k = 0; k < functions->count; k++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(functions->data[k]); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                for (int o = 0; o < LLVMGetNumOperands(i); o++)
                    add_mentioned_function(L, LLVMGetOperand(i, (unsigned)o), &ids, functions);
    intern_clear(&ids);
}

static bool is_condition_call(LLVMValueRef i)
{
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    size_t n;
    return callee && LLVMIsAFunction(callee) &&
           intrinsic_find(LLVMGetValueName2(callee, &n), !LLVMIsDeclaration(callee)) == INTRINSIC_ASSERT;
}

/* ---- backwards from a call ---- */

typedef struct Back {
    Lowering *L;
    SourcePos pos; /* of the call */
    bool is_evaluated, is_decided;
    SourcePos cause;
    Intern seen;  /* blocks */
    Intern parts; /* branches of one condition */
    VEC(LLVMBasicBlockRef) work;
} Back;

static void back_to(Back *b, LLVMBasicBlockRef block)
{
    bool is_new;
    pointer_id(&b->seen, block, &is_new);
    if (is_new) vec_push(b->L->run, &b->work, block);
}

static void back_pass(Back *b, LLVMValueRef instruction)
{
    Lowering *L = b->L;
    SourcePos pos = sources_pos(L->sources, instruction), nowhere = {NULL, 0, 0};
    b->is_evaluated = true;
    if (pointer_find(&L->decided, instruction) == INTERN_NONE) return;
    b->is_decided = true; /* edges are where the branch is */
    if (pos.file && pos.line) program_note_assertion(L->program, ASSERTION_DECIDED, pos, nowhere);
}

static bool has_successor(LLVMValueRef end, LLVMBasicBlockRef block)
{
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
        if (LLVMGetSuccessor(end, k) == block) return true;
    return false;
}

/* Whether a branch that leads to another is a part of the same condition. */
static bool is_of_same_condition(const Back *b, LLVMValueRef end, LLVMValueRef last)
{
    SourcePos own = sources_pos(b->L->sources, end), other = sources_pos(b->L->sources, last);
    bool is_macro = other.line == b->pos.line && other.column == b->pos.column;
    if (is_macro) return own.line == other.line && own.column == other.column;
    for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
        if (has_successor(end, LLVMGetSuccessor(last, k))) return true;
    return false;
}

/* A branch decides; those before it in the same condition do, too. */
static void back_decide(Back *b, LLVMValueRef last)
{
    if (is_passed_instruction(b->L, last)) back_pass(b, last);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(last);
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef end = LLVMGetUser(u);
        bool is_new = false;
        if (LLVMIsATerminatorInst(end) && LLVMGetNumSuccessors(end) > 1 && is_of_same_condition(b, end, last))
            pointer_id(&b->parts, end, &is_new);
        if (is_new) back_decide(b, end);
    }
}

/* To the callers of the block's function. */
static void back_to_callers(Back *b, LLVMBasicBlockRef block)
{
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMGetBasicBlockParent(block)); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAInstruction(user))
            back_to(b, LLVMGetInstructionParent(user));
        else
            b->is_evaluated = b->is_decided = true; /* a table of functions: not followed */
    }
}

/* only_forced: ends at branches, which decide; otherwise where lowering has been. */
static void search_backwards(Back *b, LLVMBasicBlockRef start, bool only_forced)
{
    back_to(b, start);
    while (b->work.count) {
        LLVMBasicBlockRef block = vec_pop(&b->work);
        uint32_t cut = pointer_find(&b->L->cut_ids, block);
        if (cut != INTERN_NONE && !only_forced && !b->cause.file) b->cause = b->L->cuts.data[cut];
        if (block == LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block))) back_to_callers(b, block);
        for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef end = LLVMGetUser(u);
            if (!LLVMIsATerminatorInst(end)) continue;
            bool decides = LLVMGetNumSuccessors(end) > 1;
            if (decides && only_forced) back_decide(b, end);
            if (only_forced ? !decides : !is_passed_instruction(b->L, end)) back_to(b, LLVMGetInstructionParent(end));
        }
    }
}

static Back back_begin(Lowering *L, SourcePos pos)
{
    Back b = {.L = L, .pos = pos};
    intern_init(L->run, &b.seen);
    intern_init(L->run, &b.parts);
    return b;
}

static void back_end(Back *b)
{
    intern_clear(&b->seen);
    intern_clear(&b->parts);
    vec_free(b->L->run, &b->work);
}

/* ---- all assertions ---- */

typedef struct Line {
    SourcePos pos, cause;
    bool is_evaluated; /* one of its assertions is, as far as lowering knows */
} Line;

typedef VEC(Line) Lines;

static Line *line_at(Lowering *L, Lines *lines, SourcePos pos)
{
    for (uint32_t i = 0; i < lines->count; i++)
        if (lines->data[i].pos.line == pos.line && strcmp(lines->data[i].pos.file, pos.file) == 0)
            return &lines->data[i];
    vec_push(L->run, lines, ((Line){.pos = pos}));
    return &vec_last(lines);
}

static void look_at_assertion(Lowering *L, LLVMValueRef call, Lines *lines)
{
    SourcePos pos = sources_pos(L->sources, call);
    if (!pos.file || !pos.line) return;
    Line *line = line_at(L, lines, pos);
    Back b = back_begin(L, pos);
    if (is_passed_instruction(L, call)) back_pass(&b, call);
    if (!is_condition_call(call)) search_backwards(&b, LLVMGetInstructionParent(call), true);
    line->is_evaluated |= b.is_evaluated;
    if (b.is_decided) program_note_assertion(L->program, ASSERTION_DECIDED, pos, (SourcePos){NULL, 0, 0});
    back_end(&b);
    if (line->is_evaluated || line->cause.file) return;
    b = back_begin(L, pos);
    search_backwards(&b, LLVMGetInstructionParent(call), false);
    line->cause = b.cause;
    back_end(&b);
}

void unreached_end(Lowering *L)
{
    if (!property_is_asked(L, PROPERTY_UNREACH_CALL)) return;
    Values functions = {0};
    Lines lines = {0};
    find_mentioned_functions(L, &functions);
    for (uint32_t k = 0; k < functions.count; k++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(functions.data[k]); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (is_error_call(L, i) || is_condition_call(i)) look_at_assertion(L, i, &lines);
    for (uint32_t i = 0; i < lines.count; i++)
        if (!lines.data[i].is_evaluated)
            program_note_assertion(L->program, ASSERTION_NOT_REACHED, lines.data[i].pos, lines.data[i].cause);
    vec_free(L->run, &lines);
    vec_free(L->run, &functions);
}
