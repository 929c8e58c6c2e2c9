#include "proof/text/reasons_text.h"

#include <inttypes.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "program/scpl/print.h"
#include "program/scpl/reader.h"
#include "proof/text/team_text.h"

/* ---- printing ---- */

typedef struct Printer {
    const TraceNames *names;
    Program *p;
    Str *out;
} Printer;

static void print_reason_condition(Printer *pr, Term t)
{
    Str text;
    scpl_print_terms(pr->p, &t, 1, &text);
    str_addf(pr->out, "%s;\n", str_text(&text));
    str_clear(&text);
}

static void print_reason_template(Printer *pr, uint32_t t) { scpl_add_name(pr->out, pr->names->scpl.templates[t]); }

static bool is_always_held(const Printer *pr, const Term *held, uint32_t l)
{
    return term_is(held[l]) && term_is_true(pr->p->tm, held[l]);
}

/* A line for each template with locations in the set. */
static void print_location_set(Printer *pr, const char *keyword, const bool *set)
{
    trace_names_add_locations(pr->names, keyword, set, pr->out);
}

static void print_held_locations(Printer *pr, const LockFact *f)
{
    bool *held = run_alloc(pr->p->run, pr->p->locs.count + 1);
    for (uint32_t l = 0; l < pr->p->locs.count; l++)
        held[l] = is_always_held(pr, f->held, l);
    print_location_set(pr, "  held", held);
    run_release(pr->p->run, held);
}

static void print_lock_fact(Printer *pr, const LockFact *f)
{
    str_add(pr->out, "lock ");
    print_reason_condition(pr, f->taken);
    print_held_locations(pr, f);
    for (uint32_t l = 0; l < pr->p->locs.count; l++) {
        if (!term_is(f->held[l]) || is_always_held(pr, f->held, l)) continue;
        str_add(pr->out, "  depends ");
        print_reason_template(pr, pr->p->locs.data[l].template.i);
        str_addf(pr->out, " %u: ", pr->names->location_number[l]);
        print_reason_condition(pr, f->held[l]);
    }
    print_location_set(pr, "  pending", f->pending);
}

static void print_order_fact(Printer *pr, const OrderFact *f)
{
    str_add(pr->out, "order ");
    print_reason_template(pr, f->subject.i);
    str_add(pr->out, " by ");
    print_reason_template(pr, f->owner.i);
    str_add(pr->out, f->single ? " single\n" : "\n");
    if (f->parameter.i != NO_ID) {
        str_add(pr->out, "  when ");
        print_reason_condition(pr, term_eq(pr->p->tm, program_var_term(pr->p, f->parameter), f->value));
    }
    if (f->done.i != NO_ID) {
        str_add(pr->out, "  done ");
        print_reason_condition(pr, program_var_term(pr->p, f->done));
    }
    print_location_set(pr, "  ended", f->ended);
    print_location_set(pr, "  after", f->after);
    print_location_set(pr, "  active", f->active);
}

static void print_location_keyword(Printer *pr, const char *keyword, uint32_t l)
{
    str_addf(pr->out, "  %s ", keyword);
    print_reason_template(pr, pr->p->locs.data[l].template.i);
    str_addf(pr->out, " %u", pr->names->location_number[l]);
}

static void print_own_fact(Printer *pr, const OwnFact *f)
{
    str_add(pr->out, "own ");
    scpl_add_name(pr->out, pr->names->scpl.vars[f->counter.i]);
    str_addf(pr->out, " %" PRIu64 " always ", f->width);
    print_reason_condition(pr, f->always);
    for (uint32_t l = 0; l < pr->p->locs.count; l++) {
        if (!term_is(f->known[l])) continue;
        print_location_keyword(pr, "known", l);
        str_add(pr->out, ": ");
        print_reason_condition(pr, f->known[l]);
    }
    for (uint32_t l = 0; l < pr->p->locs.count; l++)
        for (uint32_t i = 0; i < f->own[l].count; i++) {
            print_location_keyword(pr, "number", l);
            str_add(pr->out, " ");
            scpl_add_name(pr->out, pr->names->scpl.vars[f->own[l].data[i].var.i]);
            str_add(pr->out, ": ");
            print_reason_condition(pr, f->own[l].data[i].when);
        }
}

static void print_reason_variable(Printer *pr, VarId v)
{
    str_add(pr->out, " ");
    scpl_add_name(pr->out, pr->names->scpl.vars[v.i]);
}

static void print_name_fact(Printer *pr, const NameFact *f)
{
    str_add(pr->out, "names");
    print_reason_variable(pr, f->counter);
    print_reason_variable(pr, f->ended);
    str_add(pr->out, "\n");
    for (uint32_t t = 0; t < pr->p->templates.count; t++) {
        if (f->names[t].i == NO_ID) continue;
        str_add(pr->out, "  name ");
        print_reason_template(pr, t);
        print_reason_variable(pr, f->names[t]);
        str_add(pr->out, "\n");
    }
    print_location_set(pr, "  done", f->done);
}

static void add_team(Printer *pr, const TeamFact *f)
{
    TeamView *view = team_view_new(pr->p, f->team, f->owner, f->start);
    str_add(pr->out, "team ");
    print_reason_template(pr, f->team.i);
    str_add(pr->out, " by ");
    print_reason_template(pr, f->owner.i);
    str_add(pr->out, " number");
    print_reason_variable(pr, f->start);
    str_add(pr->out, " when ");
    team_view_print(view, f->when, pr->out);
    str_add(pr->out, "  mine ");
    team_view_print(view, f->mine, pr->out);
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t l = 0; l < pr->p->locs.count; l++) {
            Term t = (i ? f->about : f->known)[l];
            if (!term_is(t)) continue;
            print_location_keyword(pr, i ? "about" : "known", l);
            str_add(pr->out, ": ");
            if (pr->p->locs.data[l].template.i == f->owner.i)
                team_view_print(view, t, pr->out);
            else
                print_reason_condition(pr, t);
        }
    print_location_set(pr, "  done", f->done);
    team_view_free(view);
}

static uint32_t count_facts(const Exclusions *facts)
{
    return facts->locks.count + facts->orders.count + facts->names.count + facts->teams.count + facts->owns.count;
}

void reasons_print(const TraceNames *names, const Exclusions *facts, Str *out)
{
    Printer pr = {names, names->p, out};
    for (uint32_t i = 0; i < facts->locks.count; i++)
        print_lock_fact(&pr, &facts->locks.data[i]);
    for (uint32_t i = 0; i < facts->orders.count; i++)
        print_order_fact(&pr, &facts->orders.data[i]);
    for (uint32_t i = 0; i < facts->names.count; i++)
        print_name_fact(&pr, &facts->names.data[i]);
    for (uint32_t i = 0; i < facts->teams.count; i++)
        add_team(&pr, &facts->teams.data[i]);
    for (uint32_t i = 0; i < facts->owns.count; i++)
        print_own_fact(&pr, &facts->owns.data[i]);
    str_addf(out, "end %u\n", count_facts(facts));
}

/* ---- parsing ---- */

typedef struct ReasonsParser {
    EvidenceParser *text;
    Program *p;
    Run *run;
    ScplReader *reader;
} ReasonsParser;

static Term expect_reason_condition(ReasonsParser *ps, TemplateId t)
{
    Term term = scpl_read_condition(ps->reader, t, &ps->text->lexer, &ps->text->token);
    evidence_expect(ps->text, TOKEN_SEMICOLON, "';' after a condition");
    return term;
}

static bool *new_location_set(ReasonsParser *ps) { return run_alloc(ps->run, ps->p->locs.count + 1); }

static bool *parse_set(ReasonsParser *ps, const char *keyword)
{
    bool *set = new_location_set(ps);
    evidence_parse_locations(ps->text, keyword, set);
    return set;
}

/* After "lock". */
static LockFact parse_lock(ReasonsParser *ps)
{
    LockFact f = {.held = run_alloc(ps->run, (ps->p->locs.count + 1) * sizeof *f.held)};
    f.taken = expect_reason_condition(ps, (TemplateId){NO_ID});
    bool *held = parse_set(ps, "held");
    for (uint32_t l = 0; l < ps->p->locs.count; l++)
        if (held[l]) f.held[l] = term_bool(ps->p->tm, true);
    while (evidence_accept_word(ps->text, "depends")) {
        TemplateId t = evidence_expect_template(ps->text);
        LocId l = evidence_expect_location(ps->text, t);
        evidence_expect(ps->text, TOKEN_COLON, "':'");
        f.held[l.i] = expect_reason_condition(ps, t);
    }
    f.pending = parse_set(ps, "pending");
    run_release(ps->run, held);
    return f;
}

/* "parameter == constant", or a Boolean parameter or its negation. */
static void parse_subject(ReasonsParser *ps, OrderFact *f)
{
    TermManager *tm = ps->p->tm;
    Token at = ps->text->token;
    Term t = expect_reason_condition(ps, f->subject), var = t;
    f->value = term_bool(tm, term_kind(tm, t) != TERM_NOT);
    if (term_kind(tm, t) == TERM_NOT) var = term_arg(tm, t, 0);
    for (uint32_t i = 0; i < 2 && term_kind(tm, t) == TERM_EQ; i++)
        if (term_is_const(tm, term_arg(tm, t, i))) f->value = term_arg(tm, t, i), var = term_arg(tm, t, 1 - i);
    bool is_local = term_kind(tm, var) == TERM_VAR;
    if (is_local) f->parameter = (VarId){term_symbol(tm, var)};
    if (!is_local || !program_is_local_of(ps->p, f->parameter, f->subject))
        lexer_error(&ps->text->lexer, &at, "a parameter of the template and its value are expected");
}

static VarId parse_done(ReasonsParser *ps)
{
    Token at = ps->text->token;
    Term t = expect_reason_condition(ps, (TemplateId){NO_ID});
    if (term_kind(ps->p->tm, t) != TERM_VAR)
        lexer_error(&ps->text->lexer, &at, "a shared Boolean variable is expected");
    return (VarId){term_symbol(ps->p->tm, t)};
}

/* After "order". */
static OrderFact parse_order_fact(ReasonsParser *ps)
{
    OrderFact f = {.parameter = {NO_ID}, .done = {NO_ID}};
    f.subject = evidence_expect_template(ps->text);
    evidence_expect_word(ps->text, "by");
    f.owner = evidence_expect_template(ps->text);
    f.single = evidence_accept_word(ps->text, "single");
    if (evidence_accept_word(ps->text, "when")) parse_subject(ps, &f);
    if (evidence_accept_word(ps->text, "done")) f.done = parse_done(ps);
    f.ended = parse_set(ps, "ended");
    f.after = parse_set(ps, "after");
    f.active = parse_set(ps, "active");
    return f;
}

/* t: of a local, NO_ID: shared */
static VarId expect_reason_variable(ReasonsParser *ps, TemplateId t)
{
    Token at = ps->text->token;
    const char *what = t.i == NO_ID ? "shared variable" : "local";
    if (at.kind != TOKEN_NAME && at.kind != TOKEN_QUOTED)
        evidence_fail_expected(ps->text, run_format(ps->run, "the name of a %s", what));
    VarId v = trace_names_find(&ps->text->names, token_text(&ps->text->lexer, &at), t);
    if (v.i == NO_ID || ps->p->vars.data[v.i].class != (t.i == NO_ID ? VAR_SHARED : VAR_LOCAL))
        lexer_error(&ps->text->lexer, &at, "there is no %s %s", what, token_describe(&ps->text->lexer, &at));
    evidence_advance(ps->text);
    return v;
}

/* "template number", and what follows of a line about a location. */
static LocId expect_reason_place(ReasonsParser *ps, TemplateId *t)
{
    *t = evidence_expect_template(ps->text);
    return evidence_expect_location(ps->text, *t);
}

/* After "number". */
static void parse_own_number(ReasonsParser *ps, OwnFact *f)
{
    TemplateId t;
    LocId l = expect_reason_place(ps, &t);
    Token at = ps->text->token;
    OwnNumber number = {.var = expect_reason_variable(ps, t)};
    if (!sort_same(ps->p->vars.data[number.var.i].sort, f->sort))
        lexer_error(&ps->text->lexer, &at, "numbers have the type of what they are drawn from");
    evidence_expect(ps->text, TOKEN_COLON, "':'");
    number.when = expect_reason_condition(ps, t);
    vec_push(ps->run, &f->own[l.i], number);
}

/* After "own". */
static OwnFact parse_own(ReasonsParser *ps)
{
    size_t locs = (size_t)ps->p->locs.count + 1;
    OwnFact f = {.known = run_alloc(ps->run, locs * sizeof *f.known), .own = run_alloc(ps->run, locs * sizeof *f.own)};
    Token at = ps->text->token;
    f.counter = expect_reason_variable(ps, (TemplateId){NO_ID});
    f.sort = ps->p->vars.data[f.counter.i].sort;
    if (f.sort.kind != SORT_BV) lexer_error(&ps->text->lexer, &at, "numbers are machine integers");
    at = ps->text->token;
    f.width = evidence_expect_number(ps->text, "how far the numbers are apart");
    if (!f.width) lexer_error(&ps->text->lexer, &at, "numbers that differ are one apart, at least");
    evidence_expect_word(ps->text, "always");
    f.always = expect_reason_condition(ps, (TemplateId){NO_ID});
    while (evidence_accept_word(ps->text, "known")) {
        TemplateId t;
        LocId l = expect_reason_place(ps, &t);
        evidence_expect(ps->text, TOKEN_COLON, "':'");
        f.known[l.i] = expect_reason_condition(ps, t);
    }
    while (evidence_accept_word(ps->text, "number"))
        parse_own_number(ps, &f);
    return f;
}

/* After "names". */
static NameFact parse_name_fact(ReasonsParser *ps)
{
    Program *p = ps->p;
    NameFact f = {.names = run_alloc(ps->run, (p->templates.count + 1) * sizeof *f.names)};
    for (uint32_t t = 0; t < p->templates.count; t++)
        f.names[t].i = NO_ID;
    Token at = ps->text->token;
    f.counter = expect_reason_variable(ps, (TemplateId){NO_ID});
    Sort sort = p->vars.data[f.counter.i].sort;
    if (sort.kind != SORT_BV) lexer_error(&ps->text->lexer, &at, "names are machine integers");
    at = ps->text->token;
    f.ended = expect_reason_variable(ps, (TemplateId){NO_ID});
    if (!sort_same(p->vars.data[f.ended.i].sort, sort_array(sort, sort_bv(1))))
        lexer_error(&ps->text->lexer, &at, "an array from names to single bits is expected");
    while (evidence_accept_word(ps->text, "name")) {
        TemplateId t = evidence_expect_template(ps->text);
        at = ps->text->token;
        f.names[t.i] = expect_reason_variable(ps, t);
        if (!sort_same(p->vars.data[f.names[t.i].i].sort, sort))
            lexer_error(&ps->text->lexer, &at, "names have the type of what they are counted by");
    }
    f.done = parse_set(ps, "done");
    return f;
}

static Term expect_of_team(ReasonsParser *ps, TeamView *view)
{
    Term t = team_view_read(view, &ps->text->lexer, &ps->text->token);
    evidence_expect(ps->text, TOKEN_SEMICOLON, "';' after a condition");
    return t;
}

static void parse_places(ReasonsParser *ps, const char *keyword, TeamView *view, Term *terms)
{
    while (evidence_accept_word(ps->text, keyword)) {
        TemplateId t;
        LocId l = expect_reason_place(ps, &t);
        evidence_expect(ps->text, TOKEN_COLON, "':'");
        terms[l.i] = t.i == view->owner.i ? expect_of_team(ps, view) : expect_reason_condition(ps, t);
    }
}

/* After "team". */
static TeamFact parse_team(ReasonsParser *ps)
{
    size_t locs = (size_t)ps->p->locs.count + 1;
    TeamFact f = {.known = run_alloc(ps->run, locs * sizeof *f.known),
                  .about = run_alloc(ps->run, locs * sizeof *f.about)};
    f.team = evidence_expect_template(ps->text);
    evidence_expect_word(ps->text, "by");
    f.owner = evidence_expect_template(ps->text);
    evidence_expect_word(ps->text, "number");
    Token at = ps->text->token;
    f.start = expect_reason_variable(ps, f.owner);
    if (ps->p->vars.data[f.start.i].sort.kind != SORT_BV)
        lexer_error(&ps->text->lexer, &at, "numbers are machine integers");
    TeamView *view = team_view_new(ps->p, f.team, f.owner, f.start);
    f.number = view->is_number;
    evidence_expect_word(ps->text, "when");
    f.when = expect_of_team(ps, view);
    evidence_expect_word(ps->text, "mine");
    f.mine = expect_of_team(ps, view);
    parse_places(ps, "known", view, f.known);
    parse_places(ps, "about", view, f.about);
    f.done = parse_set(ps, "done");
    team_view_free(view);
    return f;
}

Exclusions *reasons_parse(EvidenceParser *text)
{
    Program *p = text->p;
    ReasonsParser parser = {text, p, text->run, scpl_reader_new(p)}, *ps = &parser;
    Exclusions *facts = run_alloc(ps->run, sizeof *facts);
    while (evidence_accept_word(text, "lock"))
        vec_push(ps->run, &facts->locks, parse_lock(ps));
    while (evidence_accept_word(text, "order"))
        vec_push(ps->run, &facts->orders, parse_order_fact(ps));
    while (evidence_accept_word(text, "names"))
        vec_push(ps->run, &facts->names, parse_name_fact(ps));
    while (evidence_accept_word(text, "team"))
        vec_push(ps->run, &facts->teams, parse_team(ps));
    while (evidence_accept_word(text, "own"))
        vec_push(ps->run, &facts->owns, parse_own(ps));
    if (!evidence_is_word(text, "end"))
        evidence_fail_expected(text, "'lock', 'order', 'names', 'team', 'own' or 'end'");
    evidence_advance(text);
    evidence_expect_index(text, count_facts(facts), "the number of facts:");
    scpl_reader_free(ps->reader);
    return facts;
}
