#include "engines/symmpa/explore/view.h"

#include <string.h>

#include "base/check.h"
#include "base/intern.h"

#define VIEW_MAX 8 /* threads in a view, and two more */
#define CONFIG_MAX                                                                                                     \
    64 /* threads in a configuration: k + 1, one that is started; at the start any number of single kinds */

typedef struct Config {
    uint32_t count;
    uint32_t locals[CONFIG_MAX]; /* sorted */
} Config;

/* The common part of a view: shared part, whether some thread is in an atomic section, the single threads. */
typedef struct Common {
    uint32_t shared;
    bool atomic;
    VEC(uint32_t) singles; /* sorted */
} Common;

typedef VEC(uint32_t) LocalIds;

typedef struct Views {
    Run *run;
    const Oracle *oracle;
    uint32_t k;
    uint64_t limit;
    Intern commons;      /* [shared, atomic, singles...] */
    Intern views;        /* [common, locals...] */
    LocalIds *locals_of; /* per common: local parts that occur in its views */
    uint32_t locals_of_count;
    VEC(uint32_t) key;
    bool error, full;
} Views;

static void sort_small(uint32_t *v, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t j = i; j > 0 && v[j - 1] > v[j]; j--) {
            uint32_t t = v[j];
            v[j] = v[j - 1];
            v[j - 1] = t;
        }
}

static uint32_t intern_common(Views *w, const Common *c)
{
    vec_clear(&w->key);
    vec_push(w->run, &w->key, c->shared);
    vec_push(w->run, &w->key, c->atomic);
    for (uint32_t i = 0; i < c->singles.count; i++)
        vec_push(w->run, &w->key, c->singles.data[i]);
    sort_small(w->key.data + 2, c->singles.count);
    uint32_t id = intern_add(&w->commons, w->key.data, w->key.count, NULL);
    if (id >= w->locals_of_count) {
        uint32_t n = w->locals_of_count ? 2 * w->locals_of_count : 64;
        w->locals_of = run_realloc(w->run, w->locals_of, n * sizeof *w->locals_of);
        memset(w->locals_of + w->locals_of_count, 0, (n - w->locals_of_count) * sizeof *w->locals_of);
        w->locals_of_count = n;
    }
    return id;
}

static bool locals_are_sorted(const uint32_t *v, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++)
        if (v[i - 1] > v[i]) return false;
    return true;
}

static bool has_view(const Views *w, uint32_t common, const uint32_t *locals, uint32_t count)
{
    CHECK(common < w->commons.count && count <= w->k);
    uint32_t key[VIEW_MAX + 2];
    key[0] = common;
    memcpy(key + 1, locals, count * sizeof *locals);
    return intern_find(&w->views, key, count + 1) != INTERN_NONE;
}

/* The whole set: views are sorted, of at most k threads, their common parts are known, and with a view all its
 * sub-views are there, which is what the induction needs. */
static bool views_are_valid(const Views *w)
{
    for (uint32_t id = 0; id < w->views.count; id++) {
        uint32_t length, sub[VIEW_MAX + 1];
        const uint32_t *key = intern_key(&w->views, id, &length);
        if (key[0] >= w->commons.count || length - 1 > w->k || !locals_are_sorted(key + 1, length - 1)) return false;
        for (uint32_t skip = 1; skip < length; skip++) {
            uint32_t n = 0;
            for (uint32_t i = 1; i < length; i++)
                if (i != skip) sub[n++] = key[i];
            if (!has_view(w, key[0], sub, n)) return false;
        }
    }
    return true;
}

/* Adds a view and all its sub-views. locals sorted. */
static void add_with_subviews(Views *w, uint32_t common, const uint32_t *locals, uint32_t count)
{
    CHECK(common < w->commons.count && count <= w->k && locals_are_sorted(locals, count));
    uint32_t key[VIEW_MAX + 2];
    key[0] = common;
    memcpy(key + 1, locals, count * sizeof *locals);
    bool is_new;
    intern_add(&w->views, key, count + 1, &is_new);
    if (!is_new) return;
    if (w->views.count > w->limit) w->full = true;
    if (count == 1) vec_push(w->run, &w->locals_of[common], locals[0]);
    for (uint32_t skip = 0; skip < count; skip++) {
        uint32_t sub[VIEW_MAX + 1], n = 0;
        for (uint32_t i = 0; i < count; i++)
            if (i != skip) sub[n++] = locals[i];
        add_with_subviews(w, common, sub, n);
    }
}

/* Adds all views of a configuration: its sub-multisets of size min(k, count) and below. */
static void add_sub_views(Views *w, uint32_t common, const Config *c, uint32_t from, uint32_t *chosen, uint32_t count)
{
    uint32_t size = c->count < w->k ? c->count : w->k;
    if (count == size) {
        add_with_subviews(w, common, chosen, count);
        return;
    }
    for (uint32_t i = from; i < c->count; i++) {
        chosen[count] = c->locals[i];
        add_sub_views(w, common, c, i + 1, chosen, count + 1);
    }
}

static bool is_dead_local(const Views *w, uint32_t local) { return w->oracle->info(w->oracle->self, local).dead; }

static void add_views_of_config(Views *w, const Common *common, const Config *c)
{
    /* Dead threads never move and forbid nothing that we rely on: dropping them adds behaviour at most. */
    Config live = {0, {0}};
    for (uint32_t i = 0; i < c->count; i++)
        if (!is_dead_local(w, c->locals[i])) live.locals[live.count++] = c->locals[i];
    CHECK(live.count <= CONFIG_MAX);
    sort_small(live.locals, live.count);
    uint32_t chosen[VIEW_MAX + 2];
    uint32_t before = w->views.count;
    add_sub_views(w, intern_common(w, common), &live, 0, chosen, 0);
    bool doubled = (before ^ w->views.count) > before;
    CHECK(!doubled || views_are_valid(w));
}

/* ---- steps ---- */

typedef struct ViewMove {
    uint32_t shared, active;
    const Move *move;
    const Config *before;   /* passive others */
    const Common *common;   /* before; singles include the active one when it is single */
    uint32_t active_single; /* index of the active thread in singles, UINT32_MAX = it is none */
} ViewMove;

/* Passive threads that have chosen, for joint moves. */
typedef struct Chosen {
    uint32_t count;
    uint32_t before[2 * CONFIG_MAX], after[2 * CONFIG_MAX];
} Chosen;

/* Joint constraints are asked about the threads of the configuration only. Those that are absent could only forbid
 * more, so this is an over-approximation, like leaving out their replies. */
static bool configuration_allows(Views *w, const ViewMove *s, Chosen *chosen, uint32_t before, uint32_t after)
{
    if (!s->move->joint) return true;
    RUN_CHECK(w->run, chosen->count < 2 * CONFIG_MAX);
    chosen->before[chosen->count] = before;
    chosen->after[chosen->count] = after;
    return w->oracle->allows(w->oracle->self, s->shared, s->active, s->move, chosen->before, chosen->after,
                             chosen->count + 1);
}

/* Lets passive single threads at.. and then passive others choose their replies. */
static void choose_passive_replies(Views *w, const ViewMove *s, uint32_t at, Common *after, Config *config,
                                   Chosen *chosen)
{
    uint32_t singles = s->common->singles.count;
    CHECK(at <= singles + s->before->count && config->count < CONFIG_MAX);
    if (at == singles + s->before->count) {
        add_views_of_config(w, after, config);
        return;
    }
    if (at == s->active_single) {
        choose_passive_replies(w, s, at + 1, after, config, chosen);
        return;
    }
    bool single = at < singles;
    uint32_t own = single ? s->common->singles.data[at] : s->before->locals[at - singles];
    uint32_t one[1] = {own}, *replies = one, n = 1;
    if (s->move->broadcast) {
        const uint32_t *answer;
        n = w->oracle->passive(w->oracle->self, s->shared, s->active, s->move, own, &answer);
        replies = run_alloc(w->run, (n + 1) * sizeof *replies);
        memcpy(replies, answer, n * sizeof *replies);
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!configuration_allows(w, s, chosen, own, replies[i])) continue;
        chosen->count++;
        if (single) {
            vec_push(w->run, &after->singles, replies[i]);
            choose_passive_replies(w, s, at + 1, after, config, chosen);
            (void)vec_pop(&after->singles);
        } else {
            config->locals[config->count++] = replies[i];
            choose_passive_replies(w, s, at + 1, after, config, chosen);
            config->count--;
        }
        chosen->count--;
    }
    if (replies != one) run_release(w->run, replies);
}

static void place_local(Views *w, uint32_t local, Common *common, Config *config)
{
    LocalInfo info = w->oracle->info(w->oracle->self, local);
    if (info.dead) return;
    CHECK(config->count < CONFIG_MAX);
    if (info.single)
        vec_push(w->run, &common->singles, local);
    else
        config->locals[config->count++] = local;
}

static void apply_move(Views *w, const Common *common, const Config *others, uint32_t active, uint32_t active_single,
                       const Move *m)
{
    ViewMove s = {common->shared, active, m, others, common, active_single};
    CHECK(!m->joint || m->broadcast);
    Common after = {m->shared, w->oracle->info(w->oracle->self, m->local).atomic, {NULL, 0, 0}};
    Config config = {0, {0}};
    place_local(w, m->local, &after, &config);
    if (m->child != NO_LOCAL) {
        place_local(w, m->child, &after, &config);
        after.atomic |= w->oracle->info(w->oracle->self, m->child).atomic;
    }
    Chosen chosen;
    chosen.count = 0;
    choose_passive_replies(w, &s, 0, &after, &config, &chosen);
    vec_free(w->run, &after.singles);
}

static void run_moves_of_thread(Views *w, const Common *common, const Config *others, uint32_t active,
                                uint32_t active_single)
{
    LocalInfo info = w->oracle->info(w->oracle->self, active);
    if (info.dead || (common->atomic && !info.atomic)) return;
    const Move *moves;
    uint32_t n = w->oracle->moves(w->oracle->self, common->shared, active, &moves);
    for (uint32_t i = 0; i < n && !w->error && !w->full; i++) {
        w->oracle->moves(w->oracle->self, common->shared, active, &moves); /* may have moved in memory */
        Move m = moves[i];
        if (m.error)
            w->error = true;
        else
            apply_move(w, common, others, active, active_single, &m);
    }
}

/* All steps of a configuration. */
static void run_configuration(Views *w, uint32_t common_id, const Config *c)
{
    uint32_t length;
    const uint32_t *key = intern_key(&w->commons, common_id, &length);
    CHECK(length >= 2 && locals_are_sorted(key + 2, length - 2));
    CHECK(c->count <= w->k + 1 && locals_are_sorted(c->locals, c->count));
    Common common = {key[0], key[1] != 0, {NULL, 0, 0}};
    for (uint32_t i = 2; i < length; i++)
        vec_push(w->run, &common.singles, key[i]);
    for (uint32_t i = 0; i < common.singles.count; i++)
        run_moves_of_thread(w, &common, c, common.singles.data[i], i);
    for (uint32_t i = 0; i < c->count; i++) {
        if (i && c->locals[i] == c->locals[i - 1]) continue;
        Config others = {0, {0}};
        for (uint32_t j = 0; j < c->count; j++)
            if (j != i) others.locals[others.count++] = c->locals[j];
        run_moves_of_thread(w, &common, &others, c->locals[i], UINT32_MAX);
    }
    vec_free(w->run, &common.singles);
}

/* Are all sub-views of size k of a configuration of k + 1 there? */
static bool has_all_subviews(const Views *w, uint32_t common, const Config *c)
{
    CHECK(c->count == w->k + 1);
    for (uint32_t skip = 0; skip < c->count; skip++) {
        if (skip && c->locals[skip] == c->locals[skip - 1]) continue;
        uint32_t sub[VIEW_MAX + 1], n = 0;
        for (uint32_t i = 0; i < c->count; i++)
            if (i != skip) sub[n++] = c->locals[i];
        if (!has_view(w, common, sub, n)) return false;
    }
    return true;
}

/* The configurations that a new view completes: itself (that many threads may be all there are), and with one more.
 * A configuration of k + 1 becomes possible with the last of its sub-views, so trying every extension of every new
 * view by the local parts known so far meets each one; a local part that becomes known later is a new view itself,
 * and so are the views of size k with it. */
static void run_extensions(Views *w, uint32_t id)
{
    uint32_t length;
    const uint32_t *key = intern_key(&w->views, id, &length);
    uint32_t common = key[0];
    Config c = {length - 1, {0}};
    memcpy(c.locals, key + 1, c.count * sizeof *c.locals);
    run_configuration(w, common, &c);
    if (c.count < w->k) return;
    for (uint32_t i = 0; i < w->locals_of[common].count && !w->error && !w->full; i++) {
        Config e = c;
        e.locals[e.count++] = w->locals_of[common].data[i];
        sort_small(e.locals, e.count);
        if (has_all_subviews(w, common, &e)) run_configuration(w, common, &e);
    }
}

/* ---- initial views ---- */

/* copies: threads of this kind so far; many: those of all kinds that start many. */
static void initial_choice(Views *w, const InitialState *state, uint32_t kind, Common *common, Config *config,
                           uint32_t copies, uint32_t many, uint32_t from)
{
    if (kind == state->count) {
        add_views_of_config(w, common, config);
        return;
    }
    const InitialThreads *t = &state->threads[kind];
    bool more = t->many ? many < w->k : copies < 1;
    if (t->many || !more) initial_choice(w, state, kind + 1, common, config, 0, many, 0);
    /* A view has k threads at most, so k of the kinds that start many show all views, beside one of each kind of which
     * exactly one starts: these are always there. */
    if (!more) return;
    if (config->count == CONFIG_MAX) run_stop(w->run, STOP_UNSUPPORTED, "too many kinds of threads at the start");
    for (uint32_t c = from; c < t->count; c++) {
        uint32_t local = t->locals[c];
        LocalInfo info = w->oracle->info(w->oracle->self, local);
        if (info.single)
            vec_push(w->run, &common->singles, local);
        else
            config->locals[config->count++] = local;
        bool atomic = common->atomic;
        common->atomic |= info.atomic;
        initial_choice(w, state, kind, common, config, copies + 1, many + t->many, t->many ? c : 0);
        common->atomic = atomic;
        if (info.single)
            (void)vec_pop(&common->singles);
        else
            config->count--;
    }
}

static void add_initial_views(Views *w)
{
    const InitialState *states;
    uint32_t n = w->oracle->initial(w->oracle->self, &states);
    for (uint32_t i = 0; i < n; i++) {
        Common common = {states[i].shared, false, {NULL, 0, 0}};
        Config config = {0, {0}};
        initial_choice(w, &states[i], 0, &common, &config, 0, 0, 0);
        vec_free(w->run, &common.singles);
    }
}

static void visit_views(const Views *w, const StateVisitor *visitor)
{
    for (uint32_t id = 0; id < w->views.count; id++) {
        uint32_t length, common_length;
        const uint32_t *key = intern_key(&w->views, id, &length);
        const uint32_t *common = intern_key(&w->commons, key[0], &common_length);
        visitor->view(visitor->arg, common[0], common[1] != 0, common + 2, common_length - 2, key + 1, length - 1);
    }
}

ExploreResult view_explore(Run *run, const Oracle *oracle, uint32_t k, uint64_t view_limit, uint64_t *views,
                           const StateVisitor *visitor)
{
    Views w;
    memset(&w, 0, sizeof w);
    RUN_CHECK(run, k >= 1 && k + 2 <= VIEW_MAX);
    w.run = run;
    w.oracle = oracle;
    w.k = k;
    w.limit = view_limit;
    intern_init(run, &w.commons);
    intern_init(run, &w.views);
    add_initial_views(&w);
    RUN_CHECK(run, w.views.count > 0);
    for (uint32_t id = 0; id < w.views.count && !w.error && !w.full; id++) {
        run_poll(run);
        run_extensions(&w, id);
    }
    CHECK(views_are_valid(&w));
    *views = w.views.count;
    if (visitor && !w.error && !w.full) visit_views(&w, visitor);
    for (uint32_t i = 0; i < w.locals_of_count; i++)
        vec_free(run, &w.locals_of[i]);
    run_release(run, w.locals_of);
    intern_clear(&w.commons);
    intern_clear(&w.views);
    vec_free(run, &w.key);
    return w.error ? EXPLORE_ERROR : w.full ? EXPLORE_LIMIT : EXPLORE_SAFE;
}
