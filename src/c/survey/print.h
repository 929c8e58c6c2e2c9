/* Whether calls that print write through their arguments: %n, also in formats that callers hand on. */
#ifndef CHORUS_C_SURVEY_PRINT_H
#define CHORUS_C_SURVEY_PRINT_H

#include "c/survey/state.h"

/* Whether a constant text has a conversion of the letter. */
bool print_has_conversion(LLVMValueRef text, char letter);

typedef enum PrintKind {
    PRINT_READS,
    PRINT_IS_ASSUMED, /* likewise, if formats that are not known have no %n */
    PRINT_WRITES      /* through any of its arguments */
} PrintKind;

/* What the call of a function of the library does to what its format is about; format: the argument. Only when
 * addresses are known: formats are those texts that the argument may point to. */
PrintKind print_kind(Survey *s, LLVMValueRef format);
/* The format of a call that prints; NULL: it does not. *is_list: what is printed are the arguments of a va_list. */
LLVMValueRef print_format(LLVMValueRef call, const char *name, bool *is_list);

/* Whether some call is PRINT_IS_ASSUMED. */
bool print_has_unknown_format(Survey *s);

#endif
