#include "c/compile/debugnames.h"

#include <string.h>

#include "base/check.h"

/* ---- what the debug information says ---- */

static uint32_t *word_key(Run *run, const char *text, uint32_t *count)
{
    size_t n = strlen(text);
    *count = (uint32_t)(n / 4 + 1);
    uint32_t *key = run_alloc(run, *count * sizeof *key);
    memcpy(key, text, n);
    return key;
}

static void note_struct(void *arg, const char *name, LLVMMetadataRef type)
{
    DebugNames *names = arg;
    uint32_t n;
    bool is_new;
    uint32_t *key = word_key(names->run, name, &n);
    intern_add(&names->word_ids, key, n, &is_new);
    if (is_new) vec_push(names->run, &names->structs, type);
    run_release(names->run, key);
}

static void note_type(DebugNames *names, LLVMMetadataRef type)
{
    if (type) debug_each_struct(names->run, names->context, type, &names->seen, note_struct, names);
}

static void note_debug_local(DebugNames *names, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    size_t n = 0;
    if (!LLVMIsAFunction(callee) || strcmp(LLVMGetValueName2(callee, &n), "llvm.dbg.declare") != 0) return;
    LLVMValueRef storage = debug_declared_storage(call);
    DebugVariable variable = debug_declared_variable(names->run, names->context, call);
    note_type(names, variable.type);
    bool is_new = false;
    if (storage) pointer_id(&names->local_ids, storage, &is_new);
    if (is_new) vec_push(names->run, &names->locals, variable);
}

void debug_names_find(DebugNames *names, Run *run, LLVMModuleRef module)
{
    *names =
        (DebugNames){.run = run, .context = LLVMGetModuleContext(module), .layout = LLVMGetModuleDataLayout(module)};
    intern_init(run, &names->seen);
    intern_init(run, &names->word_ids);
    intern_init(run, &names->local_ids);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        note_type(names, debug_global_variable(run, names->context, g).type);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (LLVMIsACallInst(i)) note_debug_local(names, i);
}

/* LLVM calls it "struct.x" or "struct.x.17"; "flexible.struct.x.3.8" is it made longer (exact/memory/object.c). */
LLVMMetadataRef debug_names_struct(DebugNames *names, LLVMTypeRef type)
{
    if (!type || LLVMGetTypeKind(type) != LLVMStructTypeKind || LLVMIsLiteralStruct(type)) return NULL;
    const char *name = LLVMGetStructName(type), *flexible = "flexible.";
    if (name && strncmp(name, flexible, strlen(flexible)) == 0) name += strlen(flexible);
    const char *dot = name ? strchr(name, '.') : NULL;
    if (!dot) return NULL;
    char *text = run_strdup(names->run, dot + 1);
    uint32_t id = INTERN_NONE;
    for (int round = 0; round < 3 && id == INTERN_NONE; round++) {
        uint32_t n, *key = word_key(names->run, text, &n);
        id = intern_find(&names->word_ids, key, n);
        run_release(names->run, key);
        char *last = strrchr(text, '.');
        if (last) *last = 0;
    }
    return id == INTERN_NONE ? NULL : names->structs.data[id];
}

DebugVariable debug_names_local(const DebugNames *names, LLVMValueRef storage)
{
    uint32_t id = pointer_find(&names->local_ids, storage);
    return id == INTERN_NONE ? (DebugVariable){NULL, NULL, false} : names->locals.data[id];
}

void debug_names_clear(DebugNames *names)
{
    intern_clear(&names->seen);
    intern_clear(&names->word_ids);
    intern_clear(&names->local_ids);
    vec_free(names->run, &names->structs);
    vec_free(names->run, &names->locals);
}

/* ---- objects on the heap ---- */

/* The variable or member at an address; name NULL when it is none that has a name. */
static DebugVariable variable_at(DebugNames *names, LLVMValueRef address)
{
    DebugVariable none = {NULL, NULL, false};
    if (LLVMIsAAllocaInst(address)) return debug_names_local(names, address);
    if (LLVMIsAGlobalVariable(address)) return debug_global_variable(names->run, names->context, address);
    if (!LLVMIsAGetElementPtrInst(address) || LLVMGetNumIndices(address) != 2) return none;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    LLVMMetadataRef debug = debug_names_struct(names, type);
    LLVMValueRef member = LLVMGetOperand(address, 2);
    if (!debug || !LLVMIsAConstantInt(member)) return none;
    unsigned k = (unsigned)LLVMConstIntGetZExtValue(member);
    return debug_member(names->run, names->context, debug, LLVMOffsetOfElement(names->layout, type, k));
}

/* Where the call's result is kept first, in a pointer to something. */
static const char *keeping_variable(DebugNames *names, LLVMValueRef call)
{
    for (LLVMUseRef u = LLVMGetFirstUse(call); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) != call) continue;
        DebugVariable v = variable_at(names, LLVMGetOperand(user, 1));
        if (v.name && debug_is_typed_pointer(names->context, v.type)) return v.name;
    }
    return NULL;
}

/* The name of a struct of the program's; NULL for the library's, of which there are many, and where there is none. */
static const char *struct_name(DebugNames *names, LLVMMetadataRef type)
{
    size_t length = 0;
    const char *name = type ? LLVMDITypeGetName(type, &length) : NULL;
    static const char *const library[] = {"pthread_", "__", "sem_t", "mtx_t", "cnd_t", "once_flag"};
    for (size_t i = 0; i < sizeof library / sizeof *library; i++)
        if (name && strncmp(name, library[i], strlen(library[i])) == 0) return NULL;
    return name && length ? run_strndup(names->run, name, length) : NULL;
}

HeapName debug_names_heap(DebugNames *names, LLVMValueRef call, LLVMTypeRef element, bool is_array, unsigned line)
{
    HeapName found = {NULL, debug_names_struct(names, element)};
    const char *of_struct = struct_name(names, found.type), *variable = keeping_variable(names, call);
    if (of_struct && (!is_array || !variable))
        found.name = of_struct;
    else if (variable)
        found.name = is_array ? variable : run_format(names->run, "%s[0]", variable);
    else
        found.name = run_format(names->run, "heap_%u", line);
    return found;
}
