/* What functions without a lowering of their own do through their arguments: one row for each name, or for all names
 * that begin alike. intrinsics.h says what they mean beside that. */
#ifndef CHORUS_C_LIBRARY_SUMMARY_H
#define CHORUS_C_LIBRARY_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>

/* One letter for each argument, in order. */
typedef enum ArgumentUse {
    ARGUMENT_VALUE = '-',       /* a number, or a pointer behind which nothing is touched */
    ARGUMENT_READ = 'r',        /* what it points to is read */
    ARGUMENT_OBJECT = 'o',      /* an object that only the C library and the model look into: pthread_cond_t */
    ARGUMENT_LIBRARY = 'l',     /* likewise, or NULL, or an object of the library: pthread_condattr_t, FILE */
    ARGUMENT_FORMAT = 'f',      /* text that says what becomes of the arguments that '*' stands for */
    ARGUMENT_WIDE_FORMAT = 'F', /* likewise, in wide characters */
    ARGUMENT_BUFFER = 'b',      /* may be written, as many elements as the next argument says */
    ARGUMENT_SIZED = 'z',       /* written, as many bytes as the third argument says */
    ARGUMENT_NONDET = 'n',      /* becomes arbitrary, as many bytes as the next argument says */
    ARGUMENT_STRING = 's',      /* may be written, nobody knows how far */
    ARGUMENT_TEXT = 'y',        /* text is written, which fits the array that it is written to */
    ARGUMENT_TIMESPEC = 't',    /* NULL, or may be written: a struct timespec or timeval, two words of time_t's size */
    ARGUMENT_CLOCK = 'c',       /* NULL, or such a struct is written */
    ARGUMENT_TIME = 'w',        /* NULL, or a time_t is written */
    ARGUMENT_INT = 'i',         /* NULL, or an int may be written */
    ARGUMENT_JUMP = 'j',        /* a jmp_buf is written */
    ARGUMENT_POINTER = 'p',     /* NULL, or an address is written there */
    ARGUMENT_SENT = 'e',        /* read; addresses that are kept there may come back from the library */
    ARGUMENT_TAKEN = 'a',       /* may be written; its own address, and those in the object, may come back */
    ARGUMENT_ORDERED = 'm', /* an array of addresses, which change places, and may be left in the library's variables */
    ARGUMENT_KEPT = 'k',    /* read, and what can be reached from there may be written */
    ARGUMENT_WRITTEN = 'x', /* NULL, or may be written at any time from then on */
    ARGUMENT_LIST = 'v',    /* a va_list, for the format */
    ARGUMENT_REST = '*'     /* all arguments from here on belong to the format; always the last */
} ArgumentUse;

/* What a jmp_buf takes in glibc, where an address takes 4 bytes or 8. */
static inline unsigned summary_jump_bytes(unsigned word) { return word == 4 ? 156 : 200; }

/* Every ArgumentUse. */
#define ARGUMENT_USES "-rolfFbznsytcwijpeamkxv*"

typedef enum SummaryResult {
    SUMMARY_ARBITRARY, /* any value, as an input has */
    SUMMARY_FIXED,     /* 0, or none */
    SUMMARY_STATUS,    /* 0, or perhaps an error, which a counterexample must not need */
    SUMMARY_LIBRARY,   /* what C says, which the model does not compute: a counterexample must not need it */
    SUMMARY_STOPS,     /* likewise; perhaps the call does not return, so a counterexample must not go on behind it */
    SUMMARY_EXTERNAL,  /* likewise; an address is NULL or one of memory outside of the program (memory/external.h) */
    SUMMARY_TABLE,     /* a table of the library that nobody writes */
    SUMMARY_OWN,       /* memory of the thread that only the library writes */
    SUMMARY_FIRST,     /* the first argument */
    SUMMARY_FIRST_OR_NULL,
    SUMMARY_INSIDE /* NULL, or in the object that the first argument points to */
} SummaryResult;

typedef struct Summary {
    const char *name; /* a trailing * matches any rest */
    const char *uses; /* ArgumentUse; arguments beyond are numbers */
    SummaryResult result;
} Summary;

/* The summary of a function; NULL when there is none. */
const Summary *summary_find(const char *name);
/* Row i of the table; NULL at its end. */
const Summary *summary_row(size_t i);

#endif
