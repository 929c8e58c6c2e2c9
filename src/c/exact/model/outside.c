#include "c/exact/model/outside.h"

#include <string.h>

static bool begins_with(LLVMValueRef value, const char *prefix)
{
    size_t n = 0;
    if (!LLVMIsAGlobalVariable(value)) return false;
    const char *name = LLVMGetValueName2(value, &n);
    return n > strlen(prefix) && strncmp(name, prefix, strlen(prefix)) == 0;
}

bool outside_is(LLVMValueRef value) { return begins_with(value, OUTSIDE_PREFIX); }

bool outside_is_shown(LLVMValueRef value) { return begins_with(value, OUTSIDE_SHOWN); }

bool outside_is_all(const Targets *targets)
{
    for (uint32_t i = 0; i < targets->list.count; i++)
        if (!outside_is(targets->list.data[i].value)) return false;
    return true;
}

bool outside_is_only(const Targets *targets)
{
    return targets->list.count > 0 && !targets->has_number && outside_is_all(targets);
}

bool outside_is_variable(LLVMValueRef global)
{
    static const char *const names[] = {"stdin",
                                        "stdout",
                                        "stderr",
                                        "environ",
                                        "__environ",
                                        "optarg",
                                        "tzname",
                                        "__tzname",
                                        "program_invocation_name",
                                        "program_invocation_short_name",
                                        "_IO_2_1_stdin_"};
    size_t n = 0;
    const char *name = LLVMGetValueName2(global, &n);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}
