/* The bits of an instrumented program, found in it by their names, and their values while a step goes on. What they
 * mean is in docs/memory.md. */
#ifndef CHORUS_KERNEL_MEMORY_BITS_H
#define CHORUS_KERNEL_MEMORY_BITS_H

#include "kernel/checker/checker.h"
#include "kernel/memory/facts.h"

typedef enum Bit {
    /* of threads */
    AFTER, /* K: the model orders the guessed access before what the thread does next; what a fence has to take over,
              and has handed on */
    AFTER_TAKEN,
    AFTER_GIVEN,
    FENCED, /* Ph */
    FENCED_TAKEN,
    FENCED_GIVEN,
    BEYOND, /* Pn */
    BEYOND_TAKEN,
    BEYOND_GIVEN,
    CHAINED, /* G */
    CHAINED_TAKEN,
    CHAINED_GIVEN,
    OVERWRITES, /* H */
    OVERWRITES_TAKEN,
    OVERWRITES_GIVEN,
    BEHIND,        /* TS */
    IN_SC,         /* TQ */
    ALL_ORDERED,   /* GRd */
    WRITE_ORDERED, /* GWr */
    OWN_ACCESS,    /* KC */
    /* of threads, one for each location */
    BUFFERED, /* own */
    /* of locations, and of what hands something on */
    AFTER_SENT, /* M and its kin: messages */
    FENCED_SENT,
    BEYOND_SENT,
    CHAINED_SENT,
    OVERWRITES_SENT,
    READ_BEHIND, /* SR, SW: somebody behind the guessed write has read, written it */
    WRITTEN_BEHIND,
    SC_READ, /* QR, QW, QL */
    SC_WRITTEN,
    SC_LAST,
    FENCE_READ, /* ER, EW */
    FENCE_WRITTEN,
    ORDERED_READ, /* GR, GW of x86 */
    ORDERED_WRITTEN,
    /* of all */
    SECTION,
    SECTION_BEHIND,
    ON,
    WAS_UPDATE,
    ASKS_SC, /* esc */
    BIT_COUNT,
    ALWAYS = BIT_COUNT, /* constants */
    NEVER
} Bit;

/* One instrumented program against the plain one. */
typedef struct MemoryCheck {
    Checker *k;             /* k->p is the instrumented program */
    MemoryFacts *f;         /* of the plain one, whose variables and locations have the same numbers in it */
    bool is_tso;            /* otherwise C11 */
    uint32_t x;             /* the location in question; NO_ID: races are */
    bool is_mixed;          /* sequentially consistent accesses and fences are asked about apart */
    VarId *vars[BIT_COUNT]; /* by template, location, both, or one; .i = NO_ID: there is none */
    VarId old;              /* what the guessed write has overwritten */
    VarId race, index;      /* which access is guessed, and its index */
    bool *is_known;         /* of the instrumented program's variables: those of the plain one, and those above */
} MemoryCheck;

/* Values of bits, and of other variables that the rules assign, in the middle of a step. A bit that there is no
 * variable of is false all the time. That may only be so of bits that say "ordered": who is less ordered has more
 * errors. Of others a rule that makes them true is a failure of the check. */
typedef struct BitStep {
    MemoryCheck *m;
    TemplateId template;
    VEC(Assign) values;
} BitStep;

/* Finds the variables; those of which initial value, type or owner is another are as if they were not there. k->p has
 * the variables of f->p in front. */
void memory_bits_find(MemoryCheck *m);
void memory_bits_release(MemoryCheck *m);
BitStep memory_bits_begin(MemoryCheck *m, const Edge *e);
/* y: the location, NO_ID where the bit is of none. */
Term memory_bits_get(BitStep *s, Bit bit, uint32_t y);
void memory_bits_set(BitStep *s, Bit bit, uint32_t y, Term value);
/* The same of any variable; an array of messages is one. */
Term memory_bits_variable(BitStep *s, VarId v);
void memory_bits_set_variable(BitStep *s, VarId v, Term value);
/* What a thread of the template has of its local when it is started at the end of the step: TERM_NONE: the variable is
 * no bit. */
Term memory_bits_started(BitStep *s, VarId v, TemplateId template);
/* The bits that it must get from who starts it, one after the other; .i = NO_ID after the last one. */
VarId memory_bits_inherited(const MemoryCheck *m, TemplateId template, uint32_t number);
/* A thread of the template is started: bits that it must get and has not are false. */
void memory_bits_require_started(BitStep *s, TemplateId template);
/* An array of messages, one for each thread that ends. */
bool memory_bits_has_ends(const Program *p, uint32_t v);

#endif
