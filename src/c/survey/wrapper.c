#include "c/survey/wrapper.h"

#include <string.h>

#include "base/check.h"
#include "c/survey/gather.h"
#include "c/survey/object.h"
#include "c/survey/solve.h"

static const char *const allocators[] = {"malloc",
                                         "calloc",
                                         "realloc",
                                         "reallocarray",
                                         "aligned_alloc",
                                         "memalign",
                                         "valloc",
                                         "pvalloc",
                                         "strdup",
                                         "strndup",
                                         "wcsdup",
                                         "__strdup",
                                         "__strndup",
                                         "mmap",
                                         "mmap64",
                                         "alloca",
                                         "realpath",
                                         "getcwd",
                                         "get_current_dir_name"};

static LLVMValueRef direct_callee(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    return callee && LLVMIsAFunction(callee) ? callee : NULL;
}

bool is_wrapper(const Survey *s, LLVMValueRef function)
{
    return pointer_find(&s->wrapper_ids, function) != INTERN_NONE;
}

bool is_allocation(const Survey *s, LLVMValueRef call, bool also)
{
    LLVMValueRef callee = direct_callee(call);
    size_t n = 0;
    if (!callee) return false;
    if (!LLVMIsDeclaration(callee)) return also && is_wrapper(s, callee);
    const char *name = LLVMGetValueName2(callee, &n);
    for (size_t i = 0; i < sizeof allocators / sizeof *allocators; i++)
        if (strcmp(name, allocators[i]) == 0) return true;
    return false;
}

/* ---- which functions ---- */

#define DEPTH 6

static bool is_kept_inside(LLVMValueRef value, int depth);

/* Whether the use of a new address in a function tells it to nobody but those whom the function returns it to. */
static bool use_keeps(LLVMValueRef user, LLVMValueRef value, int depth)
{
    if (LLVMIsAICmpInst(user) || LLVMIsALoadInst(user)) return true;
    if (LLVMIsAReturnInst(user)) return depth == 0 || LLVMIsAPHINode(value) || LLVMIsASelectInst(value);
    if (LLVMIsAStoreInst(user)) return LLVMGetOperand(user, 0) != value;
    if (LLVMIsAGetElementPtrInst(user)) {
        for (LLVMUseRef u = LLVMGetFirstUse(user); u; u = LLVMGetNextUse(u))
            if (LLVMIsAReturnInst(LLVMGetUser(u)) || LLVMIsAPHINode(LLVMGetUser(u)) ||
                LLVMIsASelectInst(LLVMGetUser(u)))
                return false;
        return is_kept_inside(user, depth + 1);
    }
    if (LLVMIsAPHINode(user) || LLVMIsASelectInst(user)) return is_kept_inside(user, depth + 1);
    LLVMValueRef callee = direct_callee(user);
    size_t n = 0;
    const char *name = callee ? LLVMGetValueName2(callee, &n) : "";
    return (strncmp(name, "llvm.memset.", 12) == 0 || strncmp(name, "llvm.memcpy.", 12) == 0) &&
           LLVMGetOperand(user, 0) == value && LLVMGetOperand(user, 1) != value;
}

static bool is_kept_inside(LLVMValueRef value, int depth)
{
    if (depth > DEPTH) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u))
        if (!use_keeps(LLVMGetUser(u), value, depth)) return false;
    return true;
}

typedef VEC(LLVMValueRef) Leaves;

/* What a returned value may be, before phis and selects. */
static void find_value_leaves(Survey *s, LLVMValueRef value, Leaves *leaves, Intern *seen)
{
    bool is_new;
    pointer_id(seen, value, &is_new);
    if (!is_new) return;
    if (LLVMIsAPHINode(value))
        for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
            find_value_leaves(s, LLVMGetIncomingValue(value, i), leaves, seen);
    else if (LLVMIsASelectInst(value))
        for (unsigned i = 1; i < 3; i++)
            find_value_leaves(s, LLVMGetOperand(value, i), leaves, seen);
    else
        vec_push(s->run, leaves, value);
}

static void returned_leaves(Survey *s, LLVMValueRef function, Leaves *leaves)
{
    Intern seen;
    intern_init(s->run, &seen);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (end && LLVMIsAReturnInst(end) && LLVMGetNumOperands(end) == 1)
            find_value_leaves(s, LLVMGetOperand(end, 0), leaves, &seen);
    }
    intern_clear(&seen);
}

static bool returns_new(Survey *s, LLVMValueRef function)
{
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    if (LLVMGetTypeKind(type) != LLVMPointerTypeKind) return false;
    Leaves leaves = {0};
    returned_leaves(s, function, &leaves);
    bool any = false, all = true;
    for (uint32_t i = 0; i < leaves.count; i++) {
        if (!is_allocation(s, leaves.data[i], true)) continue;
        any = true;
        all = all && is_kept_inside(leaves.data[i], 0);
    }
    vec_free(s->run, &leaves);
    return any && all;
}

void wrappers_find(Survey *s)
{
    for (uint32_t before = UINT32_MAX, round = 0; before != s->wrapper_ids.count && round < 4; round++) {
        before = s->wrapper_ids.count;
        for (LLVMValueRef f = LLVMGetFirstFunction(s->module); f; f = LLVMGetNextFunction(f))
            if (!LLVMIsDeclaration(f) && !is_wrapper(s, f) && returns_new(s, f)) pointer_id(&s->wrapper_ids, f, NULL);
    }
}

/* ---- what is allocated ---- */

/* The type of what is behind an address, by how it is used. It matters for precision only. */
static LLVMTypeRef used_type(Survey *s, LLVMValueRef value, int depth, LLVMTypeRef *scalar)
{
    LLVMTypeRef found = NULL;
    int budget = 64;
    if (depth > 4) return NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(value); u && !found && budget-- > 0; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == value) {
            LLVMTypeRef type = LLVMGetGEPSourceElementType(user);
            LLVMTypeKind kind = LLVMGetTypeKind(type);
            if (kind == LLVMStructTypeKind)
                found = type;
            else if (kind == LLVMPointerTypeKind || (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > 8))
                *scalar = type;
        } else if (LLVMIsAPHINode(user) || LLVMIsASelectInst(user)) {
            found = used_type(s, user, depth + 2, scalar);
        } else if (LLVMIsAReturnInst(user)) {
            LLVMValueRef function = instruction_function(user);
            int calls = 16;
            for (LLVMUseRef c = LLVMGetFirstUse(function); c && !found && calls-- > 0; c = LLVMGetNextUse(c))
                if (LLVMIsACallInst(LLVMGetUser(c)) && LLVMGetCalledValue(LLVMGetUser(c)) == function)
                    found = used_type(s, LLVMGetUser(c), depth + 1, scalar);
        } else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == value &&
                   LLVMIsAGlobalVariable(LLVMGetOperand(user, 1))) {
            int loads = 16;
            for (LLVMUseRef l = LLVMGetFirstUse(LLVMGetOperand(user, 1)); l && !found && loads-- > 0;
                 l = LLVMGetNextUse(l))
                if (LLVMIsALoadInst(LLVMGetUser(l))) found = used_type(s, LLVMGetUser(l), depth + 1, scalar);
        } else if (direct_callee(user) && !LLVMIsDeclaration(direct_callee(user))) {
            LLVMValueRef callee = direct_callee(user);
            for (unsigned k = 0; k < LLVMGetNumArgOperands(user) && k < LLVMCountParams(callee) && !found; k++)
                if (LLVMGetOperand(user, k) == value) found = used_type(s, LLVMGetParam(callee, k), depth + 1, scalar);
        }
    }
    return found;
}

/* Whether a call allocates one value of the type only. */
static bool allocates_one(const Survey *s, LLVMValueRef call, LLVMTypeRef type)
{
    LLVMValueRef callee = direct_callee(call);
    size_t n = 0;
    const char *name = callee ? LLVMGetValueName2(callee, &n) : "";
    uint64_t bytes = 1;
    unsigned count = strcmp(name, "malloc") == 0 ? 1 : strcmp(name, "calloc") == 0 ? 2 : 0;
    for (unsigned i = 0; i < count; i++) {
        if (!LLVMIsAConstantInt(LLVMGetOperand(call, i))) return false;
        bytes *= LLVMConstIntGetZExtValue(LLVMGetOperand(call, i));
    }
    return count > 0 && LLVMTypeIsSized(type) && bytes <= LLVMABISizeOfType(s->layout, type);
}

uint32_t heap_object(Survey *s, LLVMValueRef call)
{
    if (pointer_find(&s->object_ids, call) != INTERN_NONE) return object_of(s, SURVEY_HEAP, call, NULL, true);
    LLVMTypeRef scalar = NULL, type = used_type(s, call, 0, &scalar);
    LLVMValueRef callee = direct_callee(call);
    if (!type && callee && is_wrapper(s, callee)) {
        Leaves leaves = {0};
        returned_leaves(s, callee, &leaves);
        for (uint32_t i = 0; i < leaves.count && !type; i++)
            if (is_allocation(s, leaves.data[i], true)) type = used_type(s, leaves.data[i], 2, &scalar);
        vec_free(s->run, &leaves);
    }
    type = type ? type : scalar;
    return object_of(s, SURVEY_HEAP, call, type, !type || !allocates_one(s, call, type));
}

void wrapper_add_rest(Survey *s, LLVMValueRef function, LLVMValueRef value, uint32_t node)
{
    Leaves leaves = {0};
    Intern seen;
    intern_init(s->run, &seen);
    find_value_leaves(s, value, &leaves, &seen);
    bool is_new = is_wrapper(s, function);
    for (uint32_t i = 0; i < leaves.count; i++)
        if (!is_new || !is_allocation(s, leaves.data[i], true)) node_copy(s, value_node(s, leaves.data[i]), node);
    intern_clear(&seen);
    vec_free(s->run, &leaves);
}

void wrapper_copy(Survey *s, LLVMValueRef call, LLVMValueRef function, uint32_t object)
{
    Leaves leaves = {0};
    returned_leaves(s, function, &leaves);
    uint32_t to = node_new(s);
    CHECK(is_wrapper(s, function) && LLVMIsACallInst(call));
    node_add_target(s, to, place_at(s, object, 0));
    for (uint32_t i = 0; i < leaves.count; i++) {
        if (!is_allocation(s, leaves.data[i], true)) continue;
        uint32_t from = node_new(s);
        node_add_target(s, from, place_at(s, heap_object(s, leaves.data[i]), 0));
        node_add_use(s, from, (Use){.kind = USE_FROM, .node = to, .amount = -1});
    }
    vec_free(s->run, &leaves);
}
