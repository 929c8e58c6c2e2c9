/* Words of command lines that stand in files: "@FILE" on the command line, and commands of a compilation database. */
#ifndef CHORUS_CLI_FILES_WORDS_H
#define CHORUS_CLI_FILES_WORDS_H

#include <stddef.h>

typedef struct WordList {
    char **data; /* each to be freed */
    size_t count;
} WordList;

void words_add(WordList *words, const char *word, size_t length);
/* The words of a text as a shell takes them apart: by blanks, unless they are quoted. */
void words_split(WordList *words, const char *text);
/* What an argument "@FILE" stands for is put in its place; a word that names no such file stays. Returns 0, or the exit
 * status after a complaint; both times to be cleared. */
int words_expand(WordList *words, int argc, char **argv);
void words_clear(WordList *words);

#endif
