/* An answer is kept as a range of one long list, found by the pair of ids that was asked about. */
#include "engines/symmpa/explore/counter_known.h"

#include "base/check.h"

LocalInfo counter_info(CounterSearch *s, uint32_t local)
{
    CHECK(local != NO_LOCAL && s->infos.count == s->has_info.count);
    if (local >= s->infos.count) {
        vec_resize(s->run, &s->infos, local + 1);
        vec_resize(s->run, &s->has_info, local + 1);
    }
    if (!s->has_info.data[local]) {
        s->infos.data[local] = s->oracle->info(s->oracle->self, local);
        s->has_info.data[local] = true;
    }
    return s->infos.data[local];
}

static CounterRange *lookup(CounterSearch *s, PairMap *map, uint32_t a, uint32_t b, bool *is_new)
{
    const uint32_t pair[2] = {a, b};
    uint32_t id = intern_add(&map->pairs, pair, 2, is_new);
    if (*is_new) vec_push(s->run, &map->ranges, ((CounterRange){0, 0}));
    CHECK(map->ranges.count == map->pairs.count);
    return &map->ranges.data[id];
}

CounterRange counter_moves(CounterSearch *s, uint32_t shared, uint32_t active)
{
    bool is_new;
    CounterRange *range = lookup(s, &s->moves, shared, active, &is_new);
    if (!is_new) return *range;
    const Move *moves;
    uint32_t n = s->oracle->moves(s->oracle->self, shared, active, &moves);
    *range = (CounterRange){s->known_moves.count, n};
    for (uint32_t i = 0; i < n; i++) {
        CHECK(moves[i].joint != 1 && (moves[i].broadcast || !moves[i].joint));
        CHECK(moves[i].local != NO_LOCAL);
        vec_push(s->run, &s->known_moves, ((KnownMove){active, shared, moves[i]}));
    }
    return *range;
}

CounterRange counter_replies(CounterSearch *s, uint32_t move, uint32_t passive)
{
    bool is_new;
    CounterRange *range = lookup(s, &s->replies, move, passive, &is_new);
    if (!is_new) return *range;
    CHECK(move < s->known_moves.count);
    const KnownMove *m = &s->known_moves.data[move];
    const uint32_t *answer;
    uint32_t n = s->oracle->passive(s->oracle->self, m->shared, m->active, &m->move, passive, &answer);
    *range = (CounterRange){s->known_replies.count, n};
    for (uint32_t i = 0; i < n; i++) {
        CHECK(answer[i] != NO_LOCAL);
        vec_push(s->run, &s->known_replies, answer[i]);
    }
    return *range;
}
