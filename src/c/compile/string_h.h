/* The text of bodies for functions of <string.h> (link/bodies.h), and what it is called in places. */
#ifndef CHORUS_C_COMPILE_STRING_H_H
#define CHORUS_C_COMPILE_STRING_H_H

#define STRING_H_NAME "<string.h>"

const char *string_h_text(void);

#endif
