/* The arguments of main where memory safety is asked: an array of as many addresses as its first parameter says, with
 * NULL behind them, and texts of which nothing is known but that each has an end. Texts of the library's that a
 * function gives, as getenv, are such texts, too.
 *
 * Only main's own thread knows the number. The model ends where arguments are written, where the array is not read
 * address by address, and where a byte behind the first of a text is accessed, by other means than a function of the
 * library that reads up to the end; and where the program has left addresses of its own outside. */
#ifndef CHORUS_C_EXACT_MEMORY_ARGV_H
#define CHORUS_C_EXACT_MEMORY_ARGV_H

#include "c/exact/model/state.h"

/* The first parameter: the same term in all of the thread. */
Term argv_count(Lowering *L, Thread *main);
/* The second one. */
Val argv_start(Lowering *L, Thread *main);
/* A text of the library's that a function gives, whose number is t. */
Val argv_text(Lowering *L, Term t, bool may_be_null);
/* Whether an object is the array, or stands for the texts. */
bool argv_is_array(const Lowering *L, uint32_t object);
bool argv_is_text(const Lowering *L, uint32_t object);
/* Whether a target is the start of a text. */
bool argv_starts_text(const Target *t);
/* Whether so many bytes at the address lie in the array. */
Term argv_inside(Lowering *L, const Val *address, uint64_t size);
/* Whether the address in the array is that of the NULL behind the arguments; what is read there. */
Term argv_is_end(Lowering *L, const Val *address);
Val argv_read(Lowering *L, Term is_end, LLVMTypeRef type);
_Noreturn void argv_refuse(Lowering *L);

#endif
