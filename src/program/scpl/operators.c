#include "program/scpl/operators.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "program/scpl/types.h"

const char *expr_type_name(Parser *s, const Expr *e)
{
    return e->kind == EXPR_LITERAL ? "a literal"
           : e->kind == EXPR_STAR  ? "'*'"
                                   : scpl_sort_name(s, e->sort, e->is_signed);
}

/* ---- conversions ---- */

Expr expr_of_term(Term t, Sort sort, bool is_signed, const Token *token)
{
    return (Expr){.kind = EXPR_TERM, .token = *token, .term = t, .sort = sort, .is_signed = is_signed};
}

Expr expr_literal(uint64_t value, bool is_signed, const Token *token)
{
    return (Expr){.kind = EXPR_LITERAL, .token = *token, .value = value, .is_signed = is_signed};
}

static bool has_consistent_sort(const Parser *s, const Expr *e)
{
    return e->kind != EXPR_TERM || sort_same(term_sort(s->tm, e->term), e->sort);
}

/* Unsigned types take negative literals, too (-1 is the largest value); signed types only what they can hold. */
static bool literal_fits(const Expr *e, unsigned width, bool is_signed)
{
    CHECK(e->kind == EXPR_LITERAL && width >= 1 && width <= 64);
    unsigned bits = is_signed ? width - 1 : width;
    if (width == 64) return e->is_signed || !is_signed || e->value <= INT64_MAX;
    if (!e->is_signed) return e->value >> bits == 0;
    int64_t v = (int64_t)e->value;
    return v >= -(INT64_C(1) << (width - 1)) && v < INT64_C(1) << bits;
}

static _Noreturn void literal_too_large(Parser *s, const Expr *e, Sort sort, bool is_signed)
{
    char text[32];
    if (e->is_signed)
        snprintf(text, sizeof text, "%" PRId64, (int64_t)e->value);
    else
        snprintf(text, sizeof text, "%" PRIu64, e->value);
    lexer_error(&s->lexer, &e->token, "%s does not fit %s", text, scpl_sort_name(s, sort, is_signed));
}

static Term literal_term(Parser *s, const Expr *e, Sort sort, bool is_signed)
{
    switch ((SortKind)sort.kind) {
    case SORT_BOOL:
        if (e->value > 1) literal_too_large(s, e, sort, is_signed);
        return term_bool(s->tm, e->value == 1);
    case SORT_BV:
        if (!literal_fits(e, sort.width, is_signed)) literal_too_large(s, e, sort, is_signed);
        return term_bv(s->tm, sort.width, e->value);
    case SORT_INT:
        if (e->wrapped) lexer_error(&s->lexer, &e->token, "what is calculated here does not fit 64 bits");
        if (!e->is_signed && e->value > INT64_MAX) literal_too_large(s, e, sort, is_signed);
        return term_int(s->tm, (int64_t)e->value);
    case SORT_ARRAY: break;
    }
    lexer_error(&s->lexer, &e->token, "a number where %s is needed", scpl_sort_name(s, sort, is_signed));
}

static Term not_zero(Parser *s, Term t, Sort sort) { return term_ne(s->tm, t, term_const(s->tm, sort, 0)); }

static Term bool_to_number(Parser *s, Term t, Sort sort)
{
    CHECK(term_sort(s->tm, t).kind == SORT_BOOL && sort_is_number(sort));
    return term_ite(s->tm, t, term_const(s->tm, sort, 1), term_const(s->tm, sort, 0));
}

static void need_value(Parser *s, const Expr *e)
{
    if (e->kind == EXPR_STAR) lexer_error(&s->lexer, &e->token, "'*' cannot be part of an expression");
}

Term expr_convert(Parser *s, const Expr *e, Sort sort, bool is_signed, const char *star_name)
{
    if (e->kind == EXPR_STAR) return program_fresh_input(s->p, sort, is_signed, star_name);
    if (e->kind == EXPR_LITERAL) return literal_term(s, e, sort, is_signed);
    CHECK(has_consistent_sort(s, e));
    if (sort_same(e->sort, sort)) return e->term;
    if (e->sort.kind == SORT_BOOL && sort_is_number(sort)) return bool_to_number(s, e->term, sort);
    if (sort.kind == SORT_BOOL && sort_is_number(e->sort)) return not_zero(s, e->term, e->sort);
    lexer_error(&s->lexer, &e->token, "%s where %s is needed; a cast such as (%s) converts", expr_type_name(s, e),
                scpl_sort_name(s, sort, is_signed), scpl_sort_name(s, sort, is_signed));
}

Term expr_condition(Parser *s, const Expr *e)
{
    need_value(s, e);
    if (e->kind == EXPR_LITERAL) return term_bool(s->tm, e->value != 0);
    return expr_convert(s, e, sort_bool(), false, NULL);
}

static Expr cast_bits(Parser *s, const Expr *e, ScplType type, const Token *token)
{
    unsigned width = type.sort.width;
    CHECK(has_consistent_sort(s, e) && e->kind == EXPR_TERM);
    Term t = e->sort.width >= width ? term_extract(s->tm, e->term, 0, width)
             : e->is_signed         ? term_sext(s->tm, e->term, width)
                                    : term_zext(s->tm, e->term, width);
    return expr_of_term(t, type.sort, type.is_signed, token);
}

Expr expr_cast(Parser *s, const Expr *e, ScplType type, const Token *token)
{
    need_value(s, e);
    if (e->kind == EXPR_LITERAL && type.sort.kind == SORT_BOOL)
        return expr_of_term(term_bool(s->tm, e->value != 0), type.sort, false, token);
    if (e->kind == EXPR_LITERAL && type.sort.kind == SORT_BV) /* truncates, as C does when asked to */
        return expr_of_term(term_bv(s->tm, type.sort.width, e->value), type.sort, type.is_signed, token);
    if (e->kind == EXPR_TERM && e->sort.kind == SORT_BV && type.sort.kind == SORT_BV)
        return cast_bits(s, e, type, token);
    return expr_of_term(expr_convert(s, e, type.sort, type.is_signed, NULL), type.sort, type.is_signed, token);
}

/* ---- operations ---- */

/* Gives both operands one type. signed: whether the operation is. */
static void unify(Parser *s, Expr *a, Expr *b, const Token *token)
{
    need_value(s, a);
    need_value(s, b);
    if (a->kind == EXPR_LITERAL && b->kind == EXPR_LITERAL) return;
    if (a->kind == EXPR_LITERAL || b->kind == EXPR_LITERAL) {
        Expr *literal = a->kind == EXPR_LITERAL ? a : b;
        const Expr *other = literal == a ? b : a;
        bool is_signed = literal->is_signed && other->is_signed;
        *literal =
            expr_of_term(literal_term(s, literal, other->sort, is_signed), other->sort, is_signed, &literal->token);
        return;
    }
    if (a->sort.kind == SORT_BOOL && sort_is_number(b->sort))
        *a = expr_of_term(bool_to_number(s, a->term, b->sort), b->sort, b->is_signed, &a->token);
    else if (b->sort.kind == SORT_BOOL && sort_is_number(a->sort))
        *b = expr_of_term(bool_to_number(s, b->term, a->sort), a->sort, a->is_signed, &b->token);
    if (!sort_same(a->sort, b->sort))
        lexer_error(&s->lexer, token, "operands of different types %s and %s; a cast such as (%s) converts",
                    expr_type_name(s, a), expr_type_name(s, b), expr_type_name(s, a));
}

static uint64_t shift_literal(Parser *s, TokenKind kind, const Expr *a, const Expr *b)
{
    CHECK(a->kind == EXPR_LITERAL && b->kind == EXPR_LITERAL);
    if (b->value > 63) lexer_error(&s->lexer, &b->token, "shift by 64 or more");
    if (kind == TOKEN_SHL) return a->value << b->value;
    return a->is_signed ? (uint64_t)((int64_t)a->value >> b->value) : a->value >> b->value;
}

static uint64_t divide_literal(Parser *s, TokenKind kind, const Expr *a, const Expr *b, bool is_signed)
{
    if (b->value == 0) lexer_error(&s->lexer, &b->token, "division by zero");
    bool div = kind == TOKEN_SLASH;
    if (!is_signed) return div ? a->value / b->value : a->value % b->value;
    if (b->value == UINT64_MAX) return div ? -a->value : 0;
    int64_t x = (int64_t)a->value, y = (int64_t)b->value;
    CHECK(y != 0 && y != -1);
    return (uint64_t)(div ? x / y : x % y);
}

/* Does an operation on literals leave 64 bits? */
static bool literal_wraps(TokenKind kind, const Expr *a, const Expr *b)
{
    uint64_t x = a->value, y = b->value, r;
    int64_t sx = (int64_t)x, sy = (int64_t)y, sr;
    if (a->wrapped || b->wrapped) return true;
    if (kind == TOKEN_SHL) return y && (a->is_signed ? (int64_t)(x << y) >> y != sx : x << y >> y != x);
    if (!a->is_signed || !b->is_signed)
        return (kind == TOKEN_PLUS && __builtin_add_overflow(x, y, &r)) ||
               (kind == TOKEN_MINUS && __builtin_sub_overflow(x, y, &r)) ||
               (kind == TOKEN_STAR && __builtin_mul_overflow(x, y, &r));
    return (kind == TOKEN_PLUS && __builtin_add_overflow(sx, sy, &sr)) ||
           (kind == TOKEN_MINUS && __builtin_sub_overflow(sx, sy, &sr)) ||
           (kind == TOKEN_STAR && __builtin_mul_overflow(sx, sy, &sr)) ||
           (kind == TOKEN_SLASH && sx == INT64_MIN && sy == -1);
}

static Expr calculate_literals(Parser *s, TokenKind kind, const Expr *a, const Expr *b)
{
    bool is_signed = a->is_signed && b->is_signed;
    uint64_t x = a->value, y = b->value;
    bool less = is_signed ? (int64_t)x < (int64_t)y : x < y;
    switch ((int)kind) {
    case TOKEN_PLUS: return expr_literal(x + y, is_signed, &a->token);
    case TOKEN_MINUS: return expr_literal(x - y, is_signed, &a->token);
    case TOKEN_STAR: return expr_literal(x * y, is_signed, &a->token);
    case TOKEN_AND: return expr_literal(x & y, is_signed, &a->token);
    case TOKEN_OR: return expr_literal(x | y, is_signed, &a->token);
    case TOKEN_XOR: return expr_literal(x ^ y, is_signed, &a->token);
    case TOKEN_SLASH:
    case TOKEN_PERCENT: return expr_literal(divide_literal(s, kind, a, b, is_signed), is_signed, &a->token);
    case TOKEN_SHL:
    case TOKEN_SHR: return expr_literal(shift_literal(s, kind, a, b), a->is_signed, &a->token);
    case TOKEN_LT: return expr_of_term(term_bool(s->tm, less), sort_bool(), false, &a->token);
    case TOKEN_GE: return expr_of_term(term_bool(s->tm, !less), sort_bool(), false, &a->token);
    case TOKEN_LE: return expr_of_term(term_bool(s->tm, less || x == y), sort_bool(), false, &a->token);
    case TOKEN_GT: return expr_of_term(term_bool(s->tm, !less && x != y), sort_bool(), false, &a->token);
    case TOKEN_EQ: return expr_of_term(term_bool(s->tm, x == y), sort_bool(), false, &a->token);
    default: return expr_of_term(term_bool(s->tm, x != y), sort_bool(), false, &a->token);
    }
}

static Expr fold_literals(Parser *s, TokenKind kind, const Expr *a, const Expr *b)
{
    Expr e = calculate_literals(s, kind, a, b);
    e.wrapped = e.kind == EXPR_LITERAL && literal_wraps(kind, a, b);
    return e;
}

static Expr binary_bool(Parser *s, TokenKind kind, const Expr *a, const Expr *b, const Token *token)
{
    TermManager *tm = s->tm;
    Term t = TERM_NONE;
    CHECK(a->sort.kind == SORT_BOOL && b->sort.kind == SORT_BOOL);
    switch ((int)kind) {
    case TOKEN_EQ: t = term_eq(tm, a->term, b->term); break;
    case TOKEN_NE:
    case TOKEN_XOR: t = term_ne(tm, a->term, b->term); break;
    case TOKEN_AND: t = term_and(tm, a->term, b->term); break;
    case TOKEN_OR: t = term_or(tm, a->term, b->term); break;
    default: lexer_error(&s->lexer, token, "this operation needs an integer; a cast such as (int) converts");
    }
    return expr_of_term(t, sort_bool(), false, &a->token);
}

static bool has_meaning_on_integers(TokenKind kind)
{
    return kind != TOKEN_AND && kind != TOKEN_OR && kind != TOKEN_XOR && kind != TOKEN_SHL && kind != TOKEN_SHR;
}

static Expr binary_number(Parser *s, TokenKind kind, const Expr *a, const Expr *b, const Token *token)
{
    TermManager *tm = s->tm;
    Term x = a->term, y = b->term, t = TERM_NONE;
    bool sg = (a->is_signed && b->is_signed) || a->sort.kind == SORT_INT;
    if (a->sort.kind == SORT_INT && !has_meaning_on_integers(kind))
        lexer_error(&s->lexer, token, "bit operations have no meaning on mathematical integers");
    switch ((int)kind) {
    case TOKEN_PLUS: t = term_add(tm, x, y); break;
    case TOKEN_MINUS: t = term_sub(tm, x, y); break;
    case TOKEN_STAR: t = term_binary(tm, TERM_MUL, x, y); break;
    case TOKEN_SLASH: t = term_binary(tm, sg ? TERM_SDIV : TERM_UDIV, x, y); break;
    case TOKEN_PERCENT: t = term_binary(tm, sg ? TERM_SREM : TERM_UREM, x, y); break;
    case TOKEN_AND: t = term_binary(tm, TERM_BVAND, x, y); break;
    case TOKEN_OR: t = term_binary(tm, TERM_BVOR, x, y); break;
    case TOKEN_XOR: t = term_binary(tm, TERM_BVXOR, x, y); break;
    case TOKEN_SHL: /* the amount has no say in the signedness, as in C */
        return expr_of_term(term_binary(tm, TERM_SHL, x, y), a->sort, a->is_signed, &a->token);
    case TOKEN_SHR:
        t = term_binary(tm, a->is_signed ? TERM_ASHR : TERM_LSHR, x, y);
        return expr_of_term(t, a->sort, a->is_signed, &a->token);
    case TOKEN_EQ: t = term_eq(tm, x, y); break;
    case TOKEN_NE: t = term_ne(tm, x, y); break;
    case TOKEN_LT: t = term_binary(tm, sg ? TERM_SLT : TERM_ULT, x, y); break;
    case TOKEN_GT: t = term_binary(tm, sg ? TERM_SLT : TERM_ULT, y, x); break;
    case TOKEN_LE: t = term_binary(tm, sg ? TERM_SLE : TERM_ULE, x, y); break;
    case TOKEN_GE: t = term_binary(tm, sg ? TERM_SLE : TERM_ULE, y, x); break;
    default: RUN_CHECK(s->run, !"a binary operator");
    }
    bool is_bool = term_sort(tm, t).kind == SORT_BOOL;
    CHECK(is_bool || sort_same(term_sort(tm, t), a->sort));
    return expr_of_term(t, is_bool ? sort_bool() : a->sort, !is_bool && sg, &a->token);
}

Expr expr_binary(Parser *s, TokenKind kind, const Expr *left, const Expr *right, const Token *token)
{
    Expr a = *left, b = *right;
    unify(s, &a, &b, token);
    CHECK(a.kind == b.kind && (a.kind == EXPR_LITERAL || sort_same(a.sort, b.sort)));
    if (a.kind == EXPR_LITERAL && b.kind == EXPR_LITERAL) return fold_literals(s, kind, &a, &b);
    CHECK(has_consistent_sort(s, &a) && has_consistent_sort(s, &b));
    if (a.sort.kind == SORT_BOOL) return binary_bool(s, kind, &a, &b, token);
    if (a.sort.kind == SORT_ARRAY) lexer_error(&s->lexer, token, "arrays cannot be compared or calculated with");
    return binary_number(s, kind, &a, &b, token);
}
