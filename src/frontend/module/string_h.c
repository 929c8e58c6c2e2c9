#include "frontend/module/string_h.h"

#include "frontend/module/string_h_text.h"

const char *string_h_text(void) { return (const char *)string_h_bytes; }
