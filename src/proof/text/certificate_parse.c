#include "proof/text/certificate_parse.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/walk.h"
#include "program/scpl/reader.h"
#include "proof/certificate_check.h"
#include "proof/text/predicate_text.h"

typedef struct CertificateParser {
    EvidenceParser text;
    Certificate *c;
    Program *p;
    Run *run;
    bool *tracks;      /* per location: tracked is set */
    VEC(uint32_t) ids; /* local parts, or (local part, count) pairs, of the line being read */
} CertificateParser;

#define SIZE_LIMIT 1000000 /* largest n */

/* A local part begins with a template's name and '@'; keywords are not followed by one. */
static bool at_local(const CertificateParser *ps)
{
    TokenKind kind = ps->text.token.kind;
    return (kind == TOKEN_NAME || kind == TOKEN_QUOTED) && evidence_peek(&ps->text).kind == TOKEN_AT;
}

/* ---- variables, counting predicates, tickets ---- */

/* t: of a local, NO_ID: shared */
static VarId expect_certificate_var(CertificateParser *ps, TemplateId t)
{
    Token at = ps->text.token;
    const char *what = t.i == NO_ID ? "shared variable" : "local";
    if (at.kind != TOKEN_NAME && at.kind != TOKEN_QUOTED)
        evidence_fail_expected(&ps->text, run_format(ps->run, "the name of a %s", what));
    VarId v = trace_names_find(&ps->text.names, token_text(&ps->text.lexer, &at), t);
    if (v.i == NO_ID || ps->p->vars.data[v.i].class != (t.i == NO_ID ? VAR_SHARED : VAR_LOCAL))
        lexer_error(&ps->text.lexer, &at, "there is no %s %s", what, token_describe(&ps->text.lexer, &at));
    evidence_advance(&ps->text);
    return v;
}

static void parse_counting(CertificateParser *ps)
{
    CertificateCounting counting = {.weight = run_alloc(ps->run, ps->p->locs.count + 1)};
    counting.var = expect_certificate_var(ps, (TemplateId){NO_ID});
    counting.descending = evidence_accept_word(&ps->text, "down");
    if (!counting.descending) evidence_expect_word(&ps->text, "up");
    evidence_expect_word(&ps->text, "most");
    Token at = ps->text.token;
    counting.most = evidence_expect_number(&ps->text, "a number");
    if (!counting.most || counting.most > UINT8_MAX)
        lexer_error(&ps->text.lexer, &at, "a thread adds from 1 to %d", UINT8_MAX);
    while (at_local(ps)) {
        TemplateId t = evidence_expect_template(&ps->text);
        evidence_advance(&ps->text);
        LocId l = evidence_expect_location(&ps->text, t);
        uint32_t weight = 1;
        at = ps->text.token;
        if (evidence_accept(&ps->text, TOKEN_STAR)) weight = evidence_expect_number(&ps->text, "a weight");
        if (!weight || weight > counting.most)
            lexer_error(&ps->text.lexer, &at, "a weight is from 1 to %u", counting.most);
        CHECK(weight <= UINT8_MAX);
        counting.weight[l.i] = (uint8_t)weight;
    }
    vec_push(ps->run, &ps->c->countings, counting);
}

static void reject_shared_variable(void *arg, Term var)
{
    CertificateParser *ps = arg;
    if (ps->p->vars.data[term_symbol(ps->p->tm, var)].class != VAR_LOCAL)
        lexer_error(&ps->text.lexer, &ps->text.token, "what is known beside tickets is about locals");
}

static void parse_known(CertificateParser *ps, CertificateTicket *ticket)
{
    ScplReader *reader = scpl_reader_new(ps->p);
    while (evidence_accept_word(&ps->text, "known")) {
        TemplateId t = evidence_expect_template(&ps->text);
        LocId l = evidence_expect_location(&ps->text, t);
        evidence_expect(&ps->text, TOKEN_COLON, "':'");
        Term term = scpl_read_condition(reader, t, &ps->text.lexer, &ps->text.token);
        term_for_each_var(ps->p->tm, term, reject_shared_variable, ps);
        evidence_expect(&ps->text, TOKEN_SEMICOLON, "';' after a condition");
        ticket->known[l.i] = term;
    }
    scpl_reader_free(reader);
}

static void parse_ticket(CertificateParser *ps)
{
    CertificateTicket ticket = {.held = run_alloc(ps->run, (ps->p->locs.count + 1) * sizeof *ticket.held),
                                .known = run_alloc(ps->run, (ps->p->locs.count + 1) * sizeof *ticket.known)};
    Token at = ps->text.token;
    ticket.counter = expect_certificate_var(ps, (TemplateId){NO_ID});
    Sort sort = ps->p->vars.data[ticket.counter.i].sort;
    if (sort.kind != SORT_BV && sort.kind != SORT_INT) lexer_error(&ps->text.lexer, &at, "tickets are numbers");
    at = ps->text.token;
    bool is_signed = evidence_accept_word(&ps->text, "signed");
    if (!is_signed) evidence_expect_word(&ps->text, "unsigned");
    if (!is_signed && sort.kind == SORT_INT) lexer_error(&ps->text.lexer, &at, "mathematical integers are signed");
    bool above = evidence_accept_word(&ps->text, "above"), below = !above && evidence_accept_word(&ps->text, "below");
    bool at_least = !above && !below && evidence_accept_word(&ps->text, "at_least");
    if (!above && !below && !at_least && !evidence_accept_word(&ps->text, "at_most"))
        evidence_fail_expected(&ps->text, "'below', 'at_most', 'above' or 'at_least'");
    ticket.descending = above || at_least;
    ticket.order = above || below ? is_signed ? TERM_SLT : TERM_ULT : is_signed ? TERM_SLE : TERM_ULE;
    while (at_local(ps)) {
        TemplateId t = evidence_expect_template(&ps->text);
        evidence_advance(&ps->text);
        LocId l = evidence_expect_location(&ps->text, t);
        at = ps->text.token;
        VarId v = expect_certificate_var(ps, t);
        if (!sort_same(ps->p->vars.data[v.i].sort, sort))
            lexer_error(&ps->text.lexer, &at, "the local is of another type than the counter");
        CHECK(ps->p->vars.data[v.i].template.i == t.i);
        vec_push(ps->run, &ticket.held[l.i], v);
    }
    parse_known(ps, &ticket);
    vec_push(ps->run, &ps->c->tickets, ticket);
}

static void parse_section(CertificateParser *ps)
{
    Token at = ps->text.token;
    VarId lock = expect_certificate_var(ps, (TemplateId){NO_ID});
    TemplateId t = evidence_expect_template(&ps->text);
    if (ps->c->kind != CERTIFICATE_CONCRETE || ps->p->vars.data[lock.i].sort.kind != SORT_BOOL)
        lexer_error(&ps->text.lexer, &at, "sections are of Boolean locks, and claimed of concrete states");
    do
        ps->c->section[evidence_expect_location(&ps->text, t).i] = lock;
    while (ps->text.token.kind == TOKEN_NUMBER);
}

/* ---- states ---- */

static uint32_t parse_local(CertificateParser *ps)
{
    CertificateLocal local = {.loc = {NO_ID}};
    Token at = ps->text.token;
    local.template = evidence_expect_template(&ps->text);
    evidence_expect(&ps->text, TOKEN_AT, "'@'");
    if (evidence_accept_word(&ps->text, "end")) return certificate_local(ps->c, &local);
    local.loc = evidence_expect_location(&ps->text, local.template);
    if (!ps->c->cut[local.loc.i]) lexer_error(&ps->text.lexer, &at, "the location is not one of the cut");
    Bits tracked;
    memset(&tracked, 0, sizeof tracked);
    if (evidence_accept(&ps->text, TOKEN_COLON))
        local.bits = predicate_bits_parse(&ps->text, ps->c->local[local.template.i].count, &tracked);
    if (ps->tracks[local.loc.i] && !bits_equal(&ps->c->tracked[local.loc.i], &tracked))
        lexer_error(&ps->text.lexer, &at, "other predicates are tracked than before at that location");
    ps->tracks[local.loc.i] = true;
    ps->c->tracked[local.loc.i] = tracked;
    return certificate_local(ps->c, &local);
}

static void parse_view(CertificateParser *ps, uint32_t shared, bool atomic, uint32_t *singles, uint32_t single_count)
{
    Token at = ps->text.token;
    vec_clear(&ps->ids);
    while (at_local(ps)) {
        if (ps->ids.count == ps->c->size)
            lexer_error(&ps->text.lexer, &ps->text.token, "a view has at most %u threads", ps->c->size);
        uint32_t id = parse_local(ps);
        if (ps->c->locals.data[id].loc.i == NO_ID) lexer_error(&ps->text.lexer, &at, "ended threads are not in views");
        if (ps->c->single[ps->c->locals.data[id].template.i])
            lexer_error(&ps->text.lexer, &at, "a single thread belongs to the state, not to the view");
        vec_push(ps->run, &ps->ids, id);
    }
    certificate_add_view(ps->c, shared, atomic, singles, single_count, ps->ids.data, ps->ids.count);
}

static void parse_view_state(CertificateParser *ps)
{
    Bits bits = predicate_bits_parse(&ps->text, ps->c->shared.count, NULL);
    uint32_t shared = certificate_shared(ps->c, &bits);
    bool atomic = evidence_accept_word(&ps->text, "atomic");
    vec_clear(&ps->ids);
    while (at_local(ps)) {
        Token at = ps->text.token;
        uint32_t id = parse_local(ps);
        const CertificateLocal *local = &ps->c->locals.data[id];
        if (local->loc.i == NO_ID) lexer_error(&ps->text.lexer, &at, "ended threads are not in views");
        if (!ps->c->single[local->template.i])
            lexer_error(&ps->text.lexer, &at, "a thread of a template that is not single belongs to a view");
        vec_push(ps->run, &ps->ids, id);
    }
    CHECK(shared < ps->c->shareds.count);
    uint32_t single_count = ps->ids.count, *singles = run_alloc(ps->run, (single_count + 1) * sizeof *singles);
    if (single_count) memcpy(singles, ps->ids.data, single_count * sizeof *singles);
    certificate_add_view(ps->c, shared, atomic, singles, single_count, NULL, 0);
    while (evidence_accept_word(&ps->text, "view")) {
        run_poll(ps->run);
        parse_view(ps, shared, atomic, singles, single_count);
    }
    run_release(ps->run, singles);
}

static void parse_counted_state(CertificateParser *ps)
{
    Bits bits = predicate_bits_parse(&ps->text, ps->c->shared.count, NULL);
    uint32_t shared = certificate_shared(ps->c, &bits);
    uint64_t total = 0;
    vec_clear(&ps->ids);
    while (at_local(ps)) {
        Token at = ps->text.token;
        uint32_t id = parse_local(ps), count = 1;
        if (evidence_accept(&ps->text, TOKEN_STAR)) count = evidence_expect_number(&ps->text, "a number of threads");
        total += count;
        if (!count || total > UINT32_MAX / 2) lexer_error(&ps->text.lexer, &at, "none, or too many threads");
        vec_push(ps->run, &ps->ids, id);
        vec_push(ps->run, &ps->ids, count);
    }
    certificate_add_state(ps->c, shared, ps->ids.data, ps->ids.count / 2);
}

/* ---- the whole ---- */

static void parse_certificate_claim(CertificateParser *ps)
{
    evidence_expect_word(&ps->text, "claim");
    CertificateKind kind = CERTIFICATE_VIEWS;
    if (evidence_accept_word(&ps->text, "threads"))
        kind = CERTIFICATE_STATES;
    else if (evidence_accept_word(&ps->text, "created"))
        kind = CERTIFICATE_CREATED;
    else if (evidence_accept_word(&ps->text, "concrete"))
        kind = CERTIFICATE_CONCRETE;
    else if (!evidence_accept_word(&ps->text, "views"))
        evidence_fail_expected(&ps->text, "'views', 'threads', 'created' or 'concrete'");
    Token at = ps->text.token;
    uint32_t size = evidence_expect_number(&ps->text, "a number");
    if (kind == CERTIFICATE_VIEWS && (!size || size > CERTIFICATE_VIEW_MAX))
        lexer_error(&ps->text.lexer, &at, "views have from 1 to %d threads", CERTIFICATE_VIEW_MAX);
    if (kind == CERTIFICATE_STATES && !size) lexer_error(&ps->text.lexer, &at, "the number of threads is at least 1");
    if (size > SIZE_LIMIT) lexer_error(&ps->text.lexer, &at, "more than %d threads", SIZE_LIMIT);
    ps->c = certificate_new(ps->p, kind, size);
    ps->c->elements = kind == CERTIFICATE_CONCRETE && evidence_accept_word(&ps->text, "elements");
    ps->c->either = kind == CERTIFICATE_CONCRETE && evidence_accept_word(&ps->text, "either");
    bool may_say_more = kind == CERTIFICATE_CONCRETE && !ps->c->either;
    ps->c->symbols = may_say_more && evidence_accept_word(&ps->text, "symbols");
    ps->c->growing = may_say_more && evidence_accept_word(&ps->text, "growing");
}

static void parse_certificate_body(CertificateParser *ps)
{
    parse_certificate_claim(ps);
    while (evidence_accept_word(&ps->text, "single"))
        ps->c->single[evidence_expect_template(&ps->text).i] = true;
    evidence_parse_locations(&ps->text, "cut", ps->c->cut);
    evidence_parse_locations(&ps->text, "eager", ps->c->eager);
    while (evidence_accept_word(&ps->text, "section"))
        parse_section(ps);
    predicates_parse(&ps->text, &ps->c->shared, ps->c->local);
    while (evidence_accept_word(&ps->text, "counting"))
        parse_counting(ps);
    while (evidence_accept_word(&ps->text, "ticket"))
        parse_ticket(ps);
    while (evidence_accept_word(&ps->text, "state")) {
        run_poll(ps->run);
        if (ps->c->kind == CERTIFICATE_VIEWS)
            parse_view_state(ps);
        else
            parse_counted_state(ps);
    }
    Token at = ps->text.token;
    if (!certificate_is_bare(ps->c) && ps->c->kind == CERTIFICATE_CONCRETE)
        lexer_error(&ps->text.lexer, &at, "a certificate of concrete states has no predicates, and lists no states");
    evidence_expect_word(&ps->text, "end");
    evidence_expect_index(&ps->text, ps->c->states.count, "the number of states or views:");
}

Certificate *certificate_parse(EvidenceParser *text)
{
    Program *p = text->p;
    CertificateParser parser = {.text = *text, .p = p, .run = p->run}, *ps = &parser;
    ps->tracks = run_alloc(ps->run, p->locs.count + 1);
    parse_certificate_body(ps);
    certificate_sort(ps->c);
    CHECK(certificate_is_valid(ps->c));
    run_release(ps->run, ps->tracks);
    vec_free(ps->run, &ps->ids);
    *text = ps->text;
    return ps->c;
}

CertificateTerms certificate_parse_predicates(Program *p, const char *file, const char *text, size_t length)
{
    CertificateParser parser = {.p = p, .run = p->run}, *ps = &parser;
    CertificateTerms all = {NULL, 0, 0};
    evidence_begin_plain(&ps->text, p, file, text, length);
    ps->c = certificate_new(p, CERTIFICATE_VIEWS, 1);
    predicates_parse(&ps->text, &ps->c->shared, ps->c->local);
    if (ps->text.token.kind != TOKEN_END) evidence_fail_expected(&ps->text, "'predicate' or the end of the file");
    for (uint32_t i = 0; i < ps->c->shared.count; i++)
        vec_push(p->run, &all, ps->c->shared.data[i]);
    for (uint32_t t = 0; t < p->templates.count; t++)
        for (uint32_t i = 0; i < ps->c->local[t].count; i++)
            vec_push(p->run, &all, ps->c->local[t].data[i]);
    evidence_end(&ps->text);
    return all;
}
