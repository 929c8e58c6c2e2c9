#include "proof/text/proof_text.h"

#include <string.h>

#include "base/check.h"
#include "proof/text/bounds_text.h"
#include "proof/text/certificate_parse.h"
#include "proof/text/certificate_print.h"
#include "proof/text/context_text.h"
#include "proof/text/counted_text.h"
#include "proof/text/joined_text.h"
#include "proof/text/lockstep_text.h"
#include "proof/text/modular_text.h"
#include "proof/text/reasons_text.h"
#include "proof/text/watched_text.h"

static const char *const kind_words[] = {
    [PROOF_INVARIANT] = "invariant", [PROOF_REASONS] = "reasons", [PROOF_CONTEXT] = "context",
    [PROOF_MODULAR] = "modular",     [PROOF_BOUNDS] = "bounds",   [PROOF_LOCKSTEP] = "lockstep"};

/* ---- printing ---- */

static void print_part_errors(const TraceNames *names, const ProofPart *part, Str *out)
{
    str_addf(out, "part %s", kind_words[part->kind]);
    for (uint32_t number = 0; number < names->p->edges.count; number++)
        if (part->errors[names->edge_at[number]]) str_addf(out, " %u", number);
    str_add(out, "\n");
}

/* Shared, for NO_ID, or a local of the template? */
static bool is_variable_of(const Program *p, uint32_t v, uint32_t template)
{
    const Var *var = &p->vars.data[v];
    if (template == NO_ID) return var->class == VAR_SHARED;
    return var->class == VAR_LOCAL && var->template.i == template;
}

/* A line for the shared ones is there in any case: it says that variables are kept. */
static void add_kept_of(const TraceNames *names, const bool *kept, uint32_t template, Str *out)
{
    bool any = template == NO_ID;
    if (any) str_add(out, "keep shared");
    for (uint32_t i = 0; i < names->variables.count; i++) {
        uint32_t v = names->variables.data[i];
        if (!kept[v] || !is_variable_of(names->p, v, template)) continue;
        if (!any) str_add(out, "keep ");
        if (!any) scpl_add_name(out, names->scpl.templates[template]);
        any = true;
        str_add(out, " ");
        scpl_add_name(out, names->scpl.vars[v]);
    }
    if (any) str_add(out, ";\n");
}

static void print_proof_part(const TraceNames *names, const ProofPart *part, Str *out)
{
    print_part_errors(names, part, out);
    if (part->kept) add_kept_of(names, part->kept, NO_ID, out);
    for (uint32_t t = 0; part->kept && t < names->p->templates.count; t++)
        add_kept_of(names, part->kept, t, out);
    if (part->joined) joined_print(names, part->joined, out);
    if (part->watch) watched_print(names, part->watch, out);
    if (part->counts) counted_print(names, part->counts, out);
    switch (part->kind) {
    case PROOF_INVARIANT: certificate_print(part->invariant, out); break;
    case PROOF_REASONS: reasons_print(names, part->reasons, out); break;
    case PROOF_BOUNDS:
        bounds_print(names, part->bounds, out);
        reasons_print(names, part->reasons, out);
        break;
    case PROOF_CONTEXT: context_print(names, part->context, out); break;
    case PROOF_MODULAR: modular_print(names, part->modular, out); break;
    case PROOF_LOCKSTEP: lockstep_print(names, part->lockstep, out); break;
    }
    str_add(out, "\n");
}

static void print_parts(const Proof *proof, Str *out)
{
    TraceNames names;
    trace_names_init(&names, proof->p);
    for (uint32_t i = 0; i < proof->parts.count; i++)
        print_proof_part(&names, &proof->parts.data[i], out);
    str_addf(out, "parts %u\n", proof->parts.count);
    trace_names_clear(&names);
}

/* Which program a further proof is about, and what it says. */
static void print_further(const Proof *proof, Str *out)
{
    str_addf(out, " \"%s\"\n", evidence_digest(proof->p));
    print_parts(proof, out);
}

static void print_memory(const Proof *proof, const MemoryProof *memory, Str *out)
{
    TraceNames names;
    trace_names_init(&names, proof->p);
    if (memory->races) {
        str_add(out, "races");
        print_further(memory->races, out);
    }
    for (uint32_t i = 0; i < memory->locations.count; i++) {
        str_add(out, "location ");
        scpl_add_name(out, names.scpl.vars[memory->locations.data[i].x.i]);
        print_further(memory->locations.data[i].proof, out);
    }
    str_addf(out, "proofs %u\n", memory->locations.count + (memory->races ? 1 : 0));
    trace_names_clear(&names);
}

void proof_print_under(const Proof *proof, const MemoryProof *memory, const TraceOptions *options, Str *out)
{
    bool is_whole = proof_is_whole(proof) && !memory;
    unsigned version = is_whole ? CERTIFICATE_VERSION : memory ? PROOF_UNDER_MODEL_VERSION : PROOF_VERSION;
    evidence_print_header(proof->p, "certificate", version, options, out);
    if (is_whole) {
        certificate_print(proof->parts.data[0].invariant, out);
        return;
    }
    if (memory) str_addf(out, "model %s%s\n", memory->is_tso ? "tso" : "c11", memory->has_plain ? " plain" : "");
    print_parts(proof, out);
    if (memory) print_memory(proof, memory, out);
}

void proof_print(const Proof *proof, const TraceOptions *options, Str *out)
{
    proof_print_under(proof, NULL, options, out);
}

/* ---- parsing ---- */

static ProofKind expect_kind(EvidenceParser *ps)
{
    for (size_t i = 0; i < sizeof kind_words / sizeof *kind_words; i++)
        if (evidence_accept_word(ps, kind_words[i])) return (ProofKind)i;
    evidence_fail_expected(ps, "'invariant', 'reasons', 'context', 'modular', 'bounds' or 'lockstep'");
}

static void parse_part_errors(EvidenceParser *ps, ProofPart *part)
{
    part->errors = run_alloc(ps->run, ps->p->edges.count + 1);
    while (ps->token.kind == TOKEN_NUMBER) {
        Token at = ps->token;
        uint32_t number = evidence_expect_number(ps, "the number of an edge");
        if (number >= ps->p->edges.count || !ps->p->edges.data[ps->names.edge_at[number]].is_error)
            lexer_error(&ps->lexer, &at, "the program has no error edge %u", number);
        part->errors[ps->names.edge_at[number]] = true;
    }
}

/* After "keep". */
static void parse_kept(EvidenceParser *ps, ProofPart *part)
{
    TemplateId t = {NO_ID};
    if (!evidence_accept_word(ps, "shared")) t = evidence_expect_template(ps);
    if (!part->kept) part->kept = run_alloc(ps->run, ps->p->vars.count + 1);
    while (ps->token.kind == TOKEN_NAME || ps->token.kind == TOKEN_QUOTED) {
        Token at = ps->token;
        VarId v = trace_names_find(&ps->names, token_text(&ps->lexer, &at), t);
        if (v.i == NO_ID || ps->p->vars.data[v.i].class != (t.i == NO_ID ? VAR_SHARED : VAR_LOCAL))
            lexer_error(&ps->lexer, &at, "there is no such variable to keep: %s", token_describe(&ps->lexer, &at));
        part->kept[v.i] = true;
        evidence_advance(ps);
    }
    evidence_expect(ps, TOKEN_SEMICOLON, "';' after kept variables");
}

/* The text goes on where the certificate ends. */
static Certificate *parse_invariant(EvidenceParser *ps, const ElementWatch *watch)
{
    if (!watch) return certificate_parse(ps);
    Program *given = ps->p;
    TraceNames names = ps->names;
    ps->p = watched_frame(given, watch);
    program_index(ps->p);
    trace_names_init(&ps->names, ps->p);
    Certificate *c = certificate_parse(ps);
    trace_names_clear(&ps->names);
    ps->p = given;
    ps->names = names;
    return c;
}

static void parse_part(EvidenceParser *ps, Proof *proof)
{
    ProofPart part = {.kind = expect_kind(ps)};
    parse_part_errors(ps, &part);
    while (part.kind == PROOF_INVARIANT && evidence_accept_word(ps, "keep"))
        parse_kept(ps, &part);
    if (part.kept) part.joined = joined_parse(ps);
    if (part.kind == PROOF_INVARIANT && !part.kept && evidence_accept_word(ps, "watch")) part.watch = watched_parse(ps);
    if (part.kind == PROOF_INVARIANT && !part.kept && !part.watch) part.counts = counted_parse(ps);
    switch (part.kind) {
    case PROOF_INVARIANT: part.invariant = parse_invariant(ps, part.watch); break;
    case PROOF_REASONS: part.reasons = reasons_parse(ps); break;
    case PROOF_BOUNDS:
        part.bounds = bounds_parse(ps);
        part.reasons = reasons_parse(ps);
        break;
    case PROOF_CONTEXT: part.context = context_parse(ps, proof_threads(&proof->subject)); break;
    case PROOF_MODULAR: part.modular = modular_parse(ps); break;
    case PROOF_LOCKSTEP: part.lockstep = lockstep_parse(ps); break;
    }
    vec_push(ps->run, &proof->parts, part);
}

static Proof *parse_parts(EvidenceParser *ps, const ProofSubject *subject)
{
    Proof *proof = proof_new(ps->p);
    proof->subject = *subject;
    if (!evidence_is_word(ps, "part") && !evidence_is_word(ps, "parts"))
        evidence_fail_expected(ps, "'part' or 'parts'");
    while (evidence_accept_word(ps, "part"))
        parse_part(ps, proof);
    evidence_expect_word(ps, "parts");
    evidence_expect_index(ps, proof->parts.count, "the number of parts:");
    return proof;
}

/* ---- under a memory model ---- */

static bool is_text_next(EvidenceParser *ps, const char *text)
{
    return !strcmp(evidence_expect_text(ps, TOKEN_STRING, "a digest"), text);
}

/* A proof of another program than the text is for, which the caller has made. */
static const Proof *parse_further(EvidenceParser *ps, Program *p)
{
    Token at = ps->token;
    Program *given = ps->p;
    TraceNames names = ps->names;
    if (!p) lexer_error(&ps->lexer, &at, "there is no such program");
    if (!is_text_next(ps, evidence_digest(p)))
        lexer_error(&ps->lexer, &at, "a proof about the memory model is for another program (the digest differs)");
    ps->p = p;
    trace_names_init(&ps->names, p);
    ProofSubject subject = {.p = p};
    const Proof *proof = parse_parts(ps, &subject);
    trace_names_clear(&ps->names);
    ps->p = given;
    ps->names = names;
    return proof;
}

static void parse_location(EvidenceParser *ps, const MemorySource *source, MemoryProof *memory)
{
    Token at = ps->token;
    bool is_name = at.kind == TOKEN_NAME || at.kind == TOKEN_QUOTED;
    VarId x = is_name ? trace_names_find(&ps->names, token_text(&ps->lexer, &at), (TemplateId){NO_ID}) : (VarId){NO_ID};
    if (x.i == NO_ID || ps->p->vars.data[x.i].class != VAR_SHARED)
        lexer_error(&ps->lexer, &at, "there is no such location: %s", token_describe(&ps->lexer, &at));
    evidence_advance(ps);
    LocationProof location = {x, parse_further(ps, source->location(source->arg, memory, x))};
    vec_push(ps->run, &memory->locations, location);
}

/* After "model". */
static MemoryProof *parse_model(EvidenceParser *ps)
{
    MemoryProof *memory = run_alloc(ps->run, sizeof *memory);
    memory->is_tso = evidence_accept_word(ps, "tso");
    if (!memory->is_tso && !evidence_accept_word(ps, "c11")) evidence_fail_expected(ps, "'c11' or 'tso'");
    memory->has_plain = memory->is_tso && evidence_accept_word(ps, "plain");
    return memory;
}

static Proof *parse_under_model(EvidenceParser *ps, const ProofSubject *subject, const MemorySource *source,
                                MemoryProof **memory)
{
    evidence_expect_word(ps, "model");
    *memory = parse_model(ps);
    Proof *proof = parse_parts(ps, subject);
    if (evidence_accept_word(ps, "races")) (*memory)->races = parse_further(ps, source->races(source->arg));
    while (evidence_accept_word(ps, "location"))
        parse_location(ps, source, *memory);
    evidence_expect_word(ps, "proofs");
    evidence_expect_index(ps, (*memory)->locations.count + ((*memory)->races ? 1 : 0), "the number of proofs:");
    return proof;
}

Proof *proof_parse_under(const ProofSubject *subject, const TraceOptions *options, const MemorySource *source,
                         const char *file, const char *text, size_t length, MemoryProof **memory)
{
    EvidenceParser parser, *ps = &parser;
    Proof *proof;
    unsigned newest = source ? PROOF_UNDER_MODEL_VERSION : PROOF_VERSION;
    evidence_begin(ps, subject->p, "certificate", newest, options, file, text, length);
    if (memory) *memory = NULL;
    if (ps->version == CERTIFICATE_VERSION)
        proof = proof_of_certificate(certificate_parse(ps));
    else if (ps->version == PROOF_VERSION)
        proof = parse_parts(ps, subject);
    else
        proof = parse_under_model(ps, subject, source, memory);
    if (ps->token.kind != TOKEN_END) evidence_fail_expected(ps, "the end of the file");
    evidence_end(ps);
    return proof;
}

Proof *proof_parse(const ProofSubject *subject, const TraceOptions *options, const char *file, const char *text,
                   size_t length)
{
    return proof_parse_under(subject, options, NULL, file, text, length, NULL);
}
