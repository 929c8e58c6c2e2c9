/* What random programs assert. */
#include "agreement_c/generator.h"

static void assert_numbers(Generator *g)
{
    const char *left = gen_new_name(g, "t"), *right = gen_new_name(g, "t");
    gen_line(g, "%s %s = %s;", g->number, left, gen_number_read(g));
    gen_line(g, "%s %s = %s;", g->number, right, gen_number_read(g));
    gen_line(g, "assert(%s %s %s);", left, gen_chance(g, 50) ? "!=" : ">=", right);
}

static void assert_pointers(Generator *g)
{
    Options cells = {.count = 0};
    gen_offer_number_pointers(g, &cells);
    const char *left = gen_new_name(g, "t"), *right = gen_new_name(g, "t");
    gen_line(g, "%s *%s = %s;", g->number, left, gen_reading(g, gen_pick(g, &cells)));
    gen_line(g, "%s *%s = %s;", g->number, right, gen_reading(g, gen_pick(g, &cells)));
    gen_line(g, "assert(%s || %s);", gen_same(g, left, "!=", right), gen_same(g, left, "==", gen_address_of_number(g)));
}

/* Two reads of one place in a row: the same when no other thread writes in between. */
static void assert_stable(Generator *g)
{
    const char *left = gen_new_name(g, "t"), *right = gen_new_name(g, "t"), *type = gen_number_type(g), *place;
    if (gen_has_number_cells(g) && gen_chance(g, 40)) {
        Options cells = {.count = 0};
        gen_offer_number_pointers(g, &cells);
        type = gen_text(g, "%s *", g->number);
        place = gen_pick(g, &cells);
    } else {
        place = gen_number_place(g);
    }
    gen_line(g, "%s%s = %s;", type, left, gen_reading(g, place));
    gen_line(g, "%s%s = %s;", type, right, gen_reading(g, place));
    gen_line(g, "assert(%s);", gen_same(g, left, "==", right));
}

/* A thread reads what it wrote, when no other thread writes. */
static void assert_written(Generator *g)
{
    const char *place = gen_number_place(g), *value = gen_local_number(g);
    gen_write(g, gen_number_type(g), place, value);
    gen_line(g, "assert(%s == %s);", gen_reading(g, place), value);
}

static void assert_one_of(Generator *g)
{
    const char *first = gen_simple_condition(g), *second = gen_simple_condition(g);
    gen_line(g, "assert(%s || %s || %s);", first, second, gen_simple_condition(g));
}

void gen_statement_assert(Generator *g)
{
    if (g->has_outcome) return;
    switch (rng_below(g->rng, 8)) {
    case 0: assert_numbers(g); return;
    case 1:
        if (!gen_has_number_cells(g)) break;
        assert_pointers(g);
        return;
    case 2: gen_line(g, "assert(%s);", gen_condition(g)); return;
    case 3:
    case 4: assert_stable(g); return;
    case 5: assert_written(g); return;
    default: break;
    }
    assert_one_of(g);
}
