/* Which pointers lead where is not known by types, which C's casts change. Assumed, and said: other code does not
 * change what is only declared while the program runs. Variables of C's library are none of these: nobody else can name
 * the program's objects there.
 *
 * A model follows a few pointers to a few targets. Where there are more it takes what other code sets for not known,
 * and ends where such a pointer is followed; the survey and the outline see all of it. */
#include "c/compile/image/declared.h"

#include <llvm-c/Target.h>
#include <string.h>

#include "base/check.h"
#include "c/compile/image/targets.h"
#include "c/compile/intrinsics.h"
#include "c/library/library_name.h"
#include "c/library/summary.h"
#include "c/library/variable.h"

#define POINTERS_FEW 16u /* in one object, of which a model has a variable each */

typedef VEC(LLVMValueRef) Globals;

/* ---- marks ---- */

static unsigned mark_kind(LLVMContextRef context)
{
    static const char name[] = "chorus.declared";
    return LLVMGetMDKindIDInContext(context, name, sizeof name - 1);
}

enum { MARK_SET = 1, MARK_MODELLED = 2, MARK_OWN = 4 };

static bool has_mark(LLVMValueRef global, unsigned bit)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(global));
    size_t n = 0;
    bool found = false;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef number = NULL;
        if (LLVMValueMetadataEntriesGetKind(entries, i) != mark_kind(context)) continue;
        LLVMGetMDNodeOperands(LLVMMetadataAsValue(context, LLVMValueMetadataEntriesGetMetadata(entries, i)), &number);
        found = (LLVMConstIntGetZExtValue(number) & bit) != 0;
    }
    LLVMDisposeValueMetadataEntries(entries);
    return found;
}

/* One more mark. */
static void add_mark(LLVMValueRef global, unsigned bit)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(global));
    unsigned bits = bit;
    for (unsigned other = MARK_SET; other <= MARK_OWN; other *= 2)
        if (has_mark(global, other)) bits |= other;
    LLVMMetadataRef number = LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(context), bits, false));
    LLVMGlobalSetMetadata(global, mark_kind(context), LLVMMDNodeInContext2(context, &number, 1));
}

bool declared_is_set(LLVMValueRef global) { return has_mark(global, MARK_SET); }

bool declared_is_modelled(LLVMValueRef global) { return has_mark(global, MARK_MODELLED); }

bool declared_is_own(LLVMValueRef global) { return has_mark(global, MARK_OWN); }

/* ---- pointers in objects ---- */

static bool is_open_type(LLVMTypeRef type)
{
    return !LLVMTypeIsSized(type) || (LLVMGetTypeKind(type) == LLVMArrayTypeKind && LLVMGetArrayLength2(type) == 0);
}

/* How many pointers a value of the type has. */
static uint64_t count_pointers(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    uint64_t all = 0;
    if (kind == LLVMPointerTypeKind) return 1;
    if (kind == LLVMArrayTypeKind) return LLVMGetArrayLength2(type) * count_pointers(LLVMGetElementType(type));
    if (kind == LLVMStructTypeKind && targets_is_whole(type)) return 0;
    for (unsigned i = 0; kind == LLVMStructTypeKind && i < LLVMCountStructElementTypes(type); i++)
        all += count_pointers(LLVMStructGetTypeAtIndex(type, i));
    return all;
}

/* ---- what is set ---- */

typedef struct Setter {
    LinkChoice c;
    const LinkTargets *targets;
    LLVMValueRef global, other; /* a function that gives an address elsewhere */
    VEC(LLVMValueRef) path;
} Setter;

static LLVMValueRef any_address(const Setter *s)
{
    return targets_choose(&s->c, s->targets, targets_call(&s->c, s->other));
}

static void set_pointer(Setter *s, LLVMValueRef at) { LLVMBuildStore(s->c.builder, any_address(s), at); }

static void set_members(Setter *s, LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(s->c.module));
    bool is_array = kind == LLVMArrayTypeKind;
    if (kind == LLVMPointerTypeKind) {
        LLVMTypeRef all = LLVMGlobalGetValueType(s->global);
        set_pointer(s, s->path.count == 1
                           ? s->global
                           : LLVMBuildInBoundsGEP2(s->c.builder, all, s->global, s->path.data, s->path.count, ""));
        return;
    }
    if (count_pointers(type) == 0) return;
    unsigned n = is_array ? (unsigned)LLVMGetArrayLength2(type) : LLVMCountStructElementTypes(type);
    for (unsigned i = 0; i < n; i++) {
        vec_push(s->c.run, &s->path, LLVMConstInt(i32, i, false));
        set_members(s, is_array ? LLVMGetElementType(type) : LLVMStructGetTypeAtIndex(type, i));
        s->path.count--;
    }
}

static Setter setter_of(Run *run, LLVMBuilderRef builder, LLVMValueRef global, const LinkTargets *targets, bool is_few)
{
    LLVMModuleRef module = LLVMGetGlobalParent(global);
    LLVMContextRef context = LLVMGetModuleContext(module);
    size_t n = 0;
    const char *name = LLVMGetValueName2(global, &n);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0), i32 = LLVMInt32TypeInContext(context);
    Setter s = {.c = {run, module, builder, NULL, true, is_few}, .targets = targets, .global = global};
    s.other = targets_declare(module, run_format(run, LINKER_ADDRESS "%s", name), pointer);
    s.c.choice = targets_declare(module, run_format(run, LINKER_CHOICE "%s", name), i32);
    return s;
}

/* Each pointer by itself. */
static void set_few(Run *run, LLVMBuilderRef builder, const Globals *globals, const LinkTargets *targets)
{
    for (uint32_t i = 0; i < globals->count; i++) {
        Setter s = setter_of(run, builder, globals->data[i], targets, true);
        vec_push(run, &s.path, LLVMConstNull(LLVMInt32TypeInContext(LLVMGetModuleContext(s.c.module))));
        set_members(&s, LLVMGlobalGetValueType(s.global));
        vec_free(run, &s.path);
        add_mark(s.global, MARK_SET);
        add_mark(s.global, MARK_MODELLED);
    }
}

/* One address for all, any word of which may hold it: as much as who looks at these tells apart. */
static void set_many(Run *run, LLVMBuilderRef builder, const Globals *globals, const LinkTargets *targets)
{
    Setter s = setter_of(run, builder, globals->data[0], targets, false);
    LLVMValueRef any = any_address(&s);
    for (uint32_t i = 0; i < globals->count; i++) {
        LLVMBuildStore(builder, any, targets_any_byte(&s.c, globals->data[i]));
        add_mark(globals->data[i], MARK_SET);
    }
}

/* ---- all of them ---- */

static bool is_followed_type(LLVMTypeRef type)
{
    uint64_t n = is_open_type(type) ? 0 : count_pointers(type);
    return n > 0 && n <= POINTERS_FEW;
}

/* Whether other files of the program have to define it. */
static bool is_missing_variable(LLVMValueRef global)
{
    size_t n = 0;
    const char *name = LLVMGetValueName2(global, &n);
    return LLVMIsDeclaration(global) && LLVMGetFirstUse(global) && strncmp(name, "chorus.", 7) != 0 &&
           strncmp(name, "llvm.", 5) != 0 && !variable_is_library(name);
}

static bool may_have_pointers(LLVMValueRef global)
{
    return is_missing_variable(global) && targets_may_have_pointers(LLVMGlobalGetValueType(global));
}

/* ---- what other code is given ---- */

/* Where the value is loaded from: the object that only loads of the program look at; NULL: none. */
static LLVMValueRef loaded_object(LLVMValueRef value)
{
    LLVMValueRef at = LLVMIsALoadInst(value) ? LLVMGetOperand(value, 0) : NULL;
    while (at && LLVMIsAConstantExpr(at) && LLVMGetConstOpcode(at) == LLVMGetElementPtr)
        at = LLVMGetOperand(at, 0);
    return at && LLVMIsAGlobalVariable(at) ? at : NULL;
}

static bool is_only_loaded(LLVMValueRef address)
{
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_part = LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr;
        if (!LLVMIsALoadInst(user) && !(is_part && is_only_loaded(user))) return false;
    }
    return true;
}

/* A function of other files, which C's library does not have. */
static bool is_foreign_function(LLVMValueRef callee)
{
    size_t n = 0;
    if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee)) return false;
    const char *name = LLVMGetValueName2(callee, &n);
    return strncmp(name, "llvm.", 5) != 0 && strncmp(name, "chorus.", 7) != 0 && !summary_find(name) &&
           !library_has_name(name) && intrinsic_find(name, false) == INTRINSIC_NONE;
}

/* No address, one of other code's objects, or one of data without addresses. */
static bool has_no_function(LLVMValueRef given)
{
    LLVMValueRef object = loaded_object(given);
    if (LLVMGetTypeKind(LLVMTypeOf(given)) != LLVMPointerTypeKind || LLVMIsNull(given)) return true;
    if (object) return may_have_pointers(object);
    while (LLVMIsAGetElementPtrInst(given) ||
           (LLVMIsAConstantExpr(given) && LLVMGetConstOpcode(given) == LLVMGetElementPtr))
        given = LLVMGetOperand(given, 0);
    if (LLVMIsAAllocaInst(given)) return !targets_may_have_pointers(LLVMGetAllocatedType(given));
    return LLVMIsAGlobalVariable(given) &&
           (may_have_pointers(given) || !targets_may_have_pointers(LLVMGlobalGetValueType(given)));
}

/* Whether the address of the function is used other than to call it and to start threads with it. */
static bool is_address_told(LLVMValueRef function)
{
    for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
        size_t n = 0;
        LLVMValueRef user = LLVMGetUser(u), callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
        bool is_start = callee && LLVMIsAFunction(callee) && LLVMIsDeclaration(callee) &&
                        intrinsic_find(LLVMGetValueName2(callee, &n), false) == INTRINSIC_THREAD_CREATE;
        if (callee != function && !is_start) return true;
    }
    return false;
}

static bool tells_functions(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && is_address_told(f)) return true;
    return false;
}

/* A call of other code that is told of no function of the program, to which it could hand what it is given. tells:
 * there are functions whose addresses the program uses. */
static bool is_foreign_call(LLVMValueRef call, bool tells)
{
    bool is_plain = LLVMIsACallInst(call) && is_foreign_function(LLVMGetCalledValue(call));
    for (unsigned i = 0; is_plain && tells && i < LLVMGetNumArgOperands(call); i++)
        is_plain = has_no_function(LLVMGetOperand(call, i));
    return is_plain;
}

static bool is_number_value(LLVMValueRef value)
{
    bool is_integer = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind;
    return LLVMIsAConstantInt(value) || (is_integer && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 16);
}

/* Functions that leave no address in what they are given: those of other code, and locks. */
static bool leaves_nothing(LLVMValueRef call, bool tells)
{
    size_t n = 0;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (is_foreign_call(call, tells)) return true;
    if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee)) return false;
    Intrinsic intrinsic = intrinsic_find(LLVMGetValueName2(callee, &n), false);
    return intrinsic >= INTRINSIC_MUTEX_INIT && intrinsic <= INTRINSIC_SEMAPHORE_GET && intrinsic != INTRINSIC_ONCE;
}

/* Whether the program keeps no address in the object, as far as its uses say. */
static bool is_left_alone(LLVMValueRef address, bool tells)
{
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_part = LLVMIsAGetElementPtrInst(user) ||
                       (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr);
        if (LLVMIsAStoreInst(user)) {
            if (LLVMGetOperand(user, 0) == address || !is_number_value(LLVMGetOperand(user, 0))) return false;
        } else if (LLVMIsACallInst(user)) {
            if (!leaves_nothing(user, tells)) return false;
        } else if (is_part) {
            if (!is_left_alone(user, tells)) return false;
        } else if (!LLVMIsALoadInst(user) && !LLVMIsAICmpInst(user)) {
            return false;
        }
    }
    return true;
}

/* Other code that gets what it has set itself learns nothing, and does with the program's objects what it does to those
 * that it knows without: nothing, as is assumed of it. As nobody has its body it may be given NULL instead. */
static void give_own(LLVMValueRef call, bool tells)
{
    if (!is_foreign_call(call, tells)) return;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef given = LLVMGetOperand(call, i), object = loaded_object(given);
        bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(given)) == LLVMPointerTypeKind;
        if (is_pointer && object && may_have_pointers(object) && is_only_loaded(object))
            LLVMSetOperand(call, i, LLVMConstNull(LLVMTypeOf(given)));
    }
}

static void give_all(LLVMModuleRef module, bool tells)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                give_own(i, tells);
}

/* ---- main begins ---- */

/* A function of main's that sets the globals; it is called before all others. */
static void add_setter(Run *run, LLVMValueRef main_function, const Globals *globals, const LinkTargets *targets,
                       bool is_few)
{
    LLVMModuleRef module = LLVMGetGlobalParent(main_function);
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, false);
    LLVMValueRef function = LLVMAddFunction(module, is_few ? LINKER_SET : LINKER_MANY, type);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, "entry"));
    if (is_few)
        set_few(run, builder, globals, targets);
    else
        set_many(run, builder, globals, targets);
    LLVMBuildRetVoid(builder);
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(main_function)));
    LLVMBuildCall2(builder, type, function, NULL, 0, "");
    LLVMDisposeBuilder(builder);
}

static void assume_unchanged(LLVMValueRef global, Sources *sources)
{
    size_t n = 0;
    diag_assume(sources->run, SEVERITY_WARNING, sources_pos(sources, global),
                (Assumption){"nobody else changes variables that are only declared", NULL},
                "the initial value of `%s` is arbitrary: the variable is declared but not defined",
                LLVMGetValueName2(global, &n));
}

/* Pointers of each of them lead to the program's objects, and not to the others that have pointers. */
static void assume_apart(LLVMValueRef first, Sources *sources)
{
    diag_assume(sources->run, SEVERITY_NOTE, sources_pos(sources, first),
                (Assumption){"pointers in variables that are only declared do not lead to one another", NULL},
                "pointers in variables that are only declared are taken not to lead to one another");
}

void declared_complete(Run *run, LLVMModuleRef module, Sources *sources)
{
    LLVMValueRef main_function = LLVMGetNamedFunction(module, "main");
    Globals few = {0}, many = {0};
    LinkTargets targets = {0};
    if (!main_function || LLVMIsDeclaration(main_function)) return; /* said elsewhere */
    targets_find(run, module, false, &targets);
    bool tells = tells_functions(module);
    give_all(module, tells);
    bool is_few = targets_count(&targets) <= TARGETS_FEW;
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        if (is_missing_variable(g)) assume_unchanged(g, sources);
        if (!may_have_pointers(g)) continue;
        if (is_left_alone(g, tells)) add_mark(g, MARK_OWN);
        bool is_plain = !LLVMIsThreadLocal(g) && LLVMGetLinkage(g) == LLVMExternalLinkage;
        if (is_few && is_plain && is_followed_type(LLVMGlobalGetValueType(g)))
            vec_push(run, &few, g);
        else
            vec_push(run, &many, g);
    }
    if (few.count + many.count > 1) assume_apart(few.count > 0 ? few.data[0] : many.data[0], sources);
    if (few.count > 0) add_setter(run, main_function, &few, &targets, true);
    if (many.count > 0) add_setter(run, main_function, &many, &targets, false);
    vec_free(run, &few);
    vec_free(run, &many);
    vec_free(run, &targets);
}
