#include "engines/dynamic/code.h"

#include "base/check.h"
#include "base/vec.h"
#include "logic/term/fold.h"

#define DEPTH_MOST 20000

typedef struct CodeNode {
    TermKind kind;
    Sort sort, operand; /* operand: of the first argument */
    VarClass class;     /* of a variable */
    bool is_kept;       /* its value is, until the next look */
    uint32_t first;     /* argument, in Code.arguments */
    uint32_t count;
    uint64_t value; /* of a constant; low bit of an extraction; place of a variable */
    uint64_t look;  /* at which the value below was computed */
    uint64_t result;
} CodeNode;

typedef struct Store {
    uint64_t index, value;
} Store;

struct Code {
    Program *p;
    const uint32_t *local_index;
    uint32_t *ids; /* of terms, by Term.id; 0: not compiled */
    uint32_t ids_count;
    VEC(CodeNode) nodes; /* number 0 is none */
    VEC(CodeId) arguments;
    VEC(Store) stores; /* of the array that is being made */
    const Slots *shared, *locals;
    const uint64_t *inputs;
    uint64_t look;
    bool overflow;
    uint32_t depth;
};

Code *code_new(Program *p, const uint32_t *local_index)
{
    Code *code = run_alloc(p->run, sizeof *code);
    code->p = p;
    code->local_index = local_index;
    vec_push(p->run, &code->nodes, ((CodeNode){0}));
    return code;
}

void code_free(Code *code)
{
    Run *run = code->p->run;
    run_release(run, code->ids);
    vec_free(run, &code->nodes);
    vec_free(run, &code->arguments);
    vec_free(run, &code->stores);
    run_release(run, code);
}

/* ---- compilation ---- */

static uint32_t *id_of(Code *code, Term t)
{
    if (t.id >= code->ids_count) {
        uint32_t count = term_manager_count(code->p->tm) + 1;
        if (count <= t.id) count = t.id + 1;
        code->ids = run_realloc(code->p->run, code->ids, count * sizeof *code->ids);
        for (uint32_t i = code->ids_count; i < count; i++)
            code->ids[i] = 0;
        code->ids_count = count;
    }
    return &code->ids[t.id];
}

static void fill_in(Code *code, CodeNode *n, Term t)
{
    const Program *p = code->p;
    if (n->kind == TERM_CONST || n->kind == TERM_EXTRACT) n->value = term_value(p->tm, t);
    if (n->count) n->operand = term_sort(p->tm, term_arg(p->tm, t, 0));
    if (n->kind != TERM_VAR) return;
    uint32_t v = term_symbol(p->tm, t);
    n->class = p->vars.data[v].class;
    n->value = n->class == VAR_LOCAL ? code->local_index[v] : v;
}

CodeId code_compile(Code *code, Term t)
{
    if (!term_is(t)) return 0;
    TermManager *tm = code->p->tm;
    uint32_t known = *id_of(code, t);
    if (known) {
        code->nodes.data[known].is_kept = code->nodes.data[known].count > 0;
        return known;
    }
    if (++code->depth > DEPTH_MOST) run_stop(code->p->run, STOP_UNSUPPORTED, "an expression is nested too deeply");
    CodeNode n = {.kind = term_kind(tm, t), .sort = term_sort(tm, t), .count = term_arity(tm, t)};
    CodeId *arguments = run_alloc(code->p->run, (n.count + 1) * sizeof *arguments);
    for (uint32_t i = 0; i < n.count; i++)
        arguments[i] = code_compile(code, term_arg(tm, t, i));
    n.first = code->arguments.count;
    for (uint32_t i = 0; i < n.count; i++)
        vec_push(code->p->run, &code->arguments, arguments[i]);
    run_release(code->p->run, arguments);
    fill_in(code, &n, t);
    vec_push(code->p->run, &code->nodes, n);
    code->depth--;
    return *id_of(code, t) = code->nodes.count - 1;
}

/* ---- evaluation ---- */

void code_look_at(Code *code, const Slots *shared, const Slots *locals, const uint64_t *inputs)
{
    code->shared = shared;
    code->locals = locals;
    code->inputs = inputs;
    code->look++;
    code->overflow = false;
}

bool code_has_overflow(const Code *code) { return code->overflow; }

static CodeId argument(const Code *code, const CodeNode *n, uint32_t i)
{
    CHECK(i < n->count);
    return code->arguments.data[n->first + i];
}

static uint64_t argument_value(Code *code, const CodeNode *n, uint32_t i)
{
    return code_value(code, argument(code, n, i));
}

static uint64_t variable_value(const Code *code, const CodeNode *n)
{
    switch (n->class) {
    case VAR_SHARED: return code->shared->scalars[n->value];
    case VAR_LOCAL: return code->locals->scalars[n->value];
    case VAR_INPUT: return code->inputs[n->value];
    }
    return 0;
}

static uint64_t junction(Code *code, const CodeNode *n, bool is_and)
{
    for (uint32_t i = 0; i < n->count; i++)
        if ((argument_value(code, n, i) != 0) != is_and) return !is_and;
    return is_and;
}

static const Cells *variable_array(const Code *code, const CodeNode *n)
{
    return n->class == VAR_SHARED ? &code->shared->arrays[n->value] : &code->locals->arrays[n->value];
}

/* Through stores and choices to the array that has the element. */
static uint64_t element(Code *code, CodeId id, uint64_t index)
{
    for (;;) {
        const CodeNode *n = &code->nodes.data[id];
        switch ((int)n->kind) {
        case TERM_VAR:
            return n->class == VAR_INPUT ? code->inputs[n->value] : cells_get(variable_array(code, n), index);
        case TERM_CONST_ARRAY: return argument_value(code, n, 0);
        case TERM_ITE: id = argument(code, n, argument_value(code, n, 0) ? 1 : 2); break;
        default:
            RUN_CHECK(code->p->run, n->kind == TERM_STORE);
            if (argument_value(code, n, 1) == index) return argument_value(code, n, 2);
            id = argument(code, n, 0);
        }
    }
}

static uint64_t binary(Code *code, const CodeNode *n)
{
    uint64_t a = argument_value(code, n, 0), b = argument_value(code, n, 1), r = 0;
    unsigned width = n->operand.kind == SORT_INT ? 64 : n->operand.width;
    switch ((int)n->kind) {
    case TERM_EQ: return a == b;
    case TERM_ULT: return a < b;
    case TERM_ULE: return a <= b;
    case TERM_SLT: return sign_extend(a, width) < sign_extend(b, width);
    case TERM_SLE: return sign_extend(a, width) <= sign_extend(b, width);
    case TERM_CONCAT: return a << code->nodes.data[argument(code, n, 1)].sort.width | b;
    case TERM_ADD:
        if (n->sort.kind == SORT_BV) return sort_mask(n->sort, a + b);
        break;
    default: break;
    }
    if (!fold_binary(n->kind, n->sort, a, b, &r)) code->overflow = true;
    return r;
}

static uint64_t compute(Code *code, const CodeNode *n)
{
    switch ((int)n->kind) {
    case TERM_NOT: return !argument_value(code, n, 0);
    case TERM_AND: return junction(code, n, true);
    case TERM_OR: return junction(code, n, false);
    case TERM_ITE: return argument_value(code, n, argument_value(code, n, 0) ? 1 : 2);
    case TERM_SELECT: return element(code, argument(code, n, 0), argument_value(code, n, 1));
    case TERM_ZEXT: return argument_value(code, n, 0);
    case TERM_SEXT: return sort_mask(n->sort, (uint64_t)sign_extend(argument_value(code, n, 0), n->operand.width));
    case TERM_EXTRACT: return sort_mask(n->sort, argument_value(code, n, 0) >> n->value);
    default: return binary(code, n);
    }
}

uint64_t code_value(Code *code, CodeId id)
{
    CHECK(id && id < code->nodes.count);
    CodeNode *n = &code->nodes.data[id];
    if (n->kind == TERM_CONST) return n->value;
    if (n->kind == TERM_VAR) return variable_value(code, n);
    if (n->is_kept && n->look == code->look) return n->result;
    n->result = compute(code, n);
    n->look = code->look;
    return n->result;
}

/* ---- arrays ---- */

/* The array that the stores begin with, below all of them: the last store is the first in the list. */
static const CodeNode *collect_stores(Code *code, CodeId id)
{
    vec_clear(&code->stores);
    for (;;) {
        const CodeNode *n = &code->nodes.data[id];
        if (n->kind == TERM_ITE) {
            id = argument(code, n, argument_value(code, n, 0) ? 1 : 2);
        } else if (n->kind == TERM_STORE) {
            Store store = {argument_value(code, n, 1), argument_value(code, n, 2)};
            vec_push(code->p->run, &code->stores, store);
            id = argument(code, n, 0);
        } else {
            return n;
        }
    }
}

void code_array(Code *code, CodeId id, Cells *to)
{
    const CodeNode *base = collect_stores(code, id);
    Run *run = code->p->run;
    if (base->kind == TERM_CONST_ARRAY)
        cells_fill(to, argument_value(code, base, 0));
    else if (base->class == VAR_INPUT)
        cells_fill(to, code->inputs[base->value]);
    else if (variable_array(code, base) != to)
        cells_copy(run, to, variable_array(code, base));
    for (uint32_t i = code->stores.count; i > 0; i--)
        cells_set(run, to, code->stores.data[i - 1].index, code->stores.data[i - 1].value);
}
