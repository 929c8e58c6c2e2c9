#include "report/witness/expression.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "report/witness/value.h"

#define DEPTH_LIMIT 200

typedef struct Reader {
    const WitnessScope *scope;
    TermManager *tm;
    Run *run;
    const char *at;
    const char *why;
    unsigned depth;
} Reader;

static CValue refuse_expression(Reader *r, const char *why)
{
    if (!r->why) r->why = why;
    return (CValue){TERM_NONE, false};
}

static void skip_blank_characters(Reader *r)
{
    while (isspace((unsigned char)*r->at))
        r->at++;
}

/* Takes the punctuator, unless a longer one begins with it. */
static bool accept_punctuator(Reader *r, const char *text)
{
    size_t n = strlen(text);
    skip_blank_characters(r);
    if (strncmp(r->at, text, n) != 0) return false;
    char next = r->at[n];
    if (n == 1 && strchr("&|=<>", *text) && (next == *text || (next == '=' && strchr("<>=", *text)))) return false;
    if (n == 1 && *text == '!' && next == '=') return false;
    r->at += n;
    return true;
}

static bool is_c_word_char(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* The length of the word that stands here, 0: none. */
static size_t c_word_length(const char *at)
{
    size_t n = 0;
    if (!isalpha((unsigned char)*at) && *at != '_') return 0;
    while (is_c_word_char(at[n]))
        n++;
    return n;
}

/* ---- constants ---- */

static CValue parse_c_number(Reader *r)
{
    char *end;
    bool is_decimal = r->at[0] != '0', is_unsigned = false;
    unsigned longs = 0;
    uint64_t value = strtoull(r->at, &end, 0);
    for (; *end && strchr("uUlL", *end); end++) {
        is_unsigned |= *end == 'u' || *end == 'U';
        longs += *end == 'l' || *end == 'L';
    }
    if (is_c_word_char(*end) || *end == '.') return refuse_expression(r, "a number that is no integer");
    r->at = end;
    unsigned width = longs > 1 || (longs == 1 && !r->scope->long_is_32) ? LONG_LONG_WIDTH : INT_WIDTH;
    uint64_t most = is_unsigned ? UINT32_MAX : INT32_MAX;
    if (width == INT_WIDTH && value > most) {
        if (!is_decimal && value <= UINT32_MAX)
            is_unsigned = true;
        else
            width = LONG_LONG_WIDTH;
    }
    if (width == LONG_LONG_WIDTH && value > INT64_MAX) is_unsigned = true;
    return (CValue){term_bv(r->tm, width, value), !is_unsigned};
}

/* ---- names ---- */

bool witness_name_is(const char *name, const char *wanted)
{
    size_t n = strlen(wanted);
    if (strncmp(name, wanted, n) != 0) return false;
    if (!name[n]) return true;
    return name[n] == '_' && name[n + 1] && strspn(name + n + 1, "0123456789") == strlen(name + n + 1);
}

/* Among the variables of the name: shared ones are globals (or made from them), of locals the one whose declaration
 * stands last before the place. Two that may be meant: NO_ID, and *several. */
static VarId find_var(const Reader *r, const char *name, bool *several)
{
    const Program *p = r->scope->p;
    VarId local = {NO_ID}, global = {NO_ID};
    *several = false;
    for (uint32_t v = 0; v < p->vars.count; v++) {
        const Var *var = &p->vars.data[v];
        if (var->class == VAR_INPUT || var->is_temporary || var->lock) continue;
        if (var->class == VAR_SHARED && strcmp(var->name, name) == 0) global.i = v;
        if (var->class != VAR_LOCAL || var->template.i != r->scope->template.i) continue;
        if (!witness_name_is(var->name, name) || var->pos.line > r->scope->pos.line) continue;
        uint32_t best = local.i == NO_ID ? 0 : p->vars.data[local.i].pos.line;
        if (local.i != NO_ID && var->pos.line == best) *several = true;
        if (local.i == NO_ID || var->pos.line > best) {
            *several = false;
            local.i = v;
        }
    }
    *several |= local.i != NO_ID && global.i != NO_ID;
    if (*several) return (VarId){NO_ID};
    return local.i != NO_ID ? local : global;
}

static CValue of_var(Reader *r, VarId v)
{
    const Var *var = &r->scope->p->vars.data[v.i];
    unsigned width = var->sort.width;
    bool is_c = var->sort.kind == SORT_BOOL ||
                (var->sort.kind == SORT_BV && (width == 8 || width == 16 || width == 32 || width == 64));
    if (!is_c) return refuse_expression(r, run_format(r->run, "'%s' has no value of an integer type", var->name));
    return (CValue){program_var_term(r->scope->p, v), var->is_signed};
}

static CValue parse_c_condition(Reader *r);

static CValue element_value(Reader *r, VarId array, CValue index)
{
    Program *p = r->scope->p;
    const Var *var = &p->vars.data[array.i];
    if (var->sort.kind != SORT_ARRAY || !var->sort.width || !var->sort.index)
        return refuse_expression(r, run_format(r->run, "'%s' has no elements that are known", var->name));
    Term i = value_to_width(r->tm, index, var->sort.index, false).term;
    return (CValue){term_select(r->tm, program_var_term(p, array), i), var->is_signed};
}

/* x, s.f, a[0] where the model has a variable of that name; a[i] of an array. */
static CValue parse_name(Reader *r)
{
    size_t n = c_word_length(r->at);
    Str name;
    str_init(r->run, &name);
    str_addf(&name, "%.*s", (int)n, r->at);
    r->at += n;
    while (accept_punctuator(r, ".")) {
        skip_blank_characters(r);
        size_t field = c_word_length(r->at);
        if (!field) return refuse_expression(r, "a name is missing after '.'");
        str_addf(&name, ".%.*s", (int)field, r->at);
        r->at += field;
    }
    skip_blank_characters(r);
    bool several;
    VarId v = find_var(r, str_text(&name), &several);
    if (several)
        return refuse_expression(r, run_format(r->run, "'%s' may be several variables of the model", str_text(&name)));
    if (*r->at != '[') {
        if (v.i == NO_ID)
            return refuse_expression(r, run_format(r->run, "'%s' is no variable of the model there", str_text(&name)));
        return of_var(r, v);
    }
    r->at++;
    CValue index = parse_c_condition(r);
    if (!term_is(index.term)) return index;
    if (!accept_punctuator(r, "]")) return refuse_expression(r, "']' is missing");
    index = value_promote(r->tm, index);
    if (v.i != NO_ID) return element_value(r, v, index);
    if (!term_is_const(r->tm, index.term)) return refuse_expression(r, "an element that the model does not have");
    str_addf(&name, "[%llu]", (unsigned long long)term_value(r->tm, index.term));
    v = find_var(r, str_text(&name), &several);
    if (v.i == NO_ID)
        return refuse_expression(r, run_format(r->run, "'%s' is no variable of the model there", str_text(&name)));
    return of_var(r, v);
}

/* ---- casts ---- */

typedef struct CType {
    unsigned width;
    bool is_signed, is_bool;
} CType;

/* Words of an integer type up to ')'; false and nothing taken: it is none. */
static bool parse_type(Reader *r, CType *type)
{
    const char *start = r->at;
    unsigned longs = 0, words = 0;
    bool is_unsigned = false, is_char = false, is_short = false;
    *type = (CType){INT_WIDTH, true, false};
    for (;; words++) {
        skip_blank_characters(r);
        size_t n = c_word_length(r->at);
        const char *w = r->at;
#define IS(text) (n == strlen(text) && strncmp(w, text, n) == 0)
        if (IS("unsigned"))
            is_unsigned = true;
        else if (IS("long"))
            longs++;
        else if (IS("char"))
            is_char = true;
        else if (IS("short"))
            is_short = true;
        else if (IS("_Bool"))
            type->is_bool = true;
        else if (!IS("signed") && !IS("int"))
            break;
#undef IS
        r->at += n;
    }
    if (!words || *r->at != ')') {
        r->at = start;
        return false;
    }
    r->at++;
    type->is_signed = !is_unsigned;
    if (is_char) type->width = 8;
    if (is_short) type->width = 16;
    if (longs > 1 || (longs == 1 && !r->scope->long_is_32)) type->width = LONG_LONG_WIDTH;
    return true;
}

static CValue cast_value(Reader *r, CValue v, const CType *type)
{
    if (!term_is(v.term)) return v;
    if (type->is_bool) return value_of_bool(value_condition(r->tm, v));
    return value_to_width(r->tm, v, type->width, type->is_signed);
}

/* ---- operators ---- */

static CValue parse_c_unary(Reader *r);

static CValue parse_c_primary(Reader *r)
{
    CType type;
    if (accept_punctuator(r, "(")) {
        if (parse_type(r, &type)) return cast_value(r, parse_c_unary(r), &type);
        CValue v = parse_c_condition(r);
        if (term_is(v.term) && !accept_punctuator(r, ")"))
            return refuse_expression(r, "')' is missing, or this is no integer type");
        return v;
    }
    if (isdigit((unsigned char)*r->at)) return parse_c_number(r);
    if (strncmp(r->at, "\\result", 7) == 0 && !is_c_word_char(r->at[7])) {
        r->at += 7;
        return r->scope->result.i != NO_ID ? of_var(r, r->scope->result)
                                           : refuse_expression(r, "what is returned is not known");
    }
    if (c_word_length(r->at)) return parse_name(r);
    return refuse_expression(r, *r->at == '*' || *r->at == '&' ? "what pointers point to is not followed"
                                                               : "no expression that is understood");
}

static CValue parse_c_unary(Reader *r)
{
    CValue v;
    if (++r->depth > DEPTH_LIMIT) return refuse_expression(r, "an expression that is nested too deeply");
    if (accept_punctuator(r, "!")) {
        v = parse_c_unary(r);
        v = term_is(v.term) ? value_of_bool(term_not(r->tm, value_condition(r->tm, v))) : v;
    } else if (accept_punctuator(r, "-")) {
        v = parse_c_unary(r);
        if (term_is(v.term)) v = value_promote(r->tm, v);
        if (term_is(v.term)) v.term = term_neg(r->tm, v.term);
    } else if (accept_punctuator(r, "~")) {
        v = parse_c_unary(r);
        if (term_is(v.term)) v = value_promote(r->tm, v);
        if (term_is(v.term))
            v.term = term_binary(r->tm, TERM_BVXOR, v.term, term_bv(r->tm, value_width(r->tm, v), UINT64_MAX));
    } else if (accept_punctuator(r, "+")) {
        v = parse_c_unary(r);
        if (term_is(v.term)) v = value_promote(r->tm, v);
    } else {
        v = parse_c_primary(r);
    }
    r->depth--;
    return v;
}

typedef enum Op {
    OP_OR_OR,
    OP_AND_AND,
    OP_OR,
    OP_XOR,
    OP_AND,
    OP_EQ,
    OP_NE,
    OP_LE,
    OP_GE,
    OP_LT,
    OP_GT,
    OP_SHL,
    OP_SHR,
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_DIV,
    OP_REM,
    OP_NONE
} Op;

/* In this order they are looked for: longer ones first where one begins another. */
static const struct {
    const char *text;
    Op op;
    int level;
} operators[] = {{"||", OP_OR_OR, 1}, {"&&", OP_AND_AND, 2}, {"==", OP_EQ, 6}, {"!=", OP_NE, 6}, {"<<", OP_SHL, 8},
                 {">>", OP_SHR, 8},   {"<=", OP_LE, 7},      {">=", OP_GE, 7}, {"<", OP_LT, 7},  {">", OP_GT, 7},
                 {"|", OP_OR, 3},     {"^", OP_XOR, 4},      {"&", OP_AND, 5}, {"+", OP_ADD, 9}, {"-", OP_SUB, 9},
                 {"*", OP_MUL, 10},   {"/", OP_DIV, 10},     {"%", OP_REM, 10}};

static Op next_operator(Reader *r, int least, int *level)
{
    const char *start = r->at;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (!accept_punctuator(r, operators[i].text)) continue;
        *level = operators[i].level;
        if (*level >= least) return operators[i].op;
        r->at = start;
        return OP_NONE;
    }
    return OP_NONE;
}

/* Shifts by what may be too far, and divisions by what may be zero, have no value in C. */
static CValue shift_value(Reader *r, Op op, CValue a, CValue b)
{
    a = value_promote(r->tm, a);
    b = value_promote(r->tm, b);
    if (!term_is_const(r->tm, b.term) || term_value(r->tm, b.term) >= value_width(r->tm, a))
        return refuse_expression(r, "a shift by what is no constant of the type's width");
    Term by = value_to_width(r->tm, b, value_width(r->tm, a), false).term;
    TermKind kind = op == OP_SHL ? TERM_SHL : a.is_signed ? TERM_ASHR : TERM_LSHR;
    return (CValue){term_binary(r->tm, kind, a.term, by), a.is_signed};
}

static CValue divide_values(Reader *r, Op op, CValue a, CValue b)
{
    value_balance(r->tm, &a, &b);
    if (!term_is_const(r->tm, b.term) || !term_value(r->tm, b.term))
        return refuse_expression(r, "a division by what is no constant");
    TermKind kind = op == OP_DIV ? (a.is_signed ? TERM_SDIV : TERM_UDIV) : a.is_signed ? TERM_SREM : TERM_UREM;
    return (CValue){term_binary(r->tm, kind, a.term, b.term), a.is_signed};
}

static CValue compare_values(Reader *r, Op op, CValue a, CValue b)
{
    if ((op == OP_EQ || op == OP_NE) && value_is_bool(r->tm, a) && value_is_bool(r->tm, b))
        return value_of_bool(op == OP_EQ ? term_eq(r->tm, a.term, b.term) : term_ne(r->tm, a.term, b.term));
    value_balance(r->tm, &a, &b);
    value_narrow(r->tm, &a, &b);
    TermKind less = a.is_signed ? TERM_SLT : TERM_ULT;
    switch ((int)op) {
    case OP_EQ: return value_of_bool(term_eq(r->tm, a.term, b.term));
    case OP_NE: return value_of_bool(term_ne(r->tm, a.term, b.term));
    case OP_LT: return value_of_bool(term_less(r->tm, less, a.term, b.term));
    case OP_GT: return value_of_bool(term_less(r->tm, less, b.term, a.term));
    case OP_LE: return value_of_bool(term_not(r->tm, term_less(r->tm, less, b.term, a.term)));
    }
    CHECK(op == OP_GE);
    return value_of_bool(term_not(r->tm, term_less(r->tm, less, a.term, b.term)));
}

static CValue arithmetic(Reader *r, Op op, CValue a, CValue b)
{
    value_balance(r->tm, &a, &b);
    TermManager *tm = r->tm;
    Term t = op == OP_ADD   ? term_add(tm, a.term, b.term)
             : op == OP_SUB ? term_sub(tm, a.term, b.term)
                            : term_binary(tm,
                                          op == OP_MUL   ? TERM_MUL
                                          : op == OP_AND ? TERM_BVAND
                                          : op == OP_OR  ? TERM_BVOR
                                                         : TERM_BVXOR,
                                          a.term, b.term);
    return (CValue){t, a.is_signed};
}

static CValue apply(Reader *r, Op op, CValue a, CValue b)
{
    switch (op) {
    case OP_OR_OR: return value_of_bool(term_or(r->tm, value_condition(r->tm, a), value_condition(r->tm, b)));
    case OP_AND_AND: return value_of_bool(term_and(r->tm, value_condition(r->tm, a), value_condition(r->tm, b)));
    case OP_EQ:
    case OP_NE:
    case OP_LE:
    case OP_GE:
    case OP_LT:
    case OP_GT: return compare_values(r, op, a, b);
    case OP_SHL:
    case OP_SHR: return shift_value(r, op, a, b);
    case OP_DIV:
    case OP_REM: return divide_values(r, op, a, b);
    case OP_OR:
    case OP_XOR:
    case OP_AND:
    case OP_ADD:
    case OP_SUB:
    case OP_MUL: return arithmetic(r, op, a, b);
    case OP_NONE: break;
    }
    return refuse_expression(r, "no operator that is understood");
}

static CValue parse_c_binary(Reader *r, int least)
{
    CValue left = parse_c_unary(r);
    int level;
    for (Op op; term_is(left.term) && (op = next_operator(r, least, &level)) != OP_NONE;) {
        CValue right = parse_c_binary(r, level + 1);
        left = term_is(right.term) ? apply(r, op, left, right) : right;
    }
    return left;
}

static CValue parse_c_condition(Reader *r)
{
    CValue c = parse_c_binary(r, 1);
    if (!term_is(c.term) || !accept_punctuator(r, "?")) return c;
    CValue a = parse_c_condition(r);
    if (!term_is(a.term) || !accept_punctuator(r, ":")) return refuse_expression(r, "':' of '?' is missing");
    CValue b = parse_c_condition(r);
    if (!term_is(b.term)) return b;
    value_balance(r->tm, &a, &b);
    return (CValue){term_ite(r->tm, value_condition(r->tm, c), a.term, b.term), a.is_signed};
}

Term witness_condition(const WitnessScope *scope, const char *text, const char **why)
{
    Program *p = scope->p;
    Reader r = {.scope = scope, .tm = p->tm, .run = p->run, .at = text};
    CHECK(program_has_template(p, scope->template));
    *why = NULL;
    CValue v = p->has_ideal_integers ? refuse_expression(&r, "integers are mathematical (--integers=machine)")
                                     : parse_c_condition(&r);
    skip_blank_characters(&r);
    if (term_is(v.term) && *r.at) v = refuse_expression(&r, run_format(p->run, "'%.20s' is not understood", r.at));
    *why = r.why;
    CHECK(term_is(v.term) == !r.why);
    return term_is(v.term) ? value_condition(r.tm, v) : TERM_NONE;
}
