/* What a run and those beside it keep. */
#include <stdlib.h>
#include <string.h>

#include "base/recall.h"
#include "base/run.h"
#include "tap.h"

static RecallText text(const char *s) { return (RecallText){s, strlen(s)}; }

static bool holds(Recall *recall, const char *key, const char *value)
{
    RecallText found;
    return recall_find(recall, text(key), &found) && found.length == strlen(value) &&
           memcmp(found.data, value, found.length) == 0;
}

TEST(the_first_value_of_a_key_stays)
{
    Recall *recall = recall_new();
    RecallText none;
    CHECK(!recall_find(recall, text("a"), &none));
    recall_add(recall, text("a"), text("one"));
    recall_add(recall, text("ab"), text(""));
    recall_add(recall, text("a"), text("two"));
    CHECK(holds(recall, "a", "one") && holds(recall, "ab", ""));
    recall_free(recall);
}

TEST(what_is_cleared_is_not_found)
{
    Recall *recall = recall_new();
    RecallText none;
    recall_add(recall, text("a"), text("one"));
    recall_clear(recall);
    CHECK(!recall_find(recall, text("a"), &none));
    recall_add(recall, text("a"), text("two"));
    CHECK(holds(recall, "a", "two"));
    recall_free(recall);
}

TEST(what_does_not_fit_is_not_kept)
{
    Recall *recall = recall_new();
    char *large = calloc(1, RECALL_BYTES);
    RecallText found;
    recall_add(recall, text("large"), (RecallText){large, RECALL_BYTES});
    CHECK(!recall_find(recall, text("large"), &found));
    recall_add(recall, text("large"), (RecallText){large, RECALL_BYTES - strlen("large")});
    recall_add(recall, text("more"), text(""));
    CHECK(recall_find(recall, text("large"), &found) && !recall_find(recall, text("more"), &found));
    free(large);
    recall_free(recall);
}

TEST(runs_beside_each_other_share_what_they_keep)
{
    Run *first = run_new(), *beside = run_new_beside(first), *other = run_new();
    recall_add(run_recall(beside), text("a"), text("one"));
    run_free(beside);
    CHECK(holds(run_recall(first), "a", "one") && !holds(run_recall(other), "a", "one"));
    run_free(other);
    run_free(first);
}

TAP_MAIN();
