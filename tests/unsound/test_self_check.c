/* The self-check notices when the analysis is wrong: parts of it are switched off in this program only
 * (base/unsound.h), so that programs that fail seem to be safe. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/unsound.h"
#include "chorus.h"
#include "tap.h"

Unsound chorus_unsound = UNSOUND_NOTHING;

typedef struct Case {
    Unsound switched_off;
    const char *name, *text;
} Case;

static const Case cases[] = {
    {UNSOUND_NO_PASSIVE_UPDATES, "no passive updates",
     "shared u8 s = 0; local u8 l = 0;\n"
     "1: l = s;\n"
     "2: assert l == s;\n"
     "3: s = s + 1;\n"
     "4: goto 1;\n"},
    {UNSOUND_LIVE_IS_DEAD, "an assignment to a live local is dropped",
     "shared u8 s = 0; local u8 l = 0;\n"
     "1: s = s + 1;\n"
     "2: l = s;\n"
     "3: s = s + 1;\n"
     "4: assert l == 0;\n"},
    {UNSOUND_MERGE_SHARED, "two shared accesses are one step",
     "shared u8 s = 0; local u8 l = 0;\n"
     "1: l = s;\n"
     "2: s = l + 1;\n"
     "3: assert s == l + 1;\n"},
    {UNSOUND_PART_SKIPPED, "a part is not asked",
     "shared u8 s = 0, t = 0; local u8 l = 0;\n"
     "1: l = s;\n"
     "2: assert l == s;\n"
     "3: s = s + 1;\n"
     "4: assert t == 0;\n"
     "5: goto 1;\n"},
};

static ChorusSession *check(const char *path, Unsound switched_off, const char *self_check)
{
    chorus_unsound = switched_off;
    ChorusSession *s = chorus_new();
    CHECK(chorus_set_option(s, "self-check", self_check) == CHORUS_OK);
    if (switched_off == UNSOUND_PART_SKIPPED) CHECK(chorus_set_option(s, "parts", "on") == CHORUS_OK);
    CHECK(chorus_load(s, &path, 1) == CHORUS_OK);
    chorus_check(s);
    return s;
}

static void try_case(const Case *c)
{
    char path[] = "/tmp/chorus-self-check-XXXXXX.scpl";
    int fd = mkstemps(path, 5);
    size_t length = strlen(c->text);
    REQUIRE(fd >= 0 && write(fd, c->text, length) == (ssize_t)length && close(fd) == 0);
    ChorusSession *s = check(path, UNSOUND_NOTHING, "on");
    CHECK_EQ_INT(chorus_verdict(s), CHORUS_FALSE);
    chorus_free(s);
    s = check(path, c->switched_off, "off"); /* the switch does make it wrong */
    CHECK_EQ_INT(chorus_verdict(s), CHORUS_TRUE);
    chorus_free(s);
    s = check(path, c->switched_off, "on");
    CHECK_EQ_INT(chorus_verdict(s), CHORUS_UNKNOWN);
    CHECK(strstr(chorus_scope(s), "self-check failed: ") == chorus_scope(s));
    printf("# %s: %s\n", c->name, chorus_scope(s));
    chorus_free(s);
    unlink(path);
}

TEST(a_missing_update_of_passive_threads_is_caught) { try_case(&cases[0]); }
TEST(a_live_variable_taken_for_dead_is_caught) { try_case(&cases[1]); }
TEST(two_shared_accesses_merged_into_one_step_are_caught) { try_case(&cases[2]); }
TEST(a_part_that_is_not_asked_is_caught) { try_case(&cases[3]); }

TAP_MAIN();
