#include "proof/text/predicate_text.h"

#include <string.h>

#include "base/check.h"
#include "program/scpl/print.h"
#include "program/scpl/reader.h"

static void print_some(Program *p, const char *of, const CertificateTerms *terms, Str *out)
{
    Str *texts = run_alloc(p->run, (terms->count + 1) * sizeof *texts);
    scpl_print_terms(p, terms->data, terms->count, texts);
    for (uint32_t i = 0; i < terms->count; i++) {
        str_add(out, "predicate ");
        if (of)
            scpl_add_name(out, of);
        else
            str_add(out, "shared");
        str_addf(out, ": %s;\n", str_text(&texts[i]));
        str_clear(&texts[i]);
    }
    run_release(p->run, texts);
}

void predicates_print(Program *p, const ScplNames *names, const CertificateTerms *shared, const CertificateTerms *local,
                      Str *out)
{
    print_some(p, NULL, shared, out);
    for (uint32_t t = 0; t < p->templates.count; t++)
        print_some(p, names->templates[t], &local[t], out);
}

void predicates_parse(EvidenceParser *ps, CertificateTerms *shared, CertificateTerms *local)
{
    ScplReader *reader = scpl_reader_new(ps->p);
    while (evidence_accept_word(ps, "predicate")) {
        TemplateId t = {NO_ID};
        Token at = ps->token;
        bool is_shared = evidence_is_word(ps, "shared");
        if (is_shared)
            evidence_advance(ps);
        else
            t = evidence_expect_template(ps);
        CertificateTerms *terms = is_shared ? shared : &local[t.i];
        if (terms->count == BITS_MAX) lexer_error(&ps->lexer, &at, "more than %d predicates", BITS_MAX);
        evidence_expect(ps, TOKEN_COLON, "':'");
        Term term = scpl_read_condition(reader, t, &ps->lexer, &ps->token);
        evidence_expect(ps, TOKEN_SEMICOLON, "';' after a predicate");
        vec_push(ps->run, terms, term);
    }
    scpl_reader_free(reader);
}

void predicate_bits_print(const Bits *bits, const Bits *tracked, uint32_t count, Str *out)
{
    CHECK(count <= BITS_MAX);
    str_add(out, "b");
    for (uint32_t i = 0; i < count; i++)
        str_add(out, tracked && !bits_get(tracked, i) ? "_" : bits_get(bits, i) ? "1" : "0");
}

Bits predicate_bits_parse(EvidenceParser *ps, uint32_t count, Bits *tracked)
{
    Bits bits;
    CHECK(count <= BITS_MAX);
    memset(&bits, 0, sizeof bits);
    const Token *t = &ps->token;
    if (t->kind != TOKEN_NAME || *t->start != 'b' || t->length != (size_t)count + 1)
        evidence_fail_expected(ps, run_format(ps->run, "'b' and a digit for each of %u predicates", count));
    for (uint32_t i = 0; i < count; i++) {
        char digit = t->start[i + 1];
        if (digit != '0' && digit != '1' && !(digit == '_' && tracked))
            lexer_error(&ps->lexer, t, "predicate %u has neither 0 nor 1", i);
        if (tracked) bits_set(tracked, i, digit != '_');
        bits_set(&bits, i, digit == '1');
    }
    evidence_advance(ps);
    return bits;
}
