/* What clocks of Linux show. */
#ifndef CHORUS_C_EXACT_LIBRARY_CLOCK_H
#define CHORUS_C_EXACT_LIBRARY_CLOCK_H

#include "c/exact/model/state.h"

/* How a function writes the time that it gives. */
typedef enum ClockForm {
    CLOCK_NONE,    /* anything: it may fail, and leave what was there */
    CLOCK_SECONDS, /* a time_t */
    CLOCK_MICROS,  /* a struct timeval */
    CLOCK_NANOS    /* a struct timespec */
} ClockForm;

/* That of a call. CLOCK_NONE where it is not known to succeed, or where a time_t has 32 bits, which end in 2038. */
ClockForm clock_form(Lowering *L, LLVMValueRef call, const char *name);
/* Any number of seconds that a clock may show, as a time_t. From 0 to 2^33 - 1: Linux refuses to set a clock to less
 * than 0, or to more than 8,277,292,036 s (TIME_SETTOD_SEC_MAX), and lets it run for 30 years from there. */
Term clock_seconds(Lowering *L);
/* Any part of a second: from 0 to 999,999 or 999,999,999, as a long. */
Term clock_parts(Lowering *L, ClockForm form);

#endif
