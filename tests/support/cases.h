/* Small programs whose certificates are of every form there is. */
#ifndef TESTS_SUPPORT_CASES_H
#define TESTS_SUPPORT_CASES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Case {
    const char *name, *program, *threads;
    bool ideal;
    const char *line; /* that the certificate must have: what the case is there for */
} Case;

#define CASE_COUNT 29
extern const Case cases[CASE_COUNT];

#endif
