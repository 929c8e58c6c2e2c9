/* Evaluation of terms under concrete values: the meaning every other piece of code is tested against. */
#include "logic/term/evaluate.h"

#include <string.h>

#include "base/check.h"
#include "base/vec.h"
#include "logic/term/fold.h"
#include "logic/term/internal.h"
#include "logic/term/memo.h"

typedef VEC(Value) Values;

typedef struct Evaluation {
    TermManager *tm;
    ValueArena *arena;
    Memo *memo;
    Values values;
    TermEnv env;
    void *arg;
    bool overflow;
    uint32_t depth;
} Evaluation;

/* Is v a value of the sort: within its width; entries of arrays sorted, none the default? */
static bool is_value_of_sort(Sort sort, const Value *v)
{
    if (sort.kind != SORT_ARRAY) return v->count == 0 && v->bits == sort_mask(sort, v->bits);
    Sort index = sort_index(sort), element = sort_element(sort);
    if (v->bits != sort_mask(element, v->bits)) return false;
    for (uint32_t i = 0; i < v->count; i++) {
        ArrayEntry e = v->entries[i];
        if (e.index != sort_mask(index, e.index) || e.value != sort_mask(element, e.value)) return false;
        if (e.value == v->bits || (i && v->entries[i - 1].index >= e.index)) return false;
    }
    return true;
}

static Value scalar(uint64_t bits) { return (Value){.bits = bits}; }

static Value evaluate_term(Evaluation *e, Term t);

static uint64_t evaluate_scalar(Evaluation *e, Term t, uint32_t i)
{
    return evaluate_term(e, term_arg(e->tm, t, i)).bits;
}

static bool junction_holds(Evaluation *e, Term t, bool is_and)
{
    uint32_t n = term_arity(e->tm, t);
    for (uint32_t i = 0; i < n; i++)
        if ((evaluate_scalar(e, t, i) != 0) != is_and) return !is_and;
    return is_and;
}

static Value evaluate_node(Evaluation *e, Term t)
{
    TermManager *tm = e->tm;
    Sort sort = term_sort(tm, t);
    TermKind kind = term_kind(tm, t);
    switch (kind) {
    case TERM_CONST: return scalar(term_value(tm, t));
    case TERM_VAR: return e->env(e->arg, tm, t);
    case TERM_NOT: return scalar(!evaluate_scalar(e, t, 0));
    case TERM_AND: return scalar(junction_holds(e, t, true));
    case TERM_OR: return scalar(junction_holds(e, t, false));
    case TERM_EQ: {
        Value a = evaluate_term(e, term_arg(tm, t, 0)), b = evaluate_term(e, term_arg(tm, t, 1));
        return scalar(value_equal(&a, &b));
    }
    case TERM_ITE: return evaluate_term(e, term_arg(tm, t, evaluate_scalar(e, t, 0) ? 1 : 2));
    case TERM_SELECT: {
        Value a = evaluate_term(e, term_arg(tm, t, 0));
        return scalar(value_select(&a, evaluate_scalar(e, t, 1)));
    }
    case TERM_STORE: {
        Value a = evaluate_term(e, term_arg(tm, t, 0));
        return value_store(tm->run, e->arena, &a, evaluate_scalar(e, t, 1), evaluate_scalar(e, t, 2));
    }
    case TERM_CONST_ARRAY: return scalar(evaluate_scalar(e, t, 0));
    case TERM_ZEXT: return scalar(evaluate_scalar(e, t, 0));
    case TERM_SEXT: {
        unsigned from = term_sort(tm, term_arg(tm, t, 0)).width;
        return scalar(sort_mask(sort, (uint64_t)sign_extend(evaluate_scalar(e, t, 0), from)));
    }
    case TERM_EXTRACT: return scalar(sort_mask(sort, evaluate_scalar(e, t, 0) >> term_value(tm, t)));
    default: break;
    }
    uint64_t a = evaluate_scalar(e, t, 0), b = evaluate_scalar(e, t, 1), r = 0;
    Sort operand = term_sort(tm, term_arg(tm, t, 0));
    unsigned width = operand.kind == SORT_INT ? 64 : operand.width;
    switch ((int)kind) {
    case TERM_ULT: return scalar(a < b);
    case TERM_ULE: return scalar(a <= b);
    case TERM_SLT: return scalar(sign_extend(a, width) < sign_extend(b, width));
    case TERM_SLE: return scalar(sign_extend(a, width) <= sign_extend(b, width));
    case TERM_CONCAT: return scalar(a << term_sort(tm, term_arg(tm, t, 1)).width | b);
    default:
        if (!fold_binary(kind, sort, a, b, &r)) e->overflow = true;
        return scalar(r);
    }
}

static Value evaluate_term(Evaluation *e, Term t)
{
    uint32_t known;
    if (memo_get(e->memo, t, &known)) {
        CHECK(known < e->values.count);
        return e->values.data[known];
    }
    if (++e->depth > DEPTH_LIMIT) run_stop(e->tm->run, STOP_UNSUPPORTED, "an expression is nested too deeply");
    Value v = evaluate_node(e, t);
    CHECK(is_value_of_sort(term_sort(e->tm, t), &v));
    e->depth--;
    vec_push(e->tm->run, &e->values, v);
    memo_set(e->tm, e->memo, t, e->values.count - 1);
    return v;
}

Value term_evaluate_in(ValueArena *arena, TermManager *tm, Term t, TermEnv env, void *arg, bool *overflow)
{
    if (term_is_const(tm, t)) {
        if (overflow) *overflow = false;
        return scalar(term_value(tm, t));
    }
    Evaluation e = {tm, arena, memo_open(tm), {NULL, 0, 0}, env, arg, false, 0};
    Value v = evaluate_term(&e, t);
    CHECK(e.depth == 0);
    memo_close(e.memo);
    vec_free(tm->run, &e.values);
    if (overflow) *overflow = e.overflow;
    return v;
}

Value term_evaluate(TermManager *tm, Term t, TermEnv env, void *arg, bool *overflow)
{
    return term_evaluate_in(NULL, tm, t, env, arg, overflow);
}
