/* Statements of random programs. */
#include "agreement_c/generator.h"

#include <string.h>

static void statement_assign(Generator *g)
{
    const char *place = gen_number_place(g);
    gen_write(g, gen_number_type(g), place, gen_a_number(g));
}

static void statement_increment(Generator *g)
{
    const char *place = gen_number_place(g);
    gen_write(g, gen_number_type(g), place, gen_text(g, "(%s + 1) & 3", gen_reading(g, place)));
}

static void statement_local(Generator *g)
{
    const char *value = gen_chance(g, 15) ? "__VERIFIER_nondet_uchar() & 3" : gen_a_number(g);
    gen_line(g, "%s = %s;", g->scope.numbers[rng_below(g->rng, g->scope.number_count)], value);
}

static void statement_store_pointer(Generator *g)
{
    Options cells = {.count = 0};
    bool is_struct = g->has_struct_pointer && (!gen_has_number_cells(g) || gen_chance(g, 40));
    if (is_struct) {
        gen_offer_struct_cells(g, &cells);
        gen_write(g, "struct S *", gen_pick(g, &cells), gen_a_struct_pointer(g, g->structs_may_be_null));
    } else if (gen_has_number_cells(g)) {
        gen_offer_number_pointers(g, &cells);
        gen_write(g, gen_text(g, "%s *", g->number), gen_pick(g, &cells), gen_a_pointer(g, g->may_be_null));
    }
}

static void statement_store_pointer2(Generator *g)
{
    Options cells = {.count = 0};
    gen_offer_number_cells(g, &cells);
    gen_write(g, gen_text(g, "%s **", g->number), "pp0", gen_text(g, "&%s", gen_pick(g, &cells)));
}

static void statement_local_pointer(Generator *g)
{
    const LocalPointer *p = &g->scope.pointers[rng_below(g->rng, g->scope.pointer_count)];
    if (p->is_constant) return;
    Options o = {.count = 0};
    gen_offer(&o, p->is_struct ? gen_a_struct_pointer(g, false) : gen_a_pointer(g, false));
    if (p->is_private) gen_offer_local_pointers(g, &o, p->is_struct, true);
    if (strcmp(p->name, "la") == 0) gen_offer(&o, "&a0");
    gen_line(g, "%s = %s;", p->name, gen_pick(g, &o));
}

/* A pointer of an array moves in it. */
static void statement_walk(Generator *g)
{
    for (uint32_t i = 0; i < g->scope.pointer_count; i++) {
        const LocalPointer *p = &g->scope.pointers[i];
        if (p->is_struct || p->is_constant) continue;
        bool is_up = gen_chance(g, 50);
        gen_open_block(g, gen_text(g, "if (%s)", gen_same(g, p->name, "==", is_up ? "&v[0]" : "&v[1]")));
        gen_line(g, "%s%s;", p->name, is_up ? "++" : "--");
        gen_close_block(g);
        return;
    }
}

static void statement_if(Generator *g)
{
    gen_open_block(g, gen_text(g, "if (%s)", gen_condition(g)));
    gen_block(g, 1 + rng_below(g->rng, 2));
    gen_close_block(g);
    if (!gen_chance(g, 30)) return;
    gen_open_block(g, "else");
    gen_block(g, 1);
    gen_close_block(g);
}

/* Uses a copy of a cell that may be null. */
static void statement_guarded(Generator *g, bool is_struct)
{
    Options cells = {.count = 0};
    const char *name = gen_new_name(g, "n");
    if (is_struct)
        gen_offer_struct_cells(g, &cells);
    else
        gen_offer_number_pointers(g, &cells);
    gen_line(g, "%s *%s = %s;", is_struct ? "struct S" : g->number, name, gen_reading(g, gen_pick(g, &cells)));
    gen_open_block(g, gen_text(g, "if (%s)", name));
    Scope saved = g->scope;
    if (g->scope.pointer_count < LOCALS_MAX)
        g->scope.pointers[g->scope.pointer_count++] = (LocalPointer){name, is_struct, false, true};
    gen_block(g, 1 + rng_below(g->rng, 2));
    g->scope = saved;
    gen_close_block(g);
}

static void statement_lock(Generator *g)
{
    Scope saved = g->scope;
    g->scope.is_locked = true;
    gen_line(g, "pthread_mutex_lock(&m);");
    gen_open_block(g, "");
    gen_block(g, 1 + rng_below(g->rng, 2));
    gen_close_block(g);
    gen_line(g, "pthread_mutex_unlock(&m);");
    g->scope = saved;
}

static void statement_atomic(Generator *g)
{
    Scope saved = g->scope;
    g->scope.is_atomic = true;
    gen_line(g, "__VERIFIER_atomic_begin();");
    gen_open_block(g, "");
    gen_block(g, 1 + rng_below(g->rng, 3));
    gen_close_block(g);
    gen_line(g, "__VERIFIER_atomic_end();");
    g->scope = saved;
}

static void statement_loop(Generator *g)
{
    Scope saved = g->scope;
    const char *name = gen_new_name(g, "i");
    gen_open_block(g, gen_text(g, "for (int %s = 0; %s < 2; %s++)", name, name, name));
    g->scope.counter = name;
    gen_block(g, 1);
    g->scope = saved;
    gen_close_block(g);
}

static void statement_swap(Generator *g)
{
    const char *first = gen_address_of_cell(g);
    gen_line(g, "swap(%s, %s);", first, gen_address_of_cell(g));
}

static void statement_set(Generator *g)
{
    Options o = {.count = 0};
    gen_offer(&o, gen_a_pointer(g, false));
    gen_offer_local_pointers(g, &o, false, true);
    const char *target = gen_pick(g, &o);
    const char *value = gen_a_number(g);
    if (gen_has_access(target)) value = gen_without_access(g, gen_number_type(g), value);
    gen_line(g, "set(%s, %s);", target, value);
}

static void statement_get(Generator *g)
{
    Options o = {.count = 0};
    gen_offer(&o, gen_a_struct_pointer(g, false));
    gen_offer_local_pointers(g, &o, true, true);
    gen_line(g, "%s = get(%s);", g->scope.numbers[rng_below(g->rng, g->scope.number_count)], gen_pick(g, &o));
}

static const char *address_of_global_cell(Generator *g)
{
    Options o = {.count = 0};
    gen_offer_number_cells(g, &o);
    if (g->has_pointer2) gen_offer(&o, "*" READ_BEGIN "pp0" READ_END);
    const char *cell = gen_pick(g, &o);
    return *cell == '*' ? cell + 1 : gen_text(g, "&%s", cell);
}

static void statement_local_pointer2(Generator *g)
{
    const char *name = g->scope.pointers2[rng_below(g->rng, g->scope.pointer2_count)];
    gen_line(g, "%s = %s;", name, address_of_global_cell(g));
}

/* One step that reads and writes: compare and swap, exchange, exclusive or. */
static void statement_sync(Generator *g)
{
    if (!g->scope.number_count) return;
    const char *result = g->scope.numbers[rng_below(g->rng, g->scope.number_count)];
    if (gen_has_number_cells(g) && gen_chance(g, 60)) {
        Options cells = {.count = 0};
        gen_offer_number_pointers(g, &cells);
        const char *cell = gen_pick(g, &cells), *type = gen_text(g, "%s *", g->number);
        const char *wanted = gen_without_access(g, type, gen_a_pointer(g, g->may_be_null));
        const char *value = gen_without_access(g, type, gen_a_pointer(g, g->may_be_null));
        if (gen_chance(g, 60))
            gen_line(g, "%s = " SWAP_BEGIN EXCHANGE_BEGIN "%s" READ_END ", %s, %s" OP_END ";", result, cell, wanted,
                     value);
        else
            gen_line(g, "%s = %s;", result,
                     gen_same(g, gen_text(g, "__atomic_exchange_n(" AT_BEGIN "%s" READ_END ", %s, 5)", cell, value),
                              "==", gen_text(g, "(%s)", wanted)));
        return;
    }
    const char *place = gen_number_place(g), *value = gen_local_number(g);
    if (gen_chance(g, 50))
        gen_line(g, "%s = __sync_fetch_and_xor(" AT_BEGIN "%s" READ_END ", %s);", result, place, value);
    else
        gen_line(g, "%s = __sync_val_compare_and_swap(" EXCHANGE_BEGIN "%s" READ_END ", %s, %s);", result, place, value,
                 gen_local_number(g));
}

static void statement_via(Generator *g)
{
    Options o = {.count = 0};
    gen_offer(&o, gen_a_pointer(g, false));
    gen_offer_local_pointers(g, &o, false, true);
    gen_line(g, "%s = via(%s);", g->scope.numbers[rng_below(g->rng, g->scope.number_count)], gen_pick(g, &o));
}

static void statement_work(Generator *g)
{
    const char *result = g->scope.numbers[rng_below(g->rng, g->scope.number_count)];
    const char *target = gen_without_access(g, gen_text(g, "%s *", g->number), gen_a_pointer(g, false));
    gen_line(g, "%s = work(%s, %s);", result, target, gen_local_number(g));
}

static void statement_make(Generator *g)
{
    if (g->scope.pointer_count == LOCALS_MAX) return;
    const char *name = gen_new_name(g, "h");
    gen_line(g, "struct S *%s = make(%s);", name, gen_local_number(g));
    g->scope.pointers[g->scope.pointer_count++] = (LocalPointer){name, true, g->is_twice && !g->is_in_main, true};
}

/* Calls the function that a global points to, or makes it point to the other. */
static void statement_action(Generator *g)
{
    if (gen_chance(g, 40)) {
        gen_line(g, WRITE_BEGIN "act" WRITE_VALUE "%s" WRITE_END ";", gen_chance(g, 50) ? "add" : "clear");
        return;
    }
    const char *target = gen_without_access(g, gen_text(g, "%s *", g->number), gen_a_pointer(g, false));
    gen_line(g, READ_BEGIN "act" READ_END "(%s);", target);
}

/* Goes along a list. */
static void statement_list(Generator *g)
{
    const char *name = gen_new_name(g, "n"), *counter = gen_new_name(g, "i");
    gen_line(g, "struct S *%s = %s;", name, gen_a_struct_pointer(g, g->structs_may_be_null));
    gen_open_block(g, gen_text(g, "for (int %s = 0; %s < 2%s%s; %s++)", counter, counter,
                               g->structs_may_be_null ? " && " : "", g->structs_may_be_null ? name : "", counter));
    Scope saved = g->scope;
    if (g->scope.pointer_count < LOCALS_MAX)
        g->scope.pointers[g->scope.pointer_count++] = (LocalPointer){name, true, false, true};
    g->scope.counter = counter;
    gen_block(g, 1);
    g->scope = saved;
    gen_line(g, "%s = " READ_BEGIN "%s->next" READ_END ";", name, name);
    gen_close_block(g);
}

/* A lock that a pointer points to: one of two, or a member. */
static void statement_lock_one(Generator *g)
{
    Scope saved = g->scope;
    const char *name = gen_new_name(g, "k");
    if (g->has_member_mutex && (!g->has_mutexes || gen_chance(g, 50))) {
        const char *type = "struct S *", *owner = gen_without_access(g, type, gen_a_struct_pointer(g, false));
        gen_line(g, "pthread_mutex_t *%s = &(%s)->m;", name, owner);
    } else if (gen_chance(g, 50)) {
        gen_line(g, "pthread_mutex_t *%s = %s ? &mm[0] : &mm[1];", name, gen_local_number(g));
    } else {
        gen_line(g, "pthread_mutex_t *%s = &mm[%s];", name, gen_an_index(g, 2));
    }
    g->scope.is_locked = true;
    gen_line(g, "pthread_mutex_lock(%s);", name);
    gen_open_block(g, "");
    gen_block(g, 1 + rng_below(g->rng, 2));
    gen_close_block(g);
    gen_line(g, "pthread_mutex_unlock(%s);", name);
    g->scope = saved;
}

/* One lock, and another one, or the same, while it is held. */
void gen_statement_two_locks(Generator *g)
{
    static const char *const locks[] = {"&m", "&mm[0]", "&mm[1]"};
    Scope saved = g->scope;
    uint32_t first = rng_below(g->rng, 3), second = gen_chance(g, 15) ? first : (first + 1 + rng_below(g->rng, 2)) % 3;
    if (gen_chance(g, 40) && second < first) { /* in order */
        uint32_t kept = first;
        first = second;
        second = kept;
    }
    g->scope.is_locked = true;
    gen_line(g, "pthread_mutex_lock(%s);", locks[first]);
    gen_open_block(g, "");
    if (gen_chance(g, 40)) gen_block(g, 1);
    bool is_guarded = gen_chance(g, 40);
    if (is_guarded) gen_open_block(g, gen_text(g, "if (%s)", gen_condition(g)));
    gen_line(g, "pthread_mutex_lock(%s);", locks[second]);
    if (gen_chance(g, 15)) gen_line(g, "if (%s) return 0;", gen_condition(g));
    gen_line(g, "pthread_mutex_unlock(%s);", locks[second]);
    if (is_guarded) gen_close_block(g);
    gen_close_block(g);
    gen_line(g, "pthread_mutex_unlock(%s);", locks[first]);
    g->scope = saved;
}

static void statement_copy(Generator *g)
{
    Options shared = {.count = 0}, locals = {.count = 0};
    for (uint32_t i = 0; i < g->structs; i++)
        gen_offer(&shared, gen_text(g, "s%u", i));
    if (g->struct_array) gen_offer(&shared, gen_text(g, "w[%s]", gen_an_index(g, 2)));
    for (uint32_t i = 0; i < g->scope.pointer_count; i++)
        if (g->scope.pointers[i].is_struct && !g->scope.pointers[i].is_private)
            gen_offer(&shared, gen_text(g, "*%s", g->scope.pointers[i].name));
    if (g->has_struct_pointer && !g->structs_may_be_null) gen_offer(&shared, "*" READ_BEGIN "sp0" READ_END);
    for (uint32_t i = 0; i < g->scope.struct_count; i++)
        gen_offer(&locals, g->scope.structs[i]);
    const char *from, *to;
    if (locals.count && shared.count) {
        bool is_load = gen_chance(g, 50);
        from = gen_pick(g, is_load ? &shared : &locals);
        to = gen_pick(g, is_load ? &locals : &shared);
    } else if (g->structs == 2) {
        from = "s0";
        to = "s1";
    } else {
        return;
    }
    gen_line(g, COPY_BEGIN "%s" COPY_FROM "%s" WRITE_END ";", to, from);
}

/* Control flow and sections; not below two levels of them. */
static void statement_control(Generator *g)
{
    const Scope *s = &g->scope;
    bool may_lock = !s->is_atomic && (!s->is_locked || g->may_deadlock);
    switch (rng_below(g->rng, 12)) {
    case 0:
    case 1: statement_if(g); return;
    case 2:
    case 3:
        if (g->may_be_null && gen_has_number_cells(g)) statement_guarded(g, false);
        return;
    case 4:
        if (g->structs_may_be_null && g->has_struct_pointer) statement_guarded(g, true);
        return;
    case 5:
    case 6:
        if (g->has_mutex && may_lock) statement_lock(g);
        return;
    case 7:
        if ((g->has_mutexes || g->has_member_mutex) && may_lock) statement_lock_one(g);
        return;
    case 8:
        if (!s->is_atomic) statement_atomic(g);
        return;
    case 9:
        if (!s->counter) statement_loop(g);
        return;
    case 10:
        if (g->link == LINK_STRUCT && gen_has_structs(g) && !s->counter) statement_list(g);
        return;
    default:
        if (may_lock && !g->is_in_main && gen_chance(g, 40)) gen_line(g, "if (%s) return 0;", gen_condition(g));
        return;
    }
}

/* Calls of the program's own functions. */
static void statement_call(Generator *g)
{
    const Scope *s = &g->scope;
    switch (rng_below(g->rng, 7)) {
    case 0:
        if (g->has_swap && gen_has_number_cells(g)) statement_swap(g);
        return;
    case 1:
        if (g->has_set) statement_set(g);
        return;
    case 2:
        if (g->has_get && s->number_count) statement_get(g);
        return;
    case 3:
        if (g->has_action) statement_action(g);
        return;
    case 4:
        if (g->has_via && s->number_count) statement_via(g);
        return;
    case 5:
        if (g->has_work && s->number_count) statement_work(g);
        return;
    default:
        if (g->has_make && !s->counter) statement_make(g);
        return;
    }
}

static void statement_pointer(Generator *g)
{
    const Scope *s = &g->scope;
    switch (rng_below(g->rng, 8)) {
    case 0:
    case 1:
    case 2: statement_store_pointer(g); return;
    case 3:
        if (g->has_pointer2) statement_store_pointer2(g);
        return;
    case 4:
    case 5:
        if (s->pointer_count) statement_local_pointer(g);
        return;
    case 6:
        if (g->array && s->pointer_count) statement_walk(g);
        return;
    default:
        if (s->pointer2_count && gen_has_number_cells(g)) statement_local_pointer2(g);
        return;
    }
}

/* One statement, in more lines when it needs temporaries; none when the program lacks the means for the kind that is
 * chosen. */
void gen_statement(Generator *g)
{
    if (g->heap_cells && gen_chance(g, 30)) {
        gen_statement_heap(g);
        return;
    }
    if (g->has_big && gen_chance(g, 20)) {
        gen_statement_big(g);
        return;
    }
    switch (rng_below(g->rng, 35)) {
    case 0: gen_statement_assert(g); return;
    case 1:
        if (g->structs && !g->has_member_mutex) statement_copy(g);
        return;
    case 2: statement_sync(g); return;
    case 3:
    case 4:
        if (g->scope.number_count) statement_local(g);
        return;
    case 5:
    case 6: statement_increment(g); return;
    case 7:
    case 8:
    case 9: statement_assign(g); return;
    default: break;
    }
    switch (rng_below(g->rng, 6)) {
    case 0:
    case 1:
        if (g->indent < 3) statement_control(g);
        return;
    case 2: statement_call(g); return;
    default: statement_pointer(g); return;
    }
}

/* Until so many statements are there; a kind that the program has no means for makes none. */
void gen_block(Generator *g, uint32_t statements)
{
    Scope saved = g->scope;
    for (uint32_t i = 0; i < statements; i++) {
        size_t before = g->out->length;
        while (g->out->length == before)
            gen_statement(g);
    }
    g->scope = saved;
}
