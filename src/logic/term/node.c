/* A term is a key of the manager's table, which keeps each key once. */
#include "logic/term/node.h"

#include "base/check.h"
#include "logic/term/internal.h"

static bool is_array_sort(Sort s) { return s.kind == SORT_ARRAY; }
static bool is_number_sort(Sort s) { return s.kind == SORT_BV || s.kind == SORT_INT; }

static bool is_sort_well_formed(Sort s)
{
    if (s.kind == SORT_BV) return s.width >= 1 && s.width <= 64 && !s.index;
    if (s.kind == SORT_ARRAY) return s.width <= 64 && s.index <= 64;
    return (s.kind == SORT_BOOL || s.kind == SORT_INT) && !s.width && !s.index;
}

/* Junctions: Booleans by increasing id, so that none is there twice; nested ones of the kind were flattened. */
static void check_junction(const TermManager *tm, TermKind kind, const Term *args, uint32_t count)
{
    CHECK(count >= 2);
    for (uint32_t i = 0; i < count; i++) {
        CHECK(term_sort(tm, args[i]).kind == SORT_BOOL);
        CHECK(!term_is_const(tm, args[i]) && term_kind(tm, args[i]) != kind);
        CHECK(i == 0 || args[i - 1].id < args[i].id);
    }
}

/* The sorts of operands, s[i], and of the result agree as the kind asks. */
static void check_operation(TermKind kind, Sort sort, uint64_t value, const Sort *s, uint32_t count)
{
    switch (kind) {
    case TERM_NOT: CHECK(count == 1 && sort.kind == SORT_BOOL && s[0].kind == SORT_BOOL); return;
    case TERM_EQ: CHECK(count == 2 && sort.kind == SORT_BOOL && sort_same(s[0], s[1])); return;
    case TERM_ULT: CHECK(count == 2 && sort.kind == SORT_BOOL && s[0].kind == SORT_BV && sort_same(s[0], s[1])); return;
    case TERM_SLT: CHECK(count == 2 && sort.kind == SORT_BOOL && is_number_sort(s[0]) && sort_same(s[0], s[1])); return;
    case TERM_ULE:
    case TERM_SLE: CHECK(!"comparisons are kept as 'less than'"); return;
    case TERM_ITE:
        CHECK(count == 3 && s[0].kind == SORT_BOOL && sort_same(s[1], sort) && sort_same(s[2], sort));
        return;
    case TERM_ADD:
    case TERM_MUL:
    case TERM_SDIV:
    case TERM_SREM: CHECK(count == 2 && is_number_sort(sort) && sort_same(s[0], sort) && sort_same(s[1], sort)); return;
    case TERM_UDIV:
    case TERM_UREM:
    case TERM_BVAND:
    case TERM_BVOR:
    case TERM_BVXOR:
    case TERM_SHL:
    case TERM_LSHR:
    case TERM_ASHR: CHECK(count == 2 && sort.kind == SORT_BV && sort_same(s[0], sort) && sort_same(s[1], sort)); return;
    case TERM_ZEXT:
    case TERM_SEXT:
        CHECK(count == 1 && sort.kind == SORT_BV && s[0].kind == SORT_BV && s[0].width < sort.width);
        return;
    case TERM_EXTRACT: CHECK(count == 1 && sort.kind == SORT_BV && value + sort.width <= s[0].width); return;
    case TERM_CONCAT: CHECK(count == 2 && sort.kind == SORT_BV && s[0].width + s[1].width == sort.width); return;
    case TERM_SELECT:
        CHECK(count == 2 && is_array_sort(s[0]) && sort_same(s[1], sort_index(s[0])) &&
              sort_same(sort, sort_element(s[0])));
        return;
    case TERM_STORE:
        CHECK(count == 3 && is_array_sort(sort) && sort_same(s[0], sort));
        CHECK(sort_same(s[1], sort_index(sort)) && sort_same(s[2], sort_element(sort)));
        return;
    case TERM_CONST_ARRAY: CHECK(count == 1 && is_array_sort(sort) && sort_same(s[0], sort_element(sort))); return;
    case TERM_CONST:
    case TERM_VAR:
    case TERM_AND:
    case TERM_OR: break;
    }
}

/* What term_make is asked for has a meaning: the invariant of all terms there are. */
static void check_node(const TermManager *tm, TermKind kind, Sort sort, uint64_t value, const Term *args,
                       uint32_t count)
{
    Sort sorts[3] = {{0}, {0}, {0}};
    CHECK(is_sort_well_formed(sort));
    for (uint32_t i = 0; i < count; i++) {
        CHECK(term_is(args[i]) && args[i].id <= tm->nodes.count); /* arguments are older */
        if (i < 3) sorts[i] = term_sort(tm, args[i]);
    }
    if (kind == TERM_CONST) CHECK(count == 0 && !is_array_sort(sort) && value == sort_mask(sort, value));
    if (kind == TERM_VAR) CHECK(count == 0);
    if (kind == TERM_AND || kind == TERM_OR)
        check_junction(tm, kind, args, count);
    else
        check_operation(kind, sort, value, sorts, count);
}

Term term_make(TermManager *tm, TermKind kind, Sort sort, uint64_t value, const Term *args, uint32_t count)
{
    check_node(tm, kind, sort, value, args, count);
    uint32_t small[NODE_HEADER + 16], *key = small;
    if (count > 16) key = run_alloc(tm->run, (NODE_HEADER + (size_t)count) * sizeof *key);
    key[0] = (uint32_t)kind | (uint32_t)sort.kind << 8 | (uint32_t)sort.width << 16 | (uint32_t)sort.index << 24;
    key[1] = (uint32_t)value;
    key[2] = (uint32_t)(value >> 32);
    for (uint32_t i = 0; i < count; i++)
        key[NODE_HEADER + i] = args[i].id;
    uint32_t id = intern_add(&tm->nodes, key, NODE_HEADER + count, NULL);
    if (key != small) run_release(tm->run, key);
    return (Term){id + 1};
}
