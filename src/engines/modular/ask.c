#include "engines/modular/ask.h"

#include "engines/modular/condition.h"
#include "logic/term/boolean.h"

#define GENERALISE_LIMIT 60 /* of the sequential checker, where only a weaker condition depends on it */
#define LEAVE_OUT_CHECKS 4  /* to find out that a condition is not needed for a computation to be impossible */

static void answer_query(QuerySearch *s, const ModularQuery *q, QueryAnswer *answer)
{
    Modular *m = s->m;
    double start = run_seconds(m->run);
    m->out->stats.queries++;
    search_answer(m, q, answer);
    if (s->q->level == 0) m->out->stats.seconds_queries += run_seconds(m->run) - start;
}

void ask_fully(QuerySearch *s, Term from, Term to, const ModularPlan *plan, QueryAnswer *answer)
{
    ModularQuery q = {s->q->level + 1, from, to, plan, s->q->limit, s->q->until};
    answer_query(s, &q, answer);
}

void ask_bounded(QuerySearch *s, Term from, Term to, uint32_t checks, QueryAnswer *answer)
{
    Modular *m = s->m;
    uint64_t until = m->out->stats.sequential + checks * (m->root->levels.count - s->q->level);
    bool is_less = s->q->until && s->q->until < until; /* than what it would be asked with at another time */
    ModularQuery q = {s->q->level + 1, from, to, NULL, GENERALISE_LIMIT, is_less ? s->q->until : until};
    ModularLevel *level = &m->root->levels.data[q.level];
    for (uint32_t i = 0; i < m->known.count; i++) {
        const AnsweredQuery *k = &m->known.data[i];
        if (k->level != q.level || k->from.id != from.id || k->to.id != to.id) continue;
        if (k->facts != level->facts.count || (k->answer.found == FOUND_UNKNOWN && k->checks < checks)) continue;
        *answer = k->answer;
        return;
    }
    const EnvironmentSample *sample =
        samples_find(&m->samples, q.level, level->facts.data, level->facts.count, from, to);
    if (sample) {
        *answer = (QueryAnswer){.found = FOUND_PLAN, .condition = sample->condition, .plan = sample->plan};
        return;
    }
    answer_query(s, &q, answer);
    if (answer->found == FOUND_NONE || (is_less && answer->found == FOUND_UNKNOWN)) return;
    vec_push(m->run, &m->known, ((AnsweredQuery){q.level, from, to, level->facts.count, checks, *answer}));
}

bool ask_is_excluded(QuerySearch *s, Term from, Term to, uint32_t checks, ModularClaim *proof)
{
    QueryAnswer answer;
    ask_bounded(s, from, to, checks, &answer);
    if (answer.found == FOUND_NONE) *proof = answer.proof;
    return answer.found == FOUND_NONE;
}

/* Leaves out conjuncts of `to` that are not needed for the computation to be impossible. Those of `from` were added
 * because each was needed. */
static Term leave_out_conjuncts(QuerySearch *s, Term from, Term to, ModularClaim *proof)
{
    Modular *m = s->m;
    ModularTerms all = {0};
    condition_conjuncts(m, to, &all);
    for (uint32_t i = all.count; i-- > 0 && all.count > 1;) {
        Term left_out = all.data[i];
        all.data[i] = term_bool(m->tm, true);
        if (ask_is_excluded(s, from, condition_conjunction(m, &all), LEAVE_OUT_CHECKS, proof))
            to = condition_conjunction(m, &all);
        else
            all.data[i] = left_out;
    }
    vec_free(m->run, &all);
    return to;
}

static void log_fact(Modular *m, const ModularLevel *level, const Fact *fact)
{
    if (run_verbosity(m->run) < 1) return;
    Str text;
    str_init(m->run, &text);
    program_print_term(m->t->p, fact->before, &text);
    str_add(&text, "  never to  ");
    program_print_term(m->t->p, fact->after, &text);
    run_log(m->run, 1, "fact for %s: %s", m->t->p->templates.data[level->thread].name, str_text(&text));
}

void ask_add_fact(QuerySearch *s, Term from, Term to, ModularClaim proof)
{
    vec_push(s->m->run, &s->level->facts, ((Fact){from, to}));
    vec_push(s->m->run, &s->level->proofs, proof);
    s->m->out->stats.facts++;
    log_fact(s->m, s->level, &vec_last(&s->level->facts));
}

void ask_generalise_fact(QuerySearch *s, Term from, Term to, ModularClaim proof)
{
    double start = run_seconds(s->m->run);
    to = leave_out_conjuncts(s, from, to, &proof);
    if (s->q->level == 0) s->m->out->stats.seconds_generalising += run_seconds(s->m->run) - start;
    ask_add_fact(s, from, to, proof);
}
