/* The texts of bodies for functions of the library (link/bodies.h), and what they are called in places. */
#ifndef CHORUS_C_COMPILE_STRING_H_H
#define CHORUS_C_COMPILE_STRING_H_H

#include <stdbool.h>
#include <stddef.h>

#define STRING_H_NAME "<string.h>"
#define INPUT_NAME "<input>"

/* string_h.inc: functions of <string.h>. */
const char *string_h_text(void);
/* input/: functions whose results come from outside of the program. */
const char *input_text(void);
/* The text that is called so; NULL: it is none of these. */
const char *library_text(const char *name);
/* The same as clang compiles it, so many bytes. is_32: with addresses of 32 bits, not 64. */
const char *library_bitcode(const char *name, bool is_32, size_t *length);

#endif
