/* Machine integers to mathematical integers. */
#include "program/ideal.h"

#include "program/interpreter.h"
#include "program/scpl/parse.h"
#include "program/scpl/print.h"
#include "tap.h"

typedef struct Case {
    const char *text;
    Program *machine, *ideal;
    char *printed;
} Case;

static void convert(Run *run, void *arg)
{
    Case *c = arg;
    Str text;
    c->machine = scpl_parse(run, term_manager_new(run), "t.scpl", c->text, strlen(c->text), false);
    c->ideal = program_to_ideal(c->machine);
    str_init(run, &text);
    scpl_print(c->ideal, &text);
    c->printed = run_strdup(run, str_text(&text));
    Program *again = scpl_parse(run, term_manager_new(run), "again", str_text(&text), text.length, false);
    CHECK(again->has_ideal_integers);
    str_reset(&text);
    scpl_print(again, &text);
    CHECK_STR(str_text(&text), c->printed);
}

static Case convert_text(Run *run, const char *text)
{
    Case c = {.text = text};
    if (run_guard(run, convert, &c) != STOP_NONE) printf("# %s: %s\n", text, run_reason(run));
    return c;
}

static void prints(const char *text, const char *part)
{
    Run *run = run_new();
    Case c = convert_text(run, text);
    bool found = c.printed && strstr(c.printed, part);
    CHECK(found);
    if (!found) printf("# expected %s in %s\n", part, c.printed ? c.printed : "nothing");
    run_free(run);
}

TEST(sums_do_not_wrap)
{
    prints("shared u8 x = 255; x = x + 1; assert x != 0;", "integer x = 255");
    prints("shared u8 x = 255; x = x + 1; assert x != 0;", "do x = x + 1");
    prints("shared i8 x = -1; shared u8 y = 200; shared bool b = 0; b = (u8)x < y;", "do b = x < y");
    prints("shared u8 x = 0; x = x - 1;", "do x = x - 1");
}

TEST(constants_are_read_by_what_they_meet)
{
    prints("shared u8 x = 200; assume x < 200;", "when x < 200");
    prints("shared u8 x = 0; assume x == 200;", "when x == 200");
    prints("shared u8 x = 0; x = 200;", "do x = 200");
    prints("shared i8 x = 0; assume x > -56;", "when x >= -55");
    prints("shared u8 x = 0; shared bool b = 0; x = b ? x : 200;", "do x = b ? x : 200");
    prints("shared u32 x = 0; assume x <= 4000000000;", "when x < 4000000001");
}

TEST(conversions_are_the_identity)
{
    prints("shared u8 x = 0; shared i32 w = 0; w = (i32)x;", "do w = x ");
    prints("shared u8 x = 0; shared i32 w = 0; x = (u8)w;", "do x = w ");
    prints("shared u1 x = 0; shared i32 w = 0; w = (i32)x;", "do w = x == 1 ? (integer)1 : 0");
}

TEST(bit_operations_with_a_meaning)
{
    prints("shared i32 x = 0; x = x << 3;", "do x = 8 * x");
    prints("shared i32 x = 0; x = x & 7;", "x % 8");
    prints("shared i32 x = 0; x = x >> 1;", "x / 2");
    prints("shared i32 x = 0; x = ~x;", "do x = -x - 1");
    prints("shared u8 x = 0; x = ~x;", "do x = -x + 255");
}

TEST(other_bit_operations_are_arbitrary)
{
    Run *run = run_new();
    Case c = convert_text(run, "shared i32 x = 0, y = 0; x = x ^ y; y = x + 1;");
    REQUIRE(c.ideal != NULL);
    CHECK(c.ideal->edges.data[0].approximate != NULL);
    CHECK(c.ideal->edges.data[1].approximate == NULL);
    CHECK_EQ_INT(run_diags(run)->count, 1);
    CHECK_EQ_INT(run_diags(run)->data[0].severity, SEVERITY_WARNING);
    run_free(run);
}

TEST(inputs_keep_their_range)
{
    prints("shared u8 x = 0; x = *;", "when x#1 < 256 && x#1 >= 0 do x = x#1");
    prints("shared i8 x = 0; x = *;", "when x#1 < 128 && x#1 >= -128 do x = x#1");
    prints("shared u64 x = 0; x = *;", "when x#1 >= 0 do x = x#1");
}

TEST(initial_values_keep_their_range)
{
    prints("shared u8 x; skip;", "when x < 256 && x >= 0 && !ideal.started do ideal.started = true");
    prints("local u8 x; skip;", "when x < 256 && x >= 0 text");
    Run *run = run_new();
    Case c = convert_text(run, "shared bool x; shared u1 y; local i8 z = 3; skip;");
    REQUIRE(c.ideal != NULL);
    CHECK_EQ_INT(c.ideal->edges.count, c.machine->edges.count);
    run_free(run);
}

/* ---- meaning: where nothing overflows, runs of one are runs of the other ---- */

static const char arithmetic[] =
    "shared i32 x = 13, y = -13, r = 0; shared u32 u = 13;"
    "assert x / 4 == 3 && y / 4 == -3 && x % 4 == 1 && y % 4 == -1;"
    "r = y >> 2; assert r == -4; r = y & 7; assert r == 3; r = x & 7; assert r == 5; r = ~x; assert r == -14;"
    "u = u >> 2; assert u == 3; u = u << 4; assert u == 48; r = (int)u - 50; assert r == -2;"
    "assert r < 0 && u > 47; r = x * y; assert r == -169; r = -r; assert r == 169;";

static void search(Run *run, void *arg)
{
    Case *c = arg;
    convert(run, c);
    InterpretResult machine = interpreter_search(interpreter_new(c->machine), 1, 1000);
    InterpretResult ideal = interpreter_search(interpreter_new(c->ideal), 1, 1000);
    CHECK(machine.complete && !machine.error_reachable);
    CHECK(ideal.complete && !ideal.error_reachable);
    CHECK_EQ_INT(ideal.states, machine.states);
}

TEST(arithmetic_agrees_with_the_machine)
{
    Run *run = run_new();
    Case c = {.text = arithmetic};
    CHECK_EQ_INT(run_guard(run, search, &c), STOP_NONE);
    CHECK_STR(run_reason(run), "");
    run_free(run);
}

TAP_MAIN();
