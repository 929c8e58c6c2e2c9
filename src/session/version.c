/* Which Chorus this is, and what it is made of. */
#include <stdio.h>

#include "c/frontend.h"
#include "logic/smt/smt.h"
#include "session/session.h"

const char *chorus_version(void) { return CHORUS_VERSION; }

void chorus_describe_build(char *text, size_t size)
{
    unsigned llvm[3], z3[3];
#ifdef CHORUS_CHECKS
    const char *kind = "development build, with checks";
#else
    const char *kind = "release build";
#endif
    frontend_version(llvm);
    smt_version(z3);
    snprintf(text, size, "LLVM %u.%u.%u, Z3 %u.%u.%u, %s", llvm[0], llvm[1], llvm[2], z3[0], z3[1], z3[2], kind);
}
