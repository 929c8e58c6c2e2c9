/* The bits that tell what a thread knows of one nominated access, under C11 (RC11) and under x86-TSO.
 *
 * A program all of whose executions are interleavings is called robust. It is, and has no data race, if no interleaving
 * reaches two things: a thread makes a plain access that conflicts with a nominated one and does not happen after it;
 * or it accesses an atomic location x although it is behind a nominated write of x in the order of the interleaving,
 * and the model does not order the two. The argument is in docs/memory.md. Both begin at one event, so that one bit of
 * each kind for each thread and each location is enough, whatever the number of threads. Bits of a thread are locals.
 *
 * Direction of errors. K and its kin ("the model orders the nominated access before me") are never true without
 * reason, TS and its kin ("I am behind it") never false without: both err towards a race, or towards "not robust".
 *
 * Sources: Lahav, Vafeiadis, Kang, Hur, Dreyer, "Repairing sequential consistency in C/C++11", PLDI 2017 (RC11: psc,
 * scb); WG21 P0982 (release sequences of C20); Sewell, Sarkar, Owens, Zappa Nardelli, Myreen, "x86-TSO", CACM 2010. */
#ifndef CHORUS_PROGRAM_WEAK_BITS_H
#define CHORUS_PROGRAM_WEAK_BITS_H

#include "program/weak_event.h"

/* Of threads. K: after the nominated access; KA, KR: what fences have still to take, and have given. Ph, Pn: after an
 * SC fence reached from it. TS: behind it in the interleaving. TQ: reached through SC accesses. G, H: where chains
 * pass between SC fences and SC accesses. x86: GRD orders all that follows, GWR writes; KC: own access of x. */
typedef enum ThreadBit {
    BIT_K,
    BIT_KA,
    BIT_KR,
    BIT_PH,
    BIT_PHA,
    BIT_PHR,
    BIT_PN,
    BIT_PNA,
    BIT_PNR,
    BIT_TS,
    BIT_TQ,
    BIT_G,
    BIT_GA,
    BIT_GR,
    BIT_H,
    BIT_HA,
    BIT_HR,
    BIT_GRD,
    BIT_GWR,
    BIT_KC
} ThreadBit;
#define THREAD_BITS (BIT_KC + 1)

/* Of locations: messages that readers who acquire take over, and who has read or written there. */
typedef enum LocationBit {
    BIT_M,
    BIT_PM,
    BIT_NM,
    BIT_GM,
    BIT_HM,
    BIT_SR,
    BIT_SW,
    BIT_QR,
    BIT_QW,
    BIT_QL,
    BIT_ER,
    BIT_EW,
    BIT_TR, /* x86 */
    BIT_TW
} LocationBit;
#define LOCATION_BITS (BIT_TW + 1)

typedef enum WeakModel { WEAK_C11, WEAK_TSO } WeakModel;

typedef struct WeakBits {
    const Program *p;
    Program *out; /* where the variables are; a copy of p's frame */
    TermManager *tm;
    MemoryEvents *events;
    WeakModel model;
    uint32_t x;                       /* VarId.i: the location in question; NO_ID: a race is */
    bool knows, has_sc, has_psc, mix; /* which kinds are needed */
    VarId *of_thread[THREAD_BITS];    /* by template; NULL: of none */
    VarId *of_location[LOCATION_BITS];
    VarId *own;                /* x86, by template * variables + location: the last own access is a plain store */
    VarId section, section_sw; /* atomic sections are a mutex of their own */
    VarId on, was_rmw, esc;
    VarId old; /* what the nominated write has overwritten */
} WeakBits;

/* Adds the variables to out, which has p's variables and templates. x: see above. All locations of events, which lives
 * as long. The caller releases it by weak_bits_free. */
WeakBits *weak_bits_new(const Program *p, Program *out, MemoryEvents *events, WeakModel model, uint32_t x);
void weak_bits_free(WeakBits *b);
/* Whether a thread that is started takes the bit over from who starts it. */
bool weak_bit_is_inherited(ThreadBit bit);

#endif
