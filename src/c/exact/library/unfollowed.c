#include "c/exact/library/unfollowed.h"

#include <string.h>

#include "c/compile/link/scanned.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"

static bool is_one_of(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}
#define IS_ONE_OF(name, names) is_one_of(name, names, sizeof(names) / sizeof(names)[0])

/* Those that allocate what the caller must free, or free and move what they are given: it would not be noticed that
 * such memory is lost, or freed twice. */
static const char *const allocate[] = {"strdup",
                                       "strndup",
                                       "wcsdup",
                                       "__strdup",
                                       "__strndup",
                                       "aligned_alloc",
                                       "memalign",
                                       "posix_memalign",
                                       "valloc",
                                       "pvalloc",
                                       "reallocarray",
                                       "asprintf",
                                       "vasprintf",
                                       "__asprintf",
                                       "getline",
                                       "getdelim",
                                       "realpath",
                                       "__getdelim",
                                       "getcwd",
                                       "tempnam",
                                       "get_current_dir_name",
                                       "open_memstream",
                                       "scandir",
                                       "scandir64",
                                       "getaddrinfo",
                                       "canonicalize_file_name",
                                       "cfree"};

/* Those whose results may not fit (C17 7.22.6, 7.8.2). */
static const char *const divide[] = {"div", "ldiv", "lldiv", "imaxdiv", "imaxabs"};

/* %m */
static bool may_scan_into_memory(Lowering *L, LLVMValueRef call, const char *name)
{
    unsigned first, bytes[SCANNED_NUMBERS];
    return strstr(name, "scanf") && !scanned_numbers(L->module, call, &first, bytes);
}

void unfollowed_call(Lowering *L, LLVMValueRef call, const char *name)
{
    bool gives_memory = IS_ONE_OF(name, allocate) || may_scan_into_memory(L, call, name);
    if (gives_memory && memory_is_asked(L))
        emit_limit(L, TERM_NONE, lower_reason(L, run_format(L->run, "memory that %s allocates is not followed", name)));
    if (IS_ONE_OF(name, divide) && property_is_asked(L, PROPERTY_NO_OVERFLOW))
        emit_limit(L, TERM_NONE,
                   lower_reason(L, run_format(L->run, "whether the result of %s fits is not checked", name)));
}
