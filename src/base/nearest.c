#include "base/nearest.h"

#include <stdbool.h>
#include <string.h>

#include "base/check.h"

#define WORD_MAX 40

static size_t min3(size_t a, size_t b, size_t c)
{
    size_t m = a < b ? a : b;
    return m < c ? m : c;
}

/* Levenshtein's distance; both words are at most WORD_MAX long. */
static size_t edit_distance(const char *a, const char *b)
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

typedef struct Nearest {
    const char *word, *found;
    size_t best;
} Nearest;

/* False: nothing is near such a word. */
static bool begin_nearest(Nearest *n, const char *word)
{
    size_t length = strlen(word);
    *n = (Nearest){word, NULL, length / 3 + 1};
    return length >= 2 && length <= WORD_MAX;
}

static void try_candidate(Nearest *n, const char *candidate)
{
    if (strlen(candidate) > WORD_MAX) return;
    size_t d = strncmp(candidate, n->word, strlen(n->word)) == 0 ? 0 : edit_distance(n->word, candidate);
    if (d > n->best || (d == n->best && n->found)) return;
    n->best = d;
    n->found = candidate;
}

const char *nearest_word(const char *word, const char *(*next)(size_t i))
{
    Nearest n;
    if (!begin_nearest(&n, word)) return NULL;
    for (size_t i = 0; next(i); i++)
        try_candidate(&n, next(i));
    return n.found;
}

const char *nearest_of(const char *word, const char *const *candidates, size_t count)
{
    Nearest n;
    if (!begin_nearest(&n, word)) return NULL;
    for (size_t i = 0; i < count; i++)
        try_candidate(&n, candidates[i]);
    return n.found;
}
