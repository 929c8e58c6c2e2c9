/* Rounds of loops, and elements of arrays that a counter tells apart. */
#ifndef CHORUS_C_SURVEY_ROUNDS_H
#define CHORUS_C_SURVEY_ROUNDS_H

#include "c/compile/loop.h"
#include "c/survey/state.h"

/* Whether control can go from the end of one block to the beginning of another without entering a third. */
bool block_leads(Run *run, LLVMBasicBlockRef from, LLVMBasicBlockRef to, LLVMBasicBlockRef without);
/* Whether one comes before another, or is it, in their block. */
bool instruction_is_before(LLVMValueRef a, LLVMValueRef b);
/* The innermost natural loop around an instruction; NULL: there is none that can be used. */
Loop *rounds_around(Survey *s, LLVMValueRef instruction);

/* The header's comparison: the loop goes on while the counter is less than the bound. */
typedef struct RoundsTest {
    LLVMIntPredicate predicate;
    LLVMTypeRef type;
    LLVMValueRef bound;
} RoundsTest;

bool rounds_test(Loop *loop, LLVMValueRef counter, RoundsTest *t);
/* The constant that a counter of the loop begins with, which grows by one in each round without overflow; -1: the value
 * is none. */
int64_t counter_start(Loop *loop, LLVMValueRef v);
/* Conversions to more bits leave a counter as it is: it is not negative. */
LLVMValueRef without_conversions(LLVMValueRef v);
/* Whether a value of a function is the same whenever it is used in a run. */
bool value_is_fixed(Survey *s, LLVMValueRef v);

/* The address so many bytes behind a value, and as often `stride` bytes as the index says. */
typedef struct Element {
    LLVMValueRef base, index; /* index: without conversions; NULL: there is none */
    int64_t offset;
    uint64_t stride;
} Element;

bool address_is_computed(LLVMValueRef v);
/* False: there is more than one index. */
bool element_find(const Survey *s, LLVMValueRef address, Element *e);

#endif
