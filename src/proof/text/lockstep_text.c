#include "proof/text/lockstep_text.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "program/scpl/print.h"
#include "program/scpl/reader.h"
#include "proof/text/written_text.h"

/* ---- printing ---- */

typedef struct Printer {
    const TraceNames *names;
    const LockstepProof *proof;
    Str *out;
} Printer;

static void print_thread_place(Printer *pr, uint32_t at)
{
    if (at == LOCKSTEP_UNBORN)
        str_add(pr->out, " unborn");
    else if (at == LOCKSTEP_END)
        str_add(pr->out, " end");
    else
        str_addf(pr->out, " %u", pr->names->location_number[at]);
}

static void print_lockstep_order(Printer *pr)
{
    const LockstepProof *proof = pr->proof;
    uint32_t threads = proof->written->origins.count;
    if (proof->weakened) str_add(pr->out, "weakened\n");
    if (proof->joined) str_add(pr->out, "joined\n");
    for (uint32_t q = 0; q < proof->pointers; q++) {
        str_add(pr->out, "order");
        for (uint32_t t = 0; t < threads; t++)
            str_addf(pr->out, " %u", proof->rank[q * threads + t]);
        str_add(pr->out, "\n");
    }
    for (uint32_t i = 0; i < proof->turns.count; i++) {
        const LockstepTurn *turn = &proof->turns.data[i];
        str_addf(pr->out, "turn %u %u", turn->pointer, turn->thread);
        print_thread_place(pr, turn->from.i);
        print_thread_place(pr, turn->to);
        str_addf(pr->out, " %u\n", turn->next);
    }
}

static void add_cases(Printer *pr)
{
    const LockstepProof *proof = pr->proof;
    Run *run = pr->names->p->run;
    Term *terms = run_alloc(run, (proof->cases.count + 1) * sizeof *terms);
    Str *texts = run_alloc(run, (proof->cases.count + 1) * sizeof *texts);
    for (uint32_t i = 0; i < proof->cases.count; i++)
        terms[i] = proof->cases.data[i].condition;
    scpl_print_terms(proof->written->p, terms, proof->cases.count, texts);
    for (uint32_t i = 0; i < proof->cases.count; i++) {
        str_addf(pr->out, "case %u", proof->cases.data[i].thread);
        print_thread_place(pr, proof->cases.data[i].from.i);
        str_addf(pr->out, " %s;\n", str_text(&texts[i]));
        str_clear(&texts[i]);
    }
    run_release(run, terms);
    run_release(run, texts);
}

static void print_lockstep_node(Printer *pr, uint32_t number, const char *known, const char *invariant)
{
    const LockstepNode *n = &pr->proof->nodes.data[number];
    uint32_t threads = pr->proof->written->origins.count;
    str_addf(pr->out, "node %u at", number);
    for (uint32_t t = 0; t < threads; t++)
        print_thread_place(pr, n->at[t]);
    if (n->pointer) str_addf(pr->out, " pointer %u", n->pointer);
    if (n->asleep) str_add(pr->out, " asleep");
    for (uint32_t t = 0; t < threads; t++)
        if (n->asleep >> t & 1) str_addf(pr->out, " %u", t);
    if (!term_is_true(pr->names->p->tm, n->known)) str_addf(pr->out, " known %s;", known);
    if (n->dead) str_add(pr->out, " dead");
    if (n->cut) str_addf(pr->out, " invariant %s;", invariant);
    if (n->next.count) str_add(pr->out, " next");
    for (uint32_t i = 0; i < n->next.count; i++)
        str_addf(pr->out, " %u", n->next.data[i]);
    str_add(pr->out, "\n");
}

static void add_nodes(Printer *pr)
{
    const LockstepProof *proof = pr->proof;
    Run *run = pr->names->p->run;
    uint32_t count = proof->nodes.count;
    Term *terms = run_alloc(run, (2 * (size_t)count + 1) * sizeof *terms);
    Str *texts = run_alloc(run, (2 * (size_t)count + 1) * sizeof *texts);
    for (uint32_t i = 0; i < count; i++) {
        const LockstepNode *n = &proof->nodes.data[i];
        terms[2 * i] = n->known;
        terms[2 * i + 1] = n->cut ? n->invariant : term_bool(pr->names->p->tm, true);
    }
    scpl_print_terms(proof->written->p, terms, 2 * count, texts);
    for (uint32_t i = 0; i < count; i++)
        print_lockstep_node(pr, i, str_text(&texts[2 * i]), str_text(&texts[2 * i + 1]));
    for (uint32_t i = 0; i < 2 * count; i++)
        str_clear(&texts[i]);
    run_release(run, terms);
    run_release(run, texts);
}

void lockstep_print(const TraceNames *names, const LockstepProof *proof, Str *out)
{
    Printer pr = {names, proof, out};
    written_print(names, proof->written, out);
    trace_names_add_locations(names, "cut", proof->cut, out);
    print_lockstep_order(&pr);
    add_cases(&pr);
    add_nodes(&pr);
    str_addf(out, "end %u\n", proof->nodes.count);
}

/* ---- parsing ---- */

typedef struct LockstepParser {
    EvidenceParser *text;
    Run *run;
    Program *p;
    WrittenOut *w;
    LockstepProof *proof;
    ScplReader *reader;
} LockstepParser;

static uint32_t expect_lockstep_number(LockstepParser *ps, uint32_t limit, const char *what)
{
    return evidence_expect_below(ps->text, limit, what);
}

static uint32_t expect_lockstep_location(LockstepParser *ps, TemplateId t)
{
    return evidence_expect_location(ps->text, t).i;
}

static uint32_t expect_lockstep_place(LockstepParser *ps, uint32_t thread)
{
    if (evidence_accept_word(ps->text, "unborn")) return LOCKSTEP_UNBORN;
    if (evidence_accept_word(ps->text, "end")) return LOCKSTEP_END;
    return expect_lockstep_location(ps, ps->w->origins.data[thread].of);
}

static void parse_lockstep_order(LockstepParser *ps)
{
    uint32_t threads = ps->w->origins.count;
    VEC(uint32_t) rank = {NULL, 0, 0};
    ps->proof->weakened = evidence_accept_word(ps->text, "weakened");
    ps->proof->joined = evidence_accept_word(ps->text, "joined");
    while (evidence_accept_word(ps->text, "order")) {
        ps->proof->pointers++;
        for (uint32_t t = 0; t < threads; t++)
            vec_push(ps->run, &rank, expect_lockstep_number(ps, threads, "a place in the order"));
    }
    if (!ps->proof->pointers) evidence_fail_expected(ps->text, "'order'");
    ps->proof->rank = rank.data;
    while (evidence_accept_word(ps->text, "turn")) {
        LockstepTurn turn = {.pointer = expect_lockstep_number(ps, ps->proof->pointers, "a pointer")};
        turn.thread = expect_lockstep_number(ps, threads, "a thread");
        turn.from.i = expect_lockstep_location(ps, ps->w->origins.data[turn.thread].of);
        turn.to = expect_lockstep_place(ps, turn.thread);
        turn.next = expect_lockstep_number(ps, ps->proof->pointers, "a pointer");
        vec_push(ps->run, &ps->proof->turns, turn);
    }
}

static Term expect_lockstep_condition(LockstepParser *ps)
{
    Term t = scpl_read_condition(ps->reader, (TemplateId){NO_ID}, &ps->text->lexer, &ps->text->token);
    evidence_expect(ps->text, TOKEN_SEMICOLON, "';' after a condition");
    return t;
}

static void parse_cases(LockstepParser *ps)
{
    while (evidence_accept_word(ps->text, "case")) {
        LockstepCase c = {.thread = expect_lockstep_number(ps, ps->w->origins.count, "a thread")};
        c.from.i = expect_lockstep_location(ps, ps->w->origins.data[c.thread].of);
        c.condition = expect_lockstep_condition(ps);
        vec_push(ps->run, &ps->proof->cases, c);
    }
}

static void parse_lockstep_node(LockstepParser *ps)
{
    uint32_t threads = ps->w->origins.count;
    LockstepNode n = {.at = run_alloc(ps->run, (threads + 1) * sizeof *n.at)};
    evidence_expect_index(ps->text, ps->proof->nodes.count, "the number of the node:");
    evidence_expect_word(ps->text, "at");
    for (uint32_t t = 0; t < threads; t++)
        n.at[t] = expect_lockstep_place(ps, t);
    if (evidence_accept_word(ps->text, "pointer"))
        n.pointer = expect_lockstep_number(ps, ps->proof->pointers, "a pointer");
    if (evidence_accept_word(ps->text, "asleep")) do
            n.asleep |= 1u << expect_lockstep_number(ps, threads, "a thread");
        while (ps->text->token.kind == TOKEN_NUMBER);
    n.known = term_bool(ps->p->tm, true);
    if (evidence_accept_word(ps->text, "known")) n.known = expect_lockstep_condition(ps);
    n.dead = evidence_accept_word(ps->text, "dead");
    n.cut = evidence_accept_word(ps->text, "invariant");
    if (n.cut) n.invariant = expect_lockstep_condition(ps);
    if (evidence_accept_word(ps->text, "next"))
        while (ps->text->token.kind == TOKEN_NUMBER)
            vec_push(ps->run, &n.next, evidence_expect_number(ps->text, "a node"));
    vec_push(ps->run, &ps->proof->nodes, n);
}

static void parse_nodes(LockstepParser *ps)
{
    LockstepProof *proof = ps->proof;
    ps->reader = scpl_reader_new(ps->w->p);
    parse_cases(ps);
    while (evidence_accept_word(ps->text, "node"))
        parse_lockstep_node(ps);
    scpl_reader_free(ps->reader);
    Token at = ps->text->token;
    evidence_expect_word(ps->text, "end");
    evidence_expect_index(ps->text, proof->nodes.count, "the number of nodes:");
    for (uint32_t i = 0; i < proof->nodes.count; i++)
        for (uint32_t k = 0; k < proof->nodes.data[i].next.count; k++) {
            uint32_t next = proof->nodes.data[i].next.data[k];
            if (!next || next >= proof->nodes.count)
                lexer_error(&ps->text->lexer, &at, "node %u: no step leads to a node %u", i, next);
        }
}

const LockstepProof *lockstep_parse(EvidenceParser *text)
{
    LockstepParser parser = {.text = text, .run = text->run, .p = text->p}, *ps = &parser;
    ps->proof = run_alloc(ps->run, sizeof *ps->proof);
    ps->proof->written = ps->w = written_parse(text);
    ps->proof->cut = run_alloc(ps->run, ps->p->locs.count + 1);
    evidence_parse_locations(text, "cut", ps->proof->cut);
    parse_lockstep_order(ps);
    parse_nodes(ps);
    return ps->proof;
}
