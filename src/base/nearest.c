#include "base/nearest.h"

#include <string.h>

#include "base/check.h"

#define WORD_MAX 40

static size_t min3(size_t a, size_t b, size_t c)
{
    size_t m = a < b ? a : b;
    return m < c ? m : c;
}

/* Levenshtein's distance; both words are at most WORD_MAX long. */
static size_t distance(const char *a, const char *b)
{
    CHECK(strlen(a) <= WORD_MAX && strlen(b) <= WORD_MAX);
    size_t n = strlen(b), row[WORD_MAX + 1];
    for (size_t j = 0; j <= n; j++)
        row[j] = j;
    for (size_t i = 0; a[i]; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < n; j++) {
            size_t cost = min3(row[j + 1] + 1, row[j] + 1, diagonal + (a[i] != b[j]));
            diagonal = row[j + 1];
            row[j + 1] = cost;
        }
    }
    CHECK(row[n] <= WORD_MAX);
    return row[n];
}

const char *nearest_word(const char *word, const char *(*next)(size_t i))
{
    size_t length = strlen(word), best = length / 3 + 1;
    const char *nearest = NULL;
    if (length > WORD_MAX || length < 2) return NULL;
    for (size_t i = 0; next(i); i++) {
        if (strlen(next(i)) > WORD_MAX) continue;
        size_t d = strncmp(next(i), word, length) == 0 ? 0 : distance(word, next(i));
        if (d > best || (d == best && nearest)) continue;
        best = d;
        nearest = next(i);
    }
    return nearest;
}
