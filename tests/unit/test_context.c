/* Proofs by context (docs/certificates.md): what context inference proves is certified; a certificate in which anything
 * is missing, smaller or otherwise is refused, as is one that is held against another program. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
#define TAP_SECONDS 550
#else
#define TAP_SECONDS 120
#endif

#include "chorus.h"
#include "tap.h"

typedef struct Case {
    const char *property, *method, *program;
} Case;

/* Fig. 1 of "Race Checking by Context Inference": who sets the state from 0 to 1 may access x. */
#define TEST_AND_SET(test, access)                                                                                     \
    "shared u8 x = 0, state = 0;\n"                                                                                    \
    "template thread * { local u8 old = 0;\n"                                                                          \
    "  while (true) {\n"                                                                                               \
    "    atomic { old = state; if (" test ") state = 1; }\n"                                                           \
    "    if (old == 0) { " access " } } }\n"
#define FIG_1 TEST_AND_SET("state == 0", "x = x + 1; state = 0;")

/* Threads of another template, with arguments: only those that get a 1 write. */
#define SPAWNED(argument, when)                                                                                        \
    "shared u8 x = 0;\n"                                                                                               \
    "template main 1 { spawn w(1); spawn w(" argument "); }\n"                                                         \
    "template w(u8 a) { if (" when ") x = 1; }\n"

/* One of any number of threads raises a flag first. */
#define ASSERTED(first)                                                                                                \
    "shared bool m = false; shared u8 n = 0;\n"                                                                        \
    "template t * { atomic { " first " m = true; } n = n + 1; assert n == 1; n = n - 1; m = false; }\n"

static const Case cases[] = {
    {"no-data-race", "circ", FIG_1},
    {"no-data-race", "omega-circ", FIG_1},
    {"no-data-race", "circ", SPAWNED("2", "a == 1")},
    {"unreach-call", "circ", ASSERTED("assume !m;")},
};

static void write_file(char *path, const char *text)
{
    int fd = mkstemps(path, 5);
    size_t length = strlen(text);
    REQUIRE(fd >= 0 && write(fd, text, length) == (ssize_t)length && close(fd) == 0);
}

static ChorusSession *load(const Case *c, const char *path)
{
    ChorusSession *s = chorus_new();
    REQUIRE(s && chorus_set_option(s, "property", c->property) == CHORUS_OK);
    REQUIRE(chorus_set_option(s, "method", c->method) == CHORUS_OK);
    REQUIRE(chorus_load(s, &path, 1) == CHORUS_OK);
    return s;
}

/* A program on disk, and a certificate of it. */
typedef struct Subject {
    const Case *c;
    char path[40];
    char *text;
} Subject;

static void set_up(Subject *s, const Case *c)
{
    *s = (Subject){.c = c, .path = "/tmp/chorus-context-XXXXXX.scpl"};
    write_file(s->path, c->program);
    ChorusSession *session = load(c, s->path);
    if (chorus_check(session) != CHORUS_TRUE) printf("# %s\n", chorus_result_line(session));
    const char *text = chorus_certificate_text(session);
    REQUIRE(text);
    s->text = strdup(text);
    chorus_free(session);
}

static void tear_down(Subject *s)
{
    unlink(s->path);
    free(s->text);
}

static bool is_certified(const Subject *s, const char *text)
{
    char path[] = "/tmp/chorus-context-XXXXXX.cert";
    write_file(path, text);
    ChorusSession *session = load(s->c, s->path);
    ChorusStatus status = chorus_certify(session, path, NULL);
    CHECK(status == CHORUS_OK || status == CHORUS_BAD_INPUT);
    bool is = status == CHORUS_OK && chorus_verdict(session) == CHORUS_TRUE;
    CHECK(is || status == CHORUS_BAD_INPUT || chorus_is_rejected(session));
    chorus_free(session);
    unlink(path);
    return is;
}

static void check_certified(const Case *c)
{
    Subject s;
    set_up(&s, c);
    CHECK(strstr(s.text, "chorus certificate 2\n") == s.text);
    CHECK(strstr(s.text, "\npart context ") && strstr(s.text, "\nstate ") && strstr(s.text, "\nedge "));
    CHECK(is_certified(&s, s.text));
    tear_down(&s);
}

TEST(what_circ_proves_is_certified) { check_certified(&cases[0]); }
TEST(what_omega_circ_proves_is_certified) { check_certified(&cases[1]); }
TEST(threads_that_are_started_are_certified) { check_certified(&cases[2]); }
TEST(assertions_are_certified) { check_certified(&cases[3]); }

/* ---- corrupted certificates ---- */

typedef struct Corruption {
    const Subject *s;
    char *text; /* as long as the certificate, and more */
    unsigned tried;
} Corruption;

/* The certificate with the text from `from` to `to` replaced. A line that is left out is left out of the count. */
static void try_without(Corruption *c, const char *from, const char *to, const char *instead, const char *what)
{
    const char *text = c->s->text, *end = strstr(text, "\nend ");
    REQUIRE(end);
    unsigned states = (unsigned)strtoul(end + 5, NULL, 10);
    bool is_state = strcmp(what, "line") == 0 && strncmp(from, "state ", 6) == 0;
    sprintf(c->text, "%.*s%s%.*s\nend %u\n\nparts 1\n", (int)(from - text), text, instead, (int)(end - to), to,
            states - is_state);
    c->tried++;
    if (!is_certified(c->s, c->text)) return;
    const char *line = from;
    while (line > text && line[-1] != '\n')
        line--;
    printf("# accepted without %s `%.*s`: %.*s\n", what, (int)(to - from), from, (int)strcspn(line, "\n"), line);
    CHECK(!"a corrupted certificate is refused");
}

/* Each digit of b01 the other way. */
static void flip_bits(Corruption *c, const char *word, const char *end)
{
    for (const char *digit = word + 1; digit < end; digit++)
        if (*digit == '0' || *digit == '1') try_without(c, digit, digit + 1, *digit == '0' ? "1" : "0", "bit");
}

static void corrupt_word(Corruption *c, const char *word, const char *end, const char *line_end)
{
    try_without(c, word - 1, end, "", "word");
    const char *next = end;
    while (next < line_end && *next == ' ')
        next++;
    const char *next_end = next + strcspn(next, " ;\n");
    if (next < next_end && next_end <= line_end) try_without(c, word - 1, next_end, "", "words");
    if (*word == 'b' && (word[1] == '0' || word[1] == '1')) flip_bits(c, word, end);
    const char *star = memchr(word, '*', (size_t)(end - word));
    if (!star) return;
    try_without(c, star, end, "", "counter");
    if (strncmp(star, "*always", 7) == 0) try_without(c, star, end, "*more", "counter");
}

static void corrupt_line(Corruption *c, const char *line, const char *end)
{
    try_without(c, line, end + 1, "", "line");
    for (const char *word = line + strcspn(line, " "); word < end;) {
        word += *word == ' ';
        const char *word_end = word + strcspn(word, " ;\n");
        if (word_end > word && word_end <= end) corrupt_word(c, word, word_end, end);
        word = word_end + (*word_end == ';');
    }
    if (strncmp(line, "place ", 6) != 0) return;
    const char *atomic = strstr(line, " atomic");
    if (atomic && atomic < end)
        try_without(c, atomic, end, "", "atomic");
    else
        try_without(c, end, end, " atomic", "atomic");
}

static void check_corruptions(const Case *which)
{
    Subject s;
    set_up(&s, which);
    Corruption c = {&s, malloc(strlen(s.text) + 100), 0};
    REQUIRE(c.text);
    const char *end = strstr(s.text, "\nend ");
    for (const char *line = strstr(s.text, "\nplace "); line && line < end; line = strchr(line, '\n')) {
        line++;
        if (*line != '\n') corrupt_line(&c, line, line + strcspn(line, "\n"));
    }
    printf("# %u corrupted certificates\n", c.tried);
    CHECK(c.tried > 50);
    free(c.text);
    tear_down(&s);
}

SLOW_TEST(corrupted_certificates_of_races_are_refused) { check_corruptions(&cases[0]); }
TEST(corrupted_certificates_of_started_threads_are_refused) { check_corruptions(&cases[2]); }
SLOW_TEST(corrupted_certificates_of_assertions_are_refused) { check_corruptions(&cases[3]); }

/* ---- certificates of other programs ---- */

/* The digest of a program that fails, from its trace. */
static void add_digest(const Case *c, const char *path, char *digest)
{
    ChorusSession *s = load(c, path);
    CHECK_EQ_INT(chorus_check(s), CHORUS_FALSE);
    const char *trace = chorus_trace_text(s);
    REQUIRE(trace);
    const char *at = strstr(trace, "sha256:");
    REQUIRE(at);
    memcpy(digest, at, 7 + 64);
    chorus_free(s);
}

/* A program of the same form that fails: nothing may certify it. */
static void check_other(const Case *which, const char *program)
{
    Subject s, other;
    set_up(&s, which);
    other = (Subject){.c = which, .path = "/tmp/chorus-context-XXXXXX.scpl"};
    write_file(other.path, program);
    char *digest = strstr(s.text, "sha256:");
    REQUIRE(digest);
    add_digest(which, other.path, digest);
    CHECK(!is_certified(&other, s.text));
    unlink(other.path);
    tear_down(&s);
}

TEST(a_certificate_of_another_program_is_refused)
{
    check_other(&cases[0], TEST_AND_SET("state == 1", "x = x + 1; state = 0;"));
    check_other(&cases[0], TEST_AND_SET("state == 0", "state = 0; x = x + 1;"));
    check_other(&cases[2], SPAWNED("1", "a == 1"));
    check_other(&cases[2], SPAWNED("2", "a != 0"));
    check_other(&cases[3], ASSERTED(""));
}

TAP_MAIN();
