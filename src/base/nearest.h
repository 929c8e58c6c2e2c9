/* What was probably meant by a misspelt word. */
#ifndef CHORUS_BASE_NEAREST_H
#define CHORUS_BASE_NEAREST_H

#include <stddef.h>

/* The candidate nearest to the word, NULL when none is near. next(i) gives candidates until NULL. */
const char *nearest_word(const char *word, const char *(*next)(size_t i));
/* Likewise, of a list. */
const char *nearest_of(const char *word, const char *const *candidates, size_t count);

#endif
