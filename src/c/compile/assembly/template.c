#include "c/compile/assembly/template.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "c/compile/assembly/text.h"

typedef struct TextCursor {
    const char *at, *end;
} TextCursor;

static void skip_template_space(TextCursor *c)
{
    while (c->at < c->end && isspace((unsigned char)*c->at))
        c->at++;
}

static bool take_char(TextCursor *c, char wanted)
{
    skip_template_space(c);
    if (c->at == c->end || *c->at != wanted) return false;
    c->at++;
    return true;
}

static bool take_number(TextCursor *c, int64_t *number)
{
    bool is_negative = c->at < c->end && *c->at == '-';
    const char *first = c->at + is_negative;
    if (first == c->end || !isdigit((unsigned char)*first)) return false;
    char digits[24] = "", *stop = NULL;
    size_t n = 0;
    while (first + n < c->end && isalnum((unsigned char)first[n]) && n + 1 < sizeof digits) {
        digits[n] = first[n];
        n++;
    }
    int64_t value = strtoll(digits, &stop, 0);
    if (*stop || value == INT64_MAX) return false;
    *number = is_negative ? -value : value;
    c->at = first + n;
    return true;
}

static unsigned bits_of_letter(char letter)
{
    static const char letters[] = "bwlq";
    const char *found = letter ? strchr(letters, letter) : NULL;
    return found ? 8U << (found - letters) : 0;
}

/* $N or ${N:modifier}, behind the dollar. */
static bool take_operand(TextCursor *c, AsmArg *arg)
{
    bool has_brace = c->at < c->end && *c->at == '{';
    c->at += has_brace;
    int64_t index = 0;
    if (c->at == c->end || !isdigit((unsigned char)*c->at) || !take_number(c, &index) || index > 99) return false;
    arg->kind = ASM_OPERAND;
    arg->index = (unsigned)index;
    if (!has_brace) return true;
    if (take_char(c, ':')) {
        char modifier = c->at < c->end ? *c->at++ : 0;
        arg->bits = modifier == 'k' ? 32 : modifier == 'l' ? 0 : bits_of_letter(modifier);
        if (arg->bits == 0) return false;
    }
    return take_char(c, '}');
}

bool asm_register_find(const char *name, size_t length, AsmRegister *which, unsigned *bits)
{
    static const char *const names[ASM_REGISTER_COUNT][4] = {{"al", "ax", "eax", "rax"},  {"bl", "bx", "ebx", "rbx"},
                                                             {"cl", "cx", "ecx", "rcx"},  {"dl", "dx", "edx", "rdx"},
                                                             {"sil", "si", "esi", "rsi"}, {"dil", "di", "edi", "rdi"}};
    for (unsigned r = 0; r < ASM_REGISTER_COUNT; r++)
        for (unsigned k = 0; k < 4; k++)
            if (strlen(names[r][k]) == length && memcmp(names[r][k], name, length) == 0) {
                *which = (AsmRegister)r;
                *bits = 8U << k;
                return true;
            }
    return false;
}

static bool take_register(TextCursor *c, AsmArg *arg)
{
    size_t n = 0;
    while (c->at + n < c->end && isalnum((unsigned char)c->at[n]))
        n++;
    AsmRegister which = ASM_AX;
    if (!asm_register_find(c->at, n, &which, &arg->bits)) return false;
    arg->kind = ASM_NAMED;
    arg->index = which;
    c->at += n;
    return true;
}

/* What an address stands in: (register). */
static bool take_base(TextCursor *c, AsmArg *arg)
{
    arg->is_address = true;
    bool found =
        take_char(c, '(') && (take_char(c, '$') ? take_operand(c, arg) : take_char(c, '%') && take_register(c, arg));
    return found && take_char(c, ')');
}

static bool take_arg(TextCursor *c, AsmArg *arg)
{
    *arg = (AsmArg){.kind = ASM_NUMBER};
    if (take_char(c, '$')) {
        if (c->at == c->end || *c->at != '$') return take_operand(c, arg);
        c->at++;
        return take_number(c, &arg->number);
    }
    if (take_char(c, '%')) return take_register(c, arg);
    skip_template_space(c);
    if (c->at < c->end && *c->at != '(' && !take_number(c, &arg->number)) return false;
    return take_base(c, arg);
}

/* Whether the word is the name of an instruction, or that with a suffix. */
static bool find_op(const char *word, size_t length, AsmInstruction *found)
{
    static const struct {
        const char *name;
        AsmOp op;
        unsigned arg_count;
        bool has_suffix;
    } table[] = {{"mov", ASM_MOV, 2, true},
                 {"xchg", ASM_XCHG, 2, true},
                 {"xadd", ASM_XADD, 2, true},
                 {"cmpxchg", ASM_CMPXCHG, 2, true},
                 {"inc", ASM_INC, 1, true},
                 {"dec", ASM_DEC, 1, true},
                 {"not", ASM_NOT, 1, true},
                 {"add", ASM_ADD, 2, true},
                 {"sub", ASM_SUB, 2, true},
                 {"and", ASM_AND, 2, true},
                 {"or", ASM_OR, 2, true},
                 {"xor", ASM_XOR, 2, true},
                 {"setz", ASM_SETZ, 1, false},
                 {"sete", ASM_SETZ, 1, false},
                 {"setnz", ASM_SETNZ, 1, false},
                 {"setne", ASM_SETNZ, 1, false},
                 {"cmpxchg16b", ASM_CMPXCHG16B, 1, false}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        size_t n = strlen(table[i].name);
        if (length < n || length > n + table[i].has_suffix || memcmp(word, table[i].name, n) != 0) continue;
        unsigned bits = length > n ? bits_of_letter(word[n]) : 0;
        if (length > n && bits == 0) continue;
        found->op = table[i].op;
        found->arg_count = table[i].arg_count;
        found->bits = bits;
        return true;
    }
    return false;
}

static size_t cursor_word_length(const TextCursor *c)
{
    size_t n = 0;
    while (c->at + n < c->end && isalnum((unsigned char)c->at[n]))
        n++;
    return n;
}

/* One instruction. Locked: a prefix stands before it. */
static bool parse_one(TextCursor *c, bool is_locked, AsmInstruction *found)
{
    *found = (AsmInstruction){.is_locked = is_locked};
    size_t n = cursor_word_length(c);
    if (!find_op(c->at, n, found)) return false;
    c->at += n;
    for (unsigned i = 0; i < found->arg_count; i++)
        if ((i > 0 && !take_char(c, ',')) || !take_arg(c, &found->args[i])) return false;
    skip_template_space(c);
    return c->at == c->end;
}

/* A prefix alone, whose instruction may come next; false: there is none. */
static bool take_lock(TextCursor *c)
{
    skip_template_space(c);
    if (cursor_word_length(c) != 4 || memcmp(c->at, "lock", 4) != 0) return false;
    c->at += 4;
    skip_template_space(c);
    return true;
}

int asm_parse(const char *text, size_t length, AsmInstruction instructions[ASM_MAX_INSTRUCTIONS])
{
    int count = 0;
    bool is_locked = false;
    const char *end = text + length;
    for (const char *at = text; at <= end;) {
        const char *stop = at;
        while (stop < end && *stop != ';' && *stop != '\n')
            stop++;
        TextCursor c = {at, stop};
        at = stop + 1;
        if (take_lock(&c)) is_locked = true;
        if (c.at == stop) continue;
        if (cursor_word_length(&c) >= 3 && memcmp(c.at, "rep", 3) == 0)
            return -1; /* a prefix, perhaps of the next line's */
        if (assembly_is_idle(c.at, (size_t)(stop - c.at))) {
            if (memchr(c.at, '(', (size_t)(stop - c.at))) return -1; /* changes flags */
            is_locked = false;
            continue;
        }
        if (count == ASM_MAX_INSTRUCTIONS || !parse_one(&c, is_locked, &instructions[count])) return -1;
        is_locked = false;
        count++;
    }
    CHECK(count <= ASM_MAX_INSTRUCTIONS);
    return is_locked ? -1 : count;
}
