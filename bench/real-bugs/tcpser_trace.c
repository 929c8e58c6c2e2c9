#include "debug.h"

int main(void)
{
    char line[17] = "0123456789abcdef";
    log_init();
    log_set_trace_flags(TRACE_MODEM_IN);
    log_trace(TRACE_MODEM_IN, line, 16);
}
