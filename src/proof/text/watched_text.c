#include "proof/text/watched_text.h"

#include "base/check.h"
#include "program/scpl/print.h"
#include "program/scpl/reader.h"

static void print_watched_index(const TraceNames *names, const ElementWatch *watch, uint32_t number, uint32_t element,
                                Str *out)
{
    Term at = watch->at[names->edge_at[number] * watch->count + element];
    Str text;
    if (!term_is(at)) return;
    scpl_print_terms(names->p, &at, 1, &text);
    str_addf(out, "at %u %u: %s;\n", number, element, str_text(&text));
    str_clear(&text);
}

void watched_print(const TraceNames *names, const ElementWatch *watch, Str *out)
{
    str_addf(out, "watch %u", watch->count);
    for (uint32_t i = 0; i < names->variables.count; i++) {
        uint32_t v = names->variables.data[i];
        if (!watch->arrays[v]) continue;
        str_add(out, " ");
        scpl_add_name(out, names->scpl.vars[v]);
    }
    str_add(out, ";\n");
    for (uint32_t number = 0; number < names->p->edges.count; number++)
        for (uint32_t k = 0; k < watch->count; k++)
            print_watched_index(names, watch, number, k, out);
}

static void parse_arrays(EvidenceParser *ps, ElementWatch *watch)
{
    Sort sort = {0};
    watch->arrays = run_alloc(ps->run, ps->p->vars.count + 1);
    while (ps->token.kind == TOKEN_NAME || ps->token.kind == TOKEN_QUOTED) {
        Token at = ps->token;
        VarId v = trace_names_find(&ps->names, token_text(&ps->lexer, &at), (TemplateId){NO_ID});
        const Var *var = v.i == NO_ID ? NULL : &ps->p->vars.data[v.i];
        if (!var || var->class != VAR_SHARED || var->sort.kind != SORT_ARRAY)
            lexer_error(&ps->lexer, &at, "there is no such array: %s", token_describe(&ps->lexer, &at));
        if (sort.kind == SORT_ARRAY && sort.index != var->sort.index)
            lexer_error(&ps->lexer, &at, "the array has indices of another type: %s", token_describe(&ps->lexer, &at));
        sort = var->sort;
        watch->arrays[v.i] = true;
        evidence_advance(ps);
    }
    if (sort.kind != SORT_ARRAY) evidence_fail_expected(ps, "the name of an array");
    evidence_expect(ps, TOKEN_SEMICOLON, "';' after arrays");
}

/* After "at". */
static void parse_watched_index(EvidenceParser *ps, ScplReader *reader, ElementWatch *watch)
{
    Token at = ps->token;
    uint32_t number = evidence_expect_number(ps, "the number of an error edge");
    if (number >= ps->p->edges.count || !ps->p->edges.data[ps->names.edge_at[number]].is_error)
        lexer_error(&ps->lexer, &at, "the program has no error edge %u", number);
    uint32_t edge = ps->names.edge_at[number];
    at = ps->token;
    uint32_t element = evidence_expect_number(ps, "the number of an element");
    if (element >= watch->count) lexer_error(&ps->lexer, &at, "there is no watched element %u", element);
    evidence_expect(ps, TOKEN_COLON, "':'");
    TemplateId template = ps->p->locs.data[ps->p->edges.data[edge].from.i].template;
    watch->at[edge * watch->count + element] =
        scpl_read_value(reader, template, watched_sort(ps->p, watch), &ps->lexer, &ps->token);
    evidence_expect(ps, TOKEN_SEMICOLON, "';' after an index");
}

const ElementWatch *watched_parse(EvidenceParser *ps)
{
    ElementWatch *watch = run_alloc(ps->run, sizeof *watch);
    Token at = ps->token;
    watch->count = evidence_expect_number(ps, "how many elements are watched");
    if (watch->count == 0 || watch->count > WATCHED_MAX)
        lexer_error(&ps->lexer, &at, "from 1 to %d elements are watched", WATCHED_MAX);
    parse_arrays(ps, watch);
    watch->at = run_alloc(ps->run, ((size_t)ps->p->edges.count * watch->count + 1) * sizeof *watch->at);
    ScplReader *reader = scpl_reader_new(ps->p);
    while (evidence_accept_word(ps, "at"))
        parse_watched_index(ps, reader, watch);
    scpl_reader_free(reader);
    CHECK(watch->count <= WATCHED_MAX);
    return watch;
}
