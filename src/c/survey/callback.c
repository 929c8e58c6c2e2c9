#include "c/survey/callback.h"

#include <limits.h>
#include <string.h>

#include "c/survey/gather.h"
#include "c/survey/solve.h"

typedef struct Callback {
    const char *name;
    CallbackKind kind;
    unsigned first, second; /* arguments that are called meanwhile, NO_CALLS: none */
} Callback;

#define NO_CALLS UINT_MAX, UINT_MAX

static const Callback callbacks[] = {
    {"qsort", CALLBACK_SORTS, 3, 3},
    {"qsort_r", CALLBACK_SORTS, 3, 3},
    {"bsearch", CALLBACK_SORTS, 4, 4},
    {"ftw", CALLBACK_READS, 1, 1},
    {"ftw64", CALLBACK_READS, 1, 1},
    {"nftw", CALLBACK_READS, 1, 1},
    {"nftw64", CALLBACK_READS, 1, 1},
    {"lfind", CALLBACK_READS, 4, 4},
    {"scandir", CALLBACK_CONFINED, 2, 3},
    {"scandir64", CALLBACK_CONFINED, 2, 3},
    {"lsearch", CALLBACK_CONFINED, 4, 4},
    {"tsearch", CALLBACK_CONFINED, 2, 2},
    {"tfind", CALLBACK_CONFINED, 2, 2},
    {"tdelete", CALLBACK_CONFINED, 2, 2},
    {"twalk", CALLBACK_CONFINED, 1, 1},
    {"dl_iterate_phdr", CALLBACK_CONFINED, 0, 0},
    {"glob", CALLBACK_CONFINED, 2, 2},
    {"glob64", CALLBACK_CONFINED, 2, 2},
    {"signal", CALLBACK_HANDLER, NO_CALLS},
    {"sigaction", CALLBACK_HANDLER, NO_CALLS},
    {"__sysv_signal", CALLBACK_HANDLER, NO_CALLS},
    {"bsd_signal", CALLBACK_HANDLER, NO_CALLS},
    {"ssignal", CALLBACK_HANDLER, NO_CALLS},
    {"sigset", CALLBACK_HANDLER, NO_CALLS},
    {"atexit", CALLBACK_HANDLER, NO_CALLS},
    {"at_quick_exit", CALLBACK_HANDLER, NO_CALLS},
    {"fcntl", CALLBACK_BRIEF, NO_CALLS},
    {"fcntl64", CALLBACK_BRIEF, NO_CALLS},
    {"ioctl", CALLBACK_BRIEF, NO_CALLS},
    {"getaddrinfo", CALLBACK_BRIEF, NO_CALLS},
    {"freeaddrinfo", CALLBACK_BRIEF, NO_CALLS},
    {"getnameinfo", CALLBACK_BRIEF, NO_CALLS},
    {"inet_ntop", CALLBACK_BRIEF, NO_CALLS},
    {"strerror_r", CALLBACK_BRIEF, NO_CALLS},
    {"__xpg_strerror_r", CALLBACK_BRIEF, NO_CALLS},
    {"readv", CALLBACK_BRIEF, NO_CALLS},
    {"recvmsg", CALLBACK_BRIEF, NO_CALLS},
    {"execv", CALLBACK_ASKS, NO_CALLS},
    {"execvp", CALLBACK_ASKS, NO_CALLS},
    {"execve", CALLBACK_ASKS, NO_CALLS},
    {"bzero", CALLBACK_BRIEF, NO_CALLS},
    {"prctl", CALLBACK_BRIEF, NO_CALLS},
    {"tcgetattr", CALLBACK_BRIEF, NO_CALLS},
    {"tcsetattr", CALLBACK_BRIEF, NO_CALLS},
    {"strsep", CALLBACK_INSIDE, NO_CALLS},
    {"strtok_r", CALLBACK_INSIDE, NO_CALLS},
    {"__strtok_r", CALLBACK_INSIDE, NO_CALLS},
    {"wcstok", CALLBACK_INSIDE, NO_CALLS},
    {"ptrace", CALLBACK_BRIEF, NO_CALLS},
    {"process_vm_readv", CALLBACK_BRIEF, NO_CALLS},
    {"sigtimedwait", CALLBACK_BRIEF, NO_CALLS},
    {"sigwaitinfo", CALLBACK_BRIEF, NO_CALLS},
    {"gettext", CALLBACK_ASKS, NO_CALLS},
    {"dgettext", CALLBACK_ASKS, NO_CALLS},
    {"dcgettext", CALLBACK_ASKS, NO_CALLS},
    {"ngettext", CALLBACK_ASKS, NO_CALLS},
    {"dngettext", CALLBACK_ASKS, NO_CALLS},
    {"bindtextdomain", CALLBACK_ASKS, NO_CALLS},
    {"textdomain", CALLBACK_ASKS, NO_CALLS},
};

static const Callback *find_callback(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    size_t n = 0;
    if (!callee || !LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee)) return NULL;
    const char *name = LLVMGetValueName2(callee, &n);
    for (size_t i = 0; i < sizeof callbacks / sizeof *callbacks; i++)
        if (strcmp(callbacks[i].name, name) == 0)
            return callbacks[i].second == UINT_MAX || callbacks[i].second < LLVMGetNumArgOperands(call) ? &callbacks[i]
                                                                                                        : NULL;
    return NULL;
}

CallbackKind callback_kind(LLVMValueRef call)
{
    const Callback *c = find_callback(call);
    return c ? c->kind : CALLBACK_NONE;
}

bool callback_is_called(LLVMValueRef call, unsigned k)
{
    const Callback *c = find_callback(call);
    return c && (k == c->first || k == c->second);
}

bool callback_only_reads(LLVMValueRef call, unsigned k) { return k == 1 && callback_kind(call) == CALLBACK_INSIDE; }

/* ---- addresses ---- */

void give_content(Survey *s, uint32_t node)
{
    node_add_use(s, node, (Use){.kind = USE_LOAD, .node = s->outside, .amount = GRAIN});
}

static void add_callback_use(Survey *s, uint32_t pointers, UseKind kind, uint32_t node)
{
    node_add_use(s, pointers, (Use){.kind = kind, .node = node, .amount = GRAIN});
}

void call_brief(Survey *s, LLVMValueRef call, bool is_function)
{
    uint32_t given = node_new(s), held = node_new(s), inside = node_new(s);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (is_pointer_like(LLVMGetOperand(call, i)) && !callback_only_reads(call, i))
            add_callback_use(s, value_node(s, LLVMGetOperand(call, i)), USE_VARY, given);
    add_callback_use(s, given, USE_LOAD, held);
    add_callback_use(s, held, USE_VARY, inside);
    add_callback_use(s, given, USE_STORE, inside);
    if (!is_function) add_callback_use(s, given, USE_STORE, given);
    if (is_function) {
        add_callback_use(s, given, USE_STORE, s->outside);
        add_callback_use(s, given, USE_STORE, s->sent);
        add_callback_use(s, inside, USE_STORE, s->sent);
    }
    if (!may_hold(LLVMTypeOf(call))) return;
    node_copy(s, given, value_node(s, call));
    node_copy(s, inside, value_node(s, call));
    if (is_function) node_copy(s, s->outside, value_node(s, call));
}

void call_handled(Survey *s, LLVMValueRef call)
{
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef argument = LLVMGetOperand(call, i);
        if (!is_pointer_like(argument)) continue;
        uint32_t anywhere = node_new(s);
        add_callback_use(s, value_node(s, argument), USE_VARY, anywhere);
        add_callback_use(s, anywhere, USE_LOAD, s->outside);
        add_callback_use(s, anywhere, USE_STORE, s->outside);
        node_add_use(s, value_node(s, argument), (Use){.kind = USE_LIBRARY, .call = call});
    }
    if (may_hold(LLVMTypeOf(call))) node_copy(s, s->outside, value_node(s, call));
}

void mix_elements(Survey *s, LLVMValueRef array)
{
    uint32_t anywhere = node_new(s), held = node_new(s);
    if (!is_pointer_like(array)) return;
    add_callback_use(s, value_node(s, array), USE_VARY, anywhere);
    add_callback_use(s, anywhere, USE_LOAD, held);
    add_callback_use(s, anywhere, USE_STORE, held);
}
