/* The order is the linker's: .preinit_array first, then .init_array with priorities, ascending, where constructors with
 * priorities stand, too, then .init_array without one, each of them in the order of the files. Within a file compilers
 * choose where constructors and variables of one priority are mixed: clang puts variables first, gcc what comes first.
 * Where that is not the same the program is refused. (gcc turns the order of variables around when it optimises.)
 *
 * Destructors run in the opposite order, where the program ends (ending.h). Where that is not plain, or compilers
 * choose the order, they may run in any order, at any time, and again: that covers the order that they have. */
#include "c/compile/link/startup.h"

#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/diag.h"
#include "base/vec.h"
#include "c/compile/link/ending.h"
#include "c/compile/source.h"

#define CONSTRUCTORS "llvm.global_ctors"
#define DESTRUCTORS "llvm.global_dtors"

/* Priorities, as numbers with a sign: between these are those that are written. */
#define PRIORITY_FIRST (-1)
#define PRIORITY_PLAIN 65536
#define PRIORITY_CLANG 65535 /* what clang has for none */

#define POSITION_UNKNOWN 0x7fffffffu /* among what else stands in the file, too */

typedef struct Entry {
    LLVMValueRef function;
    LLVMValueRef place; /* the variable or the function: where the source says it */
    int32_t priority;
    bool is_variable;
    bool is_reversed; /* of a section that is run from its end */
} Entry;

typedef VEC(Entry) Entries;

_Noreturn static void refuse_startup(Run *run, SourcePos pos, const char *what)
{
    char where[512];
    diag_format_pos(pos, where, sizeof where);
    diag_add(run, SEVERITY_ERROR, pos, "%s", what);
    run_stop(run, STOP_UNSUPPORTED, "%s%s", where, what);
}

/* ---- sections ---- */

typedef struct SectionKind {
    const char *name;
    bool is_before, is_reversed;
} SectionKind;

static const SectionKind *section_kind(const char *section, int32_t *priority)
{
    static const SectionKind kinds[] = {{".preinit_array", true, false},
                                        {".init_array", true, false},
                                        {".ctors", true, true},
                                        {".fini_array", false, false},
                                        {".dtors", false, true}};
    for (size_t i = 0; section && i < sizeof kinds / sizeof *kinds; i++) {
        size_t n = strlen(kinds[i].name);
        if (strncmp(section, kinds[i].name, n) != 0 || (section[n] && section[n] != '.')) continue;
        int32_t number = section[n] ? (int32_t)strtol(section + n + 1, NULL, 10) : PRIORITY_PLAIN;
        *priority = section[n] && kinds[i].is_reversed ? 65535 - number : number;
        if (i == 0) *priority = PRIORITY_FIRST;
        return &kinds[i];
    }
    return NULL;
}

static LLVMValueRef without_casts(LLVMValueRef value)
{
    while (LLVMIsAConstantExpr(value) &&
           (LLVMGetConstOpcode(value) == LLVMPtrToInt || LLVMGetConstOpcode(value) == LLVMBitCast))
        value = LLVMGetOperand(value, 0);
    return value;
}

/* The functions of a variable, in their order; false: it holds something else. */
static bool add_entry_functions(Run *run, LLVMValueRef value, Entry entry, Entries *entries)
{
    value = without_casts(value);
    entry.function = value;
    if (LLVMIsAFunction(value)) {
        vec_push(run, entries, entry);
        return true;
    }
    if (!LLVMIsAConstantArray(value) && !LLVMIsAConstantStruct(value)) return false;
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(value); k++)
        if (!add_entry_functions(run, LLVMGetOperand(value, k), entry, entries)) return false;
    return true;
}

/* An array of sixteen bytes and more is, if nothing else is said. Whether there is a gap before it depends on what
 * other files, and the compiler's own, have in the section. */
static bool is_aligned_wider(LLVMValueRef variable)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(variable));
    return LLVMGetAlignment(variable) > LLVMPointerSize(layout);
}

/* Of a variable in such a section; it stays, and is a variable like any other. */
static void gather_variable(Run *run, Sources *sources, LLVMValueRef variable, bool is_before, Entries *entries)
{
    int32_t priority = 0;
    const SectionKind *kind = section_kind(LLVMGetSection(variable), &priority);
    if (!kind || kind->is_before != is_before || !LLVMGetInitializer(variable)) return;
    Entry entry = {.place = variable, .priority = priority, .is_variable = true, .is_reversed = kind->is_reversed};
    if (!add_entry_functions(run, LLVMGetInitializer(variable), entry, entries))
        refuse_startup(
            run, sources_pos(sources, variable),
            "what stands in this section is called before or after main, and is no function: call it from main");
    if (is_aligned_wider(variable))
        refuse_startup(run, sources_pos(sources, variable),
                       "compilers align this array, and a gap before it is called as a function: give it "
                       "__attribute__((aligned(sizeof(void *))))");
    LLVMSetSection(variable, "");
}

/* ---- the list of a file ---- */

static void gather_list(Run *run, LLVMValueRef list, Entries *entries)
{
    LLVMValueRef all = list ? LLVMGetInitializer(list) : NULL;
    for (unsigned k = 0; all && LLVMIsAConstantArray(all) && k < (unsigned)LLVMGetNumOperands(all); k++) {
        LLVMValueRef one = LLVMGetOperand(all, k);
        int32_t priority = (int32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(one, 0));
        LLVMValueRef function = LLVMGetOperand(one, 1);
        Entry entry = {.function = function, .place = function};
        entry.priority = priority == PRIORITY_CLANG ? PRIORITY_PLAIN : priority;
        vec_push(run, entries, entry);
    }
}

/* Whether it is certain that b, which follows a in the list, comes after it: compilers agree. */
static bool is_certain_order(Sources *sources, const Entry *a, const Entry *b)
{
    if (a->priority != b->priority || !(a->is_variable || b->is_variable) || a->place == b->place) return true;
    if (a->is_reversed != b->is_reversed) return false;
    SourcePos first = sources_pos(sources, a->place), second = sources_pos(sources, b->place);
    if (!first.file || !second.file || strcmp(first.file, second.file) != 0) return true;
    return a->is_reversed ? first.line >= second.line : first.line <= second.line;
}

/* One that comes before or after another one as the compiler chooses; NULL: none does. */
static const Entry *find_uncertain(Sources *sources, const Entries *entries)
{
    for (uint32_t i = 0; i < entries->count; i++)
        for (uint32_t k = i + 1; k < entries->count; k++)
            if (!is_certain_order(sources, &entries->data[i], &entries->data[k])) return &entries->data[k];
    return NULL;
}

/* Linkers know the order of those of .dtors. */
static bool has_known_order(Sources *sources, const Entries *entries)
{
    for (uint32_t i = 0; i < entries->count; i++)
        if (entries->data[i].is_reversed) return false;
    return !find_uncertain(sources, entries);
}

/* Sections that are run from their end, as linkers turn them around. */
static void turn_around(Entries *entries)
{
    uint32_t first = 0, last = entries->count;
    while (first < last) {
        if (!entries->data[first].is_reversed) {
            first++;
        } else if (!entries->data[last - 1].is_reversed) {
            last--;
        } else {
            Entry swapped = entries->data[first];
            entries->data[first++] = entries->data[--last];
            entries->data[last] = swapped;
        }
    }
}

/* The position of the object stands where a value may, which the linker would look at: it looks at no number. */
static void write_list(Run *run, LLVMModuleRef module, const char *name, const Entries *entries, uint32_t position)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0), number = LLVMInt32TypeInContext(context);
    LLVMTypeRef type = LLVMStructTypeInContext(context, (LLVMTypeRef[]){number, pointer, pointer}, 3, false);
    LLVMValueRef *all = run_alloc(run, (entries->count + 1) * sizeof *all), old = LLVMGetNamedGlobal(module, name);
    for (uint32_t i = 0; i < entries->count; i++) {
        LLVMValueRef priority = LLVMConstInt(number, (uint64_t)(int64_t)entries->data[i].priority, true);
        LLVMValueRef object = LLVMConstIntToPtr(LLVMConstInt(number, position, false), pointer);
        LLVMValueRef parts[] = {priority, entries->data[i].function, object};
        all[i] = LLVMConstStructInContext(context, parts, 3, false);
    }
    if (old) LLVMDeleteGlobal(old);
    LLVMValueRef list = LLVMAddGlobal(module, LLVMArrayType2(type, entries->count), name);
    LLVMSetLinkage(list, LLVMAppendingLinkage);
    LLVMSetInitializer(list, LLVMConstArray2(type, all, entries->count));
    run_release(run, all);
}

static void gather_entries(Run *run, LLVMModuleRef module, Sources *sources, const char *name, bool is_before,
                           uint32_t position)
{
    Entries entries = {0};
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        gather_variable(run, sources, g, is_before, &entries);
    turn_around(&entries);
    gather_list(run, LLVMGetNamedGlobal(module, name), &entries);
    const Entry *uncertain = is_before ? find_uncertain(sources, &entries) : NULL;
    if (uncertain)
        refuse_startup(run, sources_pos(sources, uncertain->place),
                       "compilers choose which of the functions before main comes first: give them priorities");
    if (!is_before && !has_known_order(sources, &entries)) position = POSITION_UNKNOWN;
    if (entries.count) write_list(run, module, name, &entries, position);
    vec_free(run, &entries);
}

void startup_gather(Run *run, LLVMModuleRef module, const char *path, uint32_t position)
{
    Sources *sources = sources_new(run, &path, 1);
    gather_entries(run, module, sources, CONSTRUCTORS, true, position);
    gather_entries(run, module, sources, DESTRUCTORS, false, position);
}

/* ---- before main ---- */

/* What the C library calls such functions with: what main has. */
#define ARGUMENTS 3u

static unsigned arguments_wanted(LLVMValueRef entries)
{
    unsigned wanted = 0;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(entries); i++) {
        LLVMValueRef called = LLVMGetOperand(LLVMGetOperand(entries, i), 1);
        unsigned n = LLVMIsAFunction(called) ? LLVMCountParams(called) : 0;
        if (n > wanted) wanted = n;
    }
    return wanted;
}

/* A main with all arguments, which calls that of the program. */
static LLVMValueRef widen_main(LLVMModuleRef module, LLVMValueRef own)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0), type = LLVMGlobalGetValueType(own);
    LLVMTypeRef parameters[ARGUMENTS] = {LLVMInt32TypeInContext(context), pointer, pointer};
    LLVMValueRef arguments[ARGUMENTS];
    LLVMSetValueName2(own, MAIN_OWN, strlen(MAIN_OWN));
    LLVMValueRef wide =
        LLVMAddFunction(module, "main", LLVMFunctionType(LLVMGetReturnType(type), parameters, ARGUMENTS, false));
    for (unsigned k = 0; k < LLVMCountParams(own); k++)
        arguments[k] = LLVMGetParam(wide, k);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, wide, "entry"));
    LLVMValueRef result = LLVMBuildCall2(builder, type, own, arguments, LLVMCountParams(own), "");
    if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(builder);
    else
        LLVMBuildRet(builder, result);
    LLVMDisposeBuilder(builder);
    return wide;
}

/* The main whose arguments are enough; NULL: there is none. */
static LLVMValueRef main_with(LLVMModuleRef module, LLVMValueRef own, unsigned wanted)
{
    unsigned n = LLVMCountParams(own);
    if (wanted <= n) return own;
    if (wanted > ARGUMENTS) return NULL;
    LLVMTypeRef integer = LLVMInt32TypeInContext(LLVMGetModuleContext(module));
    for (unsigned k = 0; k < n; k++)
        if (k ? LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(own, k))) != LLVMPointerTypeKind
              : LLVMTypeOf(LLVMGetParam(own, k)) != integer)
            return NULL;
    return widen_main(module, own);
}

/* False: it wants something else than main has. */
static bool build_startup_call(LLVMBuilderRef builder, LLVMValueRef function, LLVMValueRef called)
{
    LLVMValueRef arguments[ARGUMENTS];
    if (!LLVMIsAFunction(called) || LLVMCountParams(called) > ARGUMENTS) return false;
    for (unsigned k = 0; k < LLVMCountParams(called); k++) {
        arguments[k] = LLVMGetParam(function, k);
        if (LLVMTypeOf(arguments[k]) != LLVMTypeOf(LLVMGetParam(called, k))) return false;
    }
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(called), called, arguments, LLVMCountParams(called), "");
    return true;
}

static int64_t priority_of(LLVMValueRef entry) { return LLVMConstIntGetSExtValue(LLVMGetOperand(entry, 0)); }

/* See write_list. */
static uint64_t position_of(LLVMValueRef entry)
{
    LLVMValueRef object = LLVMGetOperand(entry, 2);
    bool is_number = LLVMIsAConstantExpr(object) && LLVMGetConstOpcode(object) == LLVMIntToPtr;
    return is_number ? LLVMConstIntGetZExtValue(LLVMGetOperand(object, 0)) : 0;
}

/* The entry that is next in the order of priorities, and of objects, of those that are not done; all of one object in
 * their order. */
static unsigned next_entry(LLVMValueRef entries, const bool *is_done)
{
    unsigned n = (unsigned)LLVMGetNumOperands(entries), next = n;
    for (unsigned i = 0; i < n; i++) {
        if (is_done[i]) continue;
        LLVMValueRef entry = LLVMGetOperand(entries, i), best = next < n ? LLVMGetOperand(entries, next) : NULL;
        bool is_first = !best || priority_of(entry) < priority_of(best) ||
                        (priority_of(entry) == priority_of(best) && position_of(entry) < position_of(best));
        if (is_first) next = i;
    }
    CHECK(next < n);
    return next;
}

static bool call_constructors(Run *run, LLVMModuleRef module, LLVMValueRef list)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, "main"), entries = LLVMGetInitializer(list);
    if (!function || LLVMIsDeclaration(function)) return true; /* said elsewhere */
    if (!LLVMIsAConstantArray(entries)) return false;
    function = main_with(module, function, arguments_wanted(entries));
    if (!function) return false;
    unsigned n = (unsigned)LLVMGetNumOperands(entries);
    bool *is_done = run_alloc(run, (n + 1) * sizeof *is_done), is_complete = true;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    for (unsigned k = 0; k < n && is_complete; k++) {
        unsigned next = next_entry(entries, is_done);
        is_done[next] = true;
        is_complete = build_startup_call(builder, function, LLVMGetOperand(LLVMGetOperand(entries, next), 1));
    }
    LLVMDisposeBuilder(builder);
    run_release(run, is_done);
    return is_complete;
}

/* ---- after main ---- */

/* In the order in which they are called; false: it is not known. */
static bool call_at_end(Run *run, LLVMModuleRef module, LLVMValueRef list)
{
    LLVMValueRef entries = list ? LLVMGetInitializer(list) : NULL;
    if (list && !LLVMIsAConstantArray(entries)) return false;
    unsigned n = list ? (unsigned)LLVMGetNumOperands(entries) : 0;
    LLVMValueRef *functions = run_alloc(run, (n + 1) * sizeof(LLVMValueRef));
    bool *is_done = run_alloc(run, (n + 1) * sizeof *is_done), is_known = true;
    for (unsigned k = n; k-- > 0 && is_known;) {
        unsigned next = next_entry(entries, is_done);
        is_done[next] = true;
        functions[k] = LLVMGetOperand(LLVMGetOperand(entries, next), 1);
        is_known = position_of(LLVMGetOperand(entries, next)) != POSITION_UNKNOWN;
    }
    is_known = is_known && ending_call(run, module, functions, n);
    run_release(run, functions);
    run_release(run, is_done);
    return is_known;
}

/* As if main told atexit about them first. */
static bool register_destructors(LLVMModuleRef module, LLVMValueRef list)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, "main"), entries = LLVMGetInitializer(list);
    LLVMValueRef tell = LLVMGetNamedFunction(module, "atexit");
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMInt32TypeInContext(context), &pointer, 1, false);
    if (!function || LLVMIsDeclaration(function)) return true; /* said elsewhere */
    if (!LLVMIsAConstantArray(entries)) return false;
    if (!tell) tell = LLVMAddFunction(module, "atexit", type);
    if (!LLVMIsDeclaration(tell) || LLVMGlobalGetValueType(tell) != type) return false;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(entries); k++) {
        LLVMValueRef called = LLVMGetOperand(LLVMGetOperand(entries, k), 1);
        LLVMBuildCall2(builder, type, tell, &called, 1, "");
    }
    LLVMDisposeBuilder(builder);
    return true;
}

/* They are done: nobody else, such as a linker, is to call them again. */
static void delete_list(LLVMValueRef list)
{
    if (list) LLVMDeleteGlobal(list);
}

void startup_call(Run *run, LLVMModuleRef module, const char *path)
{
    LLVMValueRef first = LLVMGetNamedGlobal(module, CONSTRUCTORS), last = LLVMGetNamedGlobal(module, DESTRUCTORS);
    bool is_called = call_at_end(run, module, last) || !last || register_destructors(module, last);
    if (first) is_called &= call_constructors(run, module, first);
    delete_list(first);
    delete_list(last);
    if (is_called) return;
    diag_add(run, SEVERITY_ERROR, (SourcePos){run_strdup(run, path), 0, 0},
             "functions that run before or after main are not supported in this form; call them from main");
    run_stop(run, STOP_UNSUPPORTED, "%s: functions that run before or after main are not supported", path);
}
