#include "c/compile/debuginfo.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/vec.h"

/* Operand i of a metadata node as a value; NULL when absent. */
static LLVMValueRef operand(LLVMContextRef context, LLVMMetadataRef node, unsigned i)
{
    if (!node) return NULL;
    LLVMValueRef value = LLVMMetadataAsValue(context, node);
    unsigned n = LLVMGetMDNodeNumOperands(value);
    if (i >= n || n > 4096) return NULL;
    LLVMValueRef few[16];
    LLVMValueRef *all = n <= 16 ? few : malloc(n * sizeof *all);
    if (!all) return NULL;
    LLVMGetMDNodeOperands(value, all);
    LLVMValueRef result = all[i];
    if (all != few) free(all);
    return result;
}

static LLVMMetadataRef node_operand(LLVMContextRef context, LLVMMetadataRef node, unsigned i)
{
    LLVMValueRef value = operand(context, node, i);
    if (!value || !LLVMIsAMDNode(value)) return NULL;
    return LLVMValueAsMetadata(value);
}

static const char *string_operand(Run *run, LLVMContextRef context, LLVMMetadataRef node, unsigned i)
{
    LLVMValueRef value = operand(context, node, i);
    unsigned n = 0;
    const char *text = value && LLVMIsAMDString(value) ? LLVMGetMDString(value, &n) : NULL;
    return text && n ? run_strndup(run, text, n) : NULL;
}

/* Operands of the node kinds used here: types are {file, scope, name, base type, elements},
 * variables {scope, name, file, type}, blocks {file, scope}, functions {file, scope, name}. */
enum {
    TYPE_BASE = 3,
    TYPE_ELEMENTS = 4,
    VARIABLE_SCOPE = 0,
    VARIABLE_NAME = 1,
    VARIABLE_TYPE = 3,
    BLOCK_SCOPE = 1,
    FUNCTION_NAME = 2,
    FUNCTION_TYPE = 4,
    FUNCTION_TYPES = 3 /* of such a type: the result, then the parameters */
};

static LLVMMetadataKind metadata_kind(LLVMMetadataRef type)
{
    return type ? (LLVMMetadataKind)LLVMGetMetadataKind(type) : LLVMMDStringMetadataKind;
}

/* Without typedef, const, volatile and _Atomic. A pointer is stripped too, to what it points to. */
static LLVMMetadataRef strip(LLVMContextRef context, LLVMMetadataRef type)
{
    for (int i = 0; i < 64 && metadata_kind(type) == LLVMDIDerivedTypeMetadataKind; i++)
        type = node_operand(context, type, TYPE_BASE);
    return type;
}

LLVMValueRef debug_declared_storage(LLVMValueRef declare)
{
    CHECK(LLVMIsACallInst(declare) && LLVMGetNumArgOperands(declare) == 3);
    LLVMValueRef metadata = LLVMGetOperand(declare, 0);
    LLVMValueRef storage = NULL;
    if (!metadata || LLVMGetMDNodeNumOperands(metadata) != 1) return NULL;
    LLVMGetMDNodeOperands(metadata, &storage);
    return storage && LLVMIsAAllocaInst(storage) ? storage : NULL;
}

DebugVariable debug_declared_variable(Run *run, LLVMContextRef context, LLVMValueRef declare)
{
    LLVMMetadataRef node = LLVMValueAsMetadata(LLVMGetOperand(declare, 1));
    if (metadata_kind(node) != LLVMDILocalVariableMetadataKind) return (DebugVariable){NULL, NULL, false};
    return (DebugVariable){string_operand(run, context, node, VARIABLE_NAME),
                           node_operand(context, node, VARIABLE_TYPE), false};
}

static bool is_block(LLVMMetadataRef scope)
{
    return metadata_kind(scope) == LLVMDILexicalBlockMetadataKind ||
           metadata_kind(scope) == LLVMDILexicalBlockFileMetadataKind;
}

LLVMMetadataRef debug_declared_block(LLVMContextRef context, LLVMValueRef declare)
{
    LLVMMetadataRef node = LLVMValueAsMetadata(LLVMGetOperand(declare, 1));
    if (metadata_kind(node) != LLVMDILocalVariableMetadataKind) return NULL;
    LLVMMetadataRef scope = node_operand(context, node, VARIABLE_SCOPE);
    return is_block(scope) ? scope : NULL;
}

LLVMMetadataRef debug_block_around(LLVMValueRef instruction)
{
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(instruction);
    if (!place || LLVMDILocationGetInlinedAt(place)) return NULL;
    LLVMMetadataRef scope = LLVMDILocationGetScope(place);
    return is_block(scope) ? scope : NULL;
}

bool debug_block_is_in(LLVMContextRef context, LLVMMetadataRef inner, LLVMMetadataRef block)
{
    while (inner != block && is_block(inner))
        inner = node_operand(context, inner, BLOCK_SCOPE);
    return inner == block;
}

bool debug_is_in_block(LLVMContextRef context, LLVMValueRef instruction, LLVMMetadataRef block)
{
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(instruction);
    if (!place || LLVMDILocationGetInlinedAt(place)) return true;
    return debug_block_is_in(context, LLVMDILocationGetScope(place), block);
}

const char *debug_moved_from(Run *run, LLVMContextRef context, LLVMValueRef instruction)
{
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(instruction);
    if (!place || !LLVMDILocationGetInlinedAt(place)) return NULL;
    LLVMMetadataRef scope = LLVMDILocationGetScope(place);
    while (is_block(scope))
        scope = node_operand(context, scope, BLOCK_SCOPE);
    return metadata_kind(scope) == LLVMDISubprogramMetadataKind ? string_operand(run, context, scope, FUNCTION_NAME)
                                                                : NULL;
}

DebugVariable debug_global_variable(Run *run, LLVMContextRef context, LLVMValueRef global)
{
    DebugVariable found = {NULL, NULL, false};
    size_t n = 0;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
    for (unsigned i = 0; i < n && !found.name; i++) {
        LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
        if (metadata_kind(node) != LLVMDIGlobalVariableExpressionMetadataKind) continue;
        LLVMMetadataRef variable = LLVMDIGlobalVariableExpressionGetVariable(node);
        found.name = string_operand(run, context, variable, VARIABLE_NAME);
        found.type = node_operand(context, variable, VARIABLE_TYPE);
    }
    LLVMDisposeValueMetadataEntries(entries);
    return found;
}

enum { TAG_POINTER = 0x0f, TAG_STRUCT = 0x13 }; /* DWARF 5, table 7.3 */

/* Whether a node is the member at an offset of a struct. */
static bool is_member_at(LLVMValueRef node, uint64_t offset)
{
    if (!node || !LLVMIsAMDNode(node)) return false;
    LLVMMetadataRef member = LLVMValueAsMetadata(node);
    return metadata_kind(member) == LLVMDIDerivedTypeMetadataKind && LLVMDITypeGetOffsetInBits(member) / 8 == offset;
}

DebugVariable debug_member(Run *run, LLVMContextRef context, LLVMMetadataRef type, uint64_t offset)
{
    DebugVariable found = {NULL, NULL, false};
    type = strip(context, type);
    if (metadata_kind(type) != LLVMDICompositeTypeMetadataKind) return found;
    LLVMMetadataRef elements = node_operand(context, type, TYPE_ELEMENTS);
    unsigned n = elements ? LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(context, elements)) : 0, i = 0;
    if (n == 0 || n > 4096) return found;
    LLVMValueRef *all = run_alloc(run, n * sizeof *all); /* one by one each would fetch them all */
    LLVMGetMDNodeOperands(LLVMMetadataAsValue(context, elements), all);
    while (i < n && !is_member_at(all[i], offset))
        i++;
    LLVMMetadataRef member = i < n ? LLVMValueAsMetadata(all[i]) : NULL;
    run_release(run, all);
    if (!member) return found;
    size_t length = 0;
    const char *name = LLVMDITypeGetName(member, &length);
    found.name = name && length ? run_strndup(run, name, length) : NULL;
    found.type = node_operand(context, member, TYPE_BASE);
    return found;
}

typedef VEC(LLVMMetadataRef) TypeStack;

static void each_member(Run *run, LLVMContextRef context, LLVMMetadataRef type, TypeStack *stack)
{
    LLVMMetadataRef elements = node_operand(context, type, TYPE_ELEMENTS);
    unsigned n = elements ? LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(context, elements)) : 0;
    if (n == 0 || n > 4096) return;
    LLVMValueRef *all = run_alloc(run, n * sizeof *all);
    LLVMGetMDNodeOperands(LLVMMetadataAsValue(context, elements), all);
    for (unsigned i = 0; i < n; i++)
        if (all[i] && LLVMIsAMDNode(all[i])) vec_push(run, stack, LLVMValueAsMetadata(all[i]));
    run_release(run, all);
}

void debug_each_struct(Run *run, LLVMContextRef context, LLVMMetadataRef type, Intern *seen, DebugStruct *tell,
                       void *arg)
{
    TypeStack stack = {0};
    vec_push(run, &stack, type);
    while (stack.count > 0) {
        LLVMMetadataRef t = vec_pop(&stack);
        bool is_new;
        size_t length = 0;
        pointer_id(seen, t, &is_new);
        LLVMMetadataKind kind = metadata_kind(t);
        if (!is_new || (kind != LLVMDICompositeTypeMetadataKind && kind != LLVMDIDerivedTypeMetadataKind)) continue;
        LLVMMetadataRef base = node_operand(context, t, TYPE_BASE);
        if (base) vec_push(run, &stack, base);
        const char *name = LLVMDITypeGetName(t, &length);
        if (kind == LLVMDICompositeTypeMetadataKind) each_member(run, context, t, &stack);
        LLVMMetadataRef body = strip(context, t); /* a struct without a name of its own has that of its typedef */
        if (name && length && metadata_kind(body) == LLVMDICompositeTypeMetadataKind)
            tell(arg, run_strndup(run, name, length), body);
    }
    vec_free(run, &stack);
}

bool debug_is_typed_pointer(LLVMContextRef context, LLVMMetadataRef type)
{
    for (int i = 0; i < 64 && metadata_kind(type) == LLVMDIDerivedTypeMetadataKind; i++) {
        LLVMMetadataRef base = node_operand(context, type, TYPE_BASE);
        if (LLVMGetDINodeTag(type) == TAG_POINTER) return base != NULL;
        type = base;
    }
    return false;
}

LLVMMetadataRef debug_element(LLVMContextRef context, LLVMMetadataRef type)
{
    LLVMMetadataRef stripped = strip(context, type);
    if (metadata_kind(stripped) != LLVMDICompositeTypeMetadataKind) return type;
    LLVMMetadataRef elements = node_operand(context, stripped, TYPE_ELEMENTS);
    LLVMMetadataRef first = elements ? node_operand(context, elements, 0) : NULL;
    if (metadata_kind(first) != LLVMDISubrangeMetadataKind) return type;
    LLVMMetadataRef base = node_operand(context, stripped, TYPE_BASE);
    return base ? base : type;
}

static bool basic_name_has(LLVMContextRef context, LLVMMetadataRef type, const char *word)
{
    type = strip(context, debug_element(context, type));
    if (metadata_kind(type) != LLVMDIBasicTypeMetadataKind) return false;
    size_t length = 0;
    const char *name = LLVMDITypeGetName(type, &length);
    size_t n = strlen(word);
    for (size_t i = 0; name && i + n <= length; i++)
        if (memcmp(name + i, word, n) == 0) return true;
    return false;
}

bool debug_is_bool(LLVMContextRef context, LLVMMetadataRef type) { return basic_name_has(context, type, "_Bool"); }

bool debug_is_signed(LLVMContextRef context, LLVMMetadataRef type)
{
    return type && !basic_name_has(context, type, "unsigned") && !debug_is_bool(context, type);
}

/* Past names of types and qualifiers, up to a pointer, a struct or a number. */
static LLVMMetadataRef plain_type(LLVMContextRef context, LLVMMetadataRef type, const char **name, Run *run)
{
    while (metadata_kind(type) == LLVMDIDerivedTypeMetadataKind && LLVMGetDINodeTag(type) != TAG_POINTER) {
        size_t length = 0;
        const char *own = LLVMDITypeGetName(type, &length);
        if (own && length) *name = run_strndup(run, own, length);
        type = node_operand(context, type, TYPE_BASE);
    }
    return type;
}

static const char *pointed_struct(Run *run, LLVMContextRef context, LLVMMetadataRef type)
{
    const char *name = NULL, *alias = NULL;
    LLVMMetadataRef pointer = plain_type(context, type, &name, run);
    if (metadata_kind(pointer) != LLVMDIDerivedTypeMetadataKind) return NULL;
    LLVMMetadataRef base = plain_type(context, node_operand(context, pointer, TYPE_BASE), &alias, run);
    if (metadata_kind(base) != LLVMDICompositeTypeMetadataKind || LLVMGetDINodeTag(base) != TAG_STRUCT) return NULL;
    size_t length = 0;
    name = LLVMDITypeGetName(base, &length);
    return name && length ? run_strndup(run, name, length) : alias;
}

const char *debug_struct_of(Run *run, LLVMContextRef context, LLVMValueRef function, unsigned k)
{
    LLVMMetadataRef type = node_operand(context, LLVMGetSubprogram(function), FUNCTION_TYPE);
    LLVMMetadataRef types = node_operand(context, type, FUNCTION_TYPES);
    unsigned n = types ? LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(context, types)) : 0;
    if (n != LLVMCountParams(function) + 1) return NULL; /* structs are passed by value */
    return pointed_struct(run, context, node_operand(context, types, k));
}
