#include "proof/text/modular_text.h"

#include "base/check.h"
#include "program/scpl/print.h"
#include "program/scpl/reader.h"
#include "proof/text/certificate_parse.h"
#include "proof/text/certificate_print.h"
#include "proof/text/written_text.h"

/* ---- printing ---- */

typedef struct Printer {
    const TraceNames *names;
    const ModularProof *proof;
    Str *out;
} Printer;

static void print_turns(Printer *pr)
{
    str_add(pr->out, "turns");
    for (uint32_t l = 0; l < pr->proof->written->p->locs.count; l++)
        if (pr->proof->turns[l]) str_addf(pr->out, " %u", l);
    str_add(pr->out, "\n");
}

static void add_diagram(Printer *pr, const Diagram *d)
{
    str_add(pr->out, "diagram\n");
    for (uint32_t i = 0; i < d->nodes.count; i++) {
        const DiagramNode *n = &d->nodes.data[i];
        str_addf(pr->out, "node %u %u %u %u\n", n->var.i, n->bit, n->low, n->high);
    }
    for (uint32_t l = 0; l < d->roots.count; l++)
        if (d->roots.data[l] != DIAGRAM_FALSE) str_addf(pr->out, "at %u %u\n", l, d->roots.data[l]);
    str_addf(pr->out, "end %u\n", d->nodes.count);
}

static void print_modular_claim(Printer *pr, const ModularClaim *claim)
{
    str_addf(pr->out, "uses %u\n", claim->uses);
    if (claim->diagram)
        add_diagram(pr, claim->diagram);
    else
        certificate_print(claim->invariant, pr->out);
}

static void print_modular_fact(Printer *pr, uint32_t level, const ModularFact *fact)
{
    Term terms[] = {fact->before, fact->after};
    for (int i = 0; i < 2; i++) {
        Str text;
        scpl_print_terms(pr->proof->written->p, &terms[i], 1, &text);
        if (i == 0) str_addf(pr->out, "fact %u ", level);
        str_addf(pr->out, i ? "never %s;\n" : "before %s; ", str_text(&text));
        str_clear(&text);
    }
    print_modular_claim(pr, &fact->proof);
}

static void print_main_proof(Printer *pr, const ModularMain *m)
{
    uint32_t count = pr->proof->written->origins.count;
    str_add(pr->out, "main");
    for (uint32_t i = 0; i < count; i++)
        str_addf(pr->out, " %u", m->order[i]);
    str_add(pr->out, "\n");
    for (uint32_t level = count - 1; level-- > 0;)
        for (uint32_t i = 0; i < m->facts[level].count; i++)
            print_modular_fact(pr, level, &m->facts[level].data[i]);
    print_modular_claim(pr, &m->proof);
}

void modular_print(const TraceNames *names, const ModularProof *proof, Str *out)
{
    Printer pr = {names, proof, out};
    written_print(names, proof->written, out);
    print_turns(&pr);
    for (uint32_t i = 0; i < proof->mains.count; i++)
        print_main_proof(&pr, &proof->mains.data[i]);
    str_addf(out, "end %u\n", proof->mains.count);
}

/* ---- parsing ---- */

typedef struct ModularParser {
    EvidenceParser *text;
    Run *run;
    WrittenOut *w;
    bool *turns;
    ScplReader *reader;
} ModularParser;

static uint32_t expect_modular_number(ModularParser *ps, uint32_t limit, const char *what)
{
    return evidence_expect_below(ps->text, limit, what);
}

static void parse_turns(ModularParser *ps)
{
    ps->turns = run_alloc(ps->run, ps->w->p->locs.count + 1);
    evidence_expect_word(ps->text, "turns");
    while (ps->text->token.kind == TOKEN_NUMBER)
        ps->turns[expect_modular_number(ps, ps->w->p->locs.count, "a location")] = true;
}

static DiagramNode parse_diagram_node(ModularParser *ps, const Program *p, uint32_t known)
{
    DiagramNode n;
    Token at = ps->text->token;
    n.var.i = expect_modular_number(ps, p->vars.count, "a variable");
    const Var *var = &p->vars.data[n.var.i];
    if (var->class == VAR_INPUT || (var->sort.kind != SORT_BOOL && var->sort.kind != SORT_BV))
        lexer_error(&ps->text->lexer, &at, "the variable has no bits that last");
    n.bit = expect_modular_number(ps, var->sort.kind == SORT_BV ? var->sort.width : 1, "a bit");
    n.low = expect_modular_number(ps, known + DIAGRAM_FIRST, "a node");
    n.high = expect_modular_number(ps, known + DIAGRAM_FIRST, "a node");
    return n;
}

static const Diagram *parse_diagram(ModularParser *ps, const Program *p)
{
    Diagram *d = run_alloc(ps->run, sizeof *d);
    while (evidence_accept_word(ps->text, "node")) {
        DiagramNode node = parse_diagram_node(ps, p, d->nodes.count);
        vec_push(ps->run, &d->nodes, node);
    }
    vec_resize(ps->run, &d->roots, p->locs.count);
    for (uint32_t next = 0; evidence_accept_word(ps->text, "at");) {
        Token at = ps->text->token;
        uint32_t l = expect_modular_number(ps, p->locs.count, "a location");
        if (l < next) lexer_error(&ps->text->lexer, &at, "locations come in order, each once");
        next = l + 1;
        d->roots.data[l] = expect_modular_number(ps, d->nodes.count + DIAGRAM_FIRST, "a node");
    }
    evidence_expect_word(ps->text, "end");
    evidence_expect_index(ps->text, d->nodes.count, "the number of nodes:");
    return d;
}

/* The text goes on where the certificate ends. */
static ModularClaim parse_modular_claim(ModularParser *ps, uint32_t thread, bool is_query, uint32_t known)
{
    ModularClaim claim = {0};
    evidence_expect_word(ps->text, "uses");
    claim.uses = expect_modular_number(ps, known + 1, "facts used");
    if (evidence_accept_word(ps->text, "diagram")) {
        claim.diagram = parse_diagram(ps, sequential_frame(ps->w, ps->turns, thread, is_query).p);
        return claim;
    }
    Program *given = ps->text->p;
    TraceNames names = ps->text->names;
    ps->text->p = sequential_frame(ps->w, ps->turns, thread, is_query).p;
    trace_names_init(&ps->text->names, ps->text->p);
    claim.invariant = certificate_parse(ps->text);
    trace_names_clear(&ps->text->names);
    ps->text->p = given;
    ps->text->names = names;
    return claim;
}

static Term expect_modular_condition(ModularParser *ps, const char *word)
{
    evidence_expect_word(ps->text, word);
    Term t = scpl_read_condition(ps->reader, (TemplateId){NO_ID}, &ps->text->lexer, &ps->text->token);
    evidence_expect(ps->text, TOKEN_SEMICOLON, "';' after a condition");
    return t;
}

static void parse_modular_fact(ModularParser *ps, ModularMain *m)
{
    uint32_t count = ps->w->origins.count;
    uint32_t level = expect_modular_number(ps, count - 1, "a level");
    ModularFact fact = {.before = expect_modular_condition(ps, "before"),
                        .after = expect_modular_condition(ps, "never")};
    fact.proof = parse_modular_claim(ps, m->order[level + 1], true, m->facts[level + 1].count);
    vec_push(ps->run, &m->facts[level], fact);
}

static ModularMain parse_main(ModularParser *ps)
{
    ModularMain m;
    uint32_t count = ps->w->origins.count;
    m.order = run_alloc(ps->run, (count + 1) * sizeof *m.order);
    m.facts = run_alloc(ps->run, (count + 1) * sizeof *m.facts);
    for (uint32_t i = 0; i < count; i++)
        m.order[i] = expect_modular_number(ps, count, "a thread");
    while (evidence_accept_word(ps->text, "fact"))
        parse_modular_fact(ps, &m);
    m.proof = parse_modular_claim(ps, m.order[0], false, m.facts[0].count);
    return m;
}

const ModularProof *modular_parse(EvidenceParser *text)
{
    ModularParser parser = {.text = text, .run = text->run}, *ps = &parser;
    ModularProof *proof = run_alloc(ps->run, sizeof *proof);
    proof->written = ps->w = written_parse(text);
    parse_turns(ps);
    proof->turns = ps->turns;
    ps->reader = scpl_reader_new(ps->w->p);
    while (evidence_accept_word(text, "main")) {
        ModularMain m = parse_main(ps);
        vec_push(ps->run, &proof->mains, m);
    }
    scpl_reader_free(ps->reader);
    evidence_expect_word(text, "end");
    evidence_expect_index(text, proof->mains.count, "the number of main threads:");
    return proof;
}
