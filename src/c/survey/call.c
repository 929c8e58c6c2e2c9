#include "c/survey/call.h"

#include <string.h>

#include "base/check.h"
#include "c/survey/callback.h"
#include "c/survey/gather.h"
#include "c/survey/library_state.h"
#include "c/survey/object.h"
#include "c/survey/wrapper.h"

bool is_scanning(const char *name)
{
    size_t n = strlen(name);
    return n >= 5 && strcmp(name + n - 5, "scanf") == 0 && (strncmp(name, "__isoc", 6) == 0 || n <= 7);
}

const char *library_name(LLVMValueRef function, Intrinsic *intrinsic)
{
    size_t n = 0;
    if (!LLVMIsDeclaration(function)) return NULL;
    const char *name = LLVMGetValueName2(function, &n);
    *intrinsic = intrinsic_find(name, false);
    return name;
}

unsigned start_argument(LLVMValueRef function)
{
    size_t n = 0;
    return strcmp(LLVMGetValueName2(function, &n), "thrd_create") == 0 ? 1 : 2;
}

/* ---- functions of the program ---- */

/* False: it is known already. */
static bool note_call(Survey *s, LLVMValueRef call, LLVMValueRef function)
{
    bool is_new;
    uint32_t key[4];
    uintptr_t c = (uintptr_t)call, f = (uintptr_t)function;
    memcpy(key, &c, sizeof c);
    memcpy(key + 2, &f, sizeof f);
    intern_add(&s->call_ids, key, 4, &is_new);
    if (!is_new) return false;
    uint32_t caller = function_find(s, instruction_function(call)), callee = function_reach(s, function);
    CHECK(caller != INTERN_NONE);
    vec_push(s->run, &s->reached.data[caller].calls, ((CallTarget){call, function}));
    vec_push(s->run, &s->reached.data[callee].callers, caller);
    return true;
}

static void add_call_result(Survey *s, LLVMValueRef call, LLVMValueRef function, uint32_t callee)
{
    if (!may_hold(LLVMTypeOf(call))) return;
    bool is_direct = LLVMGetCalledValue(call) == function;
    if (!is_direct || !is_wrapper(s, function)) {
        node_copy(s, s->reached.data[callee].result, value_node(s, call));
        return;
    }
    uint32_t object = heap_object(s, call);
    node_copy(s, s->reached.data[callee].rest, value_node(s, call));
    node_add_target(s, value_node(s, call), place_at(s, object, 0));
    wrapper_copy(s, call, function, object);
}

static void gather_program_call(Survey *s, LLVMValueRef call, LLVMValueRef function)
{
    if (!note_call(s, call, function)) return;
    uint32_t callee = function_find(s, function);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef argument = LLVMGetOperand(call, i);
        if (!is_pointer_like(argument)) continue;
        bool is_named = i < LLVMCountParams(function);
        uint32_t to = is_named ? value_node(s, LLVMGetParam(function, i)) : s->reached.data[callee].varargs;
        node_copy(s, value_node(s, argument), to);
    }
    add_call_result(s, call, function, callee);
}

/* ---- threads ---- */

uint32_t class_of(Survey *s, LLVMValueRef function, LLVMValueRef site)
{
    uint32_t key[4];
    bool is_new;
    uintptr_t c = (uintptr_t)site, f = (uintptr_t)function;
    memcpy(key, &c, sizeof c);
    memcpy(key + 2, &f, sizeof f);
    uint32_t id = intern_add(&s->class_ids, key, 4, &is_new);
    if (is_new) vec_push(s->run, &s->classes, ((ThreadClass){.function = function, .site = site}));
    return id;
}

static void add_outside_parameters(Survey *s, LLVMValueRef function, uint32_t node)
{
    for (unsigned i = 0; i < LLVMCountParams(function); i++)
        if (may_hold(LLVMTypeOf(LLVMGetParam(function, i))))
            node_copy(s, node, value_node(s, LLVMGetParam(function, i)));
}

static LLVMValueRef function_at_place(const Survey *s, uint32_t place)
{
    const SurveyObject *o = &s->objects.data[s->places.data[place].object];
    return o->kind == SURVEY_FUNCTION ? o->value : NULL;
}

static void start_thread_function(Survey *s, LLVMValueRef call, uint32_t place, uint32_t argument)
{
    LLVMValueRef function = function_at_place(s, place);
    if (!function || LLVMIsDeclaration(function)) {
        s->has_unknown_threads = true;
        node_copy(s, argument, s->outside);
        return;
    }
    class_of(s, function, call);
    uint32_t f = function_reach(s, function);
    if (LLVMCountParams(function) > 0) node_copy(s, argument, value_node(s, LLVMGetParam(function, 0)));
    node_copy(s, s->reached.data[f].result, s->results);
}

/* The library calls it, whenever it likes, with whatever it knows of. */
static void gather_callback(Survey *s, LLVMValueRef function)
{
    if (LLVMIsDeclaration(function)) return;
    uint32_t f = function_reach(s, function);
    uint32_t c = class_of(s, function, NULL);
    s->classes.data[c].is_callback = true;
    add_outside_parameters(s, function, s->outside);
    node_copy(s, s->reached.data[f].result, s->outside);
}

static void lower_start(Survey *s, LLVMValueRef call, LLVMValueRef function)
{
    unsigned k = start_argument(function);
    if (LLVMGetNumArgOperands(call) < k + 2) return;
    LLVMValueRef given = LLVMGetOperand(call, k + 1);
    uint32_t argument = node_new(s);
    if (is_pointer_like(given)) node_copy(s, value_node(s, given), argument);
    node_copy(s, argument, s->given);
    node_add_use(s, value_node(s, LLVMGetOperand(call, k)), (Use){.kind = USE_START, .node = argument, .call = call});
}

/* ---- who is outside ---- */

/* Whoever has an address has what is kept there, and may keep there what he has. */
static void know_outside(Survey *s, uint32_t place)
{
    const SurveyPlace p = s->places.data[place];
    const SurveyObject *o = &s->objects.data[p.object];
    if (o->kind == SURVEY_FUNCTION) {
        gather_callback(s, o->value);
        return;
    }
    if (!object_may_hold(s, p.object)) return;
    uint32_t anywhere = place_anywhere(s, p.object);
    if (!o->is_own) node_copy(s, content_read(s, anywhere), s->outside);
    if (o->kind != SURVEY_CONSTANT) node_copy(s, s->outside, content_written(s, anywhere));
}

static void give_argument(Survey *s, LLVMValueRef call, unsigned i)
{
    LLVMValueRef argument = LLVMGetOperand(call, i);
    if (is_pointer_like(argument)) node_copy(s, value_node(s, argument), s->outside);
}

/* A function of the program is among the arguments: with it go all others, which it may be called with. */
static void on_library(Survey *s, LLVMValueRef call, uint32_t place)
{
    if (!function_at_place(s, place)) return;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        give_argument(s, call, i);
}

static void call_unknown(Survey *s, LLVMValueRef call)
{
    size_t n = 0;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    run_log(s->run, 2, "survey: nothing is known of %s",
            LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : "what is called through a pointer");
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        give_argument(s, call, i);
    if (may_hold(LLVMTypeOf(call))) node_copy(s, s->outside, value_node(s, call));
}

/* ---- the library ---- */

static void add_stored(Survey *s, LLVMValueRef pointer, uint32_t node)
{
    if (is_pointer_like(pointer))
        node_add_use(s, value_node(s, pointer), (Use){.kind = USE_STORE, .node = node, .amount = GRAIN});
}

static uint32_t inside_of(Survey *s, LLVMValueRef value)
{
    uint32_t node = node_new(s);
    if (is_pointer_like(value))
        node_add_use(s, value_node(s, value),
                     (Use){.kind = USE_VARY, .node = node, .type = LLVMInt8TypeInContext(s->context)});
    return node;
}

/* What is sent may come back wherever something is received: through a pipe, a file, a queue. */
static void use_message(Survey *s, LLVMValueRef argument, bool is_sent)
{
    uint32_t node = node_new(s);
    node_add_use(s, value_node(s, argument), (Use){.kind = USE_VARY, .node = node});
    node_add_use(s, node, (Use){.kind = is_sent ? USE_LOAD : USE_STORE, .node = s->sent, .amount = GRAIN});
    if (is_sent) give_content(s, node);
}

/* Addresses that are kept in the array change places, and are left outside, like others into the same objects. */
static void use_ordered(Survey *s, LLVMValueRef array)
{
    uint32_t anywhere = node_new(s), held = node_new(s);
    node_add_use(s, value_node(s, array), (Use){.kind = USE_VARY, .node = anywhere, .amount = GRAIN});
    node_add_use(s, anywhere, (Use){.kind = USE_LOAD, .node = held, .amount = GRAIN});
    node_add_use(s, anywhere, (Use){.kind = USE_STORE, .node = held, .amount = GRAIN});
    node_add_use(s, held, (Use){.kind = USE_VARY, .node = s->outside, .amount = GRAIN});
}

static void use_argument(Survey *s, LLVMValueRef call, unsigned i, char use)
{
    LLVMValueRef argument = LLVMGetOperand(call, i);
    if (!is_pointer_like(argument)) return;
    if (use == ARGUMENT_SENT) use_message(s, argument, true);
    if (use == ARGUMENT_BUFFER || use == ARGUMENT_STRING || use == ARGUMENT_TEXT || use == ARGUMENT_SIZED)
        use_message(s, argument, false);
    node_add_use(s, value_node(s, argument), (Use){.kind = USE_LIBRARY, .call = call});
    if (use == ARGUMENT_ORDERED) use_ordered(s, argument);
    if (use == ARGUMENT_POINTER) {
        for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
            if (k != i && is_pointer_like(LLVMGetOperand(call, k)))
                add_stored(s, argument, inside_of(s, LLVMGetOperand(call, k)));
        add_stored(s, argument, s->outside);
    } else if (use == ARGUMENT_TAKEN || use == ARGUMENT_WRITTEN || use == ARGUMENT_KEPT) {
        give_argument(s, call, i);
    }
}

/* is_shown: what is external is memory of a state, which is known already. */
static void add_library_result(Survey *s, LLVMValueRef call, SummaryResult result, bool is_shown)
{
    bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind;
    LLVMValueRef first = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;
    if (!may_hold(LLVMTypeOf(call))) return;
    switch (result) {
    case SUMMARY_FIXED:
    case SUMMARY_STATUS: break;
    case SUMMARY_ARBITRARY:
    case SUMMARY_LIBRARY:
    case SUMMARY_STOPS:
        if (is_pointer) node_copy(s, s->outside, value_node(s, call));
        break;
    case SUMMARY_EXTERNAL:
        if (!is_shown) node_copy(s, s->outside, value_node(s, call));
        break;
    case SUMMARY_TABLE:
    case SUMMARY_OWN: node_add_target(s, value_node(s, call), place_at(s, s->own_object, 0)); break;
    case SUMMARY_FIRST:
    case SUMMARY_FIRST_OR_NULL:
        if (first) node_copy(s, value_node(s, first), value_node(s, call));
        break;
    case SUMMARY_INSIDE:
        if (first) node_copy(s, inside_of(s, first), value_node(s, call));
        break;
    }
}

static void call_summarized(Survey *s, LLVMValueRef call, const Summary *summary, bool is_shown)
{
    size_t n = strlen(summary->uses);
    char last = n ? summary->uses[n - 1] : '-';
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        use_argument(s, call, i, i < n ? summary->uses[i] : last == ARGUMENT_REST ? last : ARGUMENT_VALUE);
    add_library_result(s, call, summary->result, is_shown);
}

static void copy_bytes(Survey *s, LLVMValueRef to, LLVMValueRef from, LLVMValueRef size)
{
    bool is_constant = size && LLVMIsAConstantInt(size);
    int64_t bytes = is_constant ? (int64_t)LLVMConstIntGetZExtValue(size) : -1;
    if (!is_pointer_like(to) || !is_pointer_like(from)) return;
    uint32_t t = value_node(s, to), f = value_node(s, from);
    node_add_use(s, f, (Use){.kind = USE_FROM, .node = t, .amount = bytes});
    node_add_use(s, t, (Use){.kind = USE_TO, .node = f, .amount = bytes});
}

static void gather_allocation(Survey *s, LLVMValueRef call, const char *name)
{
    uint32_t object = heap_object(s, call);
    LLVMValueRef first = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;
    node_add_target(s, value_node(s, call), place_at(s, object, 0));
    if (strncmp(name, "realloc", 7) == 0 && first) {
        if (is_pointer_like(first)) node_copy(s, value_node(s, first), value_node(s, call));
        copy_bytes(s, call, first, NULL);
    }
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) /* realpath, getcwd: where the caller says */
        if ((name[0] == 'g' || strcmp(name, "realpath") == 0) && is_pointer_like(LLVMGetOperand(call, i)))
            node_copy(s, value_node(s, LLVMGetOperand(call, i)), value_node(s, call));
}

/* Arguments beyond the parameters lie in memory that va_start gives the address of. */
static void start_list(Survey *s, LLVMValueRef call)
{
    uint32_t f = function_find(s, instruction_function(call));
    CHECK(f != INTERN_NONE);
    if (s->reached.data[f].list_object == UINT32_MAX) {
        uint32_t object = object_of(s, SURVEY_LOCAL, NULL, NULL, false);
        s->reached.data[f].list_object = object;
        node_copy(s, s->reached.data[f].varargs, content_written(s, place_anywhere(s, object)));
    }
    uint32_t node = node_new(s), list = node_new(s);
    node_add_target(s, node, place_at(s, s->reached.data[f].list_object, 0));
    node_add_use(s, value_node(s, LLVMGetOperand(call, 0)), (Use){.kind = USE_VARY, .node = list});
    node_add_use(s, list, (Use){.kind = USE_STORE, .node = node, .amount = GRAIN});
}

static void call_builtin(Survey *s, LLVMValueRef call, const char *name)
{
    if (strncmp(name, "llvm.memcpy.", 12) == 0 || strncmp(name, "llvm.memmove.", 13) == 0) {
        copy_bytes(s, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), LLVMGetOperand(call, 2));
    } else if (strncmp(name, "llvm.va_start", 13) == 0) {
        start_list(s, call);
    } else if (strncmp(name, "llvm.va_copy", 12) == 0) {
        copy_bytes(s, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), NULL);
    } else if (may_hold(LLVMTypeOf(call))) {
        for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
            if (is_pointer_like(LLVMGetOperand(call, i)))
                node_add_use(s, value_node(s, LLVMGetOperand(call, i)),
                             (Use){.kind = USE_VARY, .node = value_node(s, call)});
    }
}

/* ---- functions that are called while the library is ---- */

static void call_calling(Survey *s, LLVMValueRef call, CallbackKind kind)
{
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef argument = LLVMGetOperand(call, i);
        if (callback_is_called(call, i))
            node_add_use(s, value_node(s, argument), (Use){.kind = USE_CALL, .call = call});
        else if (kind != CALLBACK_SORTS)
            give_argument(s, call, i);
    }
    if (kind != CALLBACK_SORTS && may_hold(LLVMTypeOf(call))) node_copy(s, s->outside, value_node(s, call));
    if (kind != CALLBACK_SORTS) return;
    bool is_search = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind; /* bsearch(key, array, ...) */
    if (is_search)
        node_copy(s, inside_of(s, LLVMGetOperand(call, 1)), value_node(s, call));
    else
        mix_elements(s, LLVMGetOperand(call, 0));
}

/* Its arguments: what who is outside knows, or what is in the arguments of the call. */
static void call_during(Survey *s, LLVMValueRef call, LLVMValueRef function)
{
    if (!note_call(s, call, function)) return;
    if (callback_kind(call) != CALLBACK_SORTS) add_outside_parameters(s, function, s->outside);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (!callback_is_called(call, i) && is_pointer_like(LLVMGetOperand(call, i)))
            add_outside_parameters(s, function, inside_of(s, LLVMGetOperand(call, i)));
}

static bool is_copy_function(const char *name)
{
    static const char *const names[] = {"memcpy",   "memmove",      "mempcpy",      "wmemcpy",
                                        "wmemmove", "__memcpy_chk", "__memmove_chk"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

/* Addresses of new memory that a function leaves where its first argument points to. */
static bool leaves_new(const char *name)
{
    return strcmp(name, "posix_memalign") == 0 || strcmp(name, "asprintf") == 0 || strcmp(name, "vasprintf") == 0 ||
           strcmp(name, "getline") == 0 || strcmp(name, "getdelim") == 0;
}

static void call_keyed(Survey *s, LLVMValueRef call, Intrinsic intrinsic)
{
    unsigned n = LLVMGetNumArgOperands(call);
    if (intrinsic == INTRINSIC_KEY_SET && n > 1 && is_pointer_like(LLVMGetOperand(call, 1)))
        node_copy(s, value_node(s, LLVMGetOperand(call, 1)), s->keys);
    else if (intrinsic == INTRINSIC_KEY_GET)
        node_copy(s, s->keys, value_node(s, call));
    else if (intrinsic == INTRINSIC_KEY_CREATE && n > 1 && is_pointer_like(LLVMGetOperand(call, 1))) {
        node_copy(s, s->keys, s->outside); /* it is called with what is kept */
        node_copy(s, value_node(s, LLVMGetOperand(call, 1)), s->outside);
    }
}

static void call_threads(Survey *s, LLVMValueRef call, LLVMValueRef function, Intrinsic intrinsic)
{
    unsigned n = LLVMGetNumArgOperands(call);
    switch (intrinsic) {
    case INTRINSIC_THREAD_CREATE: lower_start(s, call, function); break;
    case INTRINSIC_THREAD_JOIN:
        if (n > 1) add_stored(s, LLVMGetOperand(call, 1), s->results);
        break;
    case INTRINSIC_THREAD_EXIT:
        if (n > 0 && is_pointer_like(LLVMGetOperand(call, 0)))
            node_copy(s, value_node(s, LLVMGetOperand(call, 0)), s->results);
        break;
    case INTRINSIC_ONCE:
        if (n > 1) node_add_use(s, value_node(s, LLVMGetOperand(call, 1)), (Use){.kind = USE_CALL, .call = call});
        break;
    case INTRINSIC_KEY_CREATE:
    case INTRINSIC_KEY_GET:
    case INTRINSIC_KEY_SET: call_keyed(s, call, intrinsic); break;
    default: break;
    }
}

/* Synchronisation that is told apart, and whose arguments nobody else gets. */
static bool is_synchronisation(Intrinsic intrinsic)
{
    return intrinsic >= INTRINSIC_THREAD_CREATE && intrinsic <= INTRINSIC_KEY_SET;
}

static void gather_library_call(Survey *s, LLVMValueRef call, LLVMValueRef function)
{
    Intrinsic intrinsic = INTRINSIC_NONE;
    const char *name = library_name(function, &intrinsic);
    const Summary *summary = summary_find(name);
    CHECK(name);
    const bool is_shown = library_state_gather(s, call, name);
    if (strncmp(name, "llvm.", 5) == 0)
        call_builtin(s, call, name);
    else if (is_allocation(s, call, false))
        gather_allocation(s, call, name);
    else if (is_copy_function(name)) {
        copy_bytes(s, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), LLVMGetOperand(call, 2));
        node_copy(s, inside_of(s, LLVMGetOperand(call, 0)), value_node(s, call));
        node_copy(s, value_node(s, LLVMGetOperand(call, 0)), value_node(s, call));
    } else if (leaves_new(name)) {
        uint32_t node = node_new(s);
        node_add_target(s, node, place_at(s, heap_object(s, call), 0));
        add_stored(s, LLVMGetOperand(call, 0), node);
    } else if (callback_kind(call) == CALLBACK_HANDLER)
        call_handled(s, call);
    else if (callback_kind(call) == CALLBACK_BRIEF || callback_kind(call) == CALLBACK_ASKS)
        call_brief(s, call, true);
    else if (callback_kind(call) == CALLBACK_INSIDE)
        call_brief(s, call, false);
    else if (callback_kind(call) != CALLBACK_NONE)
        call_calling(s, call, callback_kind(call));
    else if (is_synchronisation(intrinsic))
        call_threads(s, call, function, intrinsic);
    else if (summary)
        call_summarized(s, call, summary, is_shown);
    else if (is_scanning(name))
        return; /* writes numbers and letters */
    else if (intrinsic != INTRINSIC_FREE && intrinsic != INTRINSIC_HALT && intrinsic != INTRINSIC_ERROR &&
             intrinsic != INTRINSIC_ASSUME && intrinsic != INTRINSIC_ASSERT)
        call_unknown(s, call);
}

/* ---- all calls ---- */

static void on_call(Survey *s, LLVMValueRef call, uint32_t place)
{
    LLVMValueRef function = function_at_place(s, place);
    bool is_outside = s->objects.data[s->places.data[place].object].kind == SURVEY_OUTSIDE;
    if (function && !LLVMIsDeclaration(function) && callback_kind(call) != CALLBACK_NONE)
        call_during(s, call, function);
    else if (function && !LLVMIsDeclaration(function))
        gather_program_call(s, call, function);
    else if (function || is_outside)
        call_unknown(s, call);
}

static void on_outside(Survey *s, uint32_t place) { know_outside(s, place); }

const SolveHooks call_hooks = {on_call, start_thread_function, on_library, on_outside};

void call_gather(Survey *s, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsAInlineAsm(callee))
        call_brief(s, call, false);
    else if (!LLVMIsAFunction(callee))
        node_add_use(s, value_node(s, callee), (Use){.kind = USE_CALL, .call = call});
    else if (!LLVMIsDeclaration(callee))
        gather_program_call(s, call, callee);
    else
        gather_library_call(s, call, callee);
}
