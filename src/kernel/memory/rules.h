/* The rules of C11 and of x86, as docs/memory.md has them. A rule is a row: where it applies, which bit it changes, and
 * what of. An event has a table, whose rows apply one after the other; a bit that the question has none of is false. */
#ifndef CHORUS_KERNEL_MEMORY_RULES_H
#define CHORUS_KERNEL_MEMORY_RULES_H

#include "kernel/memory/bits.h"

/* What is so of an event: each is there, or its opposite. */
typedef enum EventFact {
    AT_X = 1, /* the location in question */
    SC = 2,   /* sequentially consistent */
    NOT_SC = 4,
    TAKES = 8, /* acquires; takes what is handed on */
    NOT_TAKES = 16,
    GIVES = 32, /* releases; gives something on */
    NOT_GIVES = 64,
    UPDATES = 128, /* a read-modify-write */
    NOT_UPDATES = 256,
    PLAIN = 512, /* no atomic access */
    MIXED = 1024,
    BEGINS = 2048 /* another thread, whose end is to come */
} EventFact;

typedef enum RuleSet {
    RULES_C11_READ,
    RULES_C11_WRITE,
    RULES_C11_SEND,  /* the message of a write, after that */
    RULES_C11_GUESS, /* the guessed write, after these */
    RULES_C11_FENCE,
    RULES_TSO_READ,
    RULES_TSO_WRITE,
    RULES_TSO_GUESS,
    RULES_TSO_DRAIN, /* a fence, and the one that a read-modify-write is */
    RULES_TSO_DRAIN_LOCATION,
    RULES_GUESS, /* of both models, before their own */
    RULES_ENTER, /* an atomic section; who is in it */
    RULES_INSIDE,
    RULES_TAKE, /* what is no memory is touched: before and after what else a step does */
    RULES_GIVE
} RuleSet;

/* y: the location, or what hands something on; NO_ID: neither. */
void rules_apply(BitStep *s, RuleSet rules, unsigned facts, uint32_t y);
unsigned rules_facts_of_order(MemoryOrder order);

#endif
