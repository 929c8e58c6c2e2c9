#include "c/compile/string_h.h"

#include "c/compile/string_h_text.h"

const char *string_h_text(void) { return (const char *)string_h_bytes; }
