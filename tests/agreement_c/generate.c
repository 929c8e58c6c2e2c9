/* One generator for both versions: it marks every access to shared memory in the text (generate.h).
 *
 * What keeps programs defined: all numbers are 0 .. 3; every pointer cell holds a valid address, or may be null in a
 * program where all cells of its type may, and is then used behind a test of a local copy only. Pointers to locals go
 * to local pointers only, except for main's, whose address a thread may get: main waits for all threads then. An
 * assignment with accesses on both sides takes a temporary, because C leaves their order open. */
#include "agreement_c/generate.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/vec.h"

enum { OPTIONS_MAX = 64, LOCALS_MAX = 16 };

typedef enum Link { LINK_NONE, LINK_NUMBER, LINK_STRUCT } Link; /* what the pointer in a struct points to */

typedef enum ArgKind { ARG_NONE, ARG_NUMBER, ARG_POINTER, ARG_POINTER2, ARG_STRUCT, ARG_KIND_COUNT } ArgKind;

/* A local pointer that is not null here. */
typedef struct LocalPointer {
    const char *name;
    bool is_struct, is_private; /* is_private: may point to a local of this thread */
    bool is_constant;
} LocalPointer;

/* What statements here may use. */
typedef struct Scope {
    const char *numbers[LOCALS_MAX];        /* locals that this thread alone sees */
    const char *shared_numbers[LOCALS_MAX]; /* main's, seen by threads */
    LocalPointer pointers[LOCALS_MAX];
    const char *structs[LOCALS_MAX];
    const char *pointers2[LOCALS_MAX]; /* pointers to pointers to numbers */
    uint32_t number_count, shared_count, pointer_count, struct_count, pointer2_count;
    const char *counter; /* of the loop, or NULL */
    bool is_locked, is_atomic;
} Scope;

typedef struct Generator {
    Run *run;
    Rng *rng;
    Str *out;
    uint32_t indent, name_count;
    const char *number, *other; /* types: of what pointers point to, of the rest */
    uint32_t numbers, array, structs, struct_array, pointers, pointer_array;
    bool has_other, has_pointer2, has_struct_pointer, has_mutex;
    bool has_set, has_swap, has_pick, has_get, has_action, has_mutexes, has_member_array, has_matrix, has_via, has_make;
    bool may_be_null, structs_may_be_null; /* cells of pointers */
    Link link;
    uint32_t functions;
    ArgKind args[3];
    bool is_twice; /* all threads run the first function */
    bool is_in_main;
    bool has_outcome; /* instead of assertions */
    Scope scope;
} Generator;

/* Texts to choose from. */
typedef struct Options {
    const char *texts[OPTIONS_MAX];
    uint32_t count;
} Options;

static bool chance(Generator *g, uint32_t percent) { return rng_below(g->rng, 100) < percent; }

static const char *text(Generator *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
static const char *text(Generator *g, const char *format, ...)
{
    char buffer[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(buffer, sizeof buffer, format, args);
    va_end(args);
    return run_strndup(g->run, buffer, strlen(buffer));
}

static void line(Generator *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void line(Generator *g, const char *format, ...)
{
    char buffer[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(buffer, sizeof buffer, format, args);
    va_end(args);
    str_addf(g->out, "%*s%s\n", (int)(4 * g->indent), "", buffer);
}

static void open_block(Generator *g, const char *head)
{
    line(g, "%s {", head);
    g->indent++;
}

static void close_block(Generator *g)
{
    g->indent--;
    line(g, "}");
}

static const char *new_name(Generator *g, const char *stem) { return text(g, "%s%u", stem, g->name_count++); }

static void offer(Options *o, const char *option)
{
    if (o->count < OPTIONS_MAX) o->texts[o->count++] = option;
}

static const char *pick(Generator *g, const Options *o) { return o->texts[rng_below(g->rng, o->count)]; }

/* ---- places ---- */

static const char *reading(Generator *g, const char *place) { return text(g, READ_BEGIN "%s" READ_END, place); }

static bool has_access(const char *expression) { return strchr(expression, *READ_BEGIN) != NULL; }

/* An index into an array of 2 or 3. */
static const char *an_index(Generator *g, uint32_t size)
{
    const Scope *s = &g->scope;
    if (s->counter && chance(g, 60)) return s->counter;
    if (s->number_count && chance(g, 50)) {
        const char *number = s->numbers[rng_below(g->rng, s->number_count)];
        return size == 2 ? text(g, "%s & 1", number) : text(g, "%s %% %u", number, size);
    }
    return text(g, "%u", rng_below(g->rng, size));
}

static const char *number_member(Generator *g)
{
    if (g->has_member_array && chance(g, 50)) return text(g, "d[%s]", an_index(g, 2));
    return chance(g, 50) ? "a" : "b";
}

/* Numbers in globals that have an address of their own. */
static void offer_globals(Generator *g, Options *o)
{
    for (uint32_t i = 0; i < g->numbers; i++)
        offer(o, text(g, "x%u", i));
    if (g->array) offer(o, text(g, "v[%s]", an_index(g, g->array)));
    for (uint32_t i = 0; i < g->structs; i++)
        offer(o, text(g, "s%u.%s", i, number_member(g)));
    if (g->struct_array) offer(o, text(g, "w[%s].%s", an_index(g, 2), number_member(g)));
    if (g->has_matrix) offer(o, text(g, "g[%s][%s]", an_index(g, 2), an_index(g, 2)));
    if (g->array) offer(o, text(g, "*(v + (%s))", an_index(g, g->array)));
    if (g->array && g->scope.number_count) offer(o, text(g, "v[%s]", an_index(g, g->array)));
}

static void offer_number_cells(Generator *g, Options *o)
{
    for (uint32_t i = 0; i < g->pointers; i++)
        offer(o, text(g, "p%u", i));
    if (g->pointer_array) offer(o, text(g, "q[%s]", an_index(g, 2)));
    if (g->link != LINK_NUMBER) return;
    for (uint32_t i = 0; i < g->structs; i++)
        offer(o, text(g, "s%u.p", i));
    if (g->struct_array) offer(o, text(g, "w[%s].p", an_index(g, 2)));
}

/* Cells that hold pointers to numbers, also through other pointers. */
static void offer_number_pointers(Generator *g, Options *o)
{
    offer_number_cells(g, o);
    if (g->has_pointer2) offer(o, "*" READ_BEGIN "pp0" READ_END);
    for (uint32_t i = 0; i < g->scope.pointer2_count; i++)
        offer(o, text(g, "*%s", g->scope.pointers2[i]));
    if (g->link != LINK_NUMBER) return;
    for (uint32_t i = 0; i < g->scope.pointer_count; i++)
        if (g->scope.pointers[i].is_struct) offer(o, text(g, "%s->p", g->scope.pointers[i].name));
    if (g->has_struct_pointer && !g->structs_may_be_null) offer(o, READ_BEGIN "sp0" READ_END "->p");
}

static void offer_struct_cells(Generator *g, Options *o)
{
    if (g->has_struct_pointer) offer(o, "sp0");
    if (g->link != LINK_STRUCT) return;
    for (uint32_t i = 0; i < g->structs; i++)
        offer(o, text(g, "s%u.next", i));
    if (g->struct_array) offer(o, text(g, "w[%s].next", an_index(g, 2)));
    for (uint32_t i = 0; i < g->scope.pointer_count; i++)
        if (g->scope.pointers[i].is_struct) offer(o, text(g, "%s->next", g->scope.pointers[i].name));
    if (g->has_struct_pointer && !g->structs_may_be_null) offer(o, READ_BEGIN "sp0" READ_END "->next");
}

static void offer_through_pointers(Generator *g, Options *o)
{
    Options cells = {.count = 0};
    offer_number_pointers(g, &cells);
    for (uint32_t i = 0; i < cells.count && !g->may_be_null; i++)
        offer(o, text(g, "*%s", reading(g, cells.texts[i])));
    cells.count = 0;
    offer_struct_cells(g, &cells);
    for (uint32_t i = 0; i < cells.count && !g->structs_may_be_null; i++)
        offer(o, text(g, "%s->%s", reading(g, cells.texts[i]), number_member(g)));
    if (g->has_pick) offer(o, text(g, "*pick(%s)", g->scope.number_count ? g->scope.numbers[0] : "1"));
    for (uint32_t i = 0; i < g->scope.pointer_count; i++) {
        const LocalPointer *p = &g->scope.pointers[i];
        const char *place = p->is_struct ? text(g, "%s->%s", p->name, number_member(g)) : text(g, "*%s", p->name);
        offer(o, place);
        offer(o, place);
    }
}

/* A number that other threads may see. */
static const char *number_place(Generator *g)
{
    Options o = {.count = 0};
    if (chance(g, 55)) offer_through_pointers(g, &o);
    if (!o.count) offer_globals(g, &o);
    if (g->has_other) offer(&o, "y0");
    for (uint32_t i = 0; i < g->scope.shared_count; i++)
        offer(&o, g->scope.shared_numbers[i]);
    return pick(g, &o);
}

/* ---- values ---- */

static const char *local_number(Generator *g)
{
    if (!g->scope.number_count || chance(g, 30)) return text(g, "%u", rng_below(g->rng, 4));
    return g->scope.numbers[rng_below(g->rng, g->scope.number_count)];
}

static const char *number_read(Generator *g) { return reading(g, number_place(g)); }

static const char *a_number(Generator *g)
{
    switch (rng_below(g->rng, 8)) {
    case 0:
    case 1: return text(g, "%u", rng_below(g->rng, 4));
    case 2: return local_number(g);
    case 3:
    case 4: return number_read(g);
    case 5: return text(g, "(%s + 1) & 3", number_read(g));
    case 6: return text(g, "%s ^ %s", number_read(g), local_number(g));
    default: return text(g, "%s ? %s : %s", number_read(g), local_number(g), local_number(g));
    }
}

/* The same value without accesses: a temporary when there are any. */
static const char *without_access(Generator *g, const char *type, const char *value)
{
    if (!has_access(value)) return value;
    const char *name = new_name(g, "t");
    line(g, "%s%s = %s;", type, name, value);
    return name;
}

static const char *number_type(Generator *g) { return text(g, "%s ", g->number); }

static const char *address_of_number(Generator *g)
{
    Options o = {.count = 0};
    offer_globals(g, &o);
    return text(g, "&%s", pick(g, &o));
}

static const char *address_of_struct(Generator *g)
{
    Options o = {.count = 0};
    for (uint32_t i = 0; i < g->structs; i++)
        offer(&o, text(g, "&s%u", i));
    if (g->struct_array) offer(&o, text(g, "&w[%s]", an_index(g, 2)));
    return pick(g, &o);
}

static void offer_local_pointers(Generator *g, Options *o, bool is_struct, bool may_be_private)
{
    for (uint32_t i = 0; i < g->scope.pointer_count; i++) {
        const LocalPointer *p = &g->scope.pointers[i];
        if (p->is_struct == is_struct && (may_be_private || !p->is_private)) offer(o, p->name);
    }
}

/* A pointer that may be stored anywhere; null only with may_be_null. */
static const char *a_pointer(Generator *g, bool may_be_null)
{
    Options o = {.count = 0};
    for (int i = 0; i < 3; i++)
        offer(&o, address_of_number(g));
    offer_local_pointers(g, &o, false, false);
    if (g->has_pick) offer(&o, text(g, "pick(%s)", local_number(g)));
    offer(&o, text(g, "%s ? %s : %s", local_number(g), address_of_number(g), address_of_number(g)));
    for (uint32_t i = 0; i < g->scope.pointer_count; i++)
        if (g->scope.pointers[i].is_struct && !g->scope.pointers[i].is_private)
            offer(&o, text(g, "&%s->%s", g->scope.pointers[i].name, number_member(g)));
    if (!g->may_be_null || may_be_null) {
        Options cells = {.count = 0};
        offer_number_pointers(g, &cells);
        for (uint32_t i = 0; i < cells.count; i++)
            offer(&o, reading(g, cells.texts[i]));
    }
    if (may_be_null) offer(&o, "0");
    return pick(g, &o);
}

static const char *a_struct_pointer(Generator *g, bool may_be_null)
{
    Options o = {.count = 0};
    for (int i = 0; i < 2; i++)
        offer(&o, address_of_struct(g));
    offer_local_pointers(g, &o, true, false);
    if (!g->structs_may_be_null || may_be_null) {
        Options cells = {.count = 0};
        offer_struct_cells(g, &cells);
        for (uint32_t i = 0; i < cells.count; i++)
            offer(&o, reading(g, cells.texts[i]));
    }
    if (may_be_null) offer(&o, "0");
    return pick(g, &o);
}

/* ---- conditions ---- */

static bool has_structs(const Generator *g) { return g->structs || g->struct_array; }

static bool has_number_cells(const Generator *g)
{
    return g->pointers || g->pointer_array || (g->link == LINK_NUMBER && (g->structs || g->struct_array));
}

static const char *pointer_condition(Generator *g)
{
    Options cells = {.count = 0};
    offer_number_pointers(g, &cells);
    const char *left = reading(g, pick(g, &cells)), *right = address_of_number(g);
    if (g->may_be_null && chance(g, 30)) right = "0";
    Options locals = {.count = 0};
    offer_local_pointers(g, &locals, false, true);
    if (locals.count && chance(g, 40)) right = pick(g, &locals);
    return text(g, "%s %s %s", left, chance(g, 50) ? "==" : "!=", right);
}

static const char *struct_condition(Generator *g)
{
    Options cells = {.count = 0};
    offer_struct_cells(g, &cells);
    const char *right = g->structs_may_be_null && chance(g, 30) ? "0" : address_of_struct(g);
    return text(g, "%s %s %s", reading(g, pick(g, &cells)), chance(g, 50) ? "==" : "!=", right);
}

static const char *simple_condition(Generator *g)
{
    static const char *const operators[] = {"==", "!=", "<", ">="};
    const char *op = operators[rng_below(g->rng, 4)];
    switch (rng_below(g->rng, 6)) {
    case 0:
        if (has_number_cells(g)) return pointer_condition(g);
        break;
    case 1:
        if (g->has_struct_pointer) return struct_condition(g);
        break;
    case 2: return text(g, "%s %s %u", local_number(g), op, rng_below(g->rng, 3) + 1);
    case 3:
        if (chance(g, 50)) return "__VERIFIER_nondet_bool()";
        break;
    default: break;
    }
    return text(g, "%s %s %u", number_read(g), op, rng_below(g->rng, 3) + 1);
}

static const char *condition(Generator *g)
{
    const char *left = simple_condition(g);
    if (!chance(g, 25)) return left;
    return text(g, "%s %s %s", left, chance(g, 50) ? "&&" : "||", simple_condition(g));
}

/* ---- statements ---- */

static void block(Generator *g, uint32_t statements);

static void write_place(Generator *g, const char *type, const char *place, const char *value)
{
    if (has_access(place)) value = without_access(g, type, value);
    line(g, WRITE_BEGIN "%s" WRITE_VALUE "%s" WRITE_END ";", place, value);
}

static void statement_assign(Generator *g)
{
    const char *place = number_place(g);
    write_place(g, number_type(g), place, a_number(g));
}

static void statement_increment(Generator *g)
{
    const char *place = number_place(g);
    write_place(g, number_type(g), place, text(g, "(%s + 1) & 3", reading(g, place)));
}

static void statement_local(Generator *g)
{
    const char *value = chance(g, 15) ? "__VERIFIER_nondet_uchar() & 3" : a_number(g);
    line(g, "%s = %s;", g->scope.numbers[rng_below(g->rng, g->scope.number_count)], value);
}

static void statement_store_pointer(Generator *g)
{
    Options cells = {.count = 0};
    bool is_struct = g->has_struct_pointer && (!has_number_cells(g) || chance(g, 40));
    if (is_struct) {
        offer_struct_cells(g, &cells);
        write_place(g, "struct S *", pick(g, &cells), a_struct_pointer(g, g->structs_may_be_null));
    } else if (has_number_cells(g)) {
        offer_number_pointers(g, &cells);
        write_place(g, text(g, "%s *", g->number), pick(g, &cells), a_pointer(g, g->may_be_null));
    }
}

static void statement_store_pointer2(Generator *g)
{
    Options cells = {.count = 0};
    offer_number_cells(g, &cells);
    write_place(g, text(g, "%s **", g->number), "pp0", text(g, "&%s", pick(g, &cells)));
}

static void statement_local_pointer(Generator *g)
{
    const LocalPointer *p = &g->scope.pointers[rng_below(g->rng, g->scope.pointer_count)];
    if (p->is_constant) return;
    Options o = {.count = 0};
    offer(&o, p->is_struct ? a_struct_pointer(g, false) : a_pointer(g, false));
    if (p->is_private) offer_local_pointers(g, &o, p->is_struct, true);
    if (strcmp(p->name, "la") == 0) offer(&o, "&a0");
    line(g, "%s = %s;", p->name, pick(g, &o));
}

/* A pointer of an array moves in it. */
static void statement_walk(Generator *g)
{
    for (uint32_t i = 0; i < g->scope.pointer_count; i++) {
        const LocalPointer *p = &g->scope.pointers[i];
        if (p->is_struct || p->is_constant) continue;
        bool is_up = chance(g, 50);
        open_block(g, text(g, "if (%s == %s)", p->name, is_up ? "v" : "&v[1]"));
        line(g, "%s%s;", p->name, is_up ? "++" : "--");
        close_block(g);
        return;
    }
}

static void statement_if(Generator *g)
{
    open_block(g, text(g, "if (%s)", condition(g)));
    block(g, 1 + rng_below(g->rng, 2));
    close_block(g);
    if (!chance(g, 30)) return;
    open_block(g, "else");
    block(g, 1);
    close_block(g);
}

/* Uses a copy of a cell that may be null. */
static void statement_guarded(Generator *g, bool is_struct)
{
    Options cells = {.count = 0};
    const char *name = new_name(g, "n");
    if (is_struct)
        offer_struct_cells(g, &cells);
    else
        offer_number_pointers(g, &cells);
    line(g, "%s *%s = %s;", is_struct ? "struct S" : g->number, name, reading(g, pick(g, &cells)));
    open_block(g, text(g, "if (%s)", name));
    Scope saved = g->scope;
    if (g->scope.pointer_count < LOCALS_MAX)
        g->scope.pointers[g->scope.pointer_count++] = (LocalPointer){name, is_struct, false, true};
    block(g, 1 + rng_below(g->rng, 2));
    g->scope = saved;
    close_block(g);
}

static void statement_lock(Generator *g)
{
    Scope saved = g->scope;
    g->scope.is_locked = true;
    line(g, "pthread_mutex_lock(&m);");
    open_block(g, "");
    block(g, 1 + rng_below(g->rng, 2));
    close_block(g);
    line(g, "pthread_mutex_unlock(&m);");
    g->scope = saved;
}

static void statement_atomic(Generator *g)
{
    Scope saved = g->scope;
    g->scope.is_atomic = true;
    line(g, "__VERIFIER_atomic_begin();");
    open_block(g, "");
    block(g, 1 + rng_below(g->rng, 3));
    close_block(g);
    line(g, "__VERIFIER_atomic_end();");
    g->scope = saved;
}

static void statement_loop(Generator *g)
{
    Scope saved = g->scope;
    const char *name = new_name(g, "i");
    open_block(g, text(g, "for (int %s = 0; %s < 2; %s++)", name, name, name));
    g->scope.counter = name;
    block(g, 1);
    g->scope = saved;
    close_block(g);
}

static const char *address_of_cell(Generator *g)
{
    Options o = {.count = 0};
    offer_number_cells(g, &o);
    if (!g->may_be_null) /* a local pointer is not null */
        for (uint32_t i = 0; i < g->scope.pointer_count; i++) {
            const LocalPointer *p = &g->scope.pointers[i];
            if (!p->is_struct && !p->is_private && !p->is_constant) offer(&o, p->name);
        }
    return text(g, "&%s", pick(g, &o));
}

static void statement_swap(Generator *g)
{
    const char *first = address_of_cell(g);
    line(g, "swap(%s, %s);", first, address_of_cell(g));
}

static void statement_set(Generator *g)
{
    Options o = {.count = 0};
    offer(&o, a_pointer(g, false));
    offer_local_pointers(g, &o, false, true);
    const char *target = pick(g, &o);
    const char *value = a_number(g);
    if (has_access(target)) value = without_access(g, number_type(g), value);
    line(g, "set(%s, %s);", target, value);
}

static void statement_get(Generator *g)
{
    Options o = {.count = 0};
    offer(&o, a_struct_pointer(g, false));
    offer_local_pointers(g, &o, true, true);
    line(g, "%s = get(%s);", g->scope.numbers[rng_below(g->rng, g->scope.number_count)], pick(g, &o));
}

static const char *address_of_global_cell(Generator *g)
{
    Options o = {.count = 0};
    offer_number_cells(g, &o);
    if (g->has_pointer2) offer(&o, "*" READ_BEGIN "pp0" READ_END);
    const char *cell = pick(g, &o);
    return *cell == '*' ? cell + 1 : text(g, "&%s", cell);
}

static void statement_local_pointer2(Generator *g)
{
    const char *name = g->scope.pointers2[rng_below(g->rng, g->scope.pointer2_count)];
    line(g, "%s = %s;", name, address_of_global_cell(g));
}

/* One step that reads and writes: compare and swap, exchange, exclusive or. */
static void statement_sync(Generator *g)
{
    if (!g->scope.number_count) return;
    const char *result = g->scope.numbers[rng_below(g->rng, g->scope.number_count)];
    if (has_number_cells(g) && chance(g, 60)) {
        Options cells = {.count = 0};
        offer_number_pointers(g, &cells);
        const char *cell = pick(g, &cells), *type = text(g, "%s *", g->number);
        const char *wanted = without_access(g, type, a_pointer(g, g->may_be_null));
        const char *value = without_access(g, type, a_pointer(g, g->may_be_null));
        if (chance(g, 60))
            line(g, "%s = __sync_bool_compare_and_swap(" AT_BEGIN "%s" READ_END ", %s, %s);", result, cell, wanted,
                 value);
        else
            line(g, "%s = __atomic_exchange_n(" AT_BEGIN "%s" READ_END ", %s, 5) == (%s);", result, cell, value,
                 wanted);
        return;
    }
    const char *place = number_place(g), *value = local_number(g);
    if (chance(g, 50))
        line(g, "%s = __sync_fetch_and_xor(" AT_BEGIN "%s" READ_END ", %s);", result, place, value);
    else
        line(g, "%s = __sync_val_compare_and_swap(" AT_BEGIN "%s" READ_END ", %s, %s);", result, place, value,
             local_number(g));
}

static void statement_via(Generator *g)
{
    Options o = {.count = 0};
    offer(&o, a_pointer(g, false));
    offer_local_pointers(g, &o, false, true);
    line(g, "%s = via(%s);", g->scope.numbers[rng_below(g->rng, g->scope.number_count)], pick(g, &o));
}

static void statement_make(Generator *g)
{
    if (g->scope.pointer_count == LOCALS_MAX) return;
    const char *name = new_name(g, "h");
    line(g, "struct S *%s = make(%s);", name, local_number(g));
    g->scope.pointers[g->scope.pointer_count++] = (LocalPointer){name, true, g->is_twice && !g->is_in_main, true};
}

/* Calls the function that a global points to, or makes it point to the other. */
static void statement_action(Generator *g)
{
    if (chance(g, 40)) {
        line(g, WRITE_BEGIN "act" WRITE_VALUE "%s" WRITE_END ";", chance(g, 50) ? "add" : "clear");
        return;
    }
    const char *target = without_access(g, text(g, "%s *", g->number), a_pointer(g, false));
    line(g, READ_BEGIN "act" READ_END "(%s);", target);
}

/* Goes along a list. */
static void statement_list(Generator *g)
{
    const char *name = new_name(g, "n"), *counter = new_name(g, "i");
    line(g, "struct S *%s = %s;", name, a_struct_pointer(g, g->structs_may_be_null));
    open_block(g, text(g, "for (int %s = 0; %s < 2%s%s; %s++)", counter, counter, g->structs_may_be_null ? " && " : "",
                       g->structs_may_be_null ? name : "", counter));
    Scope saved = g->scope;
    if (g->scope.pointer_count < LOCALS_MAX)
        g->scope.pointers[g->scope.pointer_count++] = (LocalPointer){name, true, false, true};
    g->scope.counter = counter;
    block(g, 1);
    g->scope = saved;
    line(g, "%s = " READ_BEGIN "%s->next" READ_END ";", name, name);
    close_block(g);
}

/* A lock of two, known by a pointer. */
static void statement_lock_one(Generator *g)
{
    Scope saved = g->scope;
    const char *name = new_name(g, "k");
    if (chance(g, 50))
        line(g, "pthread_mutex_t *%s = %s ? &mm[0] : &mm[1];", name, local_number(g));
    else
        line(g, "pthread_mutex_t *%s = &mm[%s];", name, an_index(g, 2));
    g->scope.is_locked = true;
    line(g, "pthread_mutex_lock(%s);", name);
    open_block(g, "");
    block(g, 1 + rng_below(g->rng, 2));
    close_block(g);
    line(g, "pthread_mutex_unlock(%s);", name);
    g->scope = saved;
}

static void statement_copy(Generator *g)
{
    Options shared = {.count = 0}, locals = {.count = 0};
    for (uint32_t i = 0; i < g->structs; i++)
        offer(&shared, text(g, "s%u", i));
    if (g->struct_array) offer(&shared, text(g, "w[%s]", an_index(g, 2)));
    for (uint32_t i = 0; i < g->scope.pointer_count; i++)
        if (g->scope.pointers[i].is_struct && !g->scope.pointers[i].is_private)
            offer(&shared, text(g, "*%s", g->scope.pointers[i].name));
    if (g->has_struct_pointer && !g->structs_may_be_null) offer(&shared, "*" READ_BEGIN "sp0" READ_END);
    for (uint32_t i = 0; i < g->scope.struct_count; i++)
        offer(&locals, g->scope.structs[i]);
    const char *from, *to;
    if (locals.count && shared.count) {
        bool is_load = chance(g, 50);
        from = pick(g, is_load ? &shared : &locals);
        to = pick(g, is_load ? &locals : &shared);
    } else if (g->structs == 2) {
        from = "s0";
        to = "s1";
    } else {
        return;
    }
    line(g, COPY_BEGIN "%s" COPY_FROM "%s" WRITE_END ";", to, from);
}

static void assert_numbers(Generator *g)
{
    const char *left = new_name(g, "t"), *right = new_name(g, "t");
    line(g, "%s %s = %s;", g->number, left, number_read(g));
    line(g, "%s %s = %s;", g->number, right, number_read(g));
    line(g, "assert(%s %s %s);", left, chance(g, 50) ? "!=" : ">=", right);
}

static void assert_pointers(Generator *g)
{
    Options cells = {.count = 0};
    offer_number_pointers(g, &cells);
    const char *left = new_name(g, "t"), *right = new_name(g, "t");
    line(g, "%s *%s = %s;", g->number, left, reading(g, pick(g, &cells)));
    line(g, "%s *%s = %s;", g->number, right, reading(g, pick(g, &cells)));
    line(g, "assert(%s != %s || %s == %s);", left, right, left, address_of_number(g));
}

/* Two reads of one place in a row: the same when no other thread writes in between. */
static void assert_stable(Generator *g)
{
    const char *left = new_name(g, "t"), *right = new_name(g, "t"), *type = number_type(g), *place;
    if (has_number_cells(g) && chance(g, 40)) {
        Options cells = {.count = 0};
        offer_number_pointers(g, &cells);
        type = text(g, "%s *", g->number);
        place = pick(g, &cells);
    } else {
        place = number_place(g);
    }
    line(g, "%s%s = %s;", type, left, reading(g, place));
    line(g, "%s%s = %s;", type, right, reading(g, place));
    line(g, "assert(%s == %s);", left, right);
}

/* A thread reads what it wrote, when no other thread writes. */
static void assert_written(Generator *g)
{
    const char *place = number_place(g), *value = local_number(g);
    write_place(g, number_type(g), place, value);
    line(g, "assert(%s == %s);", reading(g, place), value);
}

static void assert_one_of(Generator *g)
{
    const char *first = simple_condition(g), *second = simple_condition(g);
    line(g, "assert(%s || %s || %s);", first, second, simple_condition(g));
}

static void statement_assert(Generator *g)
{
    if (g->has_outcome) return;
    switch (rng_below(g->rng, 8)) {
    case 0: assert_numbers(g); return;
    case 1:
        if (!has_number_cells(g)) break;
        assert_pointers(g);
        return;
    case 2: line(g, "assert(%s);", condition(g)); return;
    case 3:
    case 4: assert_stable(g); return;
    case 5: assert_written(g); return;
    default: break;
    }
    assert_one_of(g);
}

/* One statement of a kind that the program has the means for; more lines when it needs temporaries. */
static void statement(Generator *g)
{
    bool is_flat = g->indent >= 3;
    const Scope *s = &g->scope;
    switch (rng_below(g->rng, 35)) {
    case 0:
    case 1:
        if (!is_flat)
            statement_if(g);
        else
            statement_assign(g);
        return;
    case 2:
    case 3:
    case 4: statement_store_pointer(g); return;
    case 5:
        if (g->has_pointer2) statement_store_pointer2(g);
        return;
    case 6:
    case 7:
        if (s->pointer_count) statement_local_pointer(g);
        return;
    case 8:
        if (g->array && s->pointer_count) statement_walk(g);
        return;
    case 9:
    case 10:
        if (g->may_be_null && has_number_cells(g) && !is_flat) statement_guarded(g, false);
        return;
    case 11:
        if (g->structs_may_be_null && g->has_struct_pointer && !is_flat) statement_guarded(g, true);
        return;
    case 12:
    case 13:
        if (g->has_mutex && !s->is_locked && !s->is_atomic && !is_flat) statement_lock(g);
        return;
    case 14:
        if (!s->is_atomic && !is_flat) statement_atomic(g);
        return;
    case 15:
        if (!s->counter && !is_flat) statement_loop(g);
        return;
    case 16:
        if (g->has_swap && has_number_cells(g)) statement_swap(g);
        return;
    case 17:
        if (g->has_set) statement_set(g);
        return;
    case 18:
        if (g->has_get && s->number_count) statement_get(g);
        return;
    case 19:
        if (g->structs) statement_copy(g);
        return;
    case 20: statement_assert(g); return;
    case 21:
    case 22:
        if (s->number_count) statement_local(g);
        return;
    case 23: statement_increment(g); return;
    case 24:
        if (s->pointer2_count && has_number_cells(g)) statement_local_pointer2(g);
        return;
    case 25: statement_sync(g); return;
    case 30:
        if (g->has_via && s->number_count) statement_via(g);
        return;
    case 31:
        if (g->has_make && !s->counter && !is_flat) statement_make(g);
        return;
    case 26:
        if (g->has_action) statement_action(g);
        return;
    case 27:
        if (g->link == LINK_STRUCT && has_structs(g) && !is_flat && !s->counter) statement_list(g);
        return;
    case 28:
        if (g->has_mutexes && !s->is_locked && !s->is_atomic && !is_flat) statement_lock_one(g);
        return;
    case 29:
        if (!s->is_locked && !s->is_atomic && !g->is_in_main && !is_flat && chance(g, 40))
            line(g, "if (%s) return 0;", condition(g));
        return;
    default: statement_assign(g); return;
    }
}

/* Until so many statements are there; a kind that the program has no means for makes none. */
static void block(Generator *g, uint32_t statements)
{
    Scope saved = g->scope;
    for (uint32_t i = 0; i < statements; i++) {
        size_t before = g->out->length;
        while (g->out->length == before)
            statement(g);
    }
    g->scope = saved;
}

/* ---- locals ---- */

static void add_number(Generator *g, const char *name) { g->scope.numbers[g->scope.number_count++] = name; }

static void add_pointer(Generator *g, const char *name, bool is_struct, bool is_private)
{
    g->scope.pointers[g->scope.pointer_count++] = (LocalPointer){name, is_struct, is_private, false};
}

static const char *struct_value(Generator *g)
{
    const char *p = "";
    if (g->link == LINK_NUMBER) p = g->may_be_null && chance(g, 50) ? ", 0" : ", &x0";
    if (g->link == LINK_STRUCT) p = g->structs_may_be_null && chance(g, 50) ? ", 0" : g->structs ? ", &s0" : ", &w[0]";
    return text(g, "{%u, %u%s%s}", rng_below(g->rng, 4), rng_below(g->rng, 4), g->has_member_array ? ", {1, 2}" : "",
                p);
}

static void locals(Generator *g)
{
    uint32_t count = 1 + rng_below(g->rng, 2);
    for (uint32_t i = 0; i < count; i++) {
        const char *name = text(g, "l%u", i);
        line(g, "%s %s = %u;", g->number, name, rng_below(g->rng, 4));
        add_number(g, name);
    }
    if (chance(g, 50)) {
        line(g, "%s *lp = %s;", g->number, a_pointer(g, false));
        add_pointer(g, "lp", false, false);
    }
    if (chance(g, 30)) {
        line(g, "%s a0 = %u;", g->number, rng_below(g->rng, 4));
        add_number(g, "a0");
        line(g, "%s *la = %s;", g->number, chance(g, 50) ? "&a0" : a_pointer(g, false));
        add_pointer(g, "la", false, true);
    }
    if (chance(g, 15)) {
        line(g, "%s d0[2] = {%u, 1};", g->number, rng_below(g->rng, 4));
        add_number(g, "d0[1]");
        line(g, "%s *ld = &d0[%s];", g->number, an_index(g, 2));
        add_pointer(g, "ld", false, true);
    }
    if (has_number_cells(g) && chance(g, 20)) {
        line(g, "%s **lpp = %s;", g->number, address_of_cell(g));
        g->scope.pointers2[g->scope.pointer2_count++] = "lpp";
    }
    if (!has_structs(g)) return;
    if (chance(g, 30)) {
        line(g, "struct S *ls = %s;", a_struct_pointer(g, false));
        add_pointer(g, "ls", true, false);
    }
    if (chance(g, 20)) {
        line(g, "struct S c0 = %s;", struct_value(g));
        g->scope.structs[g->scope.struct_count++] = "c0";
        if (chance(g, 50)) {
            line(g, "struct S *lc = &c0;");
            add_pointer(g, "lc", true, true);
        }
    }
}

static void heap_number(Generator *g, const char *name, const char *member)
{
    line(g, WRITE_BEGIN "%s->%s" WRITE_VALUE "%u" WRITE_END ";", name, member, rng_below(g->rng, 4));
}

/* A struct from the heap, known as `name`. Each of several threads that run the function keeps its own. */
static void heap_struct(Generator *g, const char *name, bool is_private)
{
    bool is_clear = chance(g, 40);
    line(g, "struct S *%s = %s%s);", name, is_clear ? "calloc(1, sizeof *" : "malloc(sizeof *", name);
    line(g, "if (!%s) abort();", name);
    if (!is_clear || chance(g, 50)) heap_number(g, name, "a");
    if (!is_clear || chance(g, 50)) heap_number(g, name, "b");
    if (g->has_member_array && !is_clear) {
        heap_number(g, name, "d[0]");
        heap_number(g, name, "d[1]");
    }
    if (g->link == LINK_NUMBER) line(g, WRITE_BEGIN "%s->p" WRITE_VALUE "%s" WRITE_END ";", name, address_of_number(g));
    if (g->link == LINK_STRUCT)
        line(g, WRITE_BEGIN "%s->next" WRITE_VALUE "%s" WRITE_END ";", name, address_of_struct(g));
    add_pointer(g, name, true, is_private);
    g->scope.pointers[g->scope.pointer_count - 1].is_constant = true;
}

/* Two numbers from the heap. */
static void heap_numbers(Generator *g, const char *name, bool is_private)
{
    line(g, "%s *%s = malloc(2 * sizeof *%s);", g->number, name, name);
    line(g, "if (!%s) abort();", name);
    line(g, WRITE_BEGIN "%s[0]" WRITE_VALUE "%u" WRITE_END ";", name, rng_below(g->rng, 4));
    line(g, WRITE_BEGIN "%s[1]" WRITE_VALUE "%u" WRITE_END ";", name, rng_below(g->rng, 4));
    add_pointer(g, name, false, is_private);
    g->scope.pointers[g->scope.pointer_count - 1].is_constant = true;
    if (chance(g, 50)) return;
    line(g, "%s *hb = %s + (%s);", g->number, name, an_index(g, 2));
    add_pointer(g, "hb", false, is_private);
    g->scope.pointers[g->scope.pointer_count - 1].is_constant = true;
}

/* ---- functions ---- */

static void helpers(Generator *g)
{
    const char *n = g->number;
    if (g->has_set) {
        line(g, "void set(%s *p, %s value)\n{\n    " WRITE_BEGIN "*p" WRITE_VALUE "value" WRITE_END ";\n}", n, n);
    }
    if (g->has_swap) {
        line(g, "void swap(%s **a, %s **b)\n{\n    %s *t = " READ_BEGIN "*a" READ_END ";", n, n, n);
        line(g, "    " WRITE_BEGIN "*a" WRITE_VALUE READ_BEGIN "*b" READ_END WRITE_END ";");
        line(g, "    " WRITE_BEGIN "*b" WRITE_VALUE "t" WRITE_END ";\n}");
    }
    if (g->has_pick) {
        line(g, "%s *pick(int first)\n{\n    if (first) return %s;", n, address_of_number(g));
        line(g, "    return %s;\n}", address_of_number(g));
    }
    if (g->has_action) {
        line(g, "void add(%s *p)\n{\n    %s t = " READ_BEGIN "*p" READ_END ";", n, n);
        line(g, "    " WRITE_BEGIN "*p" WRITE_VALUE "(t + 1) & 3" WRITE_END ";\n}");
        line(g, "void clear(%s *p)\n{\n    " WRITE_BEGIN "*p" WRITE_VALUE "0" WRITE_END ";\n}", n);
        line(g, SHARED_MARK "void (*act)(%s *) = %s;", n, chance(g, 50) ? "add" : "clear");
    }
    if (g->has_via) {
        line(g, "%s via(%s *p)\n{\n    %s temp = " READ_BEGIN "*p" READ_END ";", n, n, n);
        line(g, "    %s *to = &temp;\n    if (temp < 2) to = p;", n);
        line(g, "    " WRITE_BEGIN "*to" WRITE_VALUE "(temp + 1) & 3" WRITE_END ";\n    return temp;\n}");
    }
    if (g->has_make) {
        line(g, "struct S *make(%s number)\n{", n);
        g->indent++;
        heap_struct(g, "h", true);
        line(g, WRITE_BEGIN "h->a" WRITE_VALUE "number" WRITE_END ";");
        line(g, "return h;");
        close_block(g);
        g->scope.pointer_count = 0;
    }
    if (g->has_get) {
        line(g, "%s get(struct S *s)\n{\n    return " READ_BEGIN "s->%s" READ_END ";\n}", n, number_member(g));
    }
}

static void argument(Generator *g, ArgKind kind)
{
    switch (kind) {
    case ARG_NUMBER:
        line(g, "%s id = (%s)(long)arg;", g->number, g->number);
        add_number(g, "id");
        return;
    case ARG_POINTER:
        line(g, "%s *ap = arg;", g->number);
        add_pointer(g, "ap", false, false);
        return;
    case ARG_POINTER2:
        line(g, "%s **app = arg;", g->number);
        g->scope.pointers2[g->scope.pointer2_count++] = "app";
        return;
    case ARG_STRUCT:
        line(g, "struct S *as = arg;");
        add_pointer(g, "as", true, false);
        return;
    case ARG_NONE:
    case ARG_KIND_COUNT: return;
    }
}

static void function(Generator *g, uint32_t number)
{
    g->scope = (Scope){.counter = NULL};
    line(g, "void *f%u(void *arg)\n{", number);
    g->indent++;
    argument(g, g->args[number]);
    locals(g);
    if (has_structs(g) && chance(g, 8)) heap_struct(g, "h", g->is_twice);
    if (chance(g, 8)) heap_numbers(g, "ha", g->is_twice);
    block(g, 2 + rng_below(g->rng, g->functions == 3 ? 2 : 4));
    line(g, "return 0;");
    close_block(g);
}

/* ---- main ---- */

/* What is passed to a thread; with an address of a local of main, the local. */
static const char *argument_value(Generator *g, ArgKind kind, bool *is_local)
{
    switch (kind) {
    case ARG_NUMBER: return text(g, "(void *)%u", rng_below(g->rng, 3));
    case ARG_POINTER:
        if (chance(g, 30)) {
            *is_local = true;
            return "&c";
        }
        for (uint32_t i = 0; i < g->scope.pointer_count; i++)
            if (!g->scope.pointers[i].is_struct && chance(g, 60)) return g->scope.pointers[i].name;
        return address_of_number(g);
    case ARG_POINTER2:
        if (has_number_cells(g)) {
            Options cells = {.count = 0};
            offer_number_cells(g, &cells);
            return text(g, "&%s", pick(g, &cells));
        }
        *is_local = true;
        return "&cp";
    case ARG_STRUCT:
        if (chance(g, 20)) {
            *is_local = true;
            return "&cs";
        }
        for (uint32_t i = 0; i < g->scope.pointer_count; i++)
            if (g->scope.pointers[i].is_struct && chance(g, 60)) return g->scope.pointers[i].name;
        return address_of_struct(g);
    case ARG_NONE:
    case ARG_KIND_COUNT: return "0";
    }
    return "0";
}

static void main_locals(Generator *g)
{
    line(g, "%s c = %u;", g->number, rng_below(g->rng, 4));
    g->scope.shared_numbers[g->scope.shared_count++] = "c";
    line(g, "%s l0 = 1;", g->number);
    add_number(g, "l0");
    line(g, "%s *cp = &x0;", g->number);
    if (chance(g, 12)) heap_numbers(g, "ha", false);
    if (!has_structs(g)) return;
    line(g, "struct S cs = %s;", struct_value(g));
    g->scope.shared_numbers[g->scope.shared_count++] = "cs.a";
    if (!chance(g, 35)) return;
    heap_struct(g, "h", false);
    if (g->has_struct_pointer && chance(g, 60)) line(g, WRITE_BEGIN "sp0" WRITE_VALUE "h" WRITE_END ";");
}

/* How the program ended: the native version tells the explorer, the other asserts that it is not the outcome asked
 * about. */
static void outcome(Generator *g)
{
    Str native, chorus;
    str_init(g->run, &native);
    str_init(g->run, &chorus);
    for (uint32_t i = 0; i < OUTCOME_NUMBERS; i++) {
        const char *name = new_name(g, "z");
        bool is_number = !has_number_cells(g) || chance(g, 60);
        line(g, "%s%s = %s;", number_type(g), name, is_number ? number_read(g) : pointer_condition(g));
        str_addf(&native, "%s%s << %u", i ? " | " : "", name, 2 * i);
        str_addf(&chorus, "%s%s != " KEY_MARK "%u", i ? " || " : "", name, i);
    }
    line(g, NATIVE_MARK "host->end(host, %s);", str_text(&native));
    line(g, CHORUS_MARK "assert(%s);", str_text(&chorus));
    str_clear(&native);
    str_clear(&chorus);
}

static void main_function(Generator *g, uint32_t threads)
{
    bool is_local = false;
    g->scope = (Scope){.counter = NULL};
    g->is_in_main = true;
    line(g, "int main(void)\n{");
    g->indent++;
    main_locals(g);
    for (uint32_t i = 0; i < threads; i++) {
        uint32_t f = g->is_twice ? 0 : i;
        const char *value = argument_value(g, g->args[f], &is_local);
        line(g, "pthread_t t_%u;", i);
        line(g, "pthread_create(&t_%u, 0, f%u, %s);", i, f, value);
        if (i == 0 && chance(g, 20)) statement(g);
    }
    if (chance(g, 25)) block(g, 1 + rng_below(g->rng, 2));
    bool is_joined = is_local || g->has_outcome || chance(g, 60);
    for (uint32_t i = 0; i < threads && is_joined; i++)
        line(g, "pthread_join(t_%u, 0);", i);
    if (g->has_outcome) outcome(g);
    if (is_joined || chance(g, 50)) statement_assert(g);
    line(g, "return 0;");
    close_block(g);
}

/* ---- globals ---- */

static void choose_shape(Generator *g)
{
    static const char *const types[] = {"unsigned char", "int"};
    bool is_int = chance(g, 50);
    g->number = types[is_int];
    g->other = types[!is_int];
    g->numbers = 1 + rng_below(g->rng, 2);
    g->has_other = chance(g, 20);
    g->array = chance(g, 25) ? 2 + rng_below(g->rng, 2) : 0;
    if (chance(g, 50)) g->structs = 1 + rng_below(g->rng, 2);
    g->struct_array = chance(g, 15);
    g->pointers = rng_below(g->rng, 3);
    g->pointer_array = chance(g, 15);
    if (has_structs(g)) {
        g->has_struct_pointer = chance(g, 60);
        g->link = (Link)rng_below(g->rng, 3);
    }
    g->may_be_null = chance(g, 30);
    g->structs_may_be_null = chance(g, 30);
    g->has_pointer2 = has_number_cells(g) && chance(g, 30);
    g->has_mutex = chance(g, 40);
    g->has_set = chance(g, 30);
    g->has_swap = has_number_cells(g) && chance(g, 35);
    g->has_pick = chance(g, 20);
    g->has_action = chance(g, 20);
    g->has_mutexes = chance(g, 20);
    g->has_member_array = chance(g, 15);
    g->has_matrix = chance(g, 10);
    g->has_via = chance(g, 20);
    g->has_make = has_structs(g) && chance(g, 25);
    g->has_get = has_structs(g) && chance(g, 25);
}

static void struct_type(Generator *g)
{
    static const char *const moves[] = {"", " MOVE(p);", " MOVE(next);"};
    line(g, "struct S {");
    line(g, "    %s a;", g->number);
    line(g, "    %s b;", g->number);
    if (g->has_member_array) line(g, "    %s d[2];", g->number);
    if (g->link == LINK_NUMBER) line(g, "    %s *p;", g->number);
    if (g->link == LINK_STRUCT) line(g, "    struct S *next;");
    line(g, "};");
    line(g, NATIVE_MARK "#define COPY(to, from) ({ struct S *to_ = &(to), *from_ = &(from); MOVE(a); MOVE(b);%s%s })",
         g->has_member_array ? " MOVE(d[0]); MOVE(d[1]);" : "", moves[g->link]);
}

static const char *initial_pointer(Generator *g)
{
    return g->may_be_null && chance(g, 50) ? "0" : address_of_number(g);
}

static void struct_globals(Generator *g)
{
    bool is_linked = g->link == LINK_STRUCT;
    for (uint32_t i = 0; i < g->structs && is_linked; i++)
        line(g, SHARED_MARK "extern struct S s%u;", i);
    if (g->struct_array && is_linked) line(g, SHARED_MARK "extern struct S w[2];");
    for (uint32_t i = 0; i < g->structs; i++)
        line(g, SHARED_MARK "struct S s%u = %s;", i, struct_value(g));
    if (g->struct_array) {
        const char *first = struct_value(g);
        line(g, SHARED_MARK "struct S w[2] = {%s, %s};", first, struct_value(g));
    }
}

static void globals(Generator *g)
{
    for (uint32_t i = 0; i < g->numbers; i++)
        line(g, SHARED_MARK "%s x%u = %u;", g->number, i, rng_below(g->rng, 4));
    if (g->has_other) line(g, SHARED_MARK "%s y0 = %u;", g->other, rng_below(g->rng, 4));
    if (g->array) line(g, SHARED_MARK "%s v[%u] = {%u};", g->number, g->array, rng_below(g->rng, 4));
    if (g->has_matrix) line(g, SHARED_MARK "%s g[2][2] = {{1, 2}, {%u}};", g->number, rng_below(g->rng, 4));
    if (has_structs(g)) {
        struct_type(g);
        struct_globals(g);
    }
    for (uint32_t i = 0; i < g->pointers; i++)
        line(g, SHARED_MARK "%s *p%u = %s;", g->number, i, initial_pointer(g));
    if (g->pointer_array) {
        const char *first = initial_pointer(g);
        line(g, SHARED_MARK "%s *q[2] = {%s, %s};", g->number, first, initial_pointer(g));
    }
    if (g->has_pointer2) {
        Options cells = {.count = 0};
        offer_number_cells(g, &cells);
        line(g, SHARED_MARK "%s **pp0 = &%s;", g->number, pick(g, &cells));
    }
    if (g->has_struct_pointer) {
        bool is_null = g->structs_may_be_null && chance(g, 50);
        line(g, SHARED_MARK "struct S *sp0 = %s;", is_null ? "0" : address_of_struct(g));
    }
    if (g->has_mutexes)
        line(g, SHARED_MARK "pthread_mutex_t mm[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};");
    if (g->has_mutex) line(g, SHARED_MARK "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;");
}

void generate_program(Rng *rng, Str *out)
{
    Generator g = {.run = out->run, .rng = rng, .out = out};
    choose_shape(&g);
    uint32_t threads = chance(&g, 15) ? 3 : 2;
    g.is_twice = chance(&g, 25);
    g.has_outcome = chance(&g, 40);
    g.functions = g.is_twice ? 1 : threads;
    globals(&g);
    helpers(&g);
    for (uint32_t i = 0; i < g.functions; i++) {
        g.args[i] = (ArgKind)rng_below(rng, has_structs(&g) ? ARG_KIND_COUNT : ARG_STRUCT);
        function(&g, i);
    }
    main_function(&g, threads);
}
