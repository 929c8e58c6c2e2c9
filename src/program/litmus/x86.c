/* Instructions of x86, as steps: one that loads or stores is one step, one that does both is two, unless it is locked.
 * Accesses are never plain: there are no data races in assembly. Of the flags only ZF is known. */
#include "program/litmus/x86.h"

#include <string.h>
#include <strings.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "program/litmus/flow.h"
#include "program/litmus/names.h"
#include "program/litmus/tokens.h"
#include "program/weak_event.h"

/* ---- operands ---- */

typedef enum OperandKind { OPERAND_NUMBER, OPERAND_REGISTER, OPERAND_MEMORY } OperandKind;

typedef struct Operand {
    OperandKind kind;
    Token token;
    VarId var;
    Term value; /* over the location where it is in memory */
} Operand;

const char *x86_register_name(const char *name)
{
    static const char *const names[] = {"EAX", "EBX", "ECX", "EDX", "ESI", "EDI", "EBP", "ESP"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(names[i], name) == 0) return names[i];
    return NULL;
}

static VarId register_of(LitmusParser *s, const char *name, const Token *token)
{
    const LitmusRegister *known = litmus_find_register(s->thread, name);
    return known ? known->local : litmus_add_register(s, name, lexer_pos(&s->lexer, token));
}

/* [x] */
static Operand read_memory(LitmusParser *s)
{
    Operand o = {.kind = OPERAND_MEMORY};
    litmus_next(s);
    o.token = s->token;
    const char *name = litmus_name(s, "the name of a location");
    if (x86_register_name(name) || litmus_at(s, TOKEN_PLUS))
        lexer_error(&s->lexer, &o.token, "addresses that are computed are not supported");
    o.var = litmus_location(s, name, lexer_pos(&s->lexer, &o.token));
    o.value = litmus_term(s, o.var);
    litmus_expect(s, TOKEN_RBRACKET, "']'");
    return o;
}

static Operand read_operand(LitmusParser *s)
{
    if (litmus_at(s, TOKEN_LBRACKET)) return read_memory(s);
    Operand o = {.kind = OPERAND_NUMBER, .token = s->token, .var = {NO_ID}};
    if (litmus_accept(s, TOKEN_DOLLAR) || litmus_at(s, TOKEN_NUMBER) || litmus_at(s, TOKEN_MINUS)) {
        o.value = litmus_number(s, litmus_value(s));
        return o;
    }
    const char *text = litmus_name(s, "a register, a number or a location in brackets"),
               *name = x86_register_name(text);
    if (!name) lexer_error(&s->lexer, &o.token, "'%s' is no register that is supported (EAX, EBX ...)", text);
    o.kind = OPERAND_REGISTER;
    o.var = register_of(s, name, &o.token);
    o.value = litmus_term(s, o.var);
    return o;
}

static Operand read_second(LitmusParser *s)
{
    litmus_expect(s, TOKEN_COMMA, "','");
    return read_operand(s);
}

/* x86 has no instruction that accesses two locations, of those that are known here. */
static void require_operands(const LitmusParser *s, const Operand *to, const Operand *from)
{
    if (to->kind == OPERAND_NUMBER) lexer_error(&s->lexer, &to->token, "a number cannot be written to");
    if (to->kind == OPERAND_MEMORY && from->kind == OPERAND_MEMORY)
        lexer_error(&s->lexer, &from->token, "an instruction accesses one location at most");
}

/* ---- steps ---- */

static void add_step(LitmusParser *s, uint32_t to, MemoryOrder order, Term guard, Assign *assigns, uint32_t count)
{
    Edge step = flow_step(s, s->thread->here, to, order);
    step.guard = guard;
    step.assigns = assigns;
    step.assign_count = count;
    flow_add_step(s, &step);
}

static void add_assigns(LitmusParser *s, MemoryOrder order, Assign *assigns, uint32_t count)
{
    uint32_t to = flow_add_place(s);
    add_step(s, to, order, term_bool(s->tm, true), assigns, count);
    s->thread->here = to;
}

static MemoryOrder order_of(const Operand *a, const Operand *b)
{
    return a->kind == OPERAND_MEMORY || b->kind == OPERAND_MEMORY ? MEMORY_RELAXED : MEMORY_ORDERED;
}

static VarId zero_flag(LitmusParser *s)
{
    static const char name[] = "ZF";
    const LitmusRegister *known = litmus_find_register(s->thread, name);
    return known ? known->local : litmus_add_register(s, name, s->thread->pos);
}

static Term as_flag(const LitmusParser *s, Term truth)
{
    return term_ite(s->tm, truth, litmus_number(s, 1), litmus_number(s, 0));
}

static Term is_zero(const LitmusParser *s, Term t) { return as_flag(s, term_eq(s->tm, t, litmus_number(s, 0))); }

/* to := value, the flag by the result. A location is read even where the value does not say so. */
static void add_update(LitmusParser *s, const Operand *to, const Operand *from, Term value, bool is_locked)
{
    Assign update[3] = {{to->var, value}, {zero_flag(s), is_zero(s, value)}};
    uint32_t count = 2;
    if (to->kind != OPERAND_MEMORY) {
        add_assigns(s, order_of(to, from), update, 2);
        return;
    }
    if (is_locked) {
        update[count++] = (Assign){litmus_temporary(s), to->value};
        add_assigns(s, MEMORY_ORDERED, update, count);
        return;
    }
    VarId loaded = litmus_temporary(s), flag = update[1].var;
    Assign load[] = {{loaded, value}, {flag, update[1].value}};
    bool is_read = term_is_about(s->p, value, to->var.i);
    if (!is_read) load[1] = (Assign){litmus_temporary(s), to->value};
    add_assigns(s, MEMORY_RELAXED, load, 2);
    Assign store[] = {{to->var, litmus_term(s, loaded)}, {flag, is_zero(s, litmus_term(s, loaded))}};
    add_assigns(s, MEMORY_RELAXED, store, 2);
}

/* ---- instructions ---- */

static void read_move(LitmusParser *s)
{
    Operand to = read_operand(s), from = read_second(s);
    require_operands(s, &to, &from);
    Assign move = {to.var, from.value};
    add_assigns(s, order_of(&to, &from), &move, 1);
}

static void read_compare(LitmusParser *s)
{
    Operand a = read_operand(s), b = read_second(s);
    if (a.kind == OPERAND_MEMORY && b.kind == OPERAND_MEMORY) require_operands(s, &a, &b);
    Assign flag[] = {{zero_flag(s), as_flag(s, term_eq(s->tm, a.value, b.value))}, {{NO_ID}, TERM_NONE}};
    add_assigns(s, order_of(&a, &b), flag, 1);
}

typedef struct Arithmetic {
    const char *name;
    TermKind operation;
    bool is_negative, is_by_one;
} Arithmetic;

static const Arithmetic arithmetics[] = {
    {"ADD", TERM_ADD, false, false}, {"SUB", TERM_ADD, true, false},    {"AND", TERM_BVAND, false, false},
    {"OR", TERM_BVOR, false, false}, {"XOR", TERM_BVXOR, false, false}, {"INC", TERM_ADD, false, true},
    {"DEC", TERM_ADD, true, true},
};

static void read_arithmetic(LitmusParser *s, const Arithmetic *a, bool is_locked)
{
    Token start = s->token;
    Operand to = read_operand(s), from = {.kind = OPERAND_NUMBER, .token = to.token};
    from.value = litmus_number(s, 1);
    if (!a->is_by_one) from = read_second(s);
    require_operands(s, &to, &from);
    if (is_locked && to.kind != OPERAND_MEMORY) lexer_error(&s->lexer, &start, "LOCK is for a location");
    Term value;
    if (a->operation == TERM_ADD)
        value = a->is_negative ? term_sub(s->tm, to.value, from.value) : term_add(s->tm, to.value, from.value);
    else
        value = term_binary(s->tm, a->operation, to.value, from.value);
    add_update(s, &to, &from, value, is_locked);
}

/* Locked, whether it says so or not. */
static void read_exchange(LitmusParser *s)
{
    Operand a = read_operand(s), b = read_second(s);
    require_operands(s, &a, &b);
    require_operands(s, &b, &a);
    Assign exchange[] = {{a.var, b.value}, {b.var, a.value}};
    if (a.var.i != b.var.i) add_assigns(s, MEMORY_ORDERED, exchange, 2);
}

static void read_exchange_add(LitmusParser *s, bool is_locked)
{
    Token start = s->token;
    Operand to = read_operand(s), from = read_second(s);
    if (from.kind != OPERAND_REGISTER) lexer_error(&s->lexer, &from.token, "expected a register");
    if (to.kind != OPERAND_MEMORY || !is_locked)
        lexer_error(&s->lexer, &start, "XADD is supported with LOCK and a location only");
    Term sum = term_add(s->tm, to.value, from.value);
    Assign assigns[] = {{to.var, sum}, {from.var, to.value}, {zero_flag(s), is_zero(s, sum)}};
    add_assigns(s, MEMORY_ORDERED, assigns, 3);
}

/* One that fails writes what it has read: it is locked all the same. */
static void read_compare_exchange(LitmusParser *s, bool is_locked)
{
    Token start = s->token;
    Operand to = read_operand(s), from = read_second(s);
    if (from.kind != OPERAND_REGISTER) lexer_error(&s->lexer, &from.token, "expected a register");
    if (to.kind != OPERAND_MEMORY || !is_locked)
        lexer_error(&s->lexer, &start, "CMPXCHG is supported with LOCK and a location only");
    VarId eax = register_of(s, "EAX", &start), flag = zero_flag(s);
    Term same = term_eq(s->tm, to.value, litmus_term(s, eax));
    Assign success[] = {{to.var, from.value}, {flag, litmus_number(s, 1)}};
    Assign failure[] = {{to.var, to.value}, {eax, to.value}, {flag, litmus_number(s, 0)}};
    uint32_t done = flow_add_place(s);
    add_step(s, done, MEMORY_ORDERED, same, success, 2);
    add_step(s, done, MEMORY_ORDERED, term_not(s->tm, same), failure, 3);
    s->thread->here = done;
}

static void add_fence(LitmusParser *s)
{
    uint32_t to = flow_add_place(s);
    Edge step = flow_step(s, s->thread->here, to, MEMORY_ORDERED);
    step.is_fence = true;
    flow_add_step(s, &step);
    s->thread->here = to;
}

/* ZF is 1 where the last result was zero. goes_if: the value of ZF, 2: always. */
static void read_jump(LitmusParser *s, uint64_t goes_if)
{
    Token token = s->token;
    uint32_t target = flow_label(s, litmus_name(s, "a label"), &token), next = flow_add_place(s);
    Term goes = term_bool(s->tm, true);
    if (goes_if <= 1) goes = term_eq(s->tm, litmus_term(s, zero_flag(s)), litmus_number(s, goes_if));
    add_step(s, target, MEMORY_ORDERED, goes, NULL, 0);
    if (goes_if <= 1) add_step(s, next, MEMORY_ORDERED, term_not(s->tm, goes), NULL, 0);
    s->thread->here = next;
}

static void read_unlocked(LitmusParser *s, const Token *name)
{
    if (token_is(name, "MOV") || token_is(name, "MOVL"))
        read_move(s);
    else if (token_is(name, "CMP"))
        read_compare(s);
    else if (token_is(name, "MFENCE"))
        add_fence(s);
    else if (token_is(name, "JMP"))
        read_jump(s, 2);
    else if (token_is(name, "JE") || token_is(name, "JZ"))
        read_jump(s, 1);
    else if (token_is(name, "JNE") || token_is(name, "JNZ"))
        read_jump(s, 0);
    else if (!token_is(name, "LFENCE") && !token_is(name, "SFENCE") && !token_is(name, "NOP")) /* order nothing more */
        lexer_error(&s->lexer, name, "instruction %s is not supported", token_describe(&s->lexer, name));
}

static void read_instruction(LitmusParser *s)
{
    bool is_locked = litmus_accept_word(s, "LOCK");
    Token name = s->token;
    litmus_next(s);
    for (size_t i = 0; i < sizeof arithmetics / sizeof *arithmetics; i++)
        if (token_is(&name, arithmetics[i].name)) {
            read_arithmetic(s, &arithmetics[i], is_locked);
            return;
        }
    if (token_is(&name, "XCHG"))
        read_exchange(s);
    else if (token_is(&name, "XADD"))
        read_exchange_add(s, is_locked);
    else if (token_is(&name, "CMPXCHG"))
        read_compare_exchange(s, is_locked);
    else if (is_locked)
        lexer_error(&s->lexer, &name, "LOCK before %s is not supported", token_describe(&s->lexer, &name));
    else
        read_unlocked(s, &name);
}

/* ---- the table ---- */

static bool at_end_of_cell(const LitmusParser *s)
{
    return litmus_at(s, TOKEN_OR) || litmus_at(s, TOKEN_OR_OR) || litmus_at(s, TOKEN_SEMICOLON);
}

static void read_cell(LitmusParser *s)
{
    while (litmus_at(s, TOKEN_NAME) && litmus_peek(s) == TOKEN_COLON) {
        Token token = s->token;
        flow_define_label(s, litmus_name(s, "a label"), &token);
        litmus_next(s);
    }
    if (at_end_of_cell(s)) return;
    if (!litmus_at(s, TOKEN_NAME)) litmus_unexpected(s, "an instruction, '|' or ';'");
    Token start = s->token;
    read_instruction(s);
    flow_end_statement(s, &start);
    if (!at_end_of_cell(s)) litmus_unexpected(s, "'|' or ';' after an instruction");
}

static void read_row(LitmusParser *s)
{
    for (uint32_t column = 0;; column++) {
        if (column >= s->threads.count) litmus_error(s, "the row has more columns than there are threads");
        s->thread = s->threads.data[column];
        read_cell(s);
        if (litmus_accept(s, TOKEN_SEMICOLON)) return;
        if (litmus_at(s, TOKEN_OR_OR)) column++; /* an empty cell between two bars */
        litmus_next(s);
    }
}

/* P0 | P1 ; */
static void read_head(LitmusParser *s)
{
    do {
        uint32_t number = litmus_at(s, TOKEN_NAME) ? litmus_thread_number(s) : NO_ID;
        if (number != s->threads.count) litmus_error(s, "expected thread P%u", s->threads.count);
        flow_add_thread(s, number);
        litmus_next(s);
    } while (litmus_accept(s, TOKEN_OR));
    litmus_expect(s, TOKEN_SEMICOLON, "'|' or ';'");
}

/* What follows the table begins with one of these, or with no name at all. */
static bool at_condition(const LitmusParser *s)
{
    static const char *const words[] = {"exists", "forall", "locations", "filter", "not"};
    bool any = litmus_at(s, TOKEN_TILDE) || litmus_at(s, TOKEN_LPAREN) || litmus_at(s, TOKEN_END);
    for (size_t i = 0; i < sizeof words / sizeof *words && !any; i++)
        any = litmus_at_word(s, words[i]);
    return any;
}

void x86_read_threads(LitmusParser *s)
{
    litmus_accept(s, TOKEN_SEMICOLON);
    read_head(s);
    while (!at_condition(s))
        read_row(s);
}
