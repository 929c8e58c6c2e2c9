/* Random programs allocate, publish, take and free. A heap cell (hp0, hp1, hs0) holds NULL or what malloc gave, and
 * mostly a copy of it is tested before it is used. */
#include "agreement_c/generator.h"

/* ---- objects that are never freed ---- */

static void set_member(Generator *g, const char *owner, const char *member, const char *value)
{
    gen_line(g, WRITE_BEGIN "%s%s" WRITE_VALUE "%s" WRITE_END ";", owner, member, value);
}

static const char *constant(Generator *g) { return gen_text(g, "%u", rng_below(g->rng, 4)); }

void gen_set_members(Generator *g, const char *owner, bool is_clear)
{
    if (!is_clear || gen_chance(g, 50)) set_member(g, owner, "a", constant(g));
    if (!is_clear || gen_chance(g, 50)) set_member(g, owner, "b", constant(g));
    if (g->has_member_array && !is_clear) {
        set_member(g, owner, "d[0]", constant(g));
        set_member(g, owner, "d[1]", constant(g));
    }
    if (g->has_member_mutex) gen_line(g, "pthread_mutex_init(&%sm, 0);", owner);
    if (g->link == LINK_NUMBER) set_member(g, owner, "p", gen_address_of_number(g));
    if (g->link == LINK_STRUCT) set_member(g, owner, "next", gen_address_of_struct(g));
}

void gen_heap_struct(Generator *g, const char *name, bool is_private)
{
    bool is_clear = gen_chance(g, 40);
    gen_line(g, "struct S *%s = %s%s);", name, is_clear ? "calloc(1, sizeof *" : "malloc(sizeof *", name);
    gen_line(g, "if (!%s) abort();", name);
    gen_set_members(g, gen_text(g, "%s->", name), is_clear);
    gen_add_pointer(g, name, true, is_private);
    g->scope.pointers[g->scope.pointer_count - 1].is_constant = true;
}

void gen_heap_numbers(Generator *g, const char *name, bool is_private)
{
    gen_line(g, "%s *%s = malloc(2 * sizeof *%s);", g->number, name, name);
    gen_line(g, "if (!%s) abort();", name);
    gen_line(g, WRITE_BEGIN "%s[0]" WRITE_VALUE "%u" WRITE_END ";", name, rng_below(g->rng, 4));
    gen_line(g, WRITE_BEGIN "%s[1]" WRITE_VALUE "%u" WRITE_END ";", name, rng_below(g->rng, 4));
    gen_add_pointer(g, name, false, is_private);
    g->scope.pointers[g->scope.pointer_count - 1].is_constant = true;
    if (gen_chance(g, 50)) return;
    gen_line(g, "%s *hb = %s + (%s);", g->number, name, gen_an_index(g, 2));
    gen_add_pointer(g, "hb", false, is_private);
    g->scope.pointers[g->scope.pointer_count - 1].is_constant = true;
}

/* ---- heap cells ---- */

void gen_choose_heap(Generator *g)
{
    static const Guard guards[] = {GUARD_NONE, GUARD_NONE, GUARD_NONE, GUARD_LOCK, GUARD_ATOMIC};
    g->heap_cells = 1 + rng_below(g->rng, 2);
    g->has_heap_struct = gen_has_structs(g) && gen_chance(g, 60);
    g->heap_guard = guards[rng_below(g->rng, 5)];
    g->has_mutex |= g->heap_guard == GUARD_LOCK;
    g->heap_escapes = gen_chance(g, 40);
    g->has_array_blocks = gen_chance(g, 20);
}

void gen_declare_heap(Generator *g)
{
    for (uint32_t i = 0; i < g->heap_cells; i++)
        gen_line(g, SHARED_MARK "%s *hp%u;", g->number, i);
    if (g->has_heap_struct) gen_line(g, SHARED_MARK "struct S *hs0;");
}

typedef struct Cell {
    const char *text, *type; /* type: of what it points to */
    bool is_struct;
} Cell;

static Cell choose_cell(Generator *g)
{
    if (g->has_heap_struct && gen_chance(g, 40)) return (Cell){"hs0", "struct S", true};
    return (Cell){gen_text(g, "hp%u", rng_below(g->rng, g->heap_cells)), g->number, false};
}

static void use(Generator *g, const char *name, bool is_struct)
{
    if (g->scope.pointer_count == LOCALS_MAX) return;
    g->scope.pointers[g->scope.pointer_count++] = (LocalPointer){name, is_struct, !g->heap_escapes, true};
}

static const char *allocate(Generator *g, const Cell *cell)
{
    const char *name = gen_new_name(g, "n");
    gen_line(g, "%s *%s = malloc(%ssizeof *%s);", cell->type, name,
             g->has_array_blocks && !cell->is_struct ? "2 * " : "", name);
    gen_line(g, "if (!%s) abort();", name);
    if (cell->is_struct) {
        gen_set_members(g, gen_text(g, "%s->", name), false);
    } else {
        gen_line(g, WRITE_BEGIN "*%s" WRITE_VALUE "%s" WRITE_END ";", name, gen_local_number(g));
        if (g->has_array_blocks) gen_line(g, WRITE_BEGIN "%s[1]" WRITE_VALUE "1" WRITE_END ";", name);
    }
    return name;
}

static const char *exchange(Generator *g, const Cell *cell, const char *value)
{
    return gen_text(g, "__atomic_exchange_n(" AT_BEGIN "%s" READ_END ", %s, 5)", cell->text, value);
}

static const char *swap(Generator *g, const Cell *cell, const char *old, const char *value)
{
    return gen_text(g, SWAP_BEGIN EXCHANGE_BEGIN "%s" READ_END ", %s, %s" OP_END, cell->text, old, value);
}

static const char *copy(Generator *g, const Cell *cell)
{
    const char *name = gen_new_name(g, "n");
    gen_line(g, "%s *%s = %s;", cell->type, name, gen_reading(g, cell->text));
    return name;
}

static void write_cell(Generator *g, const Cell *cell, const char *value)
{
    gen_line(g, WRITE_BEGIN "%s" WRITE_VALUE "%s" WRITE_END ";", cell->text, value);
}

/* A new block goes into the cell; what was there is freed, or forgotten. */
static void publish(Generator *g, const Cell *cell)
{
    const char *name = allocate(g, cell), *old;
    switch (rng_below(g->rng, 4)) {
    case 0: write_cell(g, cell, name); break;
    case 1:
        gen_open_block(g, gen_text(g, "if (!%s)", swap(g, cell, "0", name)));
        gen_line(g, "free(%s);", name);
        gen_close_block(g);
        return;
    case 2:
        old = copy(g, cell);
        gen_open_block(g, gen_text(g, "if (!%s)", swap(g, cell, old, name)));
        gen_line(g, "free(%s);", name);
        gen_close_block(g);
        if (gen_chance(g, 50)) {
            gen_open_block(g, "else");
            gen_line(g, "free(%s);", old);
            gen_close_block(g);
        }
        return;
    default:
        old = gen_new_name(g, "n");
        gen_line(g, "%s *%s = %s;", cell->type, old, exchange(g, cell, name));
        gen_line(g, "free(%s);", old);
        break;
    }
    use(g, name, cell->is_struct);
}

/* In the block that is open: the pointer is not null. */
static void use_and_free(Generator *g, const char *name, const Cell *cell, uint32_t percent)
{
    Scope saved = g->scope;
    use(g, name, cell->is_struct);
    if (gen_chance(g, 60)) gen_block(g, 1);
    g->scope = saved;
    if (gen_chance(g, percent)) gen_line(g, "free(%s);", name);
    if (gen_chance(g, 3)) gen_line(g, "free(%s);", name);
}

/* Who takes a block has it alone, unless others kept its address. */
static void take(Generator *g, const Cell *cell)
{
    const char *name = gen_new_name(g, "n");
    gen_line(g, "%s *%s = %s;", cell->type, name, exchange(g, cell, "0"));
    gen_open_block(g, gen_text(g, "if (%s)", name));
    use_and_free(g, name, cell, 70);
    gen_close_block(g);
}

/* Who looks has it alone only with a guard. */
static void look(Generator *g, const Cell *cell)
{
    const char *name = copy(g, cell);
    gen_open_block(g, gen_text(g, "if (%s)", name));
    bool is_last = gen_chance(g, 40);
    if (is_last) write_cell(g, cell, "0");
    use_and_free(g, name, cell, is_last ? 80 : 3);
    gen_close_block(g);
}

/* A compare and swap that only says that the address is the same: the ABA problem. */
static void move(Generator *g, const Cell *cell)
{
    const char *old = copy(g, cell), *value = gen_chance(g, 50) ? "0" : copy(g, cell);
    if (gen_chance(g, 50)) gen_block(g, 1);
    gen_open_block(g, gen_text(g, "if (%s && %s)", old, swap(g, cell, old, value)));
    use_and_free(g, old, cell, 60);
    gen_close_block(g);
}

static void compare(Generator *g, const Cell *cell)
{
    const char *first = copy(g, cell);
    if (gen_chance(g, 60)) gen_block(g, 1);
    const char *same = gen_same(g, gen_reading(g, cell->text), gen_chance(g, 50) ? "==" : "!=", first);
    if (gen_chance(g, 50) && !g->has_outcome)
        gen_line(g, "assert(%s);", same);
    else if (g->scope.number_count)
        gen_line(g, "%s = %s;", g->scope.numbers[0], same);
}

static void free_wrong(Generator *g)
{
    if (gen_chance(g, 50)) {
        gen_line(g, "free(%s);", gen_address_of_number(g));
        return;
    }
    Options o = {.count = 0};
    gen_offer_local_pointers(g, &o, gen_chance(g, 30), true);
    if (o.count) gen_line(g, "free(%s);", gen_pick(g, &o));
}

static void unguarded(Generator *g)
{
    Cell cell = choose_cell(g);
    switch (rng_below(g->rng, 16)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4: publish(g, &cell); return;
    case 5:
    case 6:
    case 7: take(g, &cell); return;
    case 8:
    case 9:
    case 10: look(g, &cell); return;
    case 11:
    case 12: move(g, &cell); return;
    case 13:
    case 14: compare(g, &cell); return;
    default:
        if (gen_chance(g, 20)) free_wrong(g);
        return;
    }
}

void gen_statement_heap(Generator *g)
{
    Scope saved = g->scope;
    Guard guard = g->scope.is_locked || g->scope.is_atomic ? GUARD_NONE : g->heap_guard;
    if (g->indent > 2 || g->scope.counter) return;
    if (guard == GUARD_NONE || gen_chance(g, 10)) {
        unguarded(g);
        return;
    }
    g->scope.is_locked |= guard == GUARD_LOCK;
    g->scope.is_atomic |= guard == GUARD_ATOMIC;
    gen_line(g, guard == GUARD_LOCK ? "pthread_mutex_lock(&m);" : "__VERIFIER_atomic_begin();");
    gen_open_block(g, "");
    unguarded(g);
    gen_close_block(g);
    gen_line(g, guard == GUARD_LOCK ? "pthread_mutex_unlock(&m);" : "__VERIFIER_atomic_end();");
    g->scope = saved;
}

/* In main, before there are threads. */
void gen_fill_heap(Generator *g)
{
    Scope saved = g->scope;
    for (uint32_t i = 0; i < g->heap_cells + g->has_heap_struct; i++) {
        Cell cell = {gen_text(g, "hp%u", i), g->number, false};
        if (i == g->heap_cells) cell = (Cell){"hs0", "struct S", true};
        if (gen_chance(g, 60)) write_cell(g, &cell, allocate(g, &cell));
    }
    g->scope = saved;
}

void gen_free_all(Generator *g)
{
    for (uint32_t i = 0; i < g->heap_cells; i++)
        if (gen_chance(g, 40)) gen_line(g, "free(" READ_BEGIN "hp%u" READ_END ");", i);
    if (g->has_heap_struct && gen_chance(g, 40)) gen_line(g, "free(" READ_BEGIN "hs0" READ_END ");");
}

/* ---- numbers near the limits ---- */

const char *gen_big_number(Generator *g)
{
    static const char *const ints[] = {"2147483646", "2147483645", "-2147483647", "1073741824", "3", "-1"};
    static const char *const chars[] = {"127", "126", "-128", "64", "3", "-1"};
    uint32_t i = rng_below(g->rng, 6);
    return g->big[0] == 'i' ? ints[i] : chars[i];
}

void gen_statement_big(Generator *g)
{
    static const char *const operators[] = {OP_ADD, OP_ADD, OP_SUB, OP_MUL, OP_SHL};
    const char *left = gen_reading(g, "big"), *right = gen_local_number(g), *op = operators[rng_below(g->rng, 5)];
    if (gen_chance(g, 25) &&
        (*op == *OP_SUB || *op == *OP_ADD)) { /* constants on one side only, lest the compiler folds */
        left = gen_chance(g, 50) ? gen_big_number(g) : "0";
        right = gen_reading(g, "big");
    }
    const char *value = gen_text(g, OP_BEGIN "%s%s%s" OP_END, left, op, right);
    if (gen_chance(g, 15)) value = gen_big_number(g);
    bool is_guarded = gen_chance(g, 30) && g->indent < 3;
    if (is_guarded) gen_open_block(g, gen_text(g, "if (%s < %s)", gen_reading(g, "big"), gen_big_number(g)));
    gen_line(g, WRITE_BEGIN "big" WRITE_VALUE "%s" WRITE_END ";", value);
    if (is_guarded) gen_close_block(g);
}
