#include "proof/text/written_text.h"

#include "program/scpl/print.h"

void written_print(const TraceNames *names, const WrittenOut *w, Str *out)
{
    for (uint32_t i = 0; i < w->origins.count; i++) {
        const ThreadOrigin *o = &w->origins.data[i];
        str_add(out, "thread ");
        scpl_add_name(out, names->scpl.templates[o->of.i]);
        if (o->parent != NO_ID) str_addf(out, " by %u edge %u", o->parent, names->edge_number[o->start.i]);
        str_add(out, "\n");
    }
}

static ThreadOrigin parse_thread_origin(EvidenceParser *ps, uint32_t before)
{
    ThreadOrigin o = {evidence_expect_template(ps), NO_ID, {NO_ID}};
    if (!evidence_accept_word(ps, "by")) return o;
    o.parent = evidence_expect_below(ps, before, "the thread that starts it");
    evidence_expect_word(ps, "edge");
    Token at = ps->token;
    o.start.i = ps->names.edge_at[evidence_expect_below(ps, ps->p->edges.count, "an edge")];
    if (ps->p->edges.data[o.start.i].spawn.i != o.of.i) lexer_error(&ps->lexer, &at, "the edge starts no such thread");
    return o;
}

WrittenOut *written_parse(EvidenceParser *ps)
{
    ThreadOrigins origins = {0};
    Token at = ps->token;
    while (evidence_accept_word(ps, "thread")) {
        at = ps->token;
        if (origins.count == WRITTEN_THREADS_MAX)
            lexer_error(&ps->lexer, &at, "more than %d threads", WRITTEN_THREADS_MAX);
        ThreadOrigin origin = parse_thread_origin(ps, origins.count);
        vec_push(ps->run, &origins, origin);
    }
    if (!origins.count) evidence_fail_expected(ps, "'thread'");
    if (ps->p->locs.count >= UINT16_MAX) lexer_error(&ps->lexer, &at, "the program is too large");
    return written_out_new(ps->p, &origins);
}
