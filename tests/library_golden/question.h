/* What a golden test asks, in words of the library: X.args is translated into calls of chorus.h. */
#ifndef TESTS_LIBRARY_GOLDEN_QUESTION_H
#define TESTS_LIBRARY_GOLDEN_QUESTION_H

#include <stdbool.h>
#include <stddef.h>

#include "chorus.h"

#define WORDS_SIZE 4096
#define PATHS_MAX 8
#define PROPERTIES_MAX 16

typedef struct Question {
    ChorusSession *session;
    ChorusStatus status; /* of setting the options */
    const char *skipped; /* why the library is not asked; NULL: it is */
    char words[WORDS_SIZE];
    const char *paths[PATHS_MAX];
    size_t path_count;
    const char *properties[PROPERTIES_MAX]; /* none: the usual one */
    size_t property_count;
    const char *predicates;
    bool asks_all, has_errors;
} Question;

/* input: a path as in tests/golden. The question is to be cleared. */
void question_read(Question *q, const char *input);
/* Of a program without assertions: all other properties are asked. */
void question_ask_others(Question *q);
void question_clear(Question *q);

#endif
