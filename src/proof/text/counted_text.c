/* count unsigned 32 up 3: licences;
 * weight worker 1 down 1;
 * weight reader 5 up 1 otherwise up 0 if `state.swapped`;
 * fact: licences <= 3;
 * fact reader 4: seen < 1000000 && licences != 0; */
#include "proof/text/counted_text.h"

#include <stdlib.h>

#include "base/check.h"
#include "program/scpl/print.h"
#include "program/scpl/reader.h"

#define START_MAX (INT64_C(1) << 32)

static void print_count_term(Program *p, Term t, Str *out)
{
    Str text;
    scpl_print_terms(p, &t, 1, &text);
    str_add(out, str_text(&text));
    str_clear(&text);
}

static void print_weight(Str *out, int64_t n)
{
    str_addf(out, " %s %llu", n < 0 ? "down" : "up", (unsigned long long)llabs(n));
}

/* Of its template. */
static void add_weight(const TraceNames *names, const ThreadCount *c, uint32_t loc, Str *out)
{
    Program *p = names->p;
    if (!c->weight[loc] && !term_is(c->when[loc])) return;
    str_add(out, "weight ");
    scpl_add_name(out, names->scpl.templates[p->locs.data[loc].template.i]);
    str_addf(out, " %u", names->location_number[loc]);
    print_weight(out, c->weight[loc]);
    if (term_is(c->when[loc])) {
        str_add(out, " otherwise");
        print_weight(out, c->without[loc]);
        str_add(out, " if ");
        print_count_term(p, c->when[loc], out);
    }
    str_add(out, ";\n");
}

static void print_count_fact(const TraceNames *names, const ThreadCounts *counts, uint32_t loc, Str *out)
{
    Program *p = names->p;
    if (!term_is(counts->facts[loc])) return;
    str_add(out, "fact ");
    scpl_add_name(out, names->scpl.templates[p->locs.data[loc].template.i]);
    str_addf(out, " %u: ", names->location_number[loc]);
    print_count_term(p, counts->facts[loc], out);
    str_add(out, ";\n");
}

void counted_print(const TraceNames *names, const ThreadCounts *counts, Str *out)
{
    for (uint32_t i = 0; i < counts->count; i++) {
        const ThreadCount *c = &counts->data[i];
        str_addf(out, "count %s %u", c->is_signed ? "signed" : "unsigned", term_sort(names->p->tm, c->value).width);
        print_weight(out, c->start);
        if (c->times != 1) str_addf(out, " times %d", c->times);
        str_add(out, ": ");
        print_count_term(names->p, c->value, out);
        str_add(out, ";\n");
        for (uint32_t l = 0; l < names->p->locs.count; l++)
            add_weight(names, c, l, out);
    }
    if (term_is(counts->everywhere)) {
        str_add(out, "fact: ");
        print_count_term(names->p, counts->everywhere, out);
        str_add(out, ";\n");
    }
    for (uint32_t l = 0; l < names->p->locs.count; l++)
        print_count_fact(names, counts, l, out);
}

/* ---- parsing ---- */

static int64_t parse_signed_weight(EvidenceParser *ps, int64_t most)
{
    bool down = evidence_accept_word(ps, "down");
    if (!down) evidence_expect_word(ps, "up");
    Token at = ps->token;
    int64_t n = evidence_expect_number(ps, "a number");
    if (n > most) lexer_error(&ps->lexer, &at, "the number is too large");
    return down ? -n : n;
}

/* After "weight". */
static void parse_weight(EvidenceParser *ps, ScplReader *reader, ThreadCount *c)
{
    TemplateId t = evidence_expect_template(ps);
    LocId l = evidence_expect_location(ps, t);
    c->weight[l.i] = (int8_t)parse_signed_weight(ps, COUNT_WEIGHT_MAX);
    if (evidence_accept_word(ps, "otherwise")) {
        c->without[l.i] = (int8_t)parse_signed_weight(ps, COUNT_WEIGHT_MAX);
        if (!evidence_is_word(ps, "if")) evidence_fail_expected(ps, "'if' and a condition");
        evidence_advance(ps);
        c->when[l.i] = scpl_read_condition(reader, t, &ps->lexer, &ps->token);
    }
    evidence_expect(ps, TOKEN_SEMICOLON, "';' after a weight");
}

/* After "count". */
static ThreadCount parse_thread_count(EvidenceParser *ps, ScplReader *reader)
{
    uint32_t n = ps->p->locs.count + 1;
    ThreadCount c = {.is_signed = evidence_accept_word(ps, "signed"),
                     .when = run_alloc(ps->run, n * sizeof *c.when),
                     .weight = run_alloc(ps->run, n),
                     .without = run_alloc(ps->run, n)};
    if (!c.is_signed) evidence_expect_word(ps, "unsigned");
    Token at = ps->token;
    uint32_t width = evidence_expect_number(ps, "a width");
    if (width < 1 || width > COUNT_BITS_MAX) lexer_error(&ps->lexer, &at, "a count has 1 to %d bits", COUNT_BITS_MAX);
    c.start = parse_signed_weight(ps, START_MAX);
    at = ps->token;
    uint32_t times = evidence_accept_word(ps, "times") ? evidence_expect_number(ps, "a number") : 1;
    if (times < 1 || times > COUNT_WEIGHT_MAX)
        lexer_error(&ps->lexer, &at, "a count is taken at most %d times", COUNT_WEIGHT_MAX);
    c.times = (int8_t)times;
    evidence_expect(ps, TOKEN_COLON, "':'");
    c.value = scpl_read_value(reader, (TemplateId){NO_ID}, sort_bv(width), &ps->lexer, &ps->token);
    evidence_expect(ps, TOKEN_SEMICOLON, "';' after a value");
    while (evidence_accept_word(ps, "weight"))
        parse_weight(ps, reader, &c);
    return c;
}

/* After "fact". */
static void parse_count_fact(EvidenceParser *ps, ScplReader *reader, ThreadCounts *counts)
{
    TemplateId t = {NO_ID};
    LocId l = {NO_ID};
    if (ps->token.kind != TOKEN_COLON) {
        t = evidence_expect_template(ps);
        l = evidence_expect_location(ps, t);
    }
    if (ps->token.kind != TOKEN_COLON) evidence_fail_expected(ps, "':' and a condition");
    evidence_advance(ps);
    Term condition = scpl_read_condition(reader, t, &ps->lexer, &ps->token);
    *(l.i == NO_ID ? &counts->everywhere : &counts->facts[l.i]) = condition;
    evidence_expect(ps, TOKEN_SEMICOLON, "';' after a condition");
}

const ThreadCounts *counted_parse(EvidenceParser *ps)
{
    if (!evidence_is_word(ps, "count") && !evidence_is_word(ps, "fact")) return NULL;
    ThreadCounts *out = run_alloc(ps->run, sizeof *out);
    ScplReader *reader = scpl_reader_new(ps->p);
    while (evidence_accept_word(ps, "count")) {
        if (out->count == COUNTS_MAX) evidence_fail_expected(ps, "fewer counts");
        ThreadCount c = parse_thread_count(ps, reader);
        vec_push(ps->run, out, c);
    }
    out->facts = run_alloc(ps->run, (ps->p->locs.count + 1) * sizeof *out->facts);
    while (evidence_accept_word(ps, "fact"))
        parse_count_fact(ps, reader, out);
    scpl_reader_free(reader);
    CHECK(out->count <= COUNTS_MAX);
    return out;
}
