#include "proof/text/context_text.h"

#include "base/check.h"
#include "proof/text/predicate_text.h"

/* ---- printing ---- */

typedef struct Printer {
    const TraceNames *names;
    const Context *c;
    Str *out;
} Printer;

static void print_point_template(Printer *pr, TemplateId t) { scpl_add_name(pr->out, pr->names->scpl.templates[t.i]); }

static void print_shared_part(Printer *pr, uint32_t shared)
{
    predicate_bits_print(&pr->c->shareds.data[shared], NULL, pr->c->shared.count, pr->out);
}

static void print_context_places(Printer *pr)
{
    for (uint32_t i = 0; i < pr->c->places.count; i++) {
        str_addf(pr->out, "place %u ", i);
        print_point_template(pr, pr->c->places.data[i].template);
        str_add(pr->out, pr->c->places.data[i].is_atomic ? " atomic\n" : "\n");
    }
}

static void print_context_edge(Printer *pr, const ContextEdge *e)
{
    str_addf(pr->out, "edge %u %u", e->from, e->to);
    if (e->starts.i != NO_ID) str_addf(pr->out, " starts %u", pr->names->edge_number[e->starts.i]);
    for (uint32_t i = 0; i < e->effects.count; i++) {
        str_add(pr->out, " ");
        print_shared_part(pr, e->effects.data[i].before);
        str_add(pr->out, " ");
        print_shared_part(pr, e->effects.data[i].after);
    }
    for (uint32_t i = 0; i < e->havoc.count; i++) {
        str_add(pr->out, i ? " " : " : ");
        scpl_add_name(pr->out, pr->names->scpl.vars[e->havoc.data[i]]);
    }
    str_add(pr->out, ";\n");
}

static void print_context_point(Printer *pr, uint32_t number)
{
    const Context *c = pr->c;
    const ContextPoint *point = &c->points.data[number];
    str_addf(pr->out, "point %u ", number);
    print_shared_part(pr, point->shared);
    str_add(pr->out, " ");
    print_point_template(pr, point->template);
    if (point->loc.i == NO_ID) {
        str_add(pr->out, "@unborn\n");
        return;
    }
    str_addf(pr->out, "@%u:", pr->names->location_number[point->loc.i]);
    predicate_bits_print(&point->bits, &c->tracked[point->loc.i], c->local[point->template.i].count, pr->out);
    for (uint32_t i = 0; i < point->places.count; i++)
        str_addf(pr->out, " %u", point->places.data[i]);
    str_add(pr->out, "\n");
}

static void print_context_start(Printer *pr, const ContextStart *s)
{
    str_addf(pr->out, "start %u %u", s->point, s->place);
    if (s->by.i != NO_ID) str_addf(pr->out, " by %u", pr->names->edge_number[s->by.i]);
    str_add(pr->out, "\n");
}

static void print_context_state(Printer *pr, uint32_t number)
{
    uint32_t length;
    const uint32_t *key = intern_key(&pr->c->states, number, &length);
    str_addf(pr->out, "state %u", key[0]);
    for (uint32_t i = 1; i < length; i += 2) {
        str_addf(pr->out, " %u", key[i]);
        if (key[i + 1] == CONTEXT_ALWAYS)
            str_add(pr->out, "*always");
        else if (key[i + 1] == pr->c->k + 1)
            str_add(pr->out, "*more");
        else if (key[i + 1] > 1)
            str_addf(pr->out, "*%u", key[i + 1]);
    }
    str_add(pr->out, "\n");
}

void context_print(const TraceNames *names, const Context *c, Str *out)
{
    Printer printer = {names, c, out}, *pr = &printer;
    CHECK(context_is_valid(c));
    str_addf(out, "counters %u\n\n", c->k);
    predicates_print(names->p, &names->scpl, &c->shared, c->local, out);
    print_context_places(pr);
    for (uint32_t i = 0; i < c->edges.count; i++)
        print_context_edge(pr, &c->edges.data[i]);
    for (uint32_t i = 0; i < c->points.count; i++)
        print_context_point(pr, i);
    for (uint32_t i = 0; i < c->starts.count; i++)
        print_context_start(pr, &c->starts.data[i]);
    str_add(out, "\n");
    for (uint32_t i = 0; i < c->states.count; i++)
        print_context_state(pr, i);
    str_addf(out, "end %u\n", c->states.count);
}

/* ---- parsing ---- */

typedef struct ContextParser {
    EvidenceParser *text;
    Context *c;
    Run *run;
    bool *tracks; /* per location: tracked is set */
} ContextParser;

static uint32_t expect_context_place(ContextParser *ps)
{
    return evidence_expect_below(ps->text, ps->c->places.count, "a place");
}

static uint32_t expect_shared(ContextParser *ps)
{
    Bits bits = predicate_bits_parse(ps->text, ps->c->shared.count, NULL);
    return context_shared(ps->c, &bits);
}

static EdgeId expect_edge(ContextParser *ps)
{
    Token at = ps->text->token;
    uint32_t number = evidence_expect_below(ps->text, ps->text->p->edges.count, "an edge");
    EdgeId edge = {ps->text->names.edge_at[number]};
    if (edge.i >= ps->c->p->edges.count || ps->c->p->edges.data[edge.i].spawn.i == NO_ID)
        lexer_error(&ps->text->lexer, &at, "edge %u starts no thread", number);
    return edge;
}

static void parse_place(ContextParser *ps)
{
    evidence_expect_index(ps->text, ps->c->places.count, "place");
    ContextPlace place = {evidence_expect_template(ps->text), false};
    place.is_atomic = evidence_accept_word(ps->text, "atomic");
    vec_push(ps->run, &ps->c->places, place);
}

static void parse_context_havoc(ContextParser *ps, ContextEdge *e)
{
    const Program *p = ps->c->p;
    while (ps->text->token.kind == TOKEN_NAME || ps->text->token.kind == TOKEN_QUOTED) {
        Token at = ps->text->token;
        VarId v = trace_names_find(&ps->text->names, token_text(&ps->text->lexer, &at), (TemplateId){NO_ID});
        bool is_known = v.i < p->vars.count && p->vars.data[v.i].class == VAR_SHARED;
        if (!is_known || (e->havoc.count && vec_last(&e->havoc) >= v.i))
            lexer_error(&ps->text->lexer, &at, "no shared variable, or not in order: %s",
                        token_describe(&ps->text->lexer, &at));
        vec_push(ps->run, &e->havoc, v.i);
        evidence_advance(ps->text);
    }
}

static void parse_context_edge(ContextParser *ps)
{
    ContextEdge e = {.starts = {NO_ID}};
    e.from = expect_context_place(ps);
    e.to = expect_context_place(ps);
    if (evidence_accept_word(ps->text, "starts")) e.starts = expect_edge(ps);
    while (ps->text->token.kind == TOKEN_NAME) {
        uint32_t before = expect_shared(ps), after = expect_shared(ps);
        vec_push(ps->run, &e.effects, ((ContextEffect){before, after}));
    }
    if (evidence_accept(ps->text, TOKEN_COLON)) parse_context_havoc(ps, &e);
    evidence_expect(ps->text, TOKEN_SEMICOLON, "';' after an edge");
    vec_push(ps->run, &ps->c->edges, e);
}

/* The threads' locations are the first ones of the program. */
static LocId expect_thread_location(ContextParser *ps, TemplateId t)
{
    Token at = ps->text->token;
    LocId l = evidence_expect_location(ps->text, t);
    if (!program_has_loc(ps->c->p, l)) lexer_error(&ps->text->lexer, &at, "no thread comes to the location");
    return l;
}

static Bits expect_bits(ContextParser *ps, TemplateId t, LocId l)
{
    Bits tracked, none = {{0}};
    Token at = ps->text->token;
    tracked = none;
    Bits bits = predicate_bits_parse(ps->text, ps->c->local[t.i].count, &tracked);
    if (ps->tracks[l.i] && !bits_equal(&ps->c->tracked[l.i], &tracked))
        lexer_error(&ps->text->lexer, &at, "other predicates are tracked than before at that location");
    ps->tracks[l.i] = true;
    ps->c->tracked[l.i] = tracked;
    return bits;
}

static void parse_point(ContextParser *ps)
{
    Token at = ps->text->token;
    uint32_t number = ps->c->points.count;
    evidence_expect_index(ps->text, number, "point");
    uint32_t shared = expect_shared(ps);
    TemplateId t = evidence_expect_template(ps->text);
    LocId l = {NO_ID};
    Bits bits = {{0}};
    evidence_expect(ps->text, TOKEN_AT, "'@'");
    if (!evidence_accept_word(ps->text, "unborn")) {
        l = expect_thread_location(ps, t);
        evidence_expect(ps->text, TOKEN_COLON, "':'");
        bits = expect_bits(ps, t, l);
    }
    if (context_point(ps->c, t, l, shared, &bits) != number)
        lexer_error(&ps->text->lexer, &at, "the point is there already");
    while (l.i != NO_ID && ps->text->token.kind == TOKEN_NUMBER)
        context_add_place_of(ps->c, number, expect_context_place(ps));
}

static void parse_start(ContextParser *ps)
{
    uint32_t point = evidence_expect_below(ps->text, ps->c->points.count, "a point"), place = expect_context_place(ps);
    EdgeId by = {NO_ID};
    if (evidence_accept_word(ps->text, "by")) by = expect_edge(ps);
    context_add_start(ps->c, by, point, place);
}

static uint32_t expect_count(ContextParser *ps)
{
    Token at = ps->text->token;
    if (!evidence_accept(ps->text, TOKEN_STAR)) return 1;
    if (evidence_accept_word(ps->text, "always")) return CONTEXT_ALWAYS;
    if (evidence_accept_word(ps->text, "more")) return ps->c->k + 1;
    uint32_t count = evidence_expect_number(ps->text, "a number of threads, 'more' or 'always'");
    if (!count || count > ps->c->k) lexer_error(&ps->text->lexer, &at, "counters count up to %u", ps->c->k);
    return count;
}

static void parse_state(ContextParser *ps)
{
    uint32_t point = evidence_expect_below(ps->text, ps->c->points.count, "a point");
    uint32_t *counts = run_alloc(ps->run, (ps->c->places.count + 1) * sizeof *counts);
    while (ps->text->token.kind == TOKEN_NUMBER) {
        Token at = ps->text->token;
        uint32_t place = expect_context_place(ps);
        if (counts[place]) lexer_error(&ps->text->lexer, &at, "place %u has a counter already", place);
        counts[place] = expect_count(ps);
    }
    context_add_state(ps->c, point, counts);
    run_release(ps->run, counts);
}

/* Lines of one kind after the other. */
static void parse_lines(ContextParser *ps, const char *keyword, void (*parse)(ContextParser *ps))
{
    while (evidence_accept_word(ps->text, keyword)) {
        run_poll(ps->run);
        parse(ps);
    }
}

Context *context_parse(EvidenceParser *text, Program *threads)
{
    evidence_expect_word(text, "counters");
    Token at = text->token;
    uint32_t k = evidence_expect_number(text, "a number");
    if (k > CONTEXT_K_MAX) lexer_error(&text->lexer, &at, "counters up to more than %d", CONTEXT_K_MAX);
    ContextParser parser = {.text = text, .c = context_new(threads, k), .run = threads->run}, *ps = &parser;
    ps->tracks = run_alloc(ps->run, threads->locs.count + 1);
    predicates_parse(text, &ps->c->shared, ps->c->local);
    parse_lines(ps, "place", parse_place);
    parse_lines(ps, "edge", parse_context_edge);
    parse_lines(ps, "point", parse_point);
    parse_lines(ps, "start", parse_start);
    parse_lines(ps, "state", parse_state);
    evidence_expect_word(text, "end");
    evidence_expect_index(text, ps->c->states.count, "the number of states:");
    run_release(ps->run, ps->tracks);
    CHECK(context_is_valid(ps->c));
    return ps->c;
}
