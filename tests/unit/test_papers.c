/* Programs P, P' and P'' of the papers' introductions: the reason why mixed predicates exist. Through the public API.
 */
#include <string.h>

#include "chorus.h"
#include "tap.h"

#define PROGRAMS CHORUS_TESTS_DIR "/../bench/programs/"

typedef struct Setting {
    const char *name, *value;
} Setting;

static void expect(const char *file, Setting a, Setting b, const char *result)
{
    ChorusSession *session = chorus_new();
    REQUIRE(session != NULL);
    if (a.name) REQUIRE(chorus_set_option(session, a.name, a.value) == CHORUS_OK);
    if (b.name) REQUIRE(chorus_set_option(session, b.name, b.value) == CHORUS_OK);
    REQUIRE(chorus_load(session, &file, 1) == CHORUS_OK);
    chorus_check(session);
    CHECK(strncmp(chorus_result_line(session), result, strlen(result)) == 0);
    if (strncmp(chorus_result_line(session), result, strlen(result)) != 0)
        printf("# %s: %s\n", file, chorus_result_line(session));
    chorus_free(session);
}

static const Setting none = {NULL, NULL};

TEST(p_fails_with_two_threads)
{
    expect(PROGRAMS "p.scpl", none, none, "false(unreach-call) [2 threads");
    expect(PROGRAMS "p.scpl", (Setting){"threads", "1"}, none, "true [at most 1 thread");
}

TEST(p_prime_fails_with_two_threads)
{
    expect(PROGRAMS "p_prime.scpl", none, none, "false(unreach-call) [2 threads");
    expect(PROGRAMS "p_prime.scpl", (Setting){"threads", "1"}, none, "true [at most 1 thread");
}

TEST(p_double_prime_holds_for_every_number_over_ideal_integers)
{
    expect(PROGRAMS "p_double_prime.scpl", (Setting){"integers", "ideal"}, none, "true [every number of threads");
}

TEST(p_double_prime_holds_for_eight_threads_over_machine_integers)
{
    expect(PROGRAMS "p_double_prime.scpl", (Setting){"threads", "8"}, none, "true [at most 8 threads]");
}

/* Its r wraps after 2^32 threads, so "every number" would be wrong however long the engine works on it. */
TEST(p_double_prime_is_not_called_safe_for_every_number_over_machine_integers)
{
    expect(PROGRAMS "p_double_prime.scpl", (Setting){"iterations", "10"}, none, "unknown [");
}

/* The same at two bits, where the wrap-around is in reach: it really fails. */
TEST(p_double_prime_fails_where_its_counter_wraps)
{
    expect(CHORUS_TESTS_DIR "/unit/p_double_prime_u2.scpl", none, none, "false(unreach-call) [5 threads");
}

TAP_MAIN();
