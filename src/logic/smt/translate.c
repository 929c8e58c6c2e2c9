/* Terms to Z3's abstract syntax. The meaning of each kind is that of term.h; the unit test compares all of them
 * with term_evaluate. Integers divide truncating as C does, Z3's div and mod round so that the remainder is not
 * negative; an integer division by zero is unspecified (any value). */
#include "logic/smt/translate.h"

#include "base/check.h"
#include "logic/smt/divide.h"
#include "logic/smt/product.h"

TermInfo *smt_info(Smt *smt, Term t)
{
    CHECK(term_is(t) && t.id <= term_manager_count(smt->tm));
    uint32_t block = t.id / INFO_BLOCK;
    if (block >= smt->infos.count) vec_resize(smt->run, &smt->infos, block + block / 2 + 1);
    if (!smt->infos.data[block]) smt->infos.data[block] = run_alloc(smt->run, INFO_BLOCK * sizeof **smt->infos.data);
    return &smt->infos.data[block][t.id % INFO_BLOCK];
}

Z3_sort smt_sort(Smt *smt, Sort sort)
{
    switch ((SortKind)sort.kind) {
    case SORT_BOOL: return Z3_mk_bool_sort(smt->ctx);
    case SORT_BV: return Z3_mk_bv_sort(smt->ctx, sort.width);
    case SORT_INT: return Z3_mk_int_sort(smt->ctx);
    case SORT_ARRAY: break;
    }
    Z3_sort index = smt_sort(smt, sort_index(sort));
    Z3_inc_ref(smt->ctx, Z3_sort_to_ast(smt->ctx, index));
    Z3_sort element = smt_sort(smt, sort_element(sort));
    Z3_inc_ref(smt->ctx, Z3_sort_to_ast(smt->ctx, element));
    Z3_sort array = Z3_mk_array_sort(smt->ctx, index, element);
    /* Sorts of variables stay alive through the variables. */
    Z3_dec_ref(smt->ctx, Z3_sort_to_ast(smt->ctx, index));
    Z3_dec_ref(smt->ctx, Z3_sort_to_ast(smt->ctx, element));
    return array;
}

/* Has Z3's term the sort of ours? */
static bool has_sort_of(Smt *smt, Z3_ast ast, Term t)
{
    Sort sort = term_sort(smt->tm, t);
    Z3_sort z = Z3_get_sort(smt->ctx, ast);
    switch ((SortKind)sort.kind) {
    case SORT_BOOL: return Z3_get_sort_kind(smt->ctx, z) == Z3_BOOL_SORT;
    case SORT_BV: return Z3_get_sort_kind(smt->ctx, z) == Z3_BV_SORT && Z3_get_bv_sort_size(smt->ctx, z) == sort.width;
    case SORT_INT: return Z3_get_sort_kind(smt->ctx, z) == Z3_INT_SORT;
    case SORT_ARRAY: break;
    }
    return Z3_get_sort_kind(smt->ctx, z) == Z3_ARRAY_SORT;
}

/* Does not own its result. */
static Z3_ast make_const(Smt *smt, Term t)
{
    Sort sort = term_sort(smt->tm, t);
    uint64_t value = term_value(smt->tm, t);
    if (sort.kind == SORT_BOOL) return value ? Z3_mk_true(smt->ctx) : Z3_mk_false(smt->ctx);
    Z3_sort z = smt_sort(smt, sort);
    return sort.kind == SORT_INT ? Z3_mk_int64(smt->ctx, (int64_t)value, z) : Z3_mk_unsigned_int64(smt->ctx, value, z);
}

/* Truncating quotient or remainder of integers. */
static Z3_ast make_int_division(Smt *smt, bool is_rem, Z3_ast a, Z3_ast b)
{
    Z3_context c = smt->ctx;
    Z3_ast made[16];
    int n = 0;
#define NEW(x) (made[n] = smt_own(smt, (x)), made[n++])
    Z3_sort sort = Z3_mk_int_sort(c);
    Z3_ast zero = NEW(Z3_mk_int64(c, 0, sort)), one = NEW(Z3_mk_int64(c, 1, sort));
    Z3_ast quotient = NEW(Z3_mk_div(c, a, b)), rest = NEW(Z3_mk_mod(c, a, b));
    Z3_ast not_negative = NEW(Z3_mk_ge(c, a, zero)), divides = NEW(Z3_mk_eq(c, rest, zero));
    Z3_ast positive = NEW(Z3_mk_gt(c, b, zero));
    Z3_ast euclid = NEW(Z3_mk_or(c, 2, (Z3_ast[]){not_negative, divides}));
    Z3_ast result;
    if (is_rem) {
        Z3_ast low = NEW(Z3_mk_sub(c, 2, (Z3_ast[]){rest, b})), high = NEW(Z3_mk_add(c, 2, (Z3_ast[]){rest, b}));
        Z3_ast other = NEW(Z3_mk_ite(c, positive, low, high));
        result = Z3_mk_ite(c, euclid, rest, other);
    } else {
        Z3_ast up = NEW(Z3_mk_add(c, 2, (Z3_ast[]){quotient, one}));
        Z3_ast down = NEW(Z3_mk_sub(c, 2, (Z3_ast[]){quotient, one}));
        Z3_ast other = NEW(Z3_mk_ite(c, positive, up, down));
        result = Z3_mk_ite(c, euclid, quotient, other);
    }
#undef NEW
    smt_own(smt, result);
    for (int i = 0; i < n; i++)
        if (made[i]) Z3_dec_ref(c, made[i]);
    return result;
}

static Z3_ast make_n_ary(Smt *smt, Term t, bool is_and)
{
    uint32_t n = term_arity(smt->tm, t);
    Z3_ast *args = run_alloc(smt->run, n * sizeof *args);
    for (uint32_t i = 0; i < n; i++)
        args[i] = smt_info(smt, term_arg(smt->tm, t, i))->ast;
    for (uint32_t i = 0; i < n; i++)
        CHECK(args[i]);
    Z3_ast result = is_and ? Z3_mk_and(smt->ctx, n, args) : Z3_mk_or(smt->ctx, n, args);
    run_release(smt->run, args);
    return smt_own(smt, result);
}

static Z3_ast make_bv(Smt *smt, Term t, Z3_ast a, Z3_ast b)
{
    Z3_context c = smt->ctx;
    TermManager *tm = smt->tm;
    unsigned width = term_sort(tm, t).width, value = (unsigned)term_value(tm, t);
    switch ((int)term_kind(tm, t)) {
    case TERM_ULT: return Z3_mk_bvult(c, a, b);
    case TERM_ULE: return Z3_mk_bvule(c, a, b);
    case TERM_SLT: return Z3_mk_bvslt(c, a, b);
    case TERM_SLE: return Z3_mk_bvsle(c, a, b);
    case TERM_ADD: return Z3_mk_bvadd(c, a, b);
    case TERM_MUL: return Z3_mk_bvmul(c, a, b);
    case TERM_UDIV: return Z3_mk_bvudiv(c, a, b);
    case TERM_UREM: return Z3_mk_bvurem(c, a, b);
    case TERM_SDIV: return Z3_mk_bvsdiv(c, a, b);
    case TERM_SREM: return Z3_mk_bvsrem(c, a, b);
    case TERM_BVAND: return Z3_mk_bvand(c, a, b);
    case TERM_BVOR: return Z3_mk_bvor(c, a, b);
    case TERM_BVXOR: return Z3_mk_bvxor(c, a, b);
    case TERM_SHL: return Z3_mk_bvshl(c, a, b);
    case TERM_LSHR: return Z3_mk_bvlshr(c, a, b);
    case TERM_ASHR: return Z3_mk_bvashr(c, a, b);
    case TERM_ZEXT: return Z3_mk_zero_ext(c, width - term_sort(tm, term_arg(tm, t, 0)).width, a);
    case TERM_SEXT: return Z3_mk_sign_ext(c, width - term_sort(tm, term_arg(tm, t, 0)).width, a);
    case TERM_EXTRACT: return Z3_mk_extract(c, value + width - 1, value, a);
    case TERM_CONCAT: return Z3_mk_concat(c, a, b);
    default: return NULL;
    }
}

static Z3_ast make_int(Smt *smt, TermKind kind, Z3_ast a, Z3_ast b)
{
    Z3_context c = smt->ctx;
    switch ((int)kind) {
    case TERM_SLT: return smt_own(smt, Z3_mk_lt(c, a, b));
    case TERM_SLE: return smt_own(smt, Z3_mk_le(c, a, b));
    case TERM_ADD: return smt_own(smt, Z3_mk_add(c, 2, (Z3_ast[]){a, b}));
    case TERM_MUL: return smt_own(smt, Z3_mk_mul(c, 2, (Z3_ast[]){a, b}));
    case TERM_SDIV: return make_int_division(smt, false, a, b);
    case TERM_SREM: return make_int_division(smt, true, a, b);
    default: return smt_own(smt, NULL);
    }
}

/* Owned; all arguments are translated. */
static Z3_ast make_node(Smt *smt, Term t)
{
    Z3_context c = smt->ctx;
    TermManager *tm = smt->tm;
    TermKind kind = term_kind(tm, t);
    Z3_ast args[3] = {NULL, NULL, NULL};
    uint32_t n = term_arity(tm, t);
    for (uint32_t i = 0; i < n && i < 3; i++)
        args[i] = smt_info(smt, term_arg(tm, t, i))->ast;
    CHECK((n < 1 || args[0]) && (n < 2 || args[1]) && (n < 3 || args[2])); /* arguments first */
    Z3_sort sort;
    switch (kind) {
    case TERM_CONST: return smt_own(smt, make_const(smt, t));
    case TERM_VAR:
        sort = smt_sort(smt, term_sort(tm, t));
        return smt_own(smt, Z3_mk_const(c, Z3_mk_int_symbol(c, (int)t.id), sort));
    case TERM_NOT: return smt_own(smt, Z3_mk_not(c, args[0]));
    case TERM_AND: return make_n_ary(smt, t, true);
    case TERM_OR: return make_n_ary(smt, t, false);
    case TERM_EQ: return smt_own(smt, Z3_mk_eq(c, args[0], args[1]));
    case TERM_ITE: return smt_own(smt, Z3_mk_ite(c, args[0], args[1], args[2]));
    case TERM_SELECT: return smt_own(smt, Z3_mk_select(c, args[0], args[1]));
    case TERM_STORE: return smt_own(smt, Z3_mk_store(c, args[0], args[1], args[2]));
    case TERM_CONST_ARRAY:
        sort = smt_sort(smt, sort_index(term_sort(tm, t)));
        return smt_own(smt, Z3_mk_const_array(c, sort, args[0]));
    case TERM_ULT:
    case TERM_ULE:
    case TERM_SLT:
    case TERM_SLE:
    case TERM_ADD:
    case TERM_MUL:
    case TERM_UDIV:
    case TERM_UREM:
    case TERM_SDIV:
    case TERM_SREM:
    case TERM_BVAND:
    case TERM_BVOR:
    case TERM_BVXOR:
    case TERM_SHL:
    case TERM_LSHR:
    case TERM_ASHR:
    case TERM_ZEXT:
    case TERM_SEXT:
    case TERM_EXTRACT:
    case TERM_CONCAT: break;
    }
    if (term_sort(tm, term_arg(tm, t, 0)).kind == SORT_INT) return make_int(smt, kind, args[0], args[1]);
    return smt_own(smt, make_bv(smt, t, args[0], args[1]));
}

/* About how much work a node is for a bit-blaster. */
static uint32_t node_weight(const TermManager *tm, Term t)
{
    uint32_t n = term_arity(tm, t);
    if (n == 0) return 0;
    TermKind kind = term_kind(tm, t);
    uint32_t width = term_sort(tm, term_arg(tm, t, n - 1)).width;
    bool by_const = term_is_const(tm, term_arg(tm, t, 0)) || term_is_const(tm, term_arg(tm, t, n - 1));
    switch ((int)kind) {
    case TERM_NOT:
    case TERM_EXTRACT:
    case TERM_CONCAT:
    case TERM_ZEXT:
    case TERM_SEXT: return 1;
    case TERM_AND:
    case TERM_OR: return n;
    case TERM_MUL: return width * (by_const ? 8 : width) + 1;
    case TERM_UDIV:
    case TERM_UREM:
    case TERM_SDIV:
    case TERM_SREM: return width * (divide_is_defined(tm, t) ? 12 : 2 * width) + 1;
    case TERM_SHL:
    case TERM_LSHR:
    case TERM_ASHR: return 6 * width;
    case TERM_EQ: return by_const ? 1 + width / 4 : 1 + width;
    default: return 1 + (by_const ? width / 2 : width);
    }
}

static void finish_translation(Smt *smt, Term t)
{
    Z3_ast definition = NULL, ast;
    Term a, b;
    if (divide_is_defined(smt->tm, t))
        ast = divide_translate(smt, t, smt_info(smt, term_arg(smt->tm, t, 0))->ast, &definition);
    else if (product_is_asked(smt->tm, t, &a, &b))
        ast = product_translate(smt, smt_info(smt, a)->ast, smt_info(smt, b)->ast);
    else
        ast = make_node(smt, t);
    SortKind kind = (SortKind)term_sort(smt->tm, t).kind;
    uint64_t weight = node_weight(smt->tm, t);
    uint32_t depth = 0;
    bool general = kind == SORT_INT || kind == SORT_ARRAY;
    for (uint32_t i = 0; i < term_arity(smt->tm, t); i++) {
        const TermInfo *arg = smt_info(smt, term_arg(smt->tm, t, i));
        general |= arg->general;
        if (arg->depth >= depth) depth = arg->depth + 1;
        weight += arg->weight;
    }
    TermInfo *info = smt_info(smt, t);
    CHECK(!info->ast); /* once */
    CHECK(!ast || has_sort_of(smt, ast, t));
    info->ast = ast;
    info->definition = definition;
    info->general = general;
    info->depth = depth;
    if (term_kind(smt->tm, t) == TERM_VAR && !general) info->place = smt->places++;
    info->weight = weight > 1000000000 ? 1000000000 : (uint32_t)weight;
}

Z3_ast smt_translate(Smt *smt, Term t)
{
    if (smt_info(smt, t)->ast) return smt_info(smt, t)->ast;
    uint32_t bottom = smt->stack.count;
    CHECK(!smt_info(smt, t)->proxy); /* which needs a translation */
    vec_push(smt->run, &smt->stack, t);
    while (smt->stack.count > bottom && !smt->broken) {
        Term u = vec_last(&smt->stack);
        if (smt_info(smt, u)->ast) {
            smt->stack.count--;
            continue;
        }
        uint32_t before = smt->stack.count;
        for (uint32_t i = 0; i < term_arity(smt->tm, u); i++) {
            Term arg = term_arg(smt->tm, u, i);
            if (!smt_info(smt, arg)->ast) vec_push(smt->run, &smt->stack, arg);
        }
        if (smt->stack.count == before) finish_translation(smt, u);
    }
    CHECK(smt->broken || smt->stack.count == bottom);
    smt->stack.count = bottom;
    return smt->broken ? NULL : smt_info(smt, t)->ast;
}
