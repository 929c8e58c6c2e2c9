/* Random C programs with pointers and threads: few threads, few small values, no loops to speak of. Undefined are
 * data races, which Chorus gives a meaning (sequential consistency), and, in a share of the programs, what the
 * properties are about: signed overflow, accesses to freed memory and through null pointers, indices that are too
 * large, free of what is not allocated; threads that wait for each other. */
#ifndef TESTS_AGREEMENT_C_GENERATE_H
#define TESTS_AGREEMENT_C_GENERATE_H

#include "base/rng.h"
#include "base/str.h"

/* Marks in the text of a program. They nest, and each statement has at most one access whose order C leaves open. */
#define READ_BEGIN "\1"      /* before a place that is read and that other threads may see ... */
#define READ_END "\2"        /* ... and behind it */
#define AT_BEGIN "\10"       /* before a place whose address an atomic operation gets, with READ_END behind it */
#define EXCHANGE_BEGIN "\34" /* likewise, of one that may leave the place as it is */
#define WRITE_BEGIN "\3"     /* place = value */
#define WRITE_VALUE "\4"     /* instead of the = */
#define COPY_BEGIN "\5"      /* struct = struct */
#define COPY_FROM "\6"
#define WRITE_END "\7"    /* of both */
#define SHARED_MARK "\16" /* before the declaration of a global */
#define NATIVE_MARK "\17" /* before a line for the native version only */

#define CHORUS_MARK "\20" /* before a line for Chorus only */
#define KEY_MARK "\21"    /* and a digit i: number i of the outcome that is asked about */

#define BARE_BEGIN "\22" /* before a pointer that is compared, with CLOSE behind it */
#define SWAP_BEGIN "\23" /* before the operands of a compare and swap of pointers, OP_END behind them */
#define INDEX_BEGIN                                                                                                    \
    "\24"              /* and a digit: the size of the array; before an index that may be too large, CLOSE behind it */
#define OP_BEGIN "\25" /* before an operation on signed numbers */
#define OP_ADD "\26"   /* instead of its operator */
#define OP_SUB "\27"
#define OP_MUL "\30"
#define OP_SHL "\31"
#define OP_END "\32" /* a bracket in both versions */
#define CLOSE "\33"  /* in the native one */

/* Numbers that describe how a program ended: 0 .. 3 each, packed into a byte. */
#define OUTCOME_NUMBERS 4
#define OUTCOME_COUNT 256
#define OUTCOME_NONE OUTCOME_COUNT /* none that there is: what is asserted of it always holds */

/* Appends a marked program: one declaration, statement or brace a line, so that lines can be deleted. */
void generate_program(Rng *rng, Str *out);

#endif
