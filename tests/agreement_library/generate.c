#include "agreement_library/generate.h"

#include <stdio.h>
#include <string.h>

#include "agreement_library/templates.h"

#define GROUPS_MAX 3
#define DEPTH_MAX 2

typedef struct Generator {
    Rng *rng;
    Str *out;
    unsigned number, names, depth;
    const Group *groups[GROUPS_MAX]; /* of this program */
    uint32_t group_count;
    bool is_in_main;
} Generator;

static bool chance(Generator *g, uint32_t percent) { return rng_below(g->rng, 100) < percent; }

static void expand(Generator *g, const char *text, unsigned name);

static void place(Generator *g)
{
    static const char *const places[] = {"g0#", "g1#", "g0#", "a#[$k]", "a#[1]", "s#.x", "*ip#"};
    expand(g, places[rng_below(g->rng, 7)], 0);
}

static void expression(Generator *g)
{
    static const char *const forms[] = {"$k", "$k", "$l", "$l", "$g", "($l + $k)", "($l ^ $k)", "($g & 3)", "($l & 3)"};
    expand(g, forms[rng_below(g->rng, 9)], 0);
}

static void condition(Generator *g)
{
    static const char *const forms[] = {"$l == $k", "$l != $k", "$g < $k", "$g > $k",
                                        "$g == $k", "$l >= $l", "$l <= $k"};
    expand(g, forms[rng_below(g->rng, 7)], 0);
}

static void statement(Generator *g);

static void block(Generator *g)
{
    g->depth++;
    statement(g);
    g->depth--;
}

/* $: see templates.h. name: the number of the template's own names. */
static void expand(Generator *g, const char *text, unsigned name)
{
    for (; *text; text++) {
        if (*text == '#') {
            str_addf(g->out, "_%u", g->number);
        } else if (*text != '$') {
            str_addf(g->out, "%c", *text);
        } else {
            switch (*++text) {
            case 'k': str_addf(g->out, "%u", rng_below(g->rng, 4)); break;
            case 'l': str_add(g->out, chance(g, 50) ? "x" : "y"); break;
            case 'g': place(g); break;
            case 'e': expression(g); break;
            case 'c': condition(g); break;
            case 'b': block(g); break;
            case 'n': str_addf(g->out, "%u", name); break;
            }
        }
    }
}

static const Group *choose_group(Generator *g)
{
    if (chance(g, 35)) return group_core();
    return g->groups[rng_below(g->rng, g->group_count)];
}

static bool has_block(const char *text) { return strstr(text, "$b") != NULL; }

/* In braces, so that names are its own. */
static void statement(Generator *g)
{
    const Group *group = choose_group(g);
    const char *text = group->statements[rng_below(g->rng, group->count)];
    while (g->depth >= DEPTH_MAX && has_block(text)) {
        group = choose_group(g);
        text = group->statements[rng_below(g->rng, group->count)];
    }
    str_add(g->out, "    { ");
    expand(g, text, g->names++);
    str_add(g->out, " }\n");
}

static void statements(Generator *g, uint32_t count)
{
    while (count-- > 0)
        statement(g);
}

static void define_thread(Generator *g, unsigned which)
{
    str_addf(g->out, "static void *thread%u_%u(void *argument)\n{\n    int x = (int)(long)argument, y = 1;\n", which,
             g->number);
    statements(g, 1 + rng_below(g->rng, 3));
    if (chance(g, 40)) expand(g, "    assert($c);\n", 0);
    expand(g, "    (void)x;\n    (void)y;\n    return argument;\n}\n", 0);
}

/* ---- how main starts and joins threads ---- */

typedef struct Start {
    const char *declare, *create, *join;
} Start;

static const Start starts[] = {
    {"pthread_t t0, t1;", "pthread_create(&t0, 0, thread0#, 0); pthread_create(&t1, 0, thread1#, (void *)1);",
     "pthread_join(t0, 0); pthread_join(t1, 0);"},
    {"pthread_t t0, t1;", "pthread_create(&t0, 0, thread0#, 0); pthread_create(&t1, 0, thread1#, (void *)1);",
     "pthread_join(t1, 0);"},
    {"pthread_t t0;", "pthread_create(&t0, 0, thread0#, 0);", "pthread_join(t0, 0);"},
    {"pthread_t t[3];", "for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, thread0#, (void *)(long)i);",
     "for (int i = 0; i < 3; i++) pthread_join(t[i], 0);"},
    {"pthread_t t[3];", "for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, thread0#, (void *)(long)i);",
     "for (int i = 0; i < 2; i++) pthread_join(t[i], 0);"},
    {"pthread_t *t = malloc(4 * sizeof *t); int n = __VERIFIER_nondet_int(); if (!t || n < 0 || n > 3) abort();",
     "for (int i = 0; i < n; i++) pthread_create(&t[i], 0, thread0#, (void *)(long)i);",
     "for (int i = 0; i < n; i++) pthread_join(t[i], 0); free(t);"},
    {"pthread_t *t = malloc(4 * sizeof *t); int n = __VERIFIER_nondet_int(); if (!t || n < 1 || n > 3) abort();",
     "for (int i = 0; i < n; i++) pthread_create(&t[i], 0, thread0#, (void *)(long)i);",
     "for (int i = 1; i < n; i++) pthread_join(t[i], 0); free(t);"},
    {"struct { int k; pthread_t t; } h[2];",
     "pthread_create(&h[0].t, 0, thread0#, 0); pthread_create(&h[1].t, 0, thread1#, 0);",
     "pthread_join(h[1].t, 0); pthread_join(h[0].t, 0);"},
    {"pthread_t t[3]; int n = __VERIFIER_nondet_int(); if (n < 0 || n > 3) abort();",
     "for (int i = 0; i < n; i++) { pthread_t one; pthread_create(&one, 0, thread0#, (void *)(long)i); t[i] = one; }",
     "for (int i = 0; i < n; i++) { pthread_t one = t[i]; pthread_join(one, 0); }"},
    {"pthread_t t[3];",
     "for (int i = 0; i < 3; i++) { pthread_t one; pthread_create(&one, 0, thread0#, (void *)(long)i); t[i] = one; }",
     "for (int i = 1; i < 3; i++) pthread_join(t[i], 0);"},
    {"pthread_t t[4]; int left, n = __VERIFIER_nondet_int(); if (n < 0 || n > 3) abort();",
     "left = n; while (left--) pthread_create(&t[left], 0, thread0#, (void *)(long)left);",
     "for (left = n; left > 0; left--) pthread_join(t[left - 1], 0);"},
    {"pthread_t t[4]; int left, n = __VERIFIER_nondet_int(); if (n < 0 || n > 3) abort();",
     "left = n; while (left--) pthread_create(&t[left], 0, thread0#, (void *)(long)left);",
     "for (left = n; left > 1; left--) pthread_join(t[left - 1], 0);"},
    {"struct { int n; pthread_t t[4]; int made; } *p = malloc(sizeof *p); if (!p) abort();",
     "p->n = __VERIFIER_nondet_int(); if (p->n < 0 || p->n > 3) abort(); p->made = 0; for (int i = 0; i < p->n; i++) { "
     "if (pthread_create(&p->t[p->made], 0, thread0#, (void *)(long)i)) break; p->made++; }",
     "for (int i = 0; i < p->made; i++) pthread_join(p->t[i], 0); assert(p->made == p->n); free(p);"},
    {"void *r; pthread_t t0;", "pthread_create(&t0, 0, thread0#, (void *)2);",
     "pthread_join(t0, &r); assert((long)r == 2);"},
    {"int k = 0;", "", "(void)k;"},
};

static void define_main(Generator *g)
{
    const Start *s = &starts[rng_below(g->rng, sizeof starts / sizeof *starts)];
    g->is_in_main = true;
    expand(g, "int main#(void)\n{\n    int x = 0, y = 1;\n    ", 0);
    expand(g, s->declare, 0);
    expand(g, "\n    ip# = &g1#;\n", 0);
    for (uint32_t i = 0; i < g->group_count; i++)
        expand(g, g->groups[i]->prepare, 0);
    if (chance(g, 40)) statements(g, 1);
    expand(g, s->create, 0);
    str_add(g->out, "\n");
    if (chance(g, 50)) statements(g, 1);
    expand(g, s->join, 0);
    expand(g, chance(g, 70) ? "\n    assert($c);\n" : "\n", 0);
    expand(g, "    (void)x;\n    (void)y;\n    return 0;\n}\n", 0);
}

void generate_library_program(Rng *rng, unsigned number, const char *only, Str *out)
{
    Generator g = {.rng = rng, .out = out, .number = number};
    g.group_count = only ? 1 : 1 + rng_below(rng, 2);
    for (uint32_t i = 0; i < g.group_count; i++)
        g.groups[i] = only ? group_named(only) : group_chosen(rng_below(rng, group_weights()));
    expand(&g, templates_globals, 0);
    for (uint32_t i = 0; i < g.group_count; i++)
        if (i == 0 || g.groups[0] != g.groups[1]) expand(&g, g.groups[i]->globals, 0);
    if (g.group_count == 2 && g.groups[0] == g.groups[1]) g.group_count = 1;
    define_thread(&g, 0);
    define_thread(&g, 1);
    define_main(&g);
}
