#include "c/compile/string_h.h"

#include <string.h>

#include "c/compile/input_text.h"
#include "c/compile/string_h_text.h"

const char *string_h_text(void) { return (const char *)string_h_bytes; }

const char *input_text(void) { return (const char *)input_bytes; }

const char *library_text(const char *name)
{
    if (strcmp(name, STRING_H_NAME) == 0) return string_h_text();
    return strcmp(name, INPUT_NAME) == 0 ? input_text() : NULL;
}
