/* From instructions to uses: functions are gathered when some thread may come to them. */
#ifndef CHORUS_C_SURVEY_GATHER_H
#define CHORUS_C_SURVEY_GATHER_H

#include "c/survey/state.h"

/* The node of a value; what constants point to is known at once. */
uint32_t value_node(Survey *s, LLVMValueRef value);
/* Whether a value may hold an address. */
bool may_hold(LLVMTypeRef type);
/* Whether a value may be an address of something. */
bool is_pointer_like(LLVMValueRef value);
/* The object of a global variable, with what it holds at first. */
uint32_t global_object(Survey *s, LLVMValueRef global);
/* A function that is reached, by its number; UINT32_MAX: it is not. */
uint32_t function_find(const Survey *s, LLVMValueRef function);
/* When it is new, gather_new gathers it. */
uint32_t function_reach(Survey *s, LLVMValueRef function);
void gather_new(Survey *s);
/* Whether an instruction is executed at most once in each run: known when threads_find has looked at calls. */
bool is_executed_once(Survey *s, LLVMValueRef instruction);
/* Of a computed address. */
typedef struct Offset {
    int64_t bytes;  /* by the constant indices */
    bool is_varied; /* there are others */
    bool stays;     /* the first index is 0: inside of what it points to */
} Offset;
void offset_of(const Survey *s, LLVMValueRef gep, Offset *out);

#endif
