#include "frontend/survey/callback.h"

#include <string.h>

typedef struct Callback {
    const char *name;
    CallbackKind kind;
    unsigned first, second; /* arguments that are called */
} Callback;

static const Callback callbacks[] = {
    {"qsort", CALLBACK_SORTS, 3, 3},        {"qsort_r", CALLBACK_SORTS, 3, 3},
    {"bsearch", CALLBACK_SORTS, 4, 4},      {"ftw", CALLBACK_READS, 1, 1},
    {"ftw64", CALLBACK_READS, 1, 1},        {"nftw", CALLBACK_READS, 1, 1},
    {"nftw64", CALLBACK_READS, 1, 1},       {"scandir", CALLBACK_CONFINED, 2, 3},
    {"scandir64", CALLBACK_CONFINED, 2, 3}, {"lfind", CALLBACK_READS, 4, 4},
    {"lsearch", CALLBACK_CONFINED, 4, 4},   {"tsearch", CALLBACK_CONFINED, 2, 2},
    {"tfind", CALLBACK_CONFINED, 2, 2},     {"tdelete", CALLBACK_CONFINED, 2, 2},
    {"twalk", CALLBACK_CONFINED, 1, 1},     {"dl_iterate_phdr", CALLBACK_CONFINED, 0, 0},
    {"glob", CALLBACK_CONFINED, 2, 2},      {"glob64", CALLBACK_CONFINED, 2, 2},
};

static const Callback *find(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    size_t n = 0;
    if (!callee || !LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee)) return NULL;
    const char *name = LLVMGetValueName2(callee, &n);
    for (size_t i = 0; i < sizeof callbacks / sizeof *callbacks; i++)
        if (strcmp(callbacks[i].name, name) == 0)
            return callbacks[i].second < LLVMGetNumArgOperands(call) ? &callbacks[i] : NULL;
    return NULL;
}

CallbackKind callback_kind(LLVMValueRef call)
{
    const Callback *c = find(call);
    return c ? c->kind : CALLBACK_NONE;
}

bool callback_is_called(LLVMValueRef call, unsigned k)
{
    const Callback *c = find(call);
    return c && (k == c->first || k == c->second);
}
