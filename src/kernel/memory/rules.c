#include "kernel/memory/rules.h"

#include "logic/term/boolean.h"

typedef enum RuleForm {
    GETS, /* true as well where the source is */
    IS    /* as the source */
} RuleForm;

typedef struct Rule {
    unsigned where; /* all of these hold */
    Bit bit;
    RuleForm form;
    Bit source;
    Bit unless; /* NEVER, or where this holds the source counts as false */
} Rule;

/* ---- C11 ---- */

static const Rule c11_read[] = {
    {0, BEHIND, GETS, WRITTEN_BEHIND, NEVER},
    {0, READ_BEHIND, GETS, BEHIND, NEVER},
    {AT_X, AFTER, GETS, ON, NEVER},
    {SC, IN_SC, GETS, SC_LAST, NEVER},
    {SC | MIXED, IN_SC, GETS, FENCED, NEVER},
    {SC, SC_READ, GETS, IN_SC, NEVER},
    {SC, CHAINED, GETS, IN_SC, NEVER},
    {0, BEYOND, GETS, FENCE_WRITTEN, NEVER},
    {0, FENCE_READ, GETS, FENCED, NEVER},
    {TAKES, AFTER, GETS, AFTER_SENT, NEVER},
    {TAKES, FENCED, GETS, FENCED_SENT, NEVER},
    {TAKES, BEYOND, GETS, BEYOND_SENT, NEVER},
    {TAKES, CHAINED, GETS, CHAINED_SENT, NEVER},
    {TAKES, OVERWRITES, GETS, OVERWRITES_SENT, NEVER},
    {NOT_TAKES, AFTER_TAKEN, GETS, AFTER_SENT, NEVER},
    {NOT_TAKES, FENCED_TAKEN, GETS, FENCED_SENT, NEVER},
    {NOT_TAKES, BEYOND_TAKEN, GETS, BEYOND_SENT, NEVER},
    {NOT_TAKES, CHAINED_TAKEN, GETS, CHAINED_SENT, NEVER},
    {NOT_TAKES, OVERWRITES_TAKEN, GETS, OVERWRITES_SENT, NEVER},
};

static const Rule c11_write[] = {
    {0, BEHIND, GETS, READ_BEHIND, NEVER},
    {0, BEHIND, GETS, WRITTEN_BEHIND, NEVER},
    {0, WRITTEN_BEHIND, GETS, BEHIND, NEVER},
    {0, READ_BEHIND, GETS, BEHIND, NEVER},
    {AT_X, AFTER, GETS, ON, NEVER},
    {0, CHAINED, GETS, SC_READ, NEVER},
    {0, CHAINED, GETS, SC_WRITTEN, NEVER},
    {AT_X, OVERWRITES, GETS, ON, NEVER},
    {SC, IN_SC, GETS, SC_READ, NEVER},
    {SC, IN_SC, GETS, SC_WRITTEN, NEVER},
    {SC | AT_X, IN_SC, GETS, ON, NEVER},
    {SC | MIXED, IN_SC, GETS, FENCED, NEVER},
    {SC | MIXED, IN_SC, GETS, FENCE_READ, NEVER},
    {SC | MIXED, IN_SC, GETS, FENCE_WRITTEN, NEVER},
    {SC, SC_WRITTEN, GETS, IN_SC, NEVER},
    {SC, SC_READ, GETS, IN_SC, NEVER},
    {SC, CHAINED, GETS, IN_SC, NEVER},
    {SC, SC_LAST, IS, IN_SC, NEVER},
    {NOT_SC, SC_LAST, IS, NEVER, NEVER},
    {0, BEYOND, GETS, FENCE_READ, NEVER},
    {0, BEYOND, GETS, FENCE_WRITTEN, NEVER},
    {0, FENCE_WRITTEN, GETS, FENCE_READ, NEVER},
    {0, FENCE_WRITTEN, GETS, FENCED, NEVER},
    {0, FENCE_READ, GETS, FENCED, NEVER},
};

/* A read-modify-write goes on with a release sequence, another store begins one, a plain one none. */
#define MESSAGE(sent, now, given)                                                                                      \
    {NOT_UPDATES, sent, IS, NEVER, NEVER}, {GIVES, sent, GETS, now, NEVER}, {NOT_GIVES, sent, GETS, given, NEVER},     \
    {                                                                                                                  \
        PLAIN, sent, IS, NEVER, NEVER                                                                                  \
    }

static const Rule c11_send[] = {
    MESSAGE(AFTER_SENT, AFTER, AFTER_GIVEN),
    MESSAGE(FENCED_SENT, FENCED, FENCED_GIVEN),
    MESSAGE(BEYOND_SENT, BEYOND, BEYOND_GIVEN),
    MESSAGE(CHAINED_SENT, CHAINED, CHAINED_GIVEN),
    MESSAGE(OVERWRITES_SENT, OVERWRITES, OVERWRITES_GIVEN),
};

static const Rule c11_guess[] = {
    {0, AFTER, IS, ALWAYS, NEVER},    {0, OVERWRITES, IS, ALWAYS, NEVER}, {GIVES, OVERWRITES_SENT, IS, ALWAYS, NEVER},
    {SC, IN_SC, IS, ALWAYS, NEVER},   {SC, SC_READ, IS, ALWAYS, NEVER},   {SC, SC_WRITTEN, IS, ALWAYS, NEVER},
    {SC, SC_LAST, IS, ALWAYS, NEVER}, {SC, CHAINED, IS, ALWAYS, NEVER},   {SC, CHAINED_SENT, IS, ALWAYS, NEVER},
};

static const Rule c11_fence[] = {
    {TAKES, AFTER, GETS, AFTER_TAKEN, NEVER},
    {TAKES, FENCED, GETS, FENCED_TAKEN, NEVER},
    {TAKES, BEYOND, GETS, BEYOND_TAKEN, NEVER},
    {TAKES, CHAINED, GETS, CHAINED_TAKEN, NEVER},
    {TAKES, OVERWRITES, GETS, OVERWRITES_TAKEN, NEVER},
    {SC, FENCED, GETS, BEYOND, NEVER},
    {SC, FENCED, GETS, CHAINED, NEVER},
    {SC, FENCED, GETS, OVERWRITES, NEVER},
    {SC, FENCED, GETS, AFTER, ASKS_SC},
    {GIVES, AFTER_GIVEN, IS, AFTER, NEVER},
    {GIVES, FENCED_GIVEN, IS, FENCED, NEVER},
    {GIVES, BEYOND_GIVEN, IS, BEYOND, NEVER},
    {GIVES, CHAINED_GIVEN, IS, CHAINED, NEVER},
    {GIVES, OVERWRITES_GIVEN, IS, OVERWRITES, NEVER},
};

/* ---- x86 ---- */

static const Rule tso_read[] = {
    {0, BEHIND, GETS, WRITTEN_BEHIND, NEVER},    {0, READ_BEHIND, GETS, BEHIND, NEVER},
    {AT_X, OWN_ACCESS, GETS, ON, NEVER},         {0, ALL_ORDERED, GETS, ORDERED_WRITTEN, BUFFERED},
    {0, ORDERED_READ, GETS, ALL_ORDERED, NEVER},
};

static const Rule tso_write[] = {
    {0, BEHIND, GETS, READ_BEHIND, NEVER},
    {0, BEHIND, GETS, WRITTEN_BEHIND, NEVER},
    {0, WRITTEN_BEHIND, GETS, BEHIND, NEVER},
    {0, READ_BEHIND, GETS, BEHIND, NEVER},
    {AT_X, OWN_ACCESS, GETS, ON, NEVER},
    {0, WRITE_ORDERED, GETS, ALL_ORDERED, NEVER},
    {0, WRITE_ORDERED, GETS, ORDERED_READ, NEVER},
    {0, WRITE_ORDERED, GETS, ORDERED_WRITTEN, NEVER},
    {0, ORDERED_WRITTEN, GETS, WRITE_ORDERED, NEVER},
    {0, ORDERED_READ, GETS, WRITE_ORDERED, NEVER},
    {0, BUFFERED, IS, ALWAYS, NEVER},
};

static const Rule tso_guess[] = {
    {0, OWN_ACCESS, IS, ALWAYS, NEVER},   {0, WRITE_ORDERED, IS, ALWAYS, NEVER},
    {0, ORDERED_READ, IS, ALWAYS, NEVER}, {0, ORDERED_WRITTEN, IS, ALWAYS, NEVER},
    {0, BUFFERED, IS, ALWAYS, NEVER},
};

/* A fence, and the one that a read-modify-write is; of each location. */
static const Rule tso_drain[] = {{0, ALL_ORDERED, GETS, WRITE_ORDERED, NEVER}};
static const Rule tso_drain_location[] = {{0, BUFFERED, IS, NEVER, NEVER}};

/* ---- both ---- */

static const Rule guess[] = {
    {0, ON, IS, ALWAYS, NEVER},          {0, BEHIND, IS, ALWAYS, NEVER},
    {0, READ_BEHIND, IS, ALWAYS, NEVER}, {0, WRITTEN_BEHIND, IS, ALWAYS, NEVER},
    {0, WAS_UPDATE, IS, NEVER, NEVER},   {UPDATES, WAS_UPDATE, IS, ALWAYS, NEVER},
};

static const Rule enter[] = {{0, AFTER, GETS, SECTION, NEVER}, {0, BEHIND, GETS, SECTION_BEHIND, NEVER}};
static const Rule inside[] = {{0, SECTION, GETS, AFTER, NEVER}, {0, SECTION_BEHIND, GETS, BEHIND, NEVER}};

static const Rule take[] = {
    {0, BEHIND, GETS, WRITTEN_BEHIND, NEVER},
    {TAKES, AFTER, GETS, AFTER_SENT, NEVER},
    {TAKES, ALL_ORDERED, GETS, WRITE_ORDERED, NEVER},
    {TAKES, ALL_ORDERED, GETS, ORDERED_WRITTEN, NEVER},
};

static const Rule give[] = {
    {0, WRITTEN_BEHIND, GETS, BEHIND, NEVER},
    {BEGINS, AFTER_SENT, IS, NEVER, NEVER},
    {GIVES, AFTER_SENT, GETS, AFTER, NEVER},
    {GIVES, ORDERED_WRITTEN, GETS, WRITE_ORDERED, NEVER},
    {GIVES, ORDERED_WRITTEN, GETS, ALL_ORDERED, NEVER},
};

/* ---- what rules do ---- */

typedef struct RuleTable {
    const Rule *rules;
    size_t count;
} RuleTable;

#define TABLE(rules) {(rules), sizeof(rules) / sizeof *(rules)}

static const RuleTable tables[] = {[RULES_C11_READ] = TABLE(c11_read),
                                   [RULES_C11_WRITE] = TABLE(c11_write),
                                   [RULES_C11_SEND] = TABLE(c11_send),
                                   [RULES_C11_GUESS] = TABLE(c11_guess),
                                   [RULES_C11_FENCE] = TABLE(c11_fence),
                                   [RULES_TSO_READ] = TABLE(tso_read),
                                   [RULES_TSO_WRITE] = TABLE(tso_write),
                                   [RULES_TSO_GUESS] = TABLE(tso_guess),
                                   [RULES_TSO_DRAIN] = TABLE(tso_drain),
                                   [RULES_TSO_DRAIN_LOCATION] = TABLE(tso_drain_location),
                                   [RULES_GUESS] = TABLE(guess),
                                   [RULES_ENTER] = TABLE(enter),
                                   [RULES_INSIDE] = TABLE(inside),
                                   [RULES_TAKE] = TABLE(take),
                                   [RULES_GIVE] = TABLE(give)};

void rules_apply(BitStep *s, RuleSet rules, unsigned facts, uint32_t y)
{
    TermManager *tm = s->m->k->tm;
    for (size_t i = 0; i < tables[rules].count; i++) {
        const Rule *r = &tables[rules].rules[i];
        if ((r->where & facts) != r->where) continue;
        Term value = term_and(tm, memory_bits_get(s, r->source, y), term_not(tm, memory_bits_get(s, r->unless, y)));
        memory_bits_set(s, r->bit, y, r->form == GETS ? term_or(tm, memory_bits_get(s, r->bit, y), value) : value);
    }
}

unsigned rules_facts_of_order(MemoryOrder order)
{
    static const unsigned facts[] = {[MEMORY_ORDERED] = SC | TAKES | GIVES,
                                     [MEMORY_ACQ_REL] = NOT_SC | TAKES | GIVES,
                                     [MEMORY_ACQUIRE] = NOT_SC | TAKES | NOT_GIVES,
                                     [MEMORY_RELEASE] = NOT_SC | NOT_TAKES | GIVES,
                                     [MEMORY_RELAXED] = NOT_SC | NOT_TAKES | NOT_GIVES,
                                     [MEMORY_PLAIN] = NOT_SC | NOT_TAKES | NOT_GIVES | PLAIN};
    return facts[order];
}
