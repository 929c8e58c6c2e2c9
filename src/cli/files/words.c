#include "cli/files/words.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/files/input.h"
#include "cli/files/memory.h"

#define RESPONSE_BYTES (1u << 20)

void words_add(WordList *words, const char *word, size_t length)
{
    words->data = memory_grow(words->data, words->count, sizeof *words->data);
    words->data[words->count++] = memory_copy(word, length);
}

static const char *skip_blanks(const char *at) { return at + strspn(at, " \t\r\n"); }

/* Copies one word without its quotes into `out`; returns what follows. */
static const char *read_quoted_word(const char *at, char *out, size_t *length)
{
    char quote = 0;
    *length = 0;
    for (; *at && (quote || !strchr(" \t\r\n", *at)); at++) {
        if (quote ? *at == quote : (*at == '"' || *at == '\'')) {
            quote = quote ? 0 : *at;
            continue;
        }
        if (*at == '\\' && quote != '\'' && at[1]) at++;
        out[(*length)++] = *at;
    }
    return at;
}

void words_split(WordList *words, const char *text)
{
    char *word = memory_new(strlen(text) + 1);
    for (const char *at = skip_blanks(text); *at; at = skip_blanks(at)) {
        size_t length;
        at = read_quoted_word(at, word, &length);
        words_add(words, word, length);
    }
    free(word);
}

int words_expand(WordList *words, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        InputError error = {0, ""};
        if (argv[i][0] != '@' || access(argv[i] + 1, F_OK) != 0) {
            words_add(words, argv[i], strlen(argv[i]));
            continue;
        }
        char *text = input_read(argv[i] + 1, RESPONSE_BYTES, &error);
        if (!text) return input_complain(&error);
        words_split(words, text);
        free(text);
    }
    return 0;
}

void words_clear(WordList *words)
{
    for (size_t i = 0; i < words->count; i++)
        free(words->data[i]);
    free(words->data);
    *words = (WordList){NULL, 0};
}
