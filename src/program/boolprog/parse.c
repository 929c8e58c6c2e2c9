/* The parser of .bbp text: declarations and statements, in one pass. */
#include "program/boolprog/parse.h"

#include <string.h>

#include "base/check.h"
#include "program/boolprog/check.h"
#include "program/boolprog/parse_expr.h"

#define TEXT_MAX 400 /* bytes of a statement that are kept for messages */

/* ---- declarations ---- */

static BoolInit parse_initial(BbpParser *s)
{
    if (!bbp_accept(s, TOKEN_ASSIGN) || bbp_accept(s, TOKEN_STAR)) return BOOL_INIT_ANY;
    if (!bbp_at(s, TOKEN_NUMBER) || s->token.length != 1 || s->token.value > 1)
        bbp_unexpected(s, "an initial value 0, 1 or *");
    BoolInit initial = s->token.value ? BOOL_INIT_TRUE : BOOL_INIT_FALSE;
    bbp_next(s);
    return initial;
}

static void declare_variable(BbpParser *s, bool shared)
{
    Token token = s->token;
    const char *name = bbp_name(s, "the name of a variable");
    BbpName *n = bbp_lookup(s, name);
    if (n->shared != NO_VARIABLE || n->local != NO_VARIABLE)
        lexer_error(&s->lexer, &token,
                    "'%.60s' is declared twice (a first statement that assigns needs its number, '1:')", name);
    BoolVariables *list = shared ? &s->p->shared : &s->p->local;
    if (list->count == BOOLPROG_VARIABLES_MAX)
        lexer_error(&s->lexer, &token, "more than %d %s variables", BOOLPROG_VARIABLES_MAX,
                    shared ? "shared" : "local");
    *(shared ? &n->shared : &n->local) = list->count;
    BoolInit initial = parse_initial(s);
    CHECK(list->count < BOOLPROG_VARIABLES_MAX);
    vec_push(s->run, list, ((BoolVariable){name, initial, lexer_pos(&s->lexer, &token)}));
}

/* [bool] name [= value] {, name [= value]} ; and, as in the papers' figures, further names up to a semicolon each. */
static void parse_variables(BbpParser *s, bool shared)
{
    do {
        bbp_accept_keyword(s, "bool");
        do
            declare_variable(s, shared);
        while (bbp_accept(s, TOKEN_COMMA));
        bbp_expect(s, TOKEN_SEMICOLON, "';' after a declaration");
    } while (bbp_at_name(s) || bbp_at_keyword(s, "bool"));
}

/* A location: checked when the number of statements is known. */
static uint32_t parse_statement_number(BbpParser *s, bool may_be_end)
{
    if (!bbp_at(s, TOKEN_NUMBER)) bbp_unexpected(s, "the number of a statement");
    Token token = s->token;
    bbp_next(s);
    if (!token.value || token.value > BOOLPROG_STATEMENTS_MAX + 1)
        lexer_error(&s->lexer, &token, "there is no statement %llu", (unsigned long long)token.value);
    if (token.value > s->p->statements.count) vec_push(s->run, &s->pending, ((PendingLocation){token, may_be_end}));
    return (uint32_t)token.value;
}

static void add_error_location(BoolProgram *p, uint32_t location)
{
    uint32_t i = 0;
    while (i < p->errors.count && p->errors.data[i] < location)
        i++;
    if (i < p->errors.count && p->errors.data[i] == location) return;
    vec_push(p->run, &p->errors, 0);
    memmove(p->errors.data + i + 1, p->errors.data + i, (p->errors.count - 1 - i) * sizeof *p->errors.data);
    p->errors.data[i] = location;
}

static void parse_error_locations(BbpParser *s)
{
    do
        add_error_location(s->p, parse_statement_number(s, true));
    while (bbp_accept(s, TOKEN_COMMA));
    bbp_expect(s, TOKEN_SEMICOLON, "';'");
}

/* Declarations may carry the number 0, as in the papers' examples. */
static void parse_declarations(BbpParser *s)
{
    for (;;) {
        if (bbp_at(s, TOKEN_NUMBER) && s->token.value == 0) {
            bbp_next(s);
            bbp_expect(s, TOKEN_COLON, "':'");
            if (!bbp_at_keyword(s, "shared") && !bbp_at_keyword(s, "local"))
                bbp_unexpected(s, "a declaration (statements are numbered from 1)");
        }
        if (bbp_accept_keyword(s, "shared"))
            parse_variables(s, true);
        else if (bbp_accept_keyword(s, "local"))
            parse_variables(s, false);
        else if (bbp_accept_keyword(s, "error"))
            parse_error_locations(s);
        else
            return;
    }
}

/* ---- havoc and constrain ---- */

static BoolTarget parse_havoc_target(BbpParser *s)
{
    Token token = s->token;
    if (bbp_accept_keyword(s, "all")) {
        bbp_expect(s, TOKEN_LPAREN, "'(' after all");
        token = s->token;
        uint32_t local = bbp_local(s, bbp_name(s, "a local variable"), &token);
        bbp_expect(s, TOKEN_RPAREN, "')'");
        return (BoolTarget){BOOL_TARGET_ALL, local};
    }
    const char *name = bbp_name(s, "a variable to havoc");
    if (bbp_accept(s, TOKEN_DOT)) {
        if (strcmp(name, "a") != 0)
            lexer_error(&s->lexer, &token, "havoc is for the active thread, a.l, or for all(l), not for '%.60s'", name);
        token = s->token;
        return (BoolTarget){BOOL_TARGET_ACTIVE, bbp_local(s, bbp_name(s, "a local variable"), &token)};
    }
    const BbpName *n = bbp_lookup(s, name);
    if (n->local != NO_VARIABLE)
        lexer_error(&s->lexer, &token, "local variable '%.60s': havoc a.%.60s or all(%.60s)", name, name, name);
    if (n->shared == NO_VARIABLE) lexer_error(&s->lexer, &token, "'%.60s' is not declared", name);
    return (BoolTarget){BOOL_TARGET_SHARED, n->shared};
}

static void add_thread_index(BbpParser *s)
{
    Token token = s->token;
    const char *name = bbp_name(s, "a thread index");
    const BbpName *n = bbp_lookup(s, name);
    if (n->shared != NO_VARIABLE || n->local != NO_VARIABLE)
        lexer_error(&s->lexer, &token, "thread index '%.60s' is also the name of a variable", name);
    for (uint32_t i = 0; i < s->indices.count; i++)
        if (strcmp(s->indices.data[i], name) == 0 && (i || strcmp(name, "a") != 0))
            lexer_error(&s->lexer, &token, "thread index '%.60s' is named twice", name);
    if (strcmp(name, "a") == 0) return; /* is there already */
    if (s->indices.count == BOOLPROG_INDICES_MAX)
        lexer_error(&s->lexer, &token, "more than %d thread indices", BOOLPROG_INDICES_MAX);
    vec_push(s->run, &s->indices, name);
}

/* {a, p, ...} . or p, ... != a . */
static void parse_quantifier(BbpParser *s)
{
    bbp_accept(s, TOKEN_UNEQUAL);
    Token opening = s->token;
    if (bbp_accept(s, TOKEN_LBRACE)) {
        bool has_active = false;
        do {
            has_active |= bbp_at_keyword(s, "a");
            add_thread_index(s);
        } while (bbp_accept(s, TOKEN_COMMA));
        bbp_expect(s, TOKEN_RBRACE, "'}' or ','");
        if (!has_active) lexer_error(&s->lexer, &opening, "the index set must contain the active thread 'a'");
    } else {
        do
            add_thread_index(s);
        while (bbp_accept(s, TOKEN_COMMA));
        bbp_expect(s, TOKEN_UNEQUAL, "'!= a'");
        if (!bbp_accept_keyword(s, "a")) bbp_unexpected(s, "'a'");
    }
    bbp_expect(s, TOKEN_DOT, "'.' after the thread indices");
}

static BoolConstraint parse_constraint(BbpParser *s)
{
    s->place = PLACE_CONSTRAINT;
    vec_clear(&s->indices);
    vec_push(s->run, &s->indices, "a");
    if (bbp_accept(s, TOKEN_FORALL) || bbp_accept_keyword(s, "forall")) parse_quantifier(s);
    BoolConstraint c = {.index_count = s->indices.count};
    c.indices = run_alloc(s->run, c.index_count * sizeof *c.indices);
    memcpy(c.indices, s->indices.data, c.index_count * sizeof *c.indices);
    c.expr = bbp_expression(s);
    return c;
}

static void parse_bool_havoc(BbpParser *s, BoolStmt *stmt)
{
    stmt->kind = BOOL_STMT_CONSTRAIN;
    bbp_expect(s, TOKEN_LBRACE, "'{' after havoc");
    if (!bbp_accept(s, TOKEN_RBRACE)) {
        do
            vec_push(s->run, &stmt->targets, parse_havoc_target(s));
        while (bbp_accept(s, TOKEN_COMMA));
        bbp_expect(s, TOKEN_RBRACE, "'}' or ','");
    }
    if (!bbp_accept_keyword(s, "constrain")) bbp_unexpected(s, "constrain");
    do
        vec_push(s->run, &stmt->constraints, parse_constraint(s));
    while (bbp_accept(s, TOKEN_COMMA));
}

/* ---- parallel assignments ---- */

static BoolTarget parse_left_side(BbpParser *s)
{
    Token token = s->token;
    if (bbp_accept(s, TOKEN_LBRACKET)) {
        token = s->token;
        uint32_t local = bbp_local(s, bbp_name(s, "a local variable"), &token);
        bbp_expect(s, TOKEN_RBRACKET, "']'");
        return (BoolTarget){BOOL_TARGET_PASSIVE, local};
    }
    const char *name = bbp_name(s, "a statement");
    if (strcmp(name, "a") == 0 && bbp_accept(s, TOKEN_DOT)) {
        token = s->token;
        return (BoolTarget){BOOL_TARGET_ACTIVE, bbp_local(s, bbp_name(s, "a local variable"), &token)};
    }
    const BbpName *n = bbp_lookup(s, name);
    if (n->shared != NO_VARIABLE) return (BoolTarget){BOOL_TARGET_SHARED, n->shared};
    return (BoolTarget){BOOL_TARGET_ACTIVE, bbp_local(s, name, &token)};
}

/* The k-th right side belongs to the k-th left side. */
static void parse_bool_assignment(BbpParser *s, BoolStmt *stmt)
{
    uint64_t seen[3] = {0, 0, 0};
    stmt->kind = BOOL_STMT_ASSIGN;
    do {
        Token token = s->token;
        BoolTarget t = parse_left_side(s);
        CHECK(t.kind <= BOOL_TARGET_PASSIVE && t.variable < BOOLPROG_VARIABLES_MAX);
        if (seen[t.kind] >> t.variable & 1) lexer_error(&s->lexer, &token, "variable is assigned twice");
        seen[t.kind] |= UINT64_C(1) << t.variable;
        vec_push(s->run, &stmt->targets, t);
    } while (bbp_accept(s, TOKEN_COMMA));
    bbp_expect(s, TOKEN_ASSIGN, "'='");
    do {
        if (stmt->values.count == stmt->targets.count)
            lexer_error(&s->lexer, &s->token, "more right sides than the %u left sides", stmt->targets.count);
        bool passive = stmt->targets.data[stmt->values.count].kind == BOOL_TARGET_PASSIVE;
        s->place = passive ? PLACE_PASSIVE : PLACE_ACTIVE;
        vec_push(s->run, &stmt->values, bbp_expression(s));
    } while (bbp_accept(s, TOKEN_COMMA));
    if (stmt->values.count < stmt->targets.count)
        lexer_error(&s->lexer, &s->token, "%u left sides, but %u right sides", stmt->targets.count, stmt->values.count);
}

/* ---- statements ---- */

static void parse_statement_label(BbpParser *s)
{
    if (!bbp_at(s, TOKEN_NUMBER)) return;
    uint32_t expected = s->p->statements.count + 1;
    if (s->token.value != expected)
        lexer_error(&s->lexer, &s->token, "this is statement %u, not %llu", expected,
                    (unsigned long long)s->token.value);
    bbp_next(s);
    bbp_expect(s, TOKEN_COLON, "':'");
}

static BoolExpr parse_active_condition(BbpParser *s)
{
    s->place = PLACE_ACTIVE;
    return bbp_expression(s);
}

static void parse_statement_body(BbpParser *s, BoolStmt *stmt)
{
    if (bbp_accept_keyword(s, "goto")) {
        stmt->kind = BOOL_STMT_GOTO;
        do
            vec_push(s->run, &stmt->destinations, parse_statement_number(s, false));
        while (bbp_accept(s, TOKEN_COMMA));
    } else if (bbp_accept_keyword(s, "havoc")) {
        parse_bool_havoc(s, stmt);
    } else if (bbp_accept_keyword(s, "assume")) {
        stmt->kind = BOOL_STMT_ASSUME;
        stmt->condition = parse_active_condition(s);
    } else if (bbp_accept_keyword(s, "assert")) {
        stmt->kind = BOOL_STMT_ASSERT;
        stmt->condition = parse_active_condition(s);
    } else if (bbp_accept_keyword(s, "skip")) {
        stmt->kind = BOOL_STMT_ASSUME;
        stmt->condition = boolprog_constant(s->p, true);
    } else if (bbp_accept_keyword(s, "if")) {
        stmt->kind = BOOL_STMT_IF;
        stmt->condition = parse_active_condition(s);
    } else if (bbp_at(s, TOKEN_NAME) || bbp_at(s, TOKEN_QUOTED) || bbp_at(s, TOKEN_LBRACKET)) {
        parse_bool_assignment(s, stmt);
    } else {
        bbp_unexpected(s, "a statement");
    }
}

static void parse_bool_statement(BbpParser *s)
{
    bbp_enter(s);
    parse_statement_label(s);
    if (s->p->statements.count == BOOLPROG_STATEMENTS_MAX)
        lexer_error(&s->lexer, &s->token, "more than %d statements", BOOLPROG_STATEMENTS_MAX);
    BoolStmt stmt;
    memset(&stmt, 0, sizeof stmt);
    Token start = s->token;
    stmt.pos = lexer_pos(&s->lexer, &start);
    parse_statement_body(s, &stmt);
    CHECK(s->previous.start >= start.start); /* something was read */
    size_t length = (size_t)(s->previous.start + s->previous.length - start.start);
    if (start.kind == TOKEN_QUOTED) start.start--, length++;
    stmt.text = run_strndup(s->run, start.start, length < TEXT_MAX ? length : TEXT_MAX);
    uint32_t at = s->p->statements.count;
    vec_push(s->run, &s->p->statements, stmt);
    if (stmt.kind == BOOL_STMT_IF) {
        if (!bbp_accept_keyword(s, "then")) bbp_unexpected(s, "then");
        parse_bool_statement(s);
        BoolStmt *branch = &s->p->statements.data[at];
        CHECK(branch->kind == BOOL_STMT_IF && branch->destinations.count == 0);
        vec_push(s->run, &branch->destinations, s->p->statements.count + 1);
    } else {
        bbp_expect(s, TOKEN_SEMICOLON, "';'");
    }
    bbp_leave(s);
}

static void check_destinations(BbpParser *s)
{
    uint32_t count = s->p->statements.count;
    for (uint32_t i = 0; i < s->pending.count; i++) {
        const PendingLocation *l = &s->pending.data[i];
        if (l->token.value > count + l->may_be_end)
            lexer_error(&s->lexer, &l->token, "there is no statement %llu: the last one is %u",
                        (unsigned long long)l->token.value, count);
    }
}

static const LexerLanguage *language(void)
{
    static const char *const punctuators[] = {
#define X(name, text) text,
        BBP_PUNCTUATORS(X)
#undef X
    };
    static const LexerLanguage bbp = {"$", "", punctuators, sizeof punctuators / sizeof punctuators[0]};
    return &bbp;
}

BoolProgram *boolprog_parse(Run *run, const char *file, const char *text, size_t length)
{
    BbpParser s;
    memset(&s, 0, sizeof s);
    s.run = run;
    s.p = boolprog_new(run);
    intern_init(run, &s.names);
    lexer_start(&s.lexer, run, language(), run_strdup(run, file), text, length);
    bbp_next(&s);
    parse_declarations(&s);
    while (!bbp_at(&s, TOKEN_END))
        parse_bool_statement(&s);
    if (!s.p->statements.count) bbp_unexpected(&s, "a statement");
    check_destinations(&s);
    CHECK(s.depth == 0);
    intern_clear(&s.names);
    vec_free(run, &s.name_data);
    vec_free(run, &s.pending);
    vec_free(run, &s.key);
    vec_free(run, &s.indices);
    const char *wrong = boolprog_check(s.p);
    if (wrong) run_stop(run, STOP_INTERNAL, "internal error: the parsed program is not well-formed: %s", wrong);
    return s.p;
}
