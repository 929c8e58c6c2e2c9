/* Notify-all updates: what a step of the active thread does to the mixed predicates of a passive thread (paper 001,
 * section 2.2; paper 000, section 2).
 *
 * The query is conditioned on all predicates of the active thread before the step, on what its move chose after it,
 * on the shared predicates before and after, and on the passive thread's own: the most precise update that looks
 * at one passive thread at a time. Conditioning on less would be sound but lose proofs; leaving out the update of a
 * predicate that mentions an assigned shared variable would be unsound. */
#include "engines/symmpa/abstraction/passive.h"

#include <string.h>

#include "base/check.h"
#include "base/unsound.h"
#include "engines/symmpa/abstraction/query.h"

static const StepQuery *passive_query(Exact *x, uint32_t edge, LocId loc)
{
    uint32_t key[2] = {edge, loc.i};
    bool is_new;
    uint32_t index = intern_add(&x->passive_ids, key, 2, &is_new);
    if (!is_new) return &x->passives.data[index];
    const Edge *e = &x->p->edges.data[edge];
    query_of_step(x, edge);
    CHECK(index == x->passives.count);
    StepQuery q;
    memset(&q, 0, sizeof q);
    Predicates *set = x->predicates;
    uint32_t t = template_at(x, loc);
    for (uint32_t i = 0; i < set->local[t].count; i++) {
        uint32_t id = set->local[t].data[i];
        if (!bits_get(&x->states.tracked[loc.i], i) || set->all.data[id].class != PREDICATE_MIXED) continue;
        if (IS_UNSOUND(UNSOUND_NO_PASSIVE_UPDATES)) continue;
        Term before = step_now(x->p, set->all.data[id].term, SPACE_PASSIVE);
        if (term_same(exact_wp(x, edge, id, SPACE_PASSIVE), before)) continue;
        query_add_output(x, &q, edge, id, SPACE_PASSIVE, e->from, loc);
    }
    query_close_cone(x, &q, edge, e->from, &loc);
    vec_push(x->p->run, &x->passives, q);
    return &x->passives.data[index];
}

uint32_t exact_passive(void *self, uint32_t shared, uint32_t local, const Move *move, uint32_t passive,
                       const uint32_t **locals)
{
    Exact *x = self;
    Run *run = x->p->run;
    uint32_t key[6] = {shared, local, move->edge, move->shared, move->local, passive};
    bool is_new;
    uint32_t id = intern_add(&x->reply_ids, key, 6, &is_new);
    if (is_new) {
        CHECK(key[2] < x->p->edges.count && !x->p->edges.data[key[2]].is_error);
        LocId loc = states_location(&x->states, passive);
        const StepQuery *q = passive_query(x, key[2], loc);
        ExactAround around;
        around.shared = states_shared_bits(&x->states, shared);
        around.active = states_local_bits(&x->states, local);
        around.passive = states_local_bits(&x->states, passive);
        around.shared_after = states_shared_bits(&x->states, key[3]);
        around.active_after = states_local_bits(&x->states, key[4]);
        static const uint32_t nothing[1] = {0};
        Answers a = {0, 1};
        if (!q->trivial) a = query_ask(x, q, key[2], &around);
        uint32_t start = x->replies.count;
        for (uint32_t i = 0; i < a.count; i++) {
            const uint32_t *answer = q->trivial ? nothing : x->answers.data + a.start + i * words_of(q->slots.count);
            Bits bits = around.passive;
            for (uint32_t k = 0; k < q->outputs.count; k++)
                bits_set(&bits, q->outputs.data[k].index, query_value(x, &q->outputs.data[k], answer, &around));
            vec_push(run, &x->replies, states_intern_local(&x->states, loc, &bits));
        }
        CHECK(id == x->reply_sets.count);
        vec_push(run, &x->reply_sets, ((Answers){start, x->replies.count - start}));
    }
    CHECK(x->reply_sets.data[id].start + x->reply_sets.data[id].count <= x->replies.count);
    *locals = x->replies.data + x->reply_sets.data[id].start;
    return x->reply_sets.data[id].count;
}
