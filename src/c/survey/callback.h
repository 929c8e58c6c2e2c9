/* Functions of the library that are not in the table of summaries (module/summary.h), and whose effects on what they
 * are given are limited all the same. All others that get to know a function of the program may call it at any time,
 * and who is outside knows what they were given (call.c). */
#ifndef CHORUS_C_SURVEY_CALLBACK_H
#define CHORUS_C_SURVEY_CALLBACK_H

#include "c/survey/state.h"

/* Functions of the program that are called while the library is are called by the thread that calls the library. */
typedef enum CallbackKind {
    CALLBACK_NONE,     /* it is none of these */
    CALLBACK_SORTS,    /* calls any number of times, with elements of an array among the arguments; keeps nothing */
    CALLBACK_READS,    /* likewise, with what it knows; reads its arguments */
    CALLBACK_CONFINED, /* likewise, and may write */
    CALLBACK_HANDLER,  /* calls what it is given, or what is kept there, at any time; keeps no other address */
    CALLBACK_BRIEF,    /* calls nothing; has forgotten what it was given when it returns */
    CALLBACK_ASKS,     /* likewise, and only reads */
    CALLBACK_INSIDE    /* likewise; leaves and gives only addresses in what it was given */
} CallbackKind;

CallbackKind callback_kind(LLVMValueRef call);
/* Whether argument k is a function that the call calls while it runs. */
bool callback_is_called(LLVMValueRef call, unsigned k);
/* Whether argument k is text that is read and of which no address is kept: the delimiters of strtok_r. */
bool callback_only_reads(LLVMValueRef call, unsigned k);

/* Who is outside gets to know the addresses that are kept where a node points to; where that is nobody keeps in mind.
 */
void give_content(Survey *s, uint32_t node);
/* Assembly computes with its operands and what is kept where they point to, and leaves the results there and nowhere
 * else. Functions that have forgotten everything when they return leave there what was there, what who is outside
 * knows, or what was sent; in buffers that are told of there, only the last. */
void call_brief(Survey *s, LLVMValueRef call, bool is_function);
/* A handler is told, or a struct with one, and perhaps where the old one is to be kept. */
void call_handled(Survey *s, LLVMValueRef call);
/* What elements of an array may be: sorting moves them, in an object whose type may be guessed wrongly. */
void mix_elements(Survey *s, LLVMValueRef array);

#endif
