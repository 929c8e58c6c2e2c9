/* The small programs that the memory models are asked about: threads of straight lines with conditions.
 *
 * They have a notation, one line a program, threads apart by "|", instructions by ";":
 *
 *   x = 1 rel                    a store; orders: na (plain) rlx acq rel ar sc
 *   r0 = x acq                   a load into register r0 or r1
 *   r0 = xchg x 1 ar             an exchange
 *   r0 = add x 1 rlx             adds to x, r0 has the value before
 *   r0 = cas x 0 1 ar rlx        compare-exchange: r0 is 1 or 0; the second order is that of the failure
 *   await x == 1 acq             spins until x is 1 ("!=": is not 1); rounds that fail are no events
 *   take x 0 1 acq               a compare-exchange that is repeated until x is 0, and then 1
 *   fence sc                     lock m                     unlock m
 *   spawn 2                      starts the second thread, which is not there from the beginning then
 *   join 2                       waits until it has ended; what has started it does so only
 *   if r0 == 1                   else the thread ends; "if r0 == 1 2": else the next two instructions are left out
 *   fails r0 == 1 r1 == 0        an assertion that fails when all of this holds (one or two conditions)
 *
 * A location is plain (all accesses na), atomic, or a lock. Everything is 0 at first. */
#ifndef TESTS_AGREEMENT_MEMORY_PROGRAM_H
#define TESTS_AGREEMENT_MEMORY_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

#define PROGRAM_THREADS 4
#define PROGRAM_CODE 14 /* instructions of a thread */
#define PROGRAM_LOCATIONS 8
#define PROGRAM_REGISTERS 2
#define PROGRAM_VALUES 32 /* every value is less */
#define SKIP_ALL 255      /* a condition that does not hold ends the thread */

typedef enum Order { ORDER_PLAIN, ORDER_RELAXED, ORDER_ACQUIRE, ORDER_RELEASE, ORDER_ACQ_REL, ORDER_SEQ_CST } Order;

typedef enum InstructionKind {
    CODE_LOAD,     /* target = location */
    CODE_STORE,    /* location = value */
    CODE_EXCHANGE, /* target, location = location, value */
    CODE_ADD,      /* target, location = location, location + value */
    CODE_CAS,      /* location == expected: target, location = 1, value; else target = 0, with order `failure` */
    CODE_AWAIT,    /* waits until location == expected, or != */
    CODE_TAKE,     /* waits until location == expected, and location = value */
    CODE_FENCE,
    CODE_LOCK,
    CODE_UNLOCK,
    CODE_SPAWN, /* thread `value` */
    CODE_JOIN,
    CODE_IF,   /* unless target == expected (!=): leaves out `value` instructions */
    CODE_FAILS /* an error when r0 == value and r1 == expected, as far as `target` has bits 0 and 1 */
} InstructionKind;

typedef struct Instruction {
    InstructionKind kind;
    Order order, failure;
    uint8_t target, location, value, expected;
    bool is_unequal;
} Instruction;

typedef struct Thread {
    uint32_t count;
    Instruction code[PROGRAM_CODE];
} Thread;

typedef struct MemoryProgram {
    uint32_t thread_count, location_count;
    char names[PROGRAM_LOCATIONS];
    Thread threads[PROGRAM_THREADS];
} MemoryProgram;

bool is_access(InstructionKind kind); /* of a location that is no lock */
bool is_acquire(Order order);
bool is_release(Order order);
bool program_is_plain(const MemoryProgram *p, uint32_t location);
bool program_is_lock(const MemoryProgram *p, uint32_t location);
bool program_has_assertion(const MemoryProgram *p);
bool program_has_join(const MemoryProgram *p); /* then it is C only: automata have none */
bool program_is_spawned(const MemoryProgram *p, uint32_t thread);
uint32_t program_size(const MemoryProgram *p); /* instructions */
/* The location of that name, which is added when it is new. */
uint8_t program_location(MemoryProgram *p, char name);
void program_add(MemoryProgram *p, uint32_t thread, Instruction instruction);
void program_print(const MemoryProgram *p, Str *out);
/* false: the text is none; *problem is where reading ended. */
bool program_parse(const char *text, MemoryProgram *p, const char **problem);

#endif
