/* What a run and those beside it keep. */
#include <stdlib.h>
#include <string.h>

#include "base/kept.h"
#include "base/run.h"
#include "tap.h"

static KeptText text(const char *s) { return (KeptText){s, strlen(s)}; }

static bool holds(Kept *kept, const char *key, const char *value)
{
    KeptText found;
    return kept_find(kept, text(key), &found) && found.length == strlen(value) &&
           memcmp(found.data, value, found.length) == 0;
}

TEST(the_first_value_of_a_key_stays)
{
    Kept *kept = kept_new();
    KeptText none;
    CHECK(!kept_find(kept, text("a"), &none));
    kept_add(kept, text("a"), text("one"));
    kept_add(kept, text("ab"), text(""));
    kept_add(kept, text("a"), text("two"));
    CHECK(holds(kept, "a", "one") && holds(kept, "ab", ""));
    kept_free(kept);
}

TEST(what_does_not_fit_is_not_kept)
{
    Kept *kept = kept_new();
    char *large = calloc(1, KEPT_BYTES);
    KeptText found;
    kept_add(kept, text("large"), (KeptText){large, KEPT_BYTES});
    CHECK(!kept_find(kept, text("large"), &found));
    kept_add(kept, text("large"), (KeptText){large, KEPT_BYTES - strlen("large")});
    kept_add(kept, text("more"), text(""));
    CHECK(kept_find(kept, text("large"), &found) && !kept_find(kept, text("more"), &found));
    free(large);
    kept_free(kept);
}

TEST(runs_beside_each_other_share_what_they_keep)
{
    Run *first = run_new(), *beside = run_new_beside(first), *other = run_new();
    kept_add(run_kept(beside), text("a"), text("one"));
    run_free(beside);
    CHECK(holds(run_kept(first), "a", "one") && !holds(run_kept(other), "a", "one"));
    run_free(other);
    run_free(first);
}

TAP_MAIN();
