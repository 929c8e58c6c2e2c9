#include "program/litmus/c_atomic.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "program/litmus/flow.h"
#include "program/litmus/names.h"
#include "program/litmus/tokens.h"

typedef enum CallKind { CALL_LOAD, CALL_STORE, CALL_EXCHANGE, CALL_FETCH, CALL_COMPARE, CALL_FENCE } CallKind;

typedef struct Call {
    const char *name; /* without "_explicit" */
    CallKind kind;
    TermKind operation; /* CALL_FETCH */
    bool is_negative;   /* CALL_FETCH: the operand is subtracted */
    bool is_weak;       /* CALL_COMPARE: it may fail for no reason */
} Call;

static const Call calls[] = {
    {"atomic_load", CALL_LOAD, TERM_CONST, false, false},
    {"atomic_store", CALL_STORE, TERM_CONST, false, false},
    {"atomic_exchange", CALL_EXCHANGE, TERM_CONST, false, false},
    {"atomic_fetch_add", CALL_FETCH, TERM_ADD, false, false},
    {"atomic_fetch_sub", CALL_FETCH, TERM_ADD, true, false},
    {"atomic_fetch_or", CALL_FETCH, TERM_BVOR, false, false},
    {"atomic_fetch_and", CALL_FETCH, TERM_BVAND, false, false},
    {"atomic_fetch_xor", CALL_FETCH, TERM_BVXOR, false, false},
    {"atomic_compare_exchange_strong", CALL_COMPARE, TERM_CONST, false, false},
    {"atomic_compare_exchange_weak", CALL_COMPARE, TERM_CONST, false, true},
    {"atomic_thread_fence", CALL_FENCE, TERM_CONST, false, false},
};

static const char *const kernel_names[] = {"READ_ONCE", "WRITE_ONCE", "smp_", "rcu_",   "synchronize_rcu", "spin_",
                                           "xchg",      "cmpxchg",    "srcu", "__load", "__store",         "__fence"};

/* The length of the name without its ending, if it has this one. */
static size_t length_without(const Token *name, const char *ending)
{
    size_t n = strlen(ending);
    bool ends = name->length > n && memcmp(name->start + name->length - n, ending, n) == 0;
    return ends ? name->length - n : name->length;
}

static bool begins_with(const Token *name, const char *beginning)
{
    size_t n = strlen(beginning);
    return name->length >= n && memcmp(name->start, beginning, n) == 0;
}

static const Call *find_call(const LitmusParser *s, bool *is_explicit)
{
    size_t length = length_without(&s->token, "_explicit");
    *is_explicit = length < s->token.length;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (strlen(calls[i].name) == length && memcmp(calls[i].name, s->token.start, length) == 0) return &calls[i];
    const char *name = token_describe(&s->lexer, &s->token);
    for (size_t i = 0; i < sizeof kernel_names / sizeof *kernel_names; i++)
        if (begins_with(&s->token, kernel_names[i]))
            litmus_error(s, "%s belongs to the Linux kernel, whose memory model is not supported", name);
    litmus_error(s, "the function %s is not supported", name);
}

/* ---- orders ---- */

static MemoryOrder read_order(LitmusParser *s)
{
    static const struct {
        const char *name;
        MemoryOrder order;
    } orders[] = {{"memory_order_relaxed", MEMORY_RELAXED},
                  {"memory_order_acquire", MEMORY_ACQUIRE},
                  {"memory_order_release", MEMORY_RELEASE},
                  {"memory_order_acq_rel", MEMORY_ACQ_REL},
                  {"memory_order_seq_cst", MEMORY_ORDERED}};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (litmus_accept_word(s, orders[i].name)) return orders[i].order;
    if (litmus_at_word(s, "memory_order_consume")) litmus_error(s, "memory_order_consume is not supported");
    litmus_unexpected(s, "a memory order");
}

static void refuse_order(const LitmusParser *s, const Token *token, const char *what)
{
    lexer_error(&s->lexer, token, "%s does not take %s", what, token_describe(&s->lexer, token));
}

/* The last argument, if the call has one. */
static MemoryOrder read_call_order(LitmusParser *s, bool is_explicit)
{
    if (!is_explicit) return MEMORY_ORDERED;
    litmus_expect(s, TOKEN_COMMA, "','");
    return read_order(s);
}

static MemoryOrder read_order_of_load(LitmusParser *s, bool is_explicit, const char *what)
{
    if (is_explicit) litmus_expect(s, TOKEN_COMMA, "','");
    Token token = s->token;
    MemoryOrder order = is_explicit ? read_order(s) : MEMORY_ORDERED;
    if (order == MEMORY_RELEASE || order == MEMORY_ACQ_REL) refuse_order(s, &token, what);
    return order;
}

/* ---- calls ---- */

static LitmusValue nothing(void) { return (LitmusValue){TERM_NONE, false}; }

static Term read_operand(LitmusParser *s)
{
    litmus_expect(s, TOKEN_COMMA, "','");
    return c_settle(s, c_read_argument(s));
}

static LitmusValue read_store(LitmusParser *s, VarId x, bool is_explicit)
{
    Assign assign = {x, read_operand(s)};
    if (is_explicit) litmus_expect(s, TOKEN_COMMA, "','");
    Token token = s->token;
    MemoryOrder order = is_explicit ? read_order(s) : MEMORY_ORDERED;
    if (order == MEMORY_ACQUIRE || order == MEMORY_ACQ_REL) refuse_order(s, &token, "a store");
    c_begin_access(s);
    uint32_t to = flow_add_place(s);
    Edge step = flow_step(s, s->thread->here, to, order);
    step.assigns = &assign;
    step.assign_count = 1;
    flow_add_step(s, &step);
    s->thread->here = to;
    return nothing();
}

static LitmusValue read_update(LitmusParser *s, const Call *call, VarId x, bool is_explicit)
{
    Term operand = read_operand(s), old = litmus_term(s, x), written = operand;
    MemoryOrder order = read_call_order(s, is_explicit);
    if (call->kind == CALL_FETCH && call->operation == TERM_ADD)
        written = call->is_negative ? term_sub(s->tm, old, operand) : term_add(s->tm, old, operand);
    else if (call->kind == CALL_FETCH)
        written = term_binary(s->tm, call->operation, old, operand);
    c_begin_access(s);
    return c_pending(s, x, order, written);
}

static LitmusValue read_fence(LitmusParser *s)
{
    MemoryOrder order = read_order(s);
    if (order == MEMORY_RELAXED) return nothing(); /* C11, 7.17.4.1: it has no effect */
    uint32_t to = flow_add_place(s);
    Edge step = flow_step(s, s->thread->here, to, order);
    step.is_fence = true;
    flow_add_step(s, &step);
    s->thread->here = to;
    return nothing();
}

/* ---- compare and exchange ---- */

/* What is compared with: a register, or a location, which is read before and written when the comparison fails. */
typedef struct ComparedValue {
    VarId value;    /* a register */
    VarId location; /* .i = NO_ID: none */
} ComparedValue;

static ComparedValue read_expected(LitmusParser *s)
{
    ComparedValue e = {{NO_ID}, {NO_ID}};
    litmus_expect(s, TOKEN_COMMA, "','");
    Token token = s->token;
    if (litmus_accept(s, TOKEN_AND)) {
        token = s->token;
        const LitmusRegister *r = litmus_find_register(s->thread, litmus_name(s, "a register"));
        if (!r) lexer_error(&s->lexer, &token, "%s is not declared", token_describe(&s->lexer, &token));
        e.value = r->local;
        s->effects++;
        return e;
    }
    const LitmusParameter *parameter = c_read_parameter(s);
    if (parameter->is_atomic) lexer_error(&s->lexer, &token, "'%s' is atomic: expected a plain int", parameter->name);
    e.location = parameter->var;
    e.value = litmus_temporary(s);
    return e;
}

static void add_step(LitmusParser *s, uint32_t to, MemoryOrder order, Term guard, Assign *assigns, uint32_t count)
{
    Edge step = flow_step(s, s->thread->here, to, order);
    step.guard = guard;
    step.assigns = assigns;
    step.assign_count = count;
    flow_add_step(s, &step);
}

typedef struct Comparison {
    const Call *call;
    VarId x;
    ComparedValue expected;
    Term desired;
    MemoryOrder success, failure;
} Comparison;

/* Each outcome is a step with an order of its own. Neither forgets that x was read. */
static LitmusValue add_comparison(LitmusParser *s, const Comparison *c)
{
    VarId result = litmus_temporary(s);
    Term one = litmus_number(s, 1), zero = litmus_number(s, 0), x = litmus_term(s, c->x);
    if (c->expected.location.i != NO_ID) {
        Assign read = {c->expected.value, litmus_term(s, c->expected.location)};
        uint32_t before = flow_add_place(s);
        add_step(s, before, MEMORY_PLAIN, term_bool(s->tm, true), &read, 1);
        s->thread->here = before;
    }
    uint32_t done = flow_add_place(s), failed = flow_add_place(s);
    Term same = term_eq(s->tm, x, litmus_term(s, c->expected.value));
    Assign success[] = {{c->x, c->desired}, {result, one}}, failure[] = {{c->expected.value, x}, {result, zero}};
    add_step(s, done, c->success, same, success, 2);
    add_step(s, failed, c->failure, c->call->is_weak ? term_bool(s->tm, true) : term_not(s->tm, same), failure, 2);
    if (c->expected.location.i != NO_ID) {
        Assign write = {c->expected.location, litmus_term(s, c->expected.value)};
        s->thread->here = failed;
        add_step(s, done, MEMORY_PLAIN, term_bool(s->tm, true), &write, 1);
    } else {
        flow_join_places(s, failed, done);
    }
    s->thread->here = done;
    return (LitmusValue){litmus_term(s, result), false};
}

static LitmusValue read_comparison(LitmusParser *s, const Call *call, VarId x, bool is_explicit)
{
    Comparison c = {.call = call, .x = x, .expected = read_expected(s)};
    c.desired = read_operand(s);
    c.success = read_call_order(s, is_explicit);
    c.failure = read_order_of_load(s, is_explicit, "a comparison that fails");
    c_begin_access(s);
    return add_comparison(s, &c);
}

LitmusValue c_read_call(LitmusParser *s)
{
    bool is_explicit;
    litmus_enter(s);
    const Call *call = find_call(s, &is_explicit);
    if (call->kind == CALL_FENCE && is_explicit) litmus_error(s, "the function atomic_thread_fence has no _explicit");
    c_require_order(s);
    litmus_next(s);
    litmus_expect(s, TOKEN_LPAREN, "'('");
    LitmusValue v;
    if (call->kind == CALL_FENCE) {
        v = read_fence(s);
    } else {
        VarId x = c_read_parameter(s)->var;
        if (call->kind == CALL_LOAD) {
            MemoryOrder order = read_order_of_load(s, is_explicit, "a load");
            c_begin_access(s);
            v = c_pending(s, x, order, TERM_NONE);
        } else if (call->kind == CALL_STORE) {
            v = read_store(s, x, is_explicit);
        } else if (call->kind == CALL_COMPARE) {
            v = read_comparison(s, call, x, is_explicit);
        } else {
            v = read_update(s, call, x, is_explicit);
        }
    }
    litmus_expect(s, TOKEN_RPAREN, "')'");
    litmus_leave(s);
    return v;
}
