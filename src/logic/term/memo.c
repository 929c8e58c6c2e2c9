/* A memo is emptied by counting up, so that opening one costs nothing however many terms there are. */
#include "logic/term/memo.h"

#include <string.h>

#include "base/check.h"

Memo *memo_open(TermManager *tm)
{
    for (int i = 0; i < MEMO_LEVELS; i++) {
        Memo *memo = &tm->memos[i];
        if (memo->in_use) continue;
        memo->in_use = true;
        if (++memo->current == 0) {
            memset(memo->stamp, 0, memo->capacity * sizeof *memo->stamp);
            memo->current = 1;
        }
        return memo;
    }
    RUN_CHECK(tm->run, !"traversals nested too deeply");
}

void memo_close(Memo *memo)
{
    CHECK(memo->in_use); /* closed once */
    memo->in_use = false;
}

bool memo_get(const Memo *memo, Term t, uint32_t *value)
{
    CHECK(memo->in_use && term_is(t));
    if (t.id >= memo->capacity || memo->stamp[t.id] != memo->current) return false;
    *value = memo->value[t.id];
    return true;
}

void memo_set(TermManager *tm, Memo *memo, Term t, uint32_t value)
{
    CHECK(memo->in_use && term_is(t) && t.id <= tm->nodes.count);
    if (t.id >= memo->capacity) {
        uint32_t n = tm->nodes.count + 1 + tm->nodes.count / 2;
        if (n <= t.id) n = t.id + 1;
        memo->stamp = run_realloc(tm->run, memo->stamp, n * sizeof *memo->stamp);
        memo->value = run_realloc(tm->run, memo->value, n * sizeof *memo->value);
        memset(memo->stamp + memo->capacity, 0, (n - memo->capacity) * sizeof *memo->stamp);
        memo->capacity = n;
    }
    memo->stamp[t.id] = memo->current;
    memo->value[t.id] = value;
}
