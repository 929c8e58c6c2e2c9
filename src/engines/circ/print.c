#include "engines/circ/print.h"

#include "base/check.h"

typedef struct Printer {
    const CircResult *r;
    Run *run;
    IdSet known; /* valuations of any region */
    Str *out;
} Printer;

/* Is the predicate true (1) or false (0) in all valuations, or neither (-1)? */
static int value_in(const Printer *p, const IdSet *region, uint32_t predicate)
{
    bool values[2] = {false, false};
    for (uint32_t i = 0; i < region->count; i++)
        values[bits_get(&p->r->threads.shared.data[region->data[i]], predicate)] = true;
    return values[0] && values[1] ? -1 : values[1];
}

static void print_region_literal(const Printer *p, uint32_t predicate, bool value, const char *separator)
{
    const Predicates *set = p->r->predicates;
    str_add(p->out, separator);
    if (!value) str_add(p->out, "!(");
    program_print_term(p->r->program, set->all.data[set->shared.data[predicate]].term, p->out);
    if (!value) str_add(p->out, ")");
}

/* Which valuations agree with those of the region on all predicates that have one value there? */
static uint32_t hull_size(const Printer *p, const IdSet *region)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->known.count; i++) {
        bool fits = true;
        for (uint32_t k = 0; k < p->r->predicates->shared.count; k++) {
            int value = value_in(p, region, k);
            fits &= value < 0 || value == (int)bits_get(&p->r->threads.shared.data[p->known.data[i]], k);
        }
        count += fits;
    }
    return count;
}

static void add_valuation(const Printer *p, uint32_t valuation)
{
    str_add(p->out, "(");
    for (uint32_t k = 0; k < p->r->predicates->shared.count; k++)
        print_region_literal(p, k, bits_get(&p->r->threads.shared.data[valuation], k), k ? " && " : "");
    str_add(p->out, ")");
}

static void add_region(const Printer *p, const IdSet *region)
{
    if (region->count == p->known.count) {
        str_add(p->out, "true");
        return;
    }
    if (hull_size(p, region) == region->count) {
        bool any = false;
        for (uint32_t k = 0; k < p->r->predicates->shared.count; k++) {
            int value = value_in(p, region, k);
            if (value >= 0 && value_in(p, &p->known, k) < 0) {
                print_region_literal(p, k, value, any ? " && " : "");
                any = true;
            }
        }
        return;
    }
    for (uint32_t i = 0; i < region->count; i++) {
        if (i) str_add(p->out, " || ");
        add_valuation(p, region->data[i]);
    }
}

/* ---- automata ---- */

/* Locations in breadth-first order from the starts. */
static uint32_t number_automaton(const Printer *p, const Acfa *a, uint32_t *number, uint32_t *order)
{
    uint32_t count = 0;
    for (uint32_t l = 0; l < a->locs.count; l++)
        number[l] = NO_ID;
    for (uint32_t i = 0; i < a->starts.count; i++)
        if (number[a->starts.data[i].loc] == NO_ID) {
            number[a->starts.data[i].loc] = count;
            order[count++] = a->starts.data[i].loc;
        }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = a->out_start[order[i]]; k < a->out_start[order[i] + 1]; k++) {
            uint32_t to = a->edges.data[a->out[k]].to;
            if (number[to] != NO_ID) continue;
            number[to] = count;
            order[count++] = to;
        }
    (void)p;
    return count;
}

static void add_edge_label(const Printer *p, const AcfaEdge *e)
{
    const Label *label = &p->r->labels.all.data[e->label];
    str_add(p->out, "{");
    for (uint32_t i = 0; i < label->havoc.count; i++)
        str_addf(p->out, "%s%s", i ? ", " : "", p->r->program->vars.data[label->havoc.data[i]].name);
    str_add(p->out, "}");
    if (label->spawn != NO_ID) str_addf(p->out, " spawn %s", p->r->program->templates.data[label->spawn].name);
    for (uint32_t i = 0; i < label->writes.count; i++) {
        const WriteClass *w = &p->r->labels.writes.data[label->writes.data[i]];
        const Access *a = &p->r->program->edges.data[w->edge.i].accesses[w->access];
        str_addf(p->out, "%s%s", i ? ", " : " writes ",
                 a->name ? a->name : p->r->program->objects.data[a->object].name);
    }
}

static bool is_automaton_start(const Acfa *a, uint32_t loc)
{
    for (uint32_t i = 0; i < a->starts.count; i++)
        if (a->starts.data[i].loc == loc) return true;
    return false;
}

static void print_automaton_location(const Printer *p, const Acfa *a, uint32_t loc, uint32_t number)
{
    const AcfaLoc *l = &a->locs.data[loc];
    str_addf(p->out, "    %u [label=\"%u%s\\n", number, number + 1, l->is_atomic ? "*" : "");
    add_region(p, &l->region);
    str_addf(p->out, "\"%s];\n", is_automaton_start(a, loc) ? ", peripheries=2" : "");
}

/* Where an edge starts and ends, as far as that is less than its locations say; on a line of its own after `separator`.
 */
static void print_edge_ends(const Printer *p, const Acfa *a, const AcfaEdge *e, const char *separator)
{
    IdSet before = {NULL, 0, 0}, after = {NULL, 0, 0};
    for (uint32_t i = 0; i < e->effects.count; i++) {
        ids_add(p->run, &before, effect_before(e->effects.data[i]));
        ids_add(p->run, &after, effect_after(e->effects.data[i]));
    }
    bool is_less = !ids_equal(&before, &a->locs.data[e->from].region);
    if (is_less) {
        str_addf(p->out, "%sfrom ", separator);
        add_region(p, &before);
    }
    if (p->r->labels.all.data[e->label].havoc.count && !ids_equal(&after, &a->locs.data[e->to].region)) {
        str_addf(p->out, "%sto ", is_less ? " " : separator);
        add_region(p, &after);
    }
    vec_free(p->run, &before);
    vec_free(p->run, &after);
}

/* As comments, which a program that draws the graph skips: a line for each location, and for each edge from it. */
static void add_as_text(const Printer *p, uint32_t template, const uint32_t *number, const uint32_t *order,
                        uint32_t count)
{
    const Acfa *a = p->r->contexts[template];
    str_addf(p->out, "// %s:", p->r->program->templates.data[template].name);
    str_add(p->out, count ? "\n" : " no thread\n");
    for (uint32_t i = 0; i < count; i++) {
        const AcfaLoc *l = &a->locs.data[order[i]];
        str_addf(p->out, "//   %u%s%s: ", i + 1, is_automaton_start(a, order[i]) ? " start" : "",
                 l->is_atomic ? " atomic" : "");
        add_region(p, &l->region);
        str_add(p->out, "\n");
        for (uint32_t k = a->out_start[order[i]]; k < a->out_start[order[i] + 1]; k++) {
            const AcfaEdge *e = &a->edges.data[a->out[k]];
            str_addf(p->out, "//     to %u ", number[e->to] + 1);
            add_edge_label(p, e);
            print_edge_ends(p, a, e, " ");
            str_add(p->out, "\n");
        }
    }
}

static void print_automaton(const Printer *p, uint32_t template)
{
    const Acfa *a = p->r->contexts[template];
    uint32_t *number = run_alloc(p->run, (a->locs.count + 1) * sizeof *number);
    uint32_t *order = run_alloc(p->run, (a->locs.count + 1) * sizeof *order);
    uint32_t count = number_automaton(p, a, number, order);
    add_as_text(p, template, number, order, count);
    str_add(p->out, "digraph ");
    str_add_json(p->out, p->r->program->templates.data[template].name);
    str_add(p->out, " {\n    node [shape=box];\n");
    for (uint32_t i = 0; i < count; i++)
        print_automaton_location(p, a, order[i], i);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = a->out_start[order[i]]; k < a->out_start[order[i] + 1]; k++) {
            const AcfaEdge *e = &a->edges.data[a->out[k]];
            str_addf(p->out, "    %u -> %u [label=\"", i, number[e->to]);
            add_edge_label(p, e);
            print_edge_ends(p, a, e, "\\n");
            str_add(p->out, "\"];\n");
        }
    str_add(p->out, "}\n");
    run_release(p->run, number);
    run_release(p->run, order);
}

void print_contexts(const CircResult *result, Str *out)
{
    Printer p = {result, result->program->run, {NULL, 0, 0}, out};
    CHECK(result->kind == CIRC_TRUE);
    for (uint32_t t = 0; t < result->program->templates.count; t++)
        for (uint32_t l = 0; l < result->contexts[t]->locs.count; l++)
            ids_join(p.run, &p.known, &result->contexts[t]->locs.data[l].region);
    for (uint32_t t = 0; t < result->program->templates.count; t++)
        print_automaton(&p, t);
    vec_free(p.run, &p.known);
}
