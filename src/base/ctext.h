/* C as text: what can be told of a file that is not compiled, or not as it stands. */
#ifndef CHORUS_BASE_CTEXT_H
#define CHORUS_BASE_CTEXT_H

#include <stdbool.h>

#include "base/run.h"

/* What follows a comment, a text in quotes, or one character; *at is not the end. */
const char *ctext_skip(const char *at);
/* Whether the character may stand in a name. */
bool ctext_is_name(char c);
/* Whether the name stands at `at`, which lies in the text, as a whole word. */
bool ctext_is_word(const char *text, const char *at, const char *name);
/* Whether a function of the name is defined, as far as the text tells. */
bool ctext_defines(const char *text, const char *name);
/* The text of a file, the run's; NULL: it cannot be read, is empty, or larger than 64 MB. */
char *ctext_read(Run *run, const char *path);

#endif
