/* Checks, and cores: the core of a check is what its solver says; minimal ones are found by leaving out assumptions. */
#include "logic/smt/check.h"

#include <string.h>

#include "base/check.h"
#include "logic/smt/internal.h"
#include "logic/smt/log.h"
#include "logic/smt/model.h"
#include "logic/smt/query.h"

void smt_interrupt(Smt *smt)
{
    atomic_store(&smt->interrupted, true);
    smt_stop_running(smt);
}

static SmtResult check_logged(Smt *smt, const Term *assumptions, uint32_t count)
{
    Query query = {assumptions, count, NULL, 0, 1, NULL, NULL};
    SmtResult r = smt_query(smt, &query);
    log_check(smt, assumptions, count, r);
    return r;
}

SmtResult smt_check(Smt *smt, const Term *assumptions, uint32_t count)
{
    smt_start(smt);
    return check_logged(smt, assumptions, count);
}

bool smt_core_has(Smt *smt, uint32_t i)
{
    RUN_CHECK(smt->run, smt->last == SMT_UNSAT && i < smt->core.count);
    return smt->core.data[i] != 0;
}

/* ---- minimal cores ---- */

typedef struct Shrink {
    VEC(Term) kept;
    VEC(uint32_t) places; /* of kept, among the assumptions */
} Shrink;

/* Replaces what is kept by the core of the last check. */
static void keep_core(Smt *smt, Shrink *s)
{
    CHECK(smt->core.count == s->kept.count && s->kept.count == s->places.count);
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->kept.count; i++) {
        if (!smt->core.data[i]) continue;
        s->kept.data[n] = s->kept.data[i];
        s->places.data[n++] = s->places.data[i];
    }
    s->kept.count = s->places.count = n;
}

/* Tries without element i; true if that was enough to be unsatisfiable, and the core is taken over. */
static bool drop_assumption(Smt *smt, Shrink *s, uint32_t i)
{
    CHECK(i < s->kept.count && s->kept.count == s->places.count);
    Term t = s->kept.data[i];
    uint32_t place = s->places.data[i], last = s->kept.count - 1;
    memmove(s->kept.data + i, s->kept.data + i + 1, (last - i) * sizeof *s->kept.data);
    memmove(s->places.data + i, s->places.data + i + 1, (last - i) * sizeof *s->places.data);
    s->kept.count = s->places.count = last;
    SmtResult r = check_logged(smt, s->kept.data, last);
    if (r == SMT_UNSAT) {
        keep_core(smt, s);
        return true;
    }
    vec_push(smt->run, &s->kept, t); /* known to be needed, or not known: goes to the end */
    vec_push(smt->run, &s->places, place);
    return false;
}

void smt_core_minimize(Smt *smt, const Term *assumptions, uint32_t count, uint32_t budget)
{
    RUN_CHECK(smt->run, smt->last == SMT_UNSAT && count == smt->core.count);
    smt_start(smt);
    Shrink s = {{NULL, 0, 0}, {NULL, 0, 0}};
    for (uint32_t i = 0; i < count; i++) {
        vec_push(smt->run, &s.kept, assumptions[i]);
        vec_push(smt->run, &s.places, i);
    }
    keep_core(smt, &s);
    /* Elements in front are still to be tried; a core may lose some of those behind, never gains any. */
    for (uint32_t open = s.kept.count; open > 0 && budget > 0; budget--) {
        uint32_t tried = s.kept.count - open;
        if (drop_assumption(smt, &s, 0))
            open = s.kept.count > tried ? s.kept.count - tried : 0;
        else
            open--;
    }
    for (uint32_t i = 0; i < s.places.count; i++)
        CHECK(s.places.data[i] < count && term_same(s.kept.data[i], assumptions[s.places.data[i]]));
    CHECK(s.kept.count <= count);
    vec_clear(&smt->core);
    vec_resize(smt->run, &smt->core, count);
    for (uint32_t i = 0; i < s.places.count; i++)
        smt->core.data[s.places.data[i]] = 1;
    smt->last = SMT_UNSAT;
    smt_drop_model(smt);
    vec_free(smt->run, &s.kept);
    vec_free(smt->run, &s.places);
}
