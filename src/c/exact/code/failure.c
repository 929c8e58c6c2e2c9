#include "c/exact/code/failure.h"

#include <string.h>

#include "c/exact/code/property.h"
#include "c/exact/code/thread.h"
#include "c/exact/heap/lost.h"
#include "c/exact/model/emit.h"

bool call_is_error(const Lowering *L, Intrinsic intrinsic, const char *name)
{
    if (!property_is_asked(L, PROPERTY_UNREACH_CALL)) return false;
    if (intrinsic == INTRINSIC_HALT) return L->options->abort_fails && strcmp(name, "abort") == 0;
    if (intrinsic != INTRINSIC_ERROR) return false;
    return !L->options->only_reach_error || strcmp(name, "reach_error") == 0 || strcmp(name, "__VERIFIER_error") == 0;
}

/* SV-COMP's property counts calls of reach_error only: a user who asks for it may expect otherwise. */
static void note_assert(Lowering *L)
{
    if (L->noted.failure || !property_is_asked(L, PROPERTY_UNREACH_CALL)) return;
    L->noted.failure = true;
    diag_add(L->run, SEVERITY_NOTE, (SourcePos){L->pos.file, L->pos.line, 0},
             "an assertion that fails ends the program and is no error: unreach-call is about reach_error only "
             "(--errors=assert counts both)");
}

/* The function may be called through a pointer, so that its name counts and not the instruction. */
void lower_failure(Lowering *L, LLVMValueRef call)
{
    if (call_is_error(L, INTRINSIC_ERROR, L->callee)) {
        lower_error(L, call);
        return;
    }
    note_assert(L);
    thread_halt(L);
}

void lower_halt(Lowering *L, LLVMValueRef call)
{
    bool is_exit = strcmp(L->callee, "exit") == 0 || strcmp(L->callee, "quick_exit") == 0;
    const LocId *exited = is_exit ? lost_at_exit(L) : NULL;
    if (call_is_error(L, INTRINSIC_HALT, L->callee))
        lower_error(L, call);
    else if (exited)
        thread_end_at(L, *exited);
    else
        thread_halt(L);
}
