#include "bbp/generate.h"

typedef enum Place { PLACE_ACTIVE, PLACE_PASSIVE, PLACE_CONSTRAINT } Place;

typedef struct Generator {
    Rng *rng;
    Str *out;
    uint32_t shared, local, statements;
    Place place;
    uint32_t indices; /* PLACE_CONSTRAINT: a, p, q */
} Generator;

static bool chance(Generator *g, uint32_t percent) { return rng_below(g->rng, 100) < percent; }
static uint32_t below(Generator *g, uint32_t n) { return rng_below(g->rng, n); }

static void add_variable(Generator *g)
{
    bool constraint = g->place == PLACE_CONSTRAINT;
    const char *prime = constraint && chance(g, 50) ? "'" : "";
    if (chance(g, 40)) {
        str_addf(g->out, "s%u%s", below(g, g->shared), prime);
    } else if (constraint) {
        str_addf(g->out, "%c.l%u%s", "apq"[below(g, g->indices)], below(g, g->local), prime);
    } else {
        bool passive = g->place == PLACE_PASSIVE && chance(g, 50);
        str_addf(g->out, passive ? "[l%u]" : "l%u", below(g, g->local));
    }
}

static void add_expr(Generator *g, uint32_t depth);

static void add_operator(Generator *g, uint32_t depth)
{
    static const char *const operators[] = {"&&", "||", "^", "=>", "<=>", "==", "!="};
    str_add(g->out, "(");
    add_expr(g, depth - 1);
    str_addf(g->out, " %s ", operators[below(g, 7)]);
    add_expr(g, depth - 1);
    str_add(g->out, ")");
}

static void add_expr(Generator *g, uint32_t depth)
{
    uint32_t kind = depth ? below(g, 10) : 0;
    bool choice = g->place != PLACE_CONSTRAINT;
    if (choice && chance(g, depth ? 8 : 15)) {
        str_add(g->out, "*");
    } else if (kind < 4) {
        if (chance(g, 20)) str_add(g->out, "!");
        if (chance(g, 8))
            str_add(g->out, chance(g, 50) ? "1" : "0");
        else
            add_variable(g);
    } else if (kind < 8) {
        add_operator(g, depth);
    } else if (kind == 8 && choice) {
        str_add(g->out, "choose(");
        add_expr(g, depth - 1);
        str_add(g->out, ", ");
        add_expr(g, depth - 1);
        str_add(g->out, ")");
    } else {
        str_add(g->out, "(");
        add_expr(g, depth - 1);
        str_add(g->out, " ? ");
        add_expr(g, depth - 1);
        str_add(g->out, " : ");
        add_expr(g, depth - 1);
        str_add(g->out, ")");
    }
}

static void add_condition(Generator *g)
{
    g->place = PLACE_ACTIVE;
    add_expr(g, 2);
}

/* Separates the elements of a list. */
static void add_comma(Generator *g, uint32_t *count)
{
    if ((*count)++) str_add(g->out, ", ");
}

/* Each class of targets is a set of variables, given as bits. */
typedef struct Targets {
    uint32_t shared, active, passive;
} Targets;

static Targets random_targets(Generator *g)
{
    Targets t;
    t.shared = chance(g, 60) ? below(g, 1u << g->shared) : 0;
    t.active = chance(g, 60) ? below(g, 1u << g->local) : 0;
    t.passive = chance(g, 50) ? below(g, 1u << g->local) : 0;
    if (!t.shared && !t.active && !t.passive) t.active = 1;
    return t;
}

static void add_assignment(Generator *g)
{
    Targets t = random_targets(g);
    uint32_t count = 0;
    for (uint32_t i = 0; i < 9; i++) {
        uint32_t set = i < 3 ? t.shared : i < 6 ? t.active : t.passive;
        if (!(set >> i % 3 & 1)) continue;
        add_comma(g, &count);
        str_addf(g->out, i < 3 ? "s%u" : i < 6 ? "l%u" : "[l%u]", i % 3);
    }
    str_add(g->out, " = ");
    count = 0;
    for (uint32_t i = 0; i < 9; i++) {
        uint32_t set = i < 3 ? t.shared : i < 6 ? t.active : t.passive;
        if (!(set >> i % 3 & 1)) continue;
        add_comma(g, &count);
        g->place = i < 6 ? PLACE_ACTIVE : PLACE_PASSIVE;
        add_expr(g, 2);
    }
}

static void add_havoc(Generator *g)
{
    Targets t = random_targets(g);
    uint32_t count = 0;
    str_add(g->out, "havoc {");
    for (uint32_t i = 0; i < 9; i++) {
        uint32_t set = i < 3 ? t.shared : i < 6 ? t.active : t.passive;
        if (!(set >> i % 3 & 1)) continue;
        add_comma(g, &count);
        str_addf(g->out, i < 3 ? "s%u" : i < 6 ? "a.l%u" : "all(l%u)", i % 3);
    }
    str_add(g->out, "} constrain ");
    uint32_t constraints = 1 + chance(g, 30);
    for (uint32_t c = 0; c < constraints; c++) {
        static const char *const quantifiers[3][3] = {
            {"", "forall {a} . ", "\xe2\x88\x80\xe2\x89\xa0 {a} . "},
            {"forall {a, p} . ", "forall p != a . ", "\xe2\x88\x80p \xe2\x89\xa0 a . "},
            {"forall {a, p, q} . ", "forall {p, a, q} . ", "forall p, q != a . "}};
        g->indices = 1 + below(g, 3);
        /* {p, a, q}: the active thread need not come first */
        if (c) str_add(g->out, ", ");
        str_add(g->out, quantifiers[g->indices - 1][below(g, 3)]);
        g->place = PLACE_CONSTRAINT;
        add_expr(g, 1 + below(g, 3));
        for (uint32_t more = below(g, 3); more > 0; more--) {
            str_add(g->out, " && ");
            str_add(g->out, "(");
            add_expr(g, 2);
            str_add(g->out, ")");
        }
    }
}

static void add_statement(Generator *g, uint32_t number)
{
    uint32_t kind = below(g, 100);
    str_addf(g->out, "%u: ", number);
    if (kind < 12) {
        str_addf(g->out, "goto %u", 1 + below(g, g->statements));
        if (chance(g, 70)) str_addf(g->out, ", %u", 1 + below(g, g->statements));
    } else if (kind < 22) {
        str_add(g->out, "assume ");
        add_condition(g);
    } else if (kind < 30) {
        str_add(g->out, "assert ");
        add_condition(g);
    } else if (kind < 38 && number < g->statements) {
        str_add(g->out, "if ");
        add_condition(g);
        str_add(g->out, " then\n");
        return;
    } else if (kind < 68) {
        add_assignment(g);
    } else {
        add_havoc(g);
    }
    str_add(g->out, ";\n");
}

static void add_declarations(Generator *g, const char *class, char letter, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        str_addf(g->out, "%s %c%u", class, letter, i);
        if (chance(g, 70)) str_addf(g->out, " = %c", "01*"[below(g, 3)]);
        str_add(g->out, ";\n");
    }
}

void generate_bbp(Rng *rng, Str *out)
{
    Generator g = {.rng = rng, .out = out};
    g.shared = 1 + below(&g, 3);
    g.local = 1 + (chance(&g, 60) ? 0 : below(&g, 3));
    g.statements = 3 + below(&g, 5);
    add_declarations(&g, "shared", 's', g.shared);
    add_declarations(&g, "local", 'l', g.local);
    for (uint32_t i = 1; i <= g.statements; i++)
        add_statement(&g, i);
}
