/* Places, values and conditions of random programs. */
#include "agreement_c/generator.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool gen_chance(Generator *g, uint32_t percent) { return rng_below(g->rng, 100) < percent; }

const char *gen_text(Generator *g, const char *format, ...)
{
    char buffer[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(buffer, sizeof buffer, format, args);
    va_end(args);
    return run_strndup(g->run, buffer, strlen(buffer));
}

void gen_line(Generator *g, const char *format, ...)
{
    char buffer[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(buffer, sizeof buffer, format, args);
    va_end(args);
    str_addf(g->out, "%*s%s\n", (int)(4 * g->indent), "", buffer);
}

void gen_open_block(Generator *g, const char *head)
{
    gen_line(g, "%s {", head);
    g->indent++;
}

void gen_close_block(Generator *g)
{
    g->indent--;
    gen_line(g, "}");
}

const char *gen_new_name(Generator *g, const char *stem) { return gen_text(g, "%s%u", stem, g->name_count++); }

void gen_offer(Options *o, const char *option)
{
    if (o->count < OPTIONS_MAX) o->texts[o->count++] = option;
}

const char *gen_pick(Generator *g, const Options *o) { return o->texts[rng_below(g->rng, o->count)]; }

/* ---- places ---- */

bool gen_has_structs(const Generator *g) { return g->structs || g->struct_array; }

bool gen_has_number_cells(const Generator *g)
{
    return g->pointers || g->pointer_array || (g->link == LINK_NUMBER && (g->structs || g->struct_array));
}

const char *gen_reading(Generator *g, const char *place) { return gen_text(g, READ_BEGIN "%s" READ_END, place); }

bool gen_has_access(const char *expression) { return strchr(expression, *READ_BEGIN) != NULL; }

/* An index into an array of 2 or 3. */
const char *gen_an_index(Generator *g, uint32_t size)
{
    const Scope *s = &g->scope;
    if (s->counter && gen_chance(g, 60)) return s->counter;
    if (s->number_count && gen_chance(g, 50)) {
        const char *number = s->numbers[rng_below(g->rng, s->number_count)];
        return size == 2 ? gen_text(g, "%s & 1", number) : gen_text(g, "%s %% %u", number, size);
    }
    return gen_text(g, "%u", rng_below(g->rng, size));
}

const char *gen_number_member(Generator *g)
{
    if (g->has_member_array && gen_chance(g, 50)) return gen_text(g, "d[%s]", gen_an_index(g, 2));
    return gen_chance(g, 50) ? "a" : "b";
}

/* Numbers in globals that have an address of their own. */
static void offer_globals(Generator *g, Options *o)
{
    for (uint32_t i = 0; i < g->numbers; i++)
        gen_offer(o, gen_text(g, "x%u", i));
    if (g->array) gen_offer(o, gen_text(g, "v[%s]", gen_an_index(g, g->array)));
    for (uint32_t i = 0; i < g->structs; i++)
        gen_offer(o, gen_text(g, "s%u.%s", i, gen_number_member(g)));
    if (g->struct_array) gen_offer(o, gen_text(g, "w[%s].%s", gen_an_index(g, 2), gen_number_member(g)));
    if (g->has_matrix) gen_offer(o, gen_text(g, "g[%s][%s]", gen_an_index(g, 2), gen_an_index(g, 2)));
    if (g->array) gen_offer(o, gen_text(g, "*(v + (%s))", gen_an_index(g, g->array)));
    if (g->array && g->scope.number_count) gen_offer(o, gen_text(g, "v[%s]", gen_an_index(g, g->array)));
}

void gen_offer_number_cells(Generator *g, Options *o)
{
    for (uint32_t i = 0; i < g->pointers; i++)
        gen_offer(o, gen_text(g, "p%u", i));
    if (g->pointer_array) gen_offer(o, gen_text(g, "q[%s]", gen_an_index(g, 2)));
    if (g->link != LINK_NUMBER) return;
    for (uint32_t i = 0; i < g->structs; i++)
        gen_offer(o, gen_text(g, "s%u.p", i));
    if (g->struct_array) gen_offer(o, gen_text(g, "w[%s].p", gen_an_index(g, 2)));
}

/* Cells that hold pointers to numbers, also through other pointers. */
void gen_offer_number_pointers(Generator *g, Options *o)
{
    gen_offer_number_cells(g, o);
    if (g->has_pointer2) gen_offer(o, "*" READ_BEGIN "pp0" READ_END);
    for (uint32_t i = 0; i < g->scope.pointer2_count; i++)
        gen_offer(o, gen_text(g, "*%s", g->scope.pointers2[i]));
    if (g->link != LINK_NUMBER) return;
    for (uint32_t i = 0; i < g->scope.pointer_count; i++)
        if (g->scope.pointers[i].is_struct) gen_offer(o, gen_text(g, "%s->p", g->scope.pointers[i].name));
    if (g->has_struct_pointer && !g->structs_may_be_null) gen_offer(o, READ_BEGIN "sp0" READ_END "->p");
}

void gen_offer_struct_cells(Generator *g, Options *o)
{
    if (g->has_struct_pointer) gen_offer(o, "sp0");
    if (g->link != LINK_STRUCT) return;
    for (uint32_t i = 0; i < g->structs; i++)
        gen_offer(o, gen_text(g, "s%u.next", i));
    if (g->struct_array) gen_offer(o, gen_text(g, "w[%s].next", gen_an_index(g, 2)));
    for (uint32_t i = 0; i < g->scope.pointer_count; i++)
        if (g->scope.pointers[i].is_struct) gen_offer(o, gen_text(g, "%s->next", g->scope.pointers[i].name));
    if (g->has_struct_pointer && !g->structs_may_be_null) gen_offer(o, READ_BEGIN "sp0" READ_END "->next");
}

static void offer_through_pointers(Generator *g, Options *o)
{
    Options cells = {.count = 0};
    gen_offer_number_pointers(g, &cells);
    for (uint32_t i = 0; i < cells.count && (!g->may_be_null || g->is_careless); i++)
        gen_offer(o, gen_text(g, "*%s", gen_reading(g, cells.texts[i])));
    cells.count = 0;
    gen_offer_struct_cells(g, &cells);
    for (uint32_t i = 0; i < cells.count && (!g->structs_may_be_null || g->is_careless); i++)
        gen_offer(o, gen_text(g, "%s->%s", gen_reading(g, cells.texts[i]), gen_number_member(g)));
    if (g->has_pick) gen_offer(o, gen_text(g, "*pick(%s)", g->scope.number_count ? g->scope.numbers[0] : "1"));
    for (uint32_t i = 0; i < g->scope.pointer_count; i++) {
        const LocalPointer *p = &g->scope.pointers[i];
        const char *place =
            p->is_struct ? gen_text(g, "%s->%s", p->name, gen_number_member(g)) : gen_text(g, "*%s", p->name);
        gen_offer(o, place);
        gen_offer(o, place);
    }
}

/* A number that other threads may see. */
const char *gen_number_place(Generator *g)
{
    Options o = {.count = 0};
    if (gen_chance(g, 65)) offer_through_pointers(g, &o);
    if (!o.count) offer_globals(g, &o);
    if (g->has_other) gen_offer(&o, "y0");
    for (uint32_t i = 0; i < g->scope.shared_count; i++)
        gen_offer(&o, g->scope.shared_numbers[i]);
    if (g->is_careless && g->array && g->scope.number_count)
        gen_offer(&o, gen_text(g, "v[" INDEX_BEGIN "%u%s" CLOSE "]", g->array, g->scope.numbers[0]));
    return gen_pick(g, &o);
}

/* ---- values ---- */

const char *gen_local_number(Generator *g)
{
    if (!g->scope.number_count || gen_chance(g, 30)) return gen_text(g, "%u", rng_below(g->rng, 4));
    return g->scope.numbers[rng_below(g->rng, g->scope.number_count)];
}

const char *gen_number_read(Generator *g) { return gen_reading(g, gen_number_place(g)); }

const char *gen_a_number(Generator *g)
{
    switch (rng_below(g->rng, 8)) {
    case 0:
    case 1: return gen_text(g, "%u", rng_below(g->rng, 4));
    case 2: return gen_local_number(g);
    case 3:
    case 4: return gen_number_read(g);
    case 5: return gen_text(g, "(%s + 1) & 3", gen_number_read(g));
    case 6: return gen_text(g, "%s ^ %s", gen_number_read(g), gen_local_number(g));
    default: return gen_text(g, "%s ? %s : %s", gen_number_read(g), gen_local_number(g), gen_local_number(g));
    }
}

/* The same value without accesses: a temporary when there are any. */
const char *gen_without_access(Generator *g, const char *type, const char *value)
{
    if (!gen_has_access(value)) return value;
    const char *name = gen_new_name(g, "t");
    gen_line(g, "%s%s = %s;", type, name, value);
    return name;
}

const char *gen_number_type(Generator *g) { return gen_text(g, "%s ", g->number); }

const char *gen_address_of_number(Generator *g)
{
    Options o = {.count = 0};
    offer_globals(g, &o);
    return gen_text(g, "&%s", gen_pick(g, &o));
}

const char *gen_address_of_struct(Generator *g)
{
    Options o = {.count = 0};
    for (uint32_t i = 0; i < g->structs; i++)
        gen_offer(&o, gen_text(g, "&s%u", i));
    if (g->struct_array) gen_offer(&o, gen_text(g, "&w[%s]", gen_an_index(g, 2)));
    return gen_pick(g, &o);
}

void gen_add_pointer(Generator *g, const char *name, bool is_struct, bool is_private)
{
    g->scope.pointers[g->scope.pointer_count++] = (LocalPointer){name, is_struct, is_private, false};
}

void gen_offer_local_pointers(Generator *g, Options *o, bool is_struct, bool may_be_private)
{
    for (uint32_t i = 0; i < g->scope.pointer_count; i++) {
        const LocalPointer *p = &g->scope.pointers[i];
        if (p->is_struct == is_struct && (may_be_private || !p->is_private)) gen_offer(o, p->name);
    }
}

/* A pointer that may be stored anywhere; null only with may_be_null. */
const char *gen_a_pointer(Generator *g, bool may_be_null)
{
    Options o = {.count = 0};
    for (int i = 0; i < 3; i++)
        gen_offer(&o, gen_address_of_number(g));
    gen_offer_local_pointers(g, &o, false, false);
    if (g->has_pick) gen_offer(&o, gen_text(g, "pick(%s)", gen_local_number(g)));
    gen_offer(&o, gen_text(g, "%s ? %s : %s", gen_local_number(g), gen_address_of_number(g), gen_address_of_number(g)));
    for (uint32_t i = 0; i < g->scope.pointer_count; i++)
        if (g->scope.pointers[i].is_struct && !g->scope.pointers[i].is_private)
            gen_offer(&o, gen_text(g, "&%s->%s", g->scope.pointers[i].name, gen_number_member(g)));
    if (!g->may_be_null || may_be_null) {
        Options cells = {.count = 0};
        gen_offer_number_pointers(g, &cells);
        for (uint32_t i = 0; i < cells.count; i++)
            gen_offer(&o, gen_reading(g, cells.texts[i]));
    }
    if (may_be_null) gen_offer(&o, "0");
    return gen_pick(g, &o);
}

const char *gen_a_struct_pointer(Generator *g, bool may_be_null)
{
    Options o = {.count = 0};
    for (int i = 0; i < 2; i++)
        gen_offer(&o, gen_address_of_struct(g));
    gen_offer_local_pointers(g, &o, true, false);
    if (!g->structs_may_be_null || may_be_null) {
        Options cells = {.count = 0};
        gen_offer_struct_cells(g, &cells);
        for (uint32_t i = 0; i < cells.count; i++)
            gen_offer(&o, gen_reading(g, cells.texts[i]));
    }
    if (may_be_null) gen_offer(&o, "0");
    return gen_pick(g, &o);
}

const char *gen_address_of_cell(Generator *g)
{
    Options o = {.count = 0};
    gen_offer_number_cells(g, &o);
    if (!g->may_be_null) /* a local pointer is not null */
        for (uint32_t i = 0; i < g->scope.pointer_count; i++) {
            const LocalPointer *p = &g->scope.pointers[i];
            if (!p->is_struct && !p->is_private && !p->is_constant) gen_offer(&o, p->name);
        }
    return gen_text(g, "&%s", gen_pick(g, &o));
}

/* ---- conditions ---- */

const char *gen_same(Generator *g, const char *left, const char *operator, const char * right)
{
    return gen_text(g, BARE_BEGIN "%s" CLOSE " %s " BARE_BEGIN "%s" CLOSE, left, operator, right);
}

const char *gen_pointer_condition(Generator *g)
{
    Options cells = {.count = 0};
    gen_offer_number_pointers(g, &cells);
    const char *left = gen_reading(g, gen_pick(g, &cells)), *right = gen_address_of_number(g);
    if (g->may_be_null && gen_chance(g, 30)) right = "0";
    Options locals = {.count = 0};
    gen_offer_local_pointers(g, &locals, false, true);
    if (locals.count && gen_chance(g, 40)) right = gen_pick(g, &locals);
    return gen_same(g, left, gen_chance(g, 50) ? "==" : "!=", right);
}

static const char *struct_condition(Generator *g)
{
    Options cells = {.count = 0};
    gen_offer_struct_cells(g, &cells);
    const char *right = g->structs_may_be_null && gen_chance(g, 30) ? "0" : gen_address_of_struct(g);
    return gen_same(g, gen_reading(g, gen_pick(g, &cells)), gen_chance(g, 50) ? "==" : "!=", right);
}

const char *gen_simple_condition(Generator *g)
{
    static const char *const operators[] = {"==", "!=", "<", ">="};
    const char *op = operators[rng_below(g->rng, 4)];
    if (g->has_big && gen_chance(g, 30)) return gen_text(g, "%s %s %s", gen_reading(g, "big"), op, gen_big_number(g));
    switch (rng_below(g->rng, 6)) {
    case 0:
        if (gen_has_number_cells(g)) return gen_pointer_condition(g);
        break;
    case 1:
        if (g->has_struct_pointer) return struct_condition(g);
        break;
    case 2: return gen_text(g, "%s %s %u", gen_local_number(g), op, rng_below(g->rng, 3) + 1);
    case 3:
        if (gen_chance(g, 50)) return "__VERIFIER_nondet_bool()";
        break;
    default: break;
    }
    return gen_text(g, "%s %s %u", gen_number_read(g), op, rng_below(g->rng, 3) + 1);
}

const char *gen_condition(Generator *g)
{
    const char *left = gen_simple_condition(g);
    if (!gen_chance(g, 25)) return left;
    return gen_text(g, "%s %s %s", left, gen_chance(g, 50) ? "&&" : "||", gen_simple_condition(g));
}

/* ---- writes ---- */

void gen_write(Generator *g, const char *type, const char *place, const char *value)
{
    if (gen_has_access(place)) value = gen_without_access(g, type, value);
    gen_line(g, WRITE_BEGIN "%s" WRITE_VALUE "%s" WRITE_END ";", place, value);
}
