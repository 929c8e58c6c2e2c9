#include "report/witness/claim.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "program/copy.h"
#include "report/witness/expression.h"
#include "report/witness/place.h"

#define PREDICATES_MAX 200 /* more to start with are no help */

typedef struct Builder {
    Program *p;
    WitnessClaims *claims;
    LocId *errors; /* per template: where errors lead to */
    bool long_is_32;
    uint32_t at; /* the claim at hand */
} Builder;

static void leave_out_invariant(const Builder *b, const WitnessClaim *c, const char *why)
{
    diag_add(b->p->run, SEVERITY_NOTE, c->place, "the invariant '%.120s' of the witness is not looked at: %s", c->text,
             why);
}

static bool is_predicate_known(const WitnessClaims *claims, Term t)
{
    for (uint32_t i = 0; i < claims->predicates.count; i++)
        if (term_same(claims->predicates.data[i], t)) return true;
    return false;
}

/* The comparisons that the condition is made of. */
static void add_compared_predicates(Builder *b, Term t)
{
    TermManager *tm = b->p->tm;
    TermKind kind = term_kind(tm, t);
    if (term_is_const(tm, t)) return;
    bool is_structure = kind == TERM_NOT || kind == TERM_AND || kind == TERM_OR;
    for (uint32_t i = 0; is_structure && i < term_arity(tm, t); i++)
        add_compared_predicates(b, term_arg(tm, t, i));
    if (is_structure || is_predicate_known(b->claims, t) || b->claims->predicates.count >= PREDICATES_MAX) return;
    vec_push(b->p->run, &b->claims->predicates, t);
}

static void add_invariant_error(Builder *b, const WitnessClaim *c, uint32_t loc, Term holds)
{
    Program *q = b->claims->program;
    uint32_t t = q->locs.data[loc].template.i;
    if (b->errors[t].i == NO_ID)
        b->errors[t] = program_add_loc(q, (TemplateId){t}, NULL, false, (SourcePos){NULL, 0, 0});
    Edge e = edge_make((LocId){loc}, b->errors[t], c->place);
    e.guard = term_not(q->tm, holds);
    e.is_error = true;
    e.text = run_format(q->run, "invariant %.120s", c->text);
    program_add_edge(q, &e);
    vec_push(q->run, &b->claims->of, b->at);
}

/* At all the places that are meant, or not at all. */
static const char *claim_invariant(Builder *b, const WitnessClaim *c)
{
    Program *p = b->p;
    bool *at = run_alloc(p->run, p->locs.count + 1);
    Term *holds = run_alloc(p->run, (p->locs.count + 1) * sizeof *holds);
    const char *why = NULL;
    if (c->unplaced)
        why = c->unplaced;
    else if (c->mark && !place_find_marked(p, c->mark, at))
        why = "no run of the model comes there";
    else if (!c->mark && !place_find_locations(p, c->place, c->is_loop, at))
        why = c->is_loop ? "no loop of the model begins there" : "no statement of the model begins there";
    for (uint32_t l = 0; l < p->locs.count && !why; l++) {
        WitnessScope scope = {p, p->locs.data[l].template, c->place, b->long_is_32, {NO_ID}};
        if (at[l]) holds[l] = witness_condition(&scope, c->text, &why);
    }
    for (uint32_t l = 0; l < p->locs.count && !why; l++) {
        if (!at[l]) continue;
        add_compared_predicates(b, holds[l]);
        add_invariant_error(b, c, l, holds[l]);
    }
    run_release(p->run, at);
    run_release(p->run, holds);
    return why;
}

static void copy_edges_without_errors(Builder *b)
{
    Program *p = b->p, *q = b->claims->program;
    for (uint32_t e = 0; e < p->edges.count; e++) {
        Edge edge = p->edges.data[e];
        if (edge.is_error) edge.guard = term_bool(p->tm, false);
        edge.access_count = 0;
        edge.property = PROPERTY_UNREACH_CALL;
        program_add_edge(q, &edge);
    }
}

WitnessClaims claim_invariants(Program *p, const WitnessClaim *list, uint32_t count, bool long_is_32, bool tells)
{
    WitnessClaims claims = {.program = program_copy_frame(p, true), .given = count, .first_left_out = count};
    Builder b = {p, &claims, run_alloc(p->run, (p->templates.count + 1) * sizeof(LocId)), long_is_32, 0};
    for (uint32_t t = 0; t < p->templates.count; t++)
        b.errors[t].i = NO_ID;
    copy_edges_without_errors(&b);
    for (uint32_t i = 0; i < count; i++) {
        b.at = i;
        const char *why = claim_invariant(&b, &list[i]);
        if (why && tells) leave_out_invariant(&b, &list[i], why);
        if (why && !claims.why) claims.why = why, claims.first_left_out = i;
        claims.said += !why;
    }
    run_release(p->run, b.errors);
    program_index(claims.program);
    program_infer_cardinality(claims.program);
    CHECK(claims.said <= claims.given && claims.program->edges.count == p->edges.count + claims.of.count);
    return claims;
}

uint32_t claim_of_edge(const WitnessClaims *claims, EdgeId edge)
{
    uint32_t own = claims->program->edges.count - claims->of.count;
    CHECK(edge.i >= own && edge.i < claims->program->edges.count);
    return claims->of.data[edge.i - own];
}
