#include "agreement_memory/program.h"

#include <stdlib.h>
#include <string.h>

#define WORD 8

static const char *const order_names[] = {"na", "rlx", "acq", "rel", "ar", "sc"};

bool is_access(InstructionKind kind) { return kind <= CODE_TAKE; }

bool is_acquire(Order order) { return order == ORDER_ACQUIRE || order == ORDER_ACQ_REL || order == ORDER_SEQ_CST; }

bool is_release(Order order) { return order == ORDER_RELEASE || order == ORDER_ACQ_REL || order == ORDER_SEQ_CST; }

static bool has_instruction(const MemoryProgram *p, uint32_t location, bool (*is_such)(const Instruction *))
{
    for (uint32_t t = 0; t < p->thread_count; t++)
        for (uint32_t i = 0; i < p->threads[t].count; i++) {
            const Instruction *in = &p->threads[t].code[i];
            if (in->location == location && is_such(in)) return true;
        }
    return false;
}

static bool accesses_plain(const Instruction *i) { return is_access(i->kind) && i->order == ORDER_PLAIN; }

static bool locks(const Instruction *i) { return i->kind == CODE_LOCK || i->kind == CODE_UNLOCK; }

static bool joins(const Instruction *i) { return i->kind == CODE_JOIN; }

static bool asserts(const Instruction *i) { return i->kind == CODE_FAILS; }

bool program_is_plain(const MemoryProgram *p, uint32_t location)
{
    return has_instruction(p, location, accesses_plain);
}

bool program_is_lock(const MemoryProgram *p, uint32_t location) { return has_instruction(p, location, locks); }

bool program_has_assertion(const MemoryProgram *p) { return has_instruction(p, 0, asserts); }

bool program_has_join(const MemoryProgram *p) { return has_instruction(p, 0, joins); }

bool program_is_spawned(const MemoryProgram *p, uint32_t thread)
{
    for (uint32_t t = 0; t < p->thread_count; t++)
        for (uint32_t i = 0; i < p->threads[t].count; i++)
            if (p->threads[t].code[i].kind == CODE_SPAWN && p->threads[t].code[i].value == thread) return true;
    return false;
}

uint32_t program_size(const MemoryProgram *p)
{
    uint32_t size = 0;
    for (uint32_t t = 0; t < p->thread_count; t++)
        size += p->threads[t].count;
    return size;
}

uint8_t program_location(MemoryProgram *p, char name)
{
    for (uint32_t l = 0; l < p->location_count; l++)
        if (p->names[l] == name) return (uint8_t)l;
    if (p->location_count == PROGRAM_LOCATIONS) abort();
    p->names[p->location_count] = name;
    return (uint8_t)p->location_count++;
}

void program_add(MemoryProgram *p, uint32_t thread, Instruction instruction)
{
    if (thread >= PROGRAM_THREADS || p->threads[thread].count == PROGRAM_CODE) abort();
    if (thread >= p->thread_count) p->thread_count = thread + 1;
    p->threads[thread].code[p->threads[thread].count++] = instruction;
}

/* ---- printing ---- */

static void print_condition(const Instruction *i, Str *out)
{
    if (i->kind == CODE_IF) {
        str_addf(out, "if r%u %s %u", i->target, i->is_unequal ? "!=" : "==", i->expected);
        if (i->value != SKIP_ALL) str_addf(out, " %u", i->value);
        return;
    }
    str_add(out, "fails");
    if (i->target & 1) str_addf(out, " r0 == %u", i->value);
    if (i->target & 2) str_addf(out, " r1 == %u", i->expected);
}

static void print_instruction(const MemoryProgram *p, const Instruction *i, Str *out)
{
    const char *order = order_names[i->order];
    char x = i->location < p->location_count ? p->names[i->location] : '?';
    switch (i->kind) {
    case CODE_LOAD: str_addf(out, "r%u = %c %s", i->target, x, order); break;
    case CODE_STORE: str_addf(out, "%c = %u %s", x, i->value, order); break;
    case CODE_EXCHANGE: str_addf(out, "r%u = xchg %c %u %s", i->target, x, i->value, order); break;
    case CODE_ADD: str_addf(out, "r%u = add %c %u %s", i->target, x, i->value, order); break;
    case CODE_CAS:
        str_addf(out, "r%u = cas %c %u %u %s %s", i->target, x, i->expected, i->value, order, order_names[i->failure]);
        break;
    case CODE_AWAIT: str_addf(out, "await %c %s %u %s", x, i->is_unequal ? "!=" : "==", i->expected, order); break;
    case CODE_TAKE: str_addf(out, "take %c %u %u %s", x, i->expected, i->value, order); break;
    case CODE_FENCE: str_addf(out, "fence %s", order); break;
    case CODE_LOCK: str_addf(out, "lock %c", x); break;
    case CODE_UNLOCK: str_addf(out, "unlock %c", x); break;
    case CODE_JOIN: str_addf(out, "join %u", i->value + 1); break;
    case CODE_SPAWN: str_addf(out, "spawn %u", i->value + 1); break;
    case CODE_IF:
    case CODE_FAILS: print_condition(i, out); break;
    }
}

void program_print(const MemoryProgram *p, Str *out)
{
    for (uint32_t t = 0; t < p->thread_count; t++) {
        if (t) str_add(out, " | ");
        for (uint32_t i = 0; i < p->threads[t].count; i++) {
            if (i) str_add(out, "; ");
            print_instruction(p, &p->threads[t].code[i], out);
        }
    }
}

/* ---- reading ---- */

typedef struct Reader {
    const char *at;
    MemoryProgram *program;
    bool is_wrong;
} Reader;

static char *read_word(Reader *r, char *word)
{
    size_t length;
    r->at += strspn(r->at, " \t\n");
    length = strcspn(r->at, " \t\n;|");
    if (length == 0 || length >= WORD) {
        r->is_wrong = true;
        length = 0;
    }
    memcpy(word, r->at, length);
    word[length] = 0;
    r->at += length;
    return word;
}

static void expect(Reader *r, const char *text)
{
    char word[WORD];
    if (strcmp(read_word(r, word), text) != 0) r->is_wrong = true;
}

static uint8_t read_value(Reader *r)
{
    char word[WORD], *end;
    unsigned long value = strtoul(read_word(r, word), &end, 10);
    if (*end || value >= PROGRAM_VALUES) r->is_wrong = true;
    return (uint8_t)(value % PROGRAM_VALUES);
}

static Order read_order(Reader *r)
{
    char word[WORD];
    read_word(r, word);
    for (Order o = ORDER_PLAIN; o <= ORDER_SEQ_CST; o++)
        if (strcmp(word, order_names[o]) == 0) return o;
    r->is_wrong = true;
    return ORDER_PLAIN;
}

static uint8_t read_location(Reader *r)
{
    char word[WORD];
    read_word(r, word);
    if (strlen(word) == 1 && (memchr(r->program->names, *word, r->program->location_count) ||
                              r->program->location_count < PROGRAM_LOCATIONS))
        return program_location(r->program, *word);
    r->is_wrong = true;
    return 0;
}

static bool is_register(const char *word) { return word[0] == 'r' && (word[1] == '0' || word[1] == '1') && !word[2]; }

static uint8_t read_register(Reader *r)
{
    char word[WORD];
    if (!is_register(read_word(r, word))) r->is_wrong = true;
    return (uint8_t)(word[1] == '1');
}

static bool read_is_unequal(Reader *r)
{
    char word[WORD];
    bool is_unequal = strcmp(read_word(r, word), "!=") == 0;
    if (!is_unequal && strcmp(word, "==") != 0) r->is_wrong = true;
    return is_unequal;
}

static bool is_at_end(Reader *r)
{
    r->at += strspn(r->at, " \t\n");
    return !*r->at || *r->at == ';' || *r->at == '|';
}

/* After "r0 =". */
static void read_into_register(Reader *r, uint8_t target, Instruction *i)
{
    static const char *const verbs[] = {"xchg", "add", "cas"};
    char word[WORD];
    const char *before = r->at;
    *i = (Instruction){.kind = CODE_LOAD, .target = target};
    read_word(r, word);
    for (int v = 0; v < 3; v++)
        if (strcmp(word, verbs[v]) == 0) i->kind = (InstructionKind)(CODE_EXCHANGE + v);
    if (i->kind == CODE_LOAD) r->at = before;
    i->location = read_location(r);
    if (i->kind == CODE_CAS) i->expected = read_value(r);
    if (i->kind != CODE_LOAD) i->value = read_value(r);
    i->order = read_order(r);
    if (i->kind == CODE_CAS) i->failure = read_order(r);
}

static void read_condition(Reader *r, Instruction *i)
{
    if (i->kind == CODE_IF) {
        i->target = read_register(r);
        i->is_unequal = read_is_unequal(r);
        i->expected = read_value(r);
        i->value = is_at_end(r) ? SKIP_ALL : read_value(r);
        return;
    }
    while (!r->is_wrong && !is_at_end(r)) {
        bool is_second = read_register(r);
        expect(r, "==");
        uint8_t value = read_value(r);
        i->target |= is_second ? 2 : 1;
        *(is_second ? &i->expected : &i->value) = value;
    }
}

static void read_verb(Reader *r, const char *word, Instruction *i)
{
    static const char *const verbs[] = {"await", "take", "fence", "lock", "unlock", "spawn", "join", "if", "fails"};
    int v = 0;
    while (v < 9 && strcmp(word, verbs[v]) != 0)
        v++;
    *i = (Instruction){.kind = (InstructionKind)(CODE_AWAIT + v)};
    if (v == 9) {
        r->is_wrong = true;
    } else if (i->kind == CODE_IF || i->kind == CODE_FAILS) {
        read_condition(r, i);
    } else if (i->kind == CODE_SPAWN || i->kind == CODE_JOIN) {
        i->value = (uint8_t)(read_value(r) - 1);
        if (i->value >= PROGRAM_THREADS) r->is_wrong = true;
    } else {
        if (i->kind != CODE_FENCE) i->location = read_location(r);
        if (i->kind == CODE_AWAIT) i->is_unequal = read_is_unequal(r);
        if (i->kind == CODE_AWAIT || i->kind == CODE_TAKE) i->expected = read_value(r);
        if (i->kind == CODE_TAKE) i->value = read_value(r);
        if (i->kind <= CODE_FENCE) i->order = read_order(r);
    }
}

static Instruction read_instruction(Reader *r)
{
    Instruction i = {0};
    char word[WORD];
    const char *before = r->at;
    read_word(r, word);
    if (is_register(word)) {
        expect(r, "=");
        read_into_register(r, (uint8_t)(word[1] == '1'), &i);
    } else if (strlen(word) == 1) {
        r->at = before;
        i = (Instruction){.kind = CODE_STORE, .location = read_location(r)};
        expect(r, "=");
        i.value = read_value(r);
        i.order = read_order(r);
    } else {
        read_verb(r, word, &i);
    }
    return i;
}

bool program_parse(const char *text, MemoryProgram *p, const char **problem)
{
    Reader r = {.at = text, .program = p};
    uint32_t thread = 0;
    memset(p, 0, sizeof *p);
    for (;;) {
        *problem = r.at;
        Instruction i = read_instruction(&r);
        bool is_end = is_at_end(&r);
        if (r.is_wrong || !is_end || thread == PROGRAM_THREADS || p->threads[thread].count == PROGRAM_CODE)
            return false;
        program_add(p, thread, i);
        if (!*r.at) return true;
        thread += *r.at == '|';
        r.at++;
    }
}
