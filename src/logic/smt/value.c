/* Values of terms in the model of the last check: the variables' values come from Z3, the rest is evaluated by
 * term_evaluate. Where that leaves 64 bits (mathematical integers), Z3 evaluates the whole term. */
#include "logic/smt/value.h"

#include "base/check.h"
#include "logic/smt/cache.h"
#include "logic/smt/model.h"
#include "logic/smt/translate.h"

typedef struct Reader {
    Smt *smt;
    bool too_large; /* a variable's value does not fit */
} Reader;

static Value variable_value(void *arg, TermManager *tm, Term var)
{
    Reader *reader = arg;
    Smt *smt = reader->smt;
    Z3_ast ast = smt_translate(smt, var);
    Z3_model model = smt_model(smt);
    if (!ast || !model) return (Value){.bits = 0};
    CHECK(term_kind(tm, var) == TERM_VAR);
    Z3_func_decl decl = Z3_get_app_decl(smt->ctx, Z3_to_app(smt->ctx, ast));
    Z3_ast value = Z3_model_get_const_interp(smt->ctx, model, decl);
    if (!value) return (Value){.bits = 0};
    Z3_inc_ref(smt->ctx, value);
    int64_t small;
    Sort sort = term_sort(tm, var);
    if (sort.kind == SORT_INT && !Z3_get_numeral_int64(smt->ctx, value, &small)) reader->too_large = true;
    Value v = value_of_ast(smt, sort, value);
    Z3_dec_ref(smt->ctx, value);
    return v;
}

Value smt_value(Smt *smt, Term t)
{
    Reader reader = {smt, false};
    bool overflow = false;
    RUN_CHECK(smt->run, smt->last == SMT_SAT);
    if (smt->witness) return witness_evaluate(smt, smt->witness, t);
    Value v = term_evaluate(smt->tm, t, variable_value, &reader, &overflow);
    if (!overflow && !reader.too_large) return v;
    CHECK(smt_info(smt, t)->general); /* nothing else leaves 64 bits */
    Z3_ast ast = smt_translate(smt, t), value = NULL;
    if (!ast || !smt_model(smt) || !Z3_model_eval(smt->ctx, smt->model, ast, true, &value)) return v;
    Z3_inc_ref(smt->ctx, value);
    v = value_of_ast(smt, term_sort(smt->tm, t), value);
    Z3_dec_ref(smt->ctx, value);
    return v;
}
