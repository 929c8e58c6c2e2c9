/* The model of the last check: what Z3 says of variables, and the witness made of it. */
#include "logic/smt/model.h"

#include <stdlib.h>

#include "base/check.h"
#include "logic/smt/cache.h"
#include "logic/smt/translate.h"
#include "logic/term/boolean.h"

#define INDEX_WIDTH_MAX 8

void smt_drop_model(Smt *smt)
{
    if (smt->model) Z3_model_dec_ref(smt->ctx, smt->model);
    smt->model = NULL;
}

Z3_model smt_model(Smt *smt)
{
    if (smt->model) return smt->model;
    RUN_CHECK(smt->run, smt->last == SMT_SAT);
    if (!smt->answered) return NULL;
    CHECK(smt->answered->solver);
    smt->model = Z3_solver_get_model(smt->ctx, smt->answered->solver);
    if (smt->model) Z3_model_inc_ref(smt->ctx, smt->model);
    return smt->model;
}

/* A numeral of any size modulo 2^64. */
static uint64_t numeral_low_bits(const char *digits)
{
    bool negative = *digits == '-';
    uint64_t n = 0;
    for (digits += negative; *digits >= '0' && *digits <= '9'; digits++)
        n = 10 * n + (uint64_t)(*digits - '0');
    return negative ? 0 - n : n;
}

static uint64_t scalar_model_bits(Smt *smt, Z3_ast ast)
{
    uint64_t value = 0;
    Z3_lbool truth = Z3_get_bool_value(smt->ctx, ast);
    if (truth != Z3_L_UNDEF) return truth == Z3_L_TRUE;
    if (!Z3_is_numeral_ast(smt->ctx, ast)) return 0;
    if (Z3_get_numeral_uint64(smt->ctx, ast, &value)) return value;
    return numeral_low_bits(Z3_get_numeral_string(smt->ctx, ast));
}

/* ---- arrays ---- */

typedef VEC(ArrayEntry) Entries;

/* Appends the entries of a function's interpretation; sets the default. */
static void read_function(Smt *smt, Z3_func_interp f, Entries *entries, uint64_t *otherwise)
{
    Z3_func_interp_inc_ref(smt->ctx, f);
    unsigned n = Z3_func_interp_get_num_entries(smt->ctx, f);
    for (unsigned i = 0; i < n; i++) {
        Z3_func_entry e = Z3_func_interp_get_entry(smt->ctx, f, i);
        Z3_func_entry_inc_ref(smt->ctx, e);
        uint64_t index = scalar_model_bits(smt, Z3_func_entry_get_arg(smt->ctx, e, 0));
        uint64_t value = scalar_model_bits(smt, Z3_func_entry_get_value(smt->ctx, e));
        Z3_func_entry_dec_ref(smt->ctx, e);
        vec_push(smt->run, entries, ((ArrayEntry){index, value}));
    }
    *otherwise = scalar_model_bits(smt, Z3_func_interp_get_else(smt->ctx, f));
    Z3_func_interp_dec_ref(smt->ctx, f);
}

/* The elements of an array that is neither, as a lambda term. Where there are too many, values that do not fit are
 * read: a trace does not replay then. */
static void read_elements(Smt *smt, Sort sort, Z3_ast array, Entries *entries)
{
    Sort index = sort_index(sort);
    if (index.kind != SORT_BV || index.width > INDEX_WIDTH_MAX) return;
    for (uint64_t i = 0; i <= sort_mask(index, UINT64_MAX); i++) {
        Z3_ast at = smt_translate(smt, term_const(smt->tm, index, i));
        if (!at) return;
        Z3_ast select = Z3_mk_select(smt->ctx, array, at);
        Z3_inc_ref(smt->ctx, select);
        Z3_ast value = Z3_simplify(smt->ctx, select);
        Z3_inc_ref(smt->ctx, value);
        vec_push(smt->run, entries, ((ArrayEntry){i, scalar_model_bits(smt, value)}));
        Z3_dec_ref(smt->ctx, value);
        Z3_dec_ref(smt->ctx, select);
    }
}

/* Follows a chain of stores, the outermost first, down to a constant array or a function. */
static void read_chain(Smt *smt, Sort sort, Z3_ast ast, Entries *entries, uint64_t *otherwise)
{
    Z3_context c = smt->ctx;
    while (Z3_get_ast_kind(c, ast) == Z3_APP_AST) {
        Z3_app app = Z3_to_app(c, ast);
        Z3_func_decl decl = Z3_get_app_decl(c, app);
        Z3_decl_kind kind = Z3_get_decl_kind(c, decl);
        if (kind == Z3_OP_STORE) {
            uint64_t index = scalar_model_bits(smt, Z3_get_app_arg(c, app, 1));
            vec_push(smt->run, entries, ((ArrayEntry){index, scalar_model_bits(smt, Z3_get_app_arg(c, app, 2))}));
            ast = Z3_get_app_arg(c, app, 0);
        } else if (kind == Z3_OP_CONST_ARRAY) {
            *otherwise = scalar_model_bits(smt, Z3_get_app_arg(c, app, 0));
            return;
        } else {
            if (kind != Z3_OP_AS_ARRAY) return;
            Z3_func_decl f = Z3_get_as_array_func_decl(c, ast);
            Z3_func_interp interp = Z3_model_get_func_interp(c, smt->model, f);
            if (interp) read_function(smt, interp, entries, otherwise);
            return;
        }
    }
    read_elements(smt, sort, ast, entries);
}

static int by_index(const void *a, const void *b)
{
    uint64_t x = ((const ArrayEntry *)a)->index, y = ((const ArrayEntry *)b)->index;
    return x < y ? -1 : x > y;
}

/* The first of several entries with one index counts. */
static Value array_model_value(Smt *smt, Sort sort, Z3_ast ast)
{
    Entries all = {NULL, 0, 0};
    Value v = {.bits = 0};
    read_chain(smt, sort, ast, &all, &v.bits);
    v.entries = run_alloc(smt->run, (all.count + 1) * sizeof *v.entries);
    for (uint32_t i = 0; i < all.count; i++) {
        bool shadowed = false;
        for (uint32_t k = 0; k < i && !shadowed; k++)
            shadowed = all.data[k].index == all.data[i].index;
        if (!shadowed && all.data[i].value != v.bits) v.entries[v.count++] = all.data[i];
    }
    CHECK(v.count <= all.count);
    qsort(v.entries, v.count, sizeof *v.entries, by_index);
    vec_free(smt->run, &all);
    return v;
}

Value value_of_ast(Smt *smt, Sort sort, Z3_ast ast)
{
    if (sort.kind == SORT_ARRAY) return array_model_value(smt, sort, ast);
    uint64_t bits = scalar_model_bits(smt, ast);
    CHECK(bits == sort_mask(sort, bits));
    return (Value){.bits = bits};
}

Witness *smt_read_witness(Smt *smt)
{
    Slot *slot = smt->answered;
    Z3_model model = slot && !slot->general ? smt_model(smt) : NULL;
    if (!model) return NULL;
    CHECK(smt->last == SMT_SAT && slot->solver);
    Witness *w = cache_new_witness(smt);
    for (uint32_t i = 0; i < slot->vars.count; i++) {
        CHECK(smt_info(smt, slot->vars.data[i])->ast);
        Z3_app app = Z3_to_app(smt->ctx, smt_info(smt, slot->vars.data[i])->ast);
        Z3_ast value = Z3_model_get_const_interp(smt->ctx, model, Z3_get_app_decl(smt->ctx, app));
        if (value) *witness_place(smt, w, slot->vars.data[i]) = scalar_model_bits(smt, value);
    }
    return w;
}
