#include "c/compile/string_h.h"

#include <string.h>

#include "c/compile/input_bitcode.h"
#include "c/compile/input_text.h"
#include "c/compile/string_h_bitcode.h"
#include "c/compile/string_h_text.h"

const char *string_h_text(void) { return (const char *)string_h_bytes; }

const char *input_text(void) { return (const char *)input_bytes; }

const char *library_text(const char *name)
{
    if (strcmp(name, STRING_H_NAME) == 0) return string_h_text();
    return strcmp(name, INPUT_NAME) == 0 ? input_text() : NULL;
}

const char *library_bitcode(const char *name, bool is_32, size_t *length)
{
    bool is_input = strcmp(name, INPUT_NAME) == 0;
    const unsigned char *bytes =
        is_input ? (is_32 ? input_bitcode_32 : input_bitcode_64) : (is_32 ? string_h_bitcode_32 : string_h_bitcode_64);
    *length = is_input ? (is_32 ? sizeof input_bitcode_32 : sizeof input_bitcode_64)
                       : (is_32 ? sizeof string_h_bitcode_32 : sizeof string_h_bitcode_64);
    return (const char *)bytes;
}
