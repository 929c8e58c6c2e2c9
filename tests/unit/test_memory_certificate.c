/* Certificates under memory models: they say the model, are certified for it, and nothing may be missing; corrupted
 * ones are read or refused. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chorus.h"
#include "support/corrupt.h"
#include "tap.h"

#define CORRUPTIONS_EACH 40

typedef struct Example {
    const char *name, *property, *memory, *model, *program;
} Example;

static const Example examples[] = {
    {"message, assertion", "unreach-call", "c11", "C11",
     "shared u8 data = 0; shared u8 flag = 0;\n"
     "automaton writer 1 { location 0; location 1; location 2;\n"
     "    edge 0 -> 1 do data = 1 order relaxed; edge 1 -> 2 do flag = 1 order release; }\n"
     "automaton reader 1 { local u8 r = 0; location 0; location 1; location 2; location 3;\n"
     "    edge 0 -> 1 when flag == 1 order acquire; edge 1 -> 2 do r = data order relaxed;\n"
     "    edge 2 -> 3 when r == 0 error; }\n"},
    {"message, race", "no-data-race", "c11", "C11",
     "shared u8 data = 0; shared u8 flag = 0; shared u8 other = 0;\n"
     "automaton writer 1 { location 0; location 1; location 2; location 3;\n"
     "    edge 0 -> 1 do data = 1; edge 1 -> 2 do other = 1 order relaxed; edge 2 -> 3 do flag = 1 order release; }\n"
     "automaton reader 1 { local u8 r = 0; location 0; location 1; location 2; location 3;\n"
     "    edge 0 -> 1 when flag == 1 order acquire; edge 1 -> 2 do r = data; edge 2 -> 3 do r = other order relaxed; "
     "}\n"},
    {"stores first, fences", "unreach-call", "tso", "x86-TSO",
     "shared u8 x = 0; shared u8 y = 0; shared u8 seen = 0;\n"
     "automaton a 1 { local u8 r = 0; location 0; location 1; location 2; location 3; location 4;\n"
     "    edge 0 -> 1 do x = 1 order relaxed; edge 1 -> 2 fence seq_cst; edge 2 -> 3 do r = y order relaxed;\n"
     "    edge 3 -> 4 when r == 0 do seen = 1 order relaxed; }\n"
     "automaton b 1 { local u8 r = 0; location 0; location 1; location 2; location 3; location 4;\n"
     "    edge 0 -> 1 do y = 1 order relaxed; edge 1 -> 2 fence seq_cst; edge 2 -> 3 do r = x order relaxed;\n"
     "    edge 3 -> 4 when r == 0 && seen == 1 order relaxed error; }\n"},
};

/* ---- sessions ---- */

static ChorusSession *load(const Example *example, const char *path)
{
    ChorusSession *s = chorus_new();
    REQUIRE(s != NULL);
    REQUIRE(chorus_set_option(s, "property", example->property) == CHORUS_OK);
    REQUIRE(chorus_set_option(s, "memory", example->memory) == CHORUS_OK);
    REQUIRE(chorus_load(s, &path, 1) == CHORUS_OK);
    return s;
}

static void write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    REQUIRE(f != NULL);
    fputs(text, f);
    fclose(f);
}

typedef struct Fixture {
    const Example *example;
    char program[64], certificate[64];
    char *right; /* text */
} Fixture;

static void set_up(Fixture *f, const Example *example)
{
    f->example = example;
    snprintf(f->program, sizeof f->program, "/tmp/chorus-test-%ld.scpl", (long)getpid());
    snprintf(f->certificate, sizeof f->certificate, "/tmp/chorus-test-%ld.certificate", (long)getpid());
    write_text(f->program, example->program);
    ChorusSession *s = load(example, f->program);
    CHECK(chorus_check(s) == CHORUS_TRUE);
    CHECK_STR(chorus_memory(s), example->model);
    const char *text = chorus_certificate_text(s);
    REQUIRE(text != NULL);
    f->right = strdup(text);
    REQUIRE(f->right != NULL);
    chorus_free(s);
}

static void clear(Fixture *f)
{
    unlink(f->program);
    unlink(f->certificate);
    free(f->right);
}

/* What is said of a certificate: "refused" by its form; "rejected", with the reason; the model; "interleaving". */
static const char *judge(const Fixture *f, const char *text, char *why, size_t size)
{
    const char *said = "refused";
    write_text(f->certificate, text);
    ChorusSession *s = load(f->example, f->program);
    if (chorus_certify(s, f->certificate, NULL) != CHORUS_OK) {
        snprintf(why, size, "%s", chorus_error(s));
    } else if (chorus_verdict(s) == CHORUS_TRUE) {
        const char *memory = chorus_memory(s);
        said = memory && !strcmp(memory, f->example->model) ? f->example->model : "interleaving";
        snprintf(why, size, "%s", chorus_scope(s));
    } else {
        said = "rejected";
        snprintf(why, size, "%s", chorus_scope(s));
    }
    chorus_free(s);
    return said;
}

/* ---- what is missing ---- */

static bool begins(const char *line, const char *word) { return !strncmp(line, word, strlen(word)); }

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

static bool begins_further(const char *line)
{
    return begins(line, "races \"") || begins(line, "location ") || begins(line, "proofs ");
}

/* The text without its k-th further proof; NULL: there are not so many. */
static char *without_proof(const char *text, int k)
{
    int count = 0;
    char *out = calloc(1, strlen(text) + 100), *at = out;
    REQUIRE(out != NULL);
    bool leaves_out = false;
    for (const char *line = text; *line; line = next_line(line)) {
        if (begins_further(line)) leaves_out = count++ == k && !begins(line, "proofs ");
        if (begins(line, "proofs ")) {
            sprintf(at, "proofs %d\n", count - 2);
            break;
        }
        if (leaves_out) continue;
        size_t length = (size_t)(next_line(line) - line);
        memcpy(at, line, length);
        at += length;
    }
    if (k < count - 1) return out;
    free(out);
    return NULL;
}

static void check_what_is_missing(Fixture *f)
{
    char why[500], *text;
    CHECK_STR(judge(f, f->right, why, sizeof why), f->example->model);
    CHECK(strstr(why, f->example->model) != NULL);
    int count = 0;
    while ((text = without_proof(f->right, count))) {
        CHECK_STR(judge(f, text, why, sizeof why), "rejected");
        CHECK(strstr(why, "there is no proof") != NULL);
        count++;
        free(text);
    }
    CHECK(count >= 2);
}

TEST(further_proofs_are_all_needed)
{
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        Fixture f;
        set_up(&f, &examples[i]);
        check_what_is_missing(&f);
        clear(&f);
    }
}

/* ---- another text ---- */

/* The text with the first `from` as `to`; to be freed. */
static char *replaced(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    REQUIRE(at != NULL);
    char *out = calloc(1, strlen(text) + strlen(to) + 1);
    REQUIRE(out != NULL);
    memcpy(out, text, (size_t)(at - text));
    sprintf(out + (at - text), "%s%s", to, at + strlen(from));
    return out;
}

TEST(proofs_are_of_their_model_and_location)
{
    static const struct {
        size_t example;
        const char *from, *to, *said;
    } changes[] = {
        {0, "model c11", "model tso", "refused"},           {0, "model c11", "model tso plain", "refused"},
        {0, "model c11", "model arm", "refused"},           {0, "location data", "location flag", "refused"},
        {0, "location data", "location writer", "refused"}, {0, "races \"sha256:", "races \"sha256:0", "refused"},
        {2, "model tso", "model c11", "refused"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        Fixture f;
        char why[500];
        set_up(&f, &examples[changes[i].example]);
        char *text = replaced(f.right, changes[i].from, changes[i].to);
        CHECK_STR(judge(&f, text, why, sizeof why), changes[i].said);
        free(text);
        clear(&f);
    }
}

/* Nothing is wrong with what is certified all the same: the programs have these properties. */
TEST(corrupted_certificates_are_read_or_refused)
{
    int certified = 0, rejected = 0, refused = 0;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        Fixture f;
        Rng rng = {77 + i};
        char why[500];
        set_up(&f, &examples[i]);
        for (int k = 0; k < tap_count(CORRUPTIONS_EACH); k++) {
            char *text = corrupt_certificate(&rng, (Corruption)rng_below(&rng, CORRUPTION_COUNT), f.right);
            if (!text) continue;
            const char *said = judge(&f, text, why, sizeof why);
            refused += !strcmp(said, "refused");
            rejected += !strcmp(said, "rejected");
            certified += strcmp(said, "refused") && strcmp(said, "rejected");
            free(text);
        }
        clear(&f);
    }
    printf("# %d refused, %d rejected, %d certified\n", refused, rejected, certified);
    CHECK(refused + rejected > certified);
}

TAP_MAIN();
