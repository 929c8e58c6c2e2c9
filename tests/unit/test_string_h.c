/* The bodies for functions of <string.h> do what the C library does: results, and what is in memory afterwards. */
#define _GNU_SOURCE
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "base/rng.h"
#include "tap.h"

/* The library's, under other names. */
static size_t (*volatile real_strspn)(const char *, const char *) = strspn;
static size_t (*volatile real_strcspn)(const char *, const char *) = strcspn;
static char *(*volatile real_strpbrk)(const char *, const char *) = strpbrk;
static int (*volatile real_strcmp)(const char *, const char *) = strcmp;
static int (*volatile real_strncmp)(const char *, const char *, size_t) = strncmp;
static char *(*volatile real_strstr)(const char *, const char *) = strstr;
static char *(*volatile real_stpcpy)(char *, const char *) = stpcpy;
static char *(*volatile real_strcpy)(char *, const char *) = strcpy;
static char *(*volatile real_strcat)(char *, const char *) = strcat;
static char *(*volatile real_strncat)(char *, const char *, size_t) = strncat;
static char *(*volatile real_strsep)(char **, const char *) = strsep;
static char *(*volatile real_strtok)(char *, const char *) = strtok;
static char *(*volatile real_strtok_r)(char *, const char *, char **) = strtok_r;
static size_t (*volatile real_strlen)(const char *) = strlen;
static size_t (*volatile real_strnlen)(const char *, size_t) = strnlen;
static char *(*volatile real_strchr)(const char *, int) = strchr;
static char *(*volatile real_strrchr)(const char *, int) = strrchr;
static char *(*volatile real_strchrnul)(const char *, int) = strchrnul;
static void *(*volatile real_memchr)(const void *, int, size_t) = memchr;
static int (*volatile real_memcmp)(const void *, const void *, size_t) = memcmp;
static int (*volatile real_strcasecmp)(const char *, const char *) = strcasecmp;
static int (*volatile real_strncasecmp)(const char *, const char *, size_t) = strncasecmp;

#undef strcmp
#define strspn body_strspn
#define strcspn body_strcspn
#define strpbrk body_strpbrk
#define strcmp body_strcmp
#define strncmp body_strncmp
#define strstr body_strstr
#define stpcpy body_stpcpy
#define strcpy body_strcpy
#define strcat body_strcat
#define strncat body_strncat
#define strsep body_strsep
#define strtok body_strtok
#define strtok_r body_strtok_r
#define strlen body_strlen
#define strnlen body_strnlen
#define strchr body_strchr
#define strrchr body_strrchr
#define memchr body_memchr
#define memcmp body_memcmp
#define strchrnul body_strchrnul
#define strcasecmp body_strcasecmp
#define strncasecmp body_strncasecmp
#define __strtok_r body___strtok_r
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wcast-qual"
#include "../../src/c/compile/string_h.inc"
#pragma GCC diagnostic pop
#undef memcmp
#undef strlen

#define ROUNDS 20000
#define SIZE 40

typedef struct Texts {
    char a[SIZE], b[SIZE];
} Texts;

static void make_text(Rng *rng, char *text, uint32_t most)
{
    uint32_t n = rng_below(rng, most);
    memset(text, 'x', SIZE);
    for (uint32_t i = 0; i < n; i++)
        text[i] = "ab,\xe9"[rng_below(rng, 4)];
    text[n] = 0;
}

static Texts make_texts(Rng *rng)
{
    Texts t = {{0}, {0}};
    make_text(rng, t.a, 12);
    make_text(rng, t.b, 4);
    return t;
}

static int sign(int x) { return (x > 0) - (x < 0); }

TEST(what_only_reads)
{
    Rng rng = {1};
    for (int i = 0; i < ROUNDS; i++) {
        Texts t = make_texts(&rng);
        size_t n = rng_below(&rng, 6);
        CHECK(body_strspn(t.a, t.b) == real_strspn(t.a, t.b));
        CHECK(body_strcspn(t.a, t.b) == real_strcspn(t.a, t.b));
        CHECK(body_strpbrk(t.a, t.b) == real_strpbrk(t.a, t.b));
        CHECK(body_strstr(t.a, t.b) == real_strstr(t.a, t.b));
        CHECK(sign(body_strcmp(t.a, t.b)) == sign(real_strcmp(t.a, t.b)));
        CHECK(sign(body_strncmp(t.a, t.b, n)) == sign(real_strncmp(t.a, t.b, n)));
    }
}

TEST(what_looks_for_a_character)
{
    Rng rng = {3};
    for (int i = 0; i < ROUNDS; i++) {
        Texts t = make_texts(&rng);
        size_t n = rng_below(&rng, 6);
        int c = "ab,\xe9"[rng_below(&rng, 5)];
        CHECK(body_strlen(t.a) == real_strlen(t.a) && body_strnlen(t.a, n) == real_strnlen(t.a, n));
        CHECK(body_strchr(t.a, c) == real_strchr(t.a, c) && body_strrchr(t.a, c) == real_strrchr(t.a, c));
        CHECK(body_strchrnul(t.a, c) == real_strchrnul(t.a, c) && body_memchr(t.a, c, n) == real_memchr(t.a, c, n));
        CHECK(sign(body_memcmp(t.a, t.b, n)) == sign(real_memcmp(t.a, t.b, n)));
        CHECK(sign(body_strcasecmp(t.a, t.b)) == sign(real_strcasecmp(t.a, t.b)));
        CHECK(sign(body_strncasecmp(t.a, t.b, n)) == sign(real_strncasecmp(t.a, t.b, n)));
    }
}

static void compare_writers(Texts t, size_t n)
{
    char copy[2][SIZE];
    for (int kind = 0; kind < 4; kind++) {
        for (int k = 0; k < 2; k++)
            memcpy(copy[k], t.a, SIZE);
        char *got = kind == 0   ? body_strcpy(copy[0], t.b)
                    : kind == 1 ? body_stpcpy(copy[0], t.b)
                    : kind == 2 ? body_strcat(copy[0], t.b)
                                : body_strncat(copy[0], t.b, n);
        char *want = kind == 0   ? real_strcpy(copy[1], t.b)
                     : kind == 1 ? real_stpcpy(copy[1], t.b)
                     : kind == 2 ? real_strcat(copy[1], t.b)
                                 : real_strncat(copy[1], t.b, n);
        CHECK(got - copy[0] == want - copy[1]);
        CHECK(real_memcmp(copy[0], copy[1], SIZE) == 0);
    }
}

TEST(what_writes)
{
    Rng rng = {2};
    for (int i = 0; i < ROUNDS; i++)
        compare_writers(make_texts(&rng), rng_below(&rng, 5));
}

/* 0: strtok, 1: strtok_r, 2: strsep. The places of all words, until there is none. */
static size_t cut(int kind, bool is_body, char *text, const char *set, ptrdiff_t *words)
{
    char *rest = text, *word;
    size_t n = 0;
    CHECK(real_strlen(text) < SIZE);
    do {
        char *given = n == 0 ? text : NULL;
        word = kind == 0   ? (is_body ? body_strtok(given, set) : real_strtok(given, set))
               : kind == 1 ? (is_body ? body_strtok_r(given, set, &rest) : real_strtok_r(given, set, &rest))
                           : (is_body ? body_strsep(&rest, set) : real_strsep(&rest, set));
        words[n++] = word ? word - text : -1;
    } while (word && n < SIZE);
    return n;
}

TEST(what_cuts_words)
{
    Rng rng = {3};
    for (int i = 0; i < ROUNDS; i++) {
        Texts t = make_texts(&rng);
        for (int kind = 0; kind < 3; kind++) {
            char copy[2][SIZE];
            ptrdiff_t words[2][SIZE];
            size_t n[2];
            for (int k = 0; k < 2; k++) {
                memcpy(copy[k], t.a, SIZE);
                n[k] = cut(kind, k == 0, copy[k], t.b, words[k]);
            }
            CHECK(n[0] == n[1] && real_memcmp(words[0], words[1], n[0] * sizeof *words[0]) == 0);
            CHECK(real_memcmp(copy[0], copy[1], SIZE) == 0);
        }
    }
}

TAP_MAIN();
