#include "c/exact/model/assumption.h"

#include "c/compile/function.h"
#include "c/compile/state_object.h"
#include "c/exact/model/emit.h"

/* Once in a pass, where it is met first. */
static void note_once(Lowering *L, bool *was_noted, Assumption assumed, const char *text)
{
    if (*was_noted) return;
    *was_noted = true;
    diag_assume(L->run, SEVERITY_NOTE, (SourcePos){L->pos.file, L->pos.line, 0}, assumed, "%s", text);
}

void assumption_free(Lowering *L)
{
    if (property_is_asked(L, PROPERTY_VALID_DEREF) && property_is_asked(L, PROPERTY_VALID_FREE)) return;
    note_once(L, &L->noted.free, (Assumption){"no use after free, no double free", "valid-memsafety"},
              "what is freed is assumed not to be used or freed again (which is undefined and not examined)");
}

void assumption_allocation(Lowering *L)
{
    note_once(L, &L->noted.allocation, (Assumption){"malloc does not fail", NULL}, "malloc is assumed not to fail");
}

void assumption_lost(Lowering *L)
{
    note_once(L, &L->noted.lost, (Assumption){"no memory is lost in runs that end by abort or never", NULL},
              "whether memory is lost is looked at where threads return and main ends the program: a run that ends by "
              "abort or never is not looked at");
}

void assumption_trap(Lowering *L)
{
    note_once(L, &L->noted.trap, (Assumption){"traps end the program and are no errors", NULL},
              "a trap ends the program and is no error");
}

void assumption_resize(Lowering *L)
{
    note_once(L, &L->noted.resize, (Assumption){"freed memory is not given again in another size or in part", NULL},
              "pointers to memory are compared, some of which may be freed: it is assumed not to be given again in "
              "another size or in part");
}

void assumption_in_place(Lowering *L)
{
    note_once(L, &L->noted.in_place, (Assumption){"realloc moves memory", NULL},
              "a pointer to reallocated memory is compared: realloc is assumed to move it");
}

void assumption_joined(Lowering *L, SourcePos pos)
{
    if (property_is_asked(L, PROPERTY_VALID_SYNC)) return;
    L->pos = pos;
    note_once(L, &L->noted.joined,
              (Assumption){"what is joined is the handle of a thread, and joined once", "valid-sync"},
              "a handle that is joined is assumed to be that of a thread that was created, and not joined or detached "
              "before (others are undefined and not examined)");
}

void assumption_handle(Lowering *L, SourcePos pos)
{
    L->pos = pos;
    note_once(L, &L->noted.handle, (Assumption){"the handle of a thread is not 0, as in glibc", NULL},
              "the handle of a thread is assumed not to be 0, as in glibc");
}

void assumption_held(Lowering *L, SourcePos pos)
{
    if (property_is_asked(L, PROPERTY_VALID_SYNC)) return;
    L->pos = pos;
    note_once(
        L, &L->noted.held, (Assumption){"who gives a lock back holds it", "valid-sync"},
        "a lock is assumed to be held by the thread that gives it back here, or waits with it (undefined otherwise: "
        "what follows is examined as if it were)");
}

void assumption_unused(Lowering *L, SourcePos pos)
{
    if (property_is_asked(L, PROPERTY_VALID_SYNC)) return;
    L->pos = pos;
    note_once(L, &L->noted.unused, (Assumption){"what is destroyed or initialised is not in use", "valid-sync"},
              "what is destroyed or initialised here is assumed not to be in use (which is undefined otherwise and not "
              "examined)");
}

void assumption_once(Lowering *L, SourcePos pos)
{
    if (property_is_asked(L, PROPERTY_VALID_SYNC)) return;
    L->pos = pos;
    note_once(L, &L->noted.once, (Assumption){"a thread is joined or detached once", "valid-sync"},
              "the thread is assumed not to have been joined or detached before (which is undefined otherwise and not "
              "examined)");
}

void assumption_threads(Lowering *L)
{
    note_once(L, &L->noted.threads, (Assumption){"fewer than 4294967296 threads are created", NULL},
              "fewer than 4294967296 threads are assumed to be created in one run");
}

void assumption_arena(Lowering *L, uint64_t count)
{
    note_once(L, &L->noted.arena, (Assumption){"no call of malloc makes more than 65536 objects", NULL},
              run_format(L->run, "at most %llu objects are assumed to be allocated here in one run",
                         (unsigned long long)count));
}

void assumption_outlived(Lowering *L)
{
    note_once(L, &L->noted.outlived, (Assumption){OUTLIVE_ASSUMPTION, "valid-memsafety"},
              "the address of a local goes to a place that outlives it: the local is assumed not to be used after its "
              "function has returned, or its block has ended");
}

void assumption_text(Lowering *L)
{
    if (property_is_asked(L, PROPERTY_VALID_DEREF)) return; /* where the model ends at what may not fit */
    note_once(L, &L->noted.text, (Assumption){"text fits the arrays that it is written to", "valid-memsafety"},
              "text is assumed to fit the array that it is written to (what happens otherwise is undefined and not "
              "examined)");
}

void assumption_time(Lowering *L, LLVMValueRef call)
{
    if (!LLVMGetFirstUse(call)) return;
    note_once(
        L, &L->noted.time, (Assumption){"times until which threads wait are valid", NULL},
        "the time is assumed to be valid (0 to 999999999 nanoseconds): a wait ends by its limit, not by an error");
}

void assumption_constant(Lowering *L)
{
    note_once(L, &L->noted.constant, (Assumption){"constants are not written", "valid-memsafety"},
              "what is const, or a string literal, is assumed not to be written (which is undefined and not examined)");
}

void assumption_format(Lowering *L)
{
    note_once(L, &L->noted.format, (Assumption){"formats that are not known have no %n", NULL},
              "the format is not known: it is assumed to write nothing");
}

void assumption_arguments(Lowering *L)
{
    note_once(L, &L->noted.arguments, (Assumption){"main has an argument, its own name", NULL},
              "argc is assumed to be 1 at least");
}

void assumption_state(Lowering *L)
{
    const char *names = L->noted.state ? NULL : state_assumed_safe(L->run, L->module);
    if (!names) return;
    const char *assumed = run_format(L->run, "safe in several threads, as in glibc: %s", names);
    note_once(L, &L->noted.state, (Assumption){assumed, NULL},
              run_format(L->run, "%s: safe in several threads in glibc, which POSIX does not ask for", names));
}

void assumption_size(Lowering *L, uint64_t bytes)
{
    unsigned long long most = bytes;
    const char *assumed = run_format(L->run, "no more than %llu bytes are allocated at once", most);
    note_once(L, &L->noted.size, (Assumption){assumed, NULL},
              run_format(L->run, "an allocation of more than %llu bytes is assumed to fail", most));
}
