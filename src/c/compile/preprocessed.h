/* Preprocessed input (.i): what has to be told to clang so that it reads the text of another preprocessor. */
#ifndef CHORUS_C_COMPILE_PREPROCESSED_H
#define CHORUS_C_COMPILE_PREPROCESSED_H

#include "base/vec.h"

typedef struct Preprocessed {
    VEC(const char *) flags;
    bool is_changed; /* the text was: it is to be read instead of the file */
} Preprocessed;

bool path_is_preprocessed(const char *path);
/* Whether the words stand in the text in this order, with white space between them; words: ends in NULL. The place of
 * the first one; NULL = nowhere. */
const char *text_find_words(const char *text, const char *const *words);
/* Finds out what is needed for the text, and may blank parts of it. */
void preprocessed_prepare(Run *run, char *text, Preprocessed *p);

#endif
