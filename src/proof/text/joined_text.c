/* idle logger reader;
 * join worker 7: 3 4 5; */
#include "proof/text/joined_text.h"

#include "base/check.h"

static void add_idle(const TraceNames *names, const bool *idle, Str *out)
{
    bool any = false;
    for (uint32_t t = 0; t < names->p->templates.count; t++) {
        if (!idle[t]) continue;
        str_add(out, any ? " " : "idle ");
        scpl_add_name(out, names->scpl.templates[t]);
        any = true;
    }
    if (any) str_add(out, ";\n");
}

static bool is_joined_elsewhere(const Joined *j, uint32_t l) { return j->at[l].i != l; }

/* Locations that are joined with the same one are listed together: next[l] is the one after l. */
static uint32_t *chain_joined(const Program *p, const Joined *j, uint32_t **first)
{
    uint32_t *next = run_alloc(p->run, (p->locs.count + 1) * sizeof *next);
    *first = run_alloc(p->run, (p->locs.count + 1) * sizeof **first);
    for (uint32_t l = 0; l < p->locs.count; l++)
        (*first)[l] = NO_ID;
    for (uint32_t l = p->locs.count; l-- > 0;) {
        if (!is_joined_elsewhere(j, l)) continue;
        next[l] = (*first)[j->at[l].i];
        (*first)[j->at[l].i] = l;
    }
    return next;
}

void joined_print(const TraceNames *names, const Joined *j, Str *out)
{
    const Program *p = names->p;
    add_idle(names, j->idle, out);
    uint32_t *first, *next = chain_joined(p, j, &first);
    for (uint32_t at = 0; at < p->locs.count; at++) {
        if (first[at] == NO_ID) continue;
        str_add(out, "join ");
        scpl_add_name(out, names->scpl.templates[p->locs.data[at].template.i]);
        str_addf(out, " %u:", names->location_number[at]);
        for (uint32_t l = first[at]; l != NO_ID; l = next[l])
            str_addf(out, " %u", names->location_number[l]);
        str_add(out, ";\n");
    }
    run_release(p->run, first);
    run_release(p->run, next);
}

/* After "join". */
static void parse_join(EvidenceParser *ps, Joined *j)
{
    TemplateId t = evidence_expect_template(ps);
    LocId to = evidence_expect_location(ps, t);
    evidence_expect(ps, TOKEN_COLON, "':'");
    do
        j->at[evidence_expect_location(ps, t).i] = to;
    while (ps->token.kind == TOKEN_NUMBER);
    evidence_expect(ps, TOKEN_SEMICOLON, "';' after joined locations");
}

/* After "idle". */
static void parse_idle(EvidenceParser *ps, Joined *j)
{
    do
        j->idle[evidence_expect_template(ps).i] = true;
    while (ps->token.kind == TOKEN_NAME || ps->token.kind == TOKEN_QUOTED);
    evidence_expect(ps, TOKEN_SEMICOLON, "';' after idle threads");
}

const Joined *joined_parse(EvidenceParser *ps)
{
    Joined *j = run_alloc(ps->run, sizeof *j);
    const Program *p = ps->p;
    j->at = run_alloc(ps->run, (p->locs.count + 1) * sizeof *j->at);
    j->idle = run_alloc(ps->run, p->templates.count + 1);
    for (uint32_t l = 0; l < p->locs.count; l++)
        j->at[l].i = l;
    if (evidence_accept_word(ps, "idle")) parse_idle(ps, j);
    while (evidence_accept_word(ps, "join"))
        parse_join(ps, j);
    return j;
}
