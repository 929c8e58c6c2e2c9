/* The generator of random programs.
 *
 * Most variables of a program have one type, so that comparisons mix shared and local variables: those are the
 * predicates that make broadcasts matter. Statements are numbered by labels; gotos may go anywhere. */
#include "agreement/generate.h"

#include <stdio.h>

#define VARS_MAX 8
#define TEMPLATES_MAX 5
#define PARAMETERS_MAX 2

typedef struct GenType {
    unsigned width; /* 0 = bool */
    bool is_signed;
} GenType;

typedef struct GenVar {
    char name[8];
    GenType type;
    bool shared;
} GenVar;

typedef struct GenTemplate {
    char count;
    uint32_t parameter_count; /* p, q */
    GenType parameters[PARAMETERS_MAX];
    bool automaton; /* written as locations and edges */
} GenTemplate;

typedef struct Generator {
    Rng *rng;
    Str *out;
    GenType main_type;
    GenVar shared[VARS_MAX], local[VARS_MAX];
    uint32_t shared_count, local_count;
    GenTemplate templates[TEMPLATES_MAX];
    uint32_t template_count;
    uint32_t statements; /* of the template being generated */
    bool plain;          /* one type, copies and steps of one, comparisons of shared with local variables */
    bool tickets;        /* plain, and threads draw numbers from the first shared variable, which little else changes */
    bool atomic;         /* in an atomic section */
    bool spawns;         /* threads start others */
} Generator;

static bool chance(Generator *g, uint32_t percent) { return rng_below(g->rng, 100) < percent; }
static uint32_t below(Generator *g, uint32_t n) { return rng_below(g->rng, n); }

static void add_type(Generator *g, GenType t)
{
    if (t.width)
        str_addf(g->out, "%c%u", t.is_signed ? 'i' : 'u', t.width);
    else
        str_add(g->out, "bool");
}

static GenType random_type(Generator *g)
{
    if (g->plain) return g->main_type;
    if (chance(g, 65)) return g->main_type;
    if (chance(g, 40)) return (GenType){0, false};
    return (GenType){1 + below(g, 3), chance(g, 30)};
}

static void add_literal(Generator *g, GenType t)
{
    if (!t.width)
        str_add(g->out, chance(g, 50) ? "true" : "false");
    else if (t.is_signed)
        str_addf(g->out, "%d", (int)below(g, 1u << t.width) - (1 << (t.width - 1)));
    else
        str_addf(g->out, "%u", chance(g, 70) && t.width > 1 ? below(g, 3) : below(g, 1u << t.width));
}

/* ---- expressions ---- */

static bool same_type(GenType a, GenType b) { return a.width == b.width && a.is_signed == b.is_signed; }

/* Some variable of the scope; by preference of the type. */
static const GenVar *pick_var(Generator *g, GenType t)
{
    const GenVar *v = NULL;
    for (int tries = 0; tries < 6; tries++) {
        uint32_t k = below(g, g->shared_count + g->local_count);
        v = k < g->shared_count ? &g->shared[k] : &g->local[k - g->shared_count];
        if (same_type(v->type, t)) break;
    }
    return v;
}

static void add_number(Generator *g, GenType t, int depth);

static void add_bool(Generator *g, int depth);

static void add_var(Generator *g, GenType t)
{
    const GenVar *v = pick_var(g, t);
    if (!same_type(v->type, t)) {
        str_add(g->out, "(");
        add_type(g, t);
        str_add(g->out, ")");
    }
    str_add(g->out, v->name);
}

static void add_number(Generator *g, GenType t, int depth)
{
    static const char *const operators[] = {"+", "+", "-", "-", "*", "&", "|", "^", "/", "%", "<<", ">>"};
    if (depth <= 0 || chance(g, 45)) {
        if (chance(g, 30))
            add_literal(g, t);
        else
            add_var(g, t);
    } else if (chance(g, 10)) {
        str_add(g->out, "(");
        add_bool(g, depth - 1);
        str_add(g->out, " ? ");
        add_var(g, t);
        str_add(g->out, " : ");
        add_number(g, t, depth - 1);
        str_add(g->out, ")");
    } else if (chance(g, 8)) {
        str_add(g->out, chance(g, 50) ? "-" : "~");
        add_var(g, t);
    } else {
        str_add(g->out, "(");
        add_var(g, t);
        str_addf(g->out, " %s ", operators[below(g, sizeof operators / sizeof *operators)]);
        add_number(g, t, depth - 1);
        str_add(g->out, ")");
    }
}

static const GenVar *any_shared(Generator *g)
{
    if (g->tickets && g->shared_count > 1 && chance(g, 92)) return &g->shared[1 + below(g, g->shared_count - 1)];
    return &g->shared[below(g, g->shared_count)];
}
static const GenVar *any_local(Generator *g) { return &g->local[below(g, g->local_count)]; }

/* Plain programs: s == l, l != s + 1; mixed predicates of everything that their assignments do. */
static void add_plain_comparison(Generator *g)
{
    static const char *const operators[] = {"==", "==", "!=", "!=", "<", "<="};
    const char *operator= operators[below(g, sizeof operators / sizeof *operators)];
    str_addf(g->out, "%s %s %s", any_shared(g)->name, operator, any_local(g)->name);
    if (chance(g, 25)) str_add(g->out, " + 1");
}

static void add_plain_assignment(Generator *g)
{
    const GenVar *s = any_shared(g), *l = any_local(g);
    if (g->tickets && chance(g, 80)) { /* locals keep their tickets */
        str_addf(g->out, chance(g, 60) ? "++%s" : "%s = %u", s->name, below(g, 3));
        return;
    }
    switch (below(g, 8)) {
    case 0: str_addf(g->out, "%s = %s", s->name, l->name); break;
    case 1: str_addf(g->out, "%s = %s + 1", s->name, l->name); break;
    case 2:
    case 3: str_addf(g->out, "%s = %s", l->name, s->name); break;
    case 4: str_addf(g->out, "%s = %s + 1", l->name, s->name); break;
    case 5: str_addf(g->out, "%s, %s = %s, %s + 1", l->name, s->name, s->name, s->name); break;
    case 6: str_addf(g->out, "++%s", chance(g, 70) ? s->name : l->name); break;
    default: str_addf(g->out, "%s = %u", chance(g, 50) ? s->name : l->name, below(g, 3));
    }
}

/* Often between a shared and a local variable: that is a mixed predicate. */
static void add_comparison(Generator *g, int depth)
{
    if (g->plain) {
        add_plain_comparison(g);
        return;
    }
    static const char *const operators[] = {"==", "==", "!=", "!=", "<", "<=", ">", ">="};
    const char *operator= operators[below(g, sizeof operators / sizeof *operators)];
    const GenVar *a = &g->shared[below(g, g->shared_count)], *b = &g->local[below(g, g->local_count)];
    if (a->type.width && same_type(a->type, b->type) && chance(g, 60)) {
        str_addf(g->out, "%s %s %s", a->name, operator, b->name);
        if (chance(g, 25)) str_addf(g->out, " + %d", a->type.width > 1 || !a->type.is_signed);
        return;
    }
    GenType t = chance(g, 80) ? g->main_type : (GenType){1 + below(g, 3), chance(g, 30)};
    add_var(g, t);
    str_addf(g->out, " %s ", operator);
    if (chance(g, 50))
        add_literal(g, t);
    else
        add_number(g, t, depth);
}

static void add_bool(Generator *g, int depth)
{
    if (depth > 0 && chance(g, 25)) {
        str_add(g->out, "(");
        add_bool(g, depth - 1);
        str_add(g->out, chance(g, 40) ? " && " : chance(g, 80) ? " || " : " == ");
        add_bool(g, depth - 1);
        str_add(g->out, ")");
    } else if (g->plain || chance(g, 70)) {
        str_add(g->out, "(");
        add_comparison(g, depth - 1);
        str_add(g->out, ")");
    } else {
        if (chance(g, 30)) str_add(g->out, "!");
        add_var(g, (GenType){0, false});
    }
}

static void add_value(Generator *g, GenType t, int depth)
{
    if (t.width)
        add_number(g, t, depth);
    else
        add_bool(g, depth);
}

/* ---- statements ---- */

static const GenVar *pick_target(Generator *g)
{
    bool shared = !g->local_count || chance(g, 55);
    return shared ? &g->shared[below(g, g->shared_count)] : &g->local[below(g, g->local_count)];
}

static void add_label(Generator *g)
{
    if (chance(g, 10))
        str_add(g->out, "end");
    else
        str_addf(g->out, "L%u", below(g, g->statements));
}

static void add_assignment(Generator *g)
{
    if (g->plain && chance(g, 90)) {
        add_plain_assignment(g);
        return;
    }
    const GenVar *a = pick_target(g), *b = pick_target(g);
    if (a != b && chance(g, 25)) {
        str_addf(g->out, "%s, %s = ", a->name, b->name);
        add_value(g, a->type, 1);
        str_add(g->out, ", ");
        add_value(g, b->type, 1);
    } else if (chance(g, 12)) {
        str_addf(g->out, "%s = *", a->name);
    } else if (a->type.width > 1 && chance(g, 25)) {
        str_addf(g->out, chance(g, 70) ? "++%s" : "--%s", a->name);
    } else {
        str_addf(g->out, "%s = ", a->name);
        add_value(g, a->type, 2);
    }
}

static void add_spawn(Generator *g)
{
    uint32_t t = below(g, g->template_count);
    str_addf(g->out, "spawn t%u(", t);
    for (uint32_t i = 0; i < g->templates[t].parameter_count; i++) {
        if (i) str_add(g->out, ", ");
        if (chance(g, 20))
            str_add(g->out, "*");
        else
            add_value(g, g->templates[t].parameters[i], 1);
    }
    str_add(g->out, ")");
}

static void add_branch(Generator *g)
{
    if (chance(g, 40)) {
        str_add(g->out, chance(g, 30) ? "if (*)" : "if (");
        if (g->out->data[g->out->length - 1] == '(') {
            add_bool(g, 1);
            str_add(g->out, ")");
        }
        str_add(g->out, " ");
    }
    str_add(g->out, "goto ");
    add_label(g);
    while (chance(g, 35)) {
        str_add(g->out, ", ");
        add_label(g);
    }
}

/* if and while with a statement or two. */
static void add_structured(Generator *g)
{
    str_add(g->out, chance(g, 60) ? "if (" : "while (");
    add_bool(g, 1);
    str_add(g->out, ") { ");
    add_assignment(g);
    str_add(g->out, "; ");
    if (chance(g, 40)) {
        add_assignment(g);
        str_add(g->out, "; ");
    }
    str_add(g->out, "}\n");
}

/* With a guard that keeps the counter from wrapping, mostly. */
static void add_draw(Generator *g)
{
    const GenVar *s = &g->shared[0], *l = any_local(g);
    unsigned most = (1u << (g->main_type.width - g->main_type.is_signed)) - 1;
    if (!g->atomic) str_add(g->out, "atomic { ");
    if (chance(g, 90)) str_addf(g->out, "assume %s != %u; ", s->name, most);
    if (chance(g, 80))
        str_addf(g->out, "%s, %s = %s, %s + 1;", l->name, s->name, s->name, s->name);
    else
        str_addf(g->out, "%s = %s + 1; %s = %s;", s->name, s->name, l->name, s->name);
    str_add(g->out, g->atomic ? "\n" : " }\n");
}

static void add_statement(Generator *g, uint32_t number)
{
    str_addf(g->out, "  L%u: ", number);
    if (g->tickets && chance(g, number ? 10 : 80)) {
        add_draw(g);
        return;
    }
    if (chance(g, 5)) {
        add_structured(g);
        return;
    }
    uint32_t kind = below(g, 100);
    if (kind < 50) {
        add_assignment(g);
    } else if (kind < 64) {
        str_add(g->out, "assume ");
        add_bool(g, 1);
    } else if (kind < 78) {
        str_add(g->out, "assert ");
        add_bool(g, 1);
    } else if (kind < 86 && g->template_count > 1 && g->spawns) {
        add_spawn(g);
    } else {
        add_branch(g);
    }
    str_add(g->out, ";\n");
}

static void add_statements(Generator *g)
{
    g->statements = 3 + below(g, 7);
    uint32_t atomic_left = 0;
    for (uint32_t i = 0; i < g->statements; i++) {
        if (!atomic_left && chance(g, 12)) {
            atomic_left = 2 + below(g, 2);
            str_add(g->out, "  atomic {\n");
        }
        g->atomic = atomic_left > 0;
        add_statement(g, i);
        if (atomic_left && (--atomic_left == 0 || i + 1 == g->statements)) {
            atomic_left = 0;
            str_add(g->out, "  }\n");
        }
    }
    if (chance(g, 60)) {
        str_add(g->out, "  assert ");
        add_bool(g, 2);
        str_add(g->out, ";\n");
    }
}

/* ---- automata: what statements cannot say: atomic entries, guards with assignments, arguments left out ---- */

static void add_edge(Generator *g, uint32_t locations)
{
    str_addf(g->out, "  edge %u -> %u", below(g, locations), below(g, locations));
    if (chance(g, 60)) {
        str_add(g->out, " when ");
        add_bool(g, 1);
    }
    if (chance(g, 12)) {
        str_add(g->out, " error;\n");
        return;
    }
    if (chance(g, 70)) {
        const GenVar *a = pick_target(g), *b = pick_target(g);
        bool two = a != b && chance(g, 30);
        str_addf(g->out, two ? " do %s, %s = " : " do %s = ", a->name, b->name);
        add_value(g, a->type, 1);
        if (two) {
            str_add(g->out, ", ");
            add_value(g, b->type, 1);
        }
    }
    if (g->template_count > 1 && g->spawns && chance(g, 15)) {
        uint32_t t = below(g, g->template_count);
        const char *separator = "";
        str_addf(g->out, " spawn t%u(", t);
        for (uint32_t i = 0; i < g->templates[t].parameter_count; i++) {
            if (chance(g, 40)) continue; /* left out: the initial value */
            str_addf(g->out, "%s%c = ", separator, 'p' + (int)i);
            add_value(g, g->templates[t].parameters[i], 1);
            separator = ", ";
        }
        str_add(g->out, ")");
    }
    str_add(g->out, ";\n");
}

/* any: any number of the threads exist at the start; those cannot begin in an atomic section. */
static void add_locations(Generator *g, bool any)
{
    uint32_t locations = 2 + below(g, 4), edges = locations + below(g, 4);
    for (uint32_t l = 0; l < locations; l++)
        str_addf(g->out, "  location %u%s;\n", l, chance(g, 20) && (l || !any) ? " atomic" : "");
    str_add(g->out, "  entry 0;\n");
    for (uint32_t e = 0; e < edges; e++)
        add_edge(g, locations);
}

/* ---- declarations ---- */

static void add_declaration(Generator *g, GenVar *v, bool shared, char prefix, uint32_t number)
{
    snprintf(v->name, sizeof v->name, "%c%u", prefix, number);
    v->type = random_type(g);
    v->shared = shared;
    str_add(g->out, shared ? "shared " : "  local ");
    add_type(g, v->type);
    str_addf(g->out, " %s = ", v->name);
    if (chance(g, 15))
        str_add(g->out, "*");
    else
        add_literal(g, v->type);
    str_add(g->out, ";\n");
}

static void add_locals(Generator *g)
{
    uint32_t count = 1 + below(g, 3);
    for (uint32_t i = 0; i < count; i++) {
        add_declaration(g, &g->local[g->local_count], false, 'l', i);
        g->local_count++;
    }
}

static void add_template(Generator *g, uint32_t t)
{
    const GenTemplate *template = &g->templates[t];
    str_addf(g->out, "%s t%u %c", template->automaton ? "automaton" : "template", t, template->count);
    g->local_count = 0;
    for (uint32_t i = 0; i < template->parameter_count; i++) {
        char name[2] = {(char)('p' + (int)i), 0};
        str_add(g->out, i ? ", " : " (");
        add_type(g, template->parameters[i]);
        str_addf(g->out, " %s", name);
        if (chance(g, 30)) {
            str_add(g->out, " = ");
            add_literal(g, template->parameters[i]);
        }
        g->local[g->local_count] = (GenVar){.type = template->parameters[i]};
        snprintf(g->local[g->local_count++].name, sizeof g->local[0].name, "%s", name);
    }
    str_add(g->out, template->parameter_count ? ") {\n" : " {\n");
    add_locals(g);
    if (template->automaton)
        add_locations(g, template->count == '*');
    else
        add_statements(g);
    str_add(g->out, "}\n");
}

static void choose_templates(Generator *g)
{
    g->template_count = chance(g, 60) ? 1 : chance(g, 85) ? 2 + below(g, 2) : TEMPLATES_MAX;
    for (uint32_t t = 0; t < g->template_count; t++) {
        GenTemplate *template = &g->templates[t];
        template->count = t == 0 ? (g->template_count == 1 || chance(g, 30) ? '*' : '1')
                                 : (chance(g, 70)   ? '0'
                                    : chance(g, 50) ? '1'
                                                    : '*');
        if (g->template_count == TEMPLATES_MAX && chance(g, 70)) template->count = '1'; /* many single threads */
        template->parameter_count = t > 0 && chance(g, 50) ? 1 + chance(g, 30) : 0;
        for (uint32_t i = 0; i < PARAMETERS_MAX; i++)
            template->parameters[i] = random_type(g);
        template->automaton = chance(g, 12);
    }
}

/* Single threads; the last may be there to be started. */
static void choose_single(Generator *g)
{
    g->template_count = 2 + below(g, 2);
    g->spawns = g->template_count == 3 && chance(g, 30);
    for (uint32_t t = 0; t < g->template_count; t++) {
        GenTemplate *template = &g->templates[t];
        template->count = t > 0 && t + 1 == g->template_count && g->spawns ? '0' : '1';
        template->parameter_count = t > 0 && chance(g, 50) ? 1 + chance(g, 30) : 0;
        for (uint32_t i = 0; i < PARAMETERS_MAX; i++)
            template->parameters[i] = random_type(g);
        template->automaton = chance(g, 12);
    }
}

void generate_program(Rng *rng, bool fixed, Str *out)
{
    Generator generator = {.rng = rng, .out = out, .spawns = !fixed}, *g = &generator;
    g->plain = chance(g, 50);
    g->tickets = g->plain && chance(g, 40);
    g->main_type = g->plain ? (GenType){2 + below(g, 2), false} : (GenType){1 + below(g, 3), chance(g, 20)};
    if (fixed)
        choose_single(g);
    else
        choose_templates(g);
    uint32_t count = 1 + below(g, 3);
    for (uint32_t i = 0; i < count; i++) {
        add_declaration(g, &g->shared[i], true, 's', i);
        g->shared_count++;
    }
    for (uint32_t t = 0; t < g->template_count; t++)
        add_template(g, t);
}
