/* The texts of bodies for functions of the library (link/bodies.h), and what they are called in places. */
#ifndef CHORUS_C_COMPILE_STRING_H_H
#define CHORUS_C_COMPILE_STRING_H_H

#define STRING_H_NAME "<string.h>"
#define INPUT_NAME "<input>"

/* string_h.inc: functions of <string.h>. */
const char *string_h_text(void);
/* input/: functions whose results come from outside of the program. */
const char *input_text(void);
/* The text that is called so; NULL: it is none of these. */
const char *library_text(const char *name);

#endif
