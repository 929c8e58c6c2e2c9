/* What small C programs mean: whether the reference interpreter finds an error in the program that the front end
 * makes. */
#ifndef TESTS_SUPPORT_MEANING_H
#define TESTS_SUPPORT_MEANING_H

#include <stdbool.h>
#include <stddef.h>

/* 'S' safe, 'E' error, 'L' no error, but a limit of the model can be reached, 'X' likewise, where an operation is
 * refused as a whole, '?' search not complete */
typedef struct Wanted {
    char verdict;
    const char *text;
} Wanted;

/* The text is put behind some includes and declarations. reason: why it is refused. */
char meaning_of(const char *text, bool is_32_bit, bool has_statement_steps, char *reason, size_t size);
/* Whether all are as wanted; prints those that are not. With both granularities in a thorough test (tests/tap.h), else
 * with steps of one access. */
bool meanings_are(const Wanted *wanted, size_t count, bool is_32_bit);

#define MEANINGS_ARE(w, is_32_bit) meanings_are(w, sizeof(w) / sizeof *(w), is_32_bit)

#endif
