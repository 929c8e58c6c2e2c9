/* The .scpl parser and printer. */
#include "program/scpl/parse.h"
#include "program/scpl/print.h"

#include "tap.h"

typedef struct Case {
    const char *text;
    size_t length;
    bool ideal;
    Program *p;
    char *printed;
} Case;

static void parse(Run *run, void *arg)
{
    Case *c = arg;
    c->p = scpl_parse(run, term_manager_new(run), "t.scpl", c->text, c->length, c->ideal);
}

/* Parses, prints, parses, prints. */
static void round_trip(Run *run, void *arg)
{
    Case *c = arg;
    Str first, second;
    parse(run, c);
    str_init(run, &first);
    str_init(run, &second);
    scpl_print(c->p, &first);
    Program *again = scpl_parse(run, term_manager_new(run), "again", str_text(&first), first.length, false);
    scpl_print(again, &second);
    CHECK_STR(str_text(&second), str_text(&first));
    c->printed = run_strdup(run, str_text(&first));
}

/* The program, owned by the run; NULL and a comment when the text is refused. */
static Case read_text(Run *run, const char *text)
{
    Case c = {.text = text, .length = strlen(text)};
    if (run_guard(run, round_trip, &c) != STOP_NONE) printf("# %s: %s\n", text, run_reason(run));
    return c;
}

static void accepts(const char *text)
{
    Run *run = run_new();
    Case c = read_text(run, text);
    CHECK(c.printed != NULL);
    run_free(run);
}

static void refuses_bytes(const char *text, size_t length, const char *reason)
{
    Run *run = run_new();
    Case c = {.text = text, .length = length};
    CHECK_EQ_INT(run_guard(run, parse, &c), STOP_INPUT);
    CHECK_STR(run_reason(run), reason);
    CHECK(diag_has_error(run_diags(run)));
    run_free(run);
}

static void refuses(const char *text, const char *reason) { refuses_bytes(text, strlen(text), reason); }

/* The printed form of the text contains the line. */
static void prints(const char *text, const char *part)
{
    Run *run = run_new();
    Case c = read_text(run, text);
    bool found = c.printed && strstr(c.printed, part);
    CHECK(found);
    if (!found) printf("# expected %s in %s\n", part, c.printed ? c.printed : "nothing");
    run_free(run);
}

/* The value of an expression is printed as expected when assigned to x of the type. */
static void expression(const char *type, const char *text, const char *expected)
{
    char program[400], part[400];
    snprintf(program, sizeof program,
             "shared %s x = 0; shared i8 a = 0; shared i8 b = 0; shared u8 c = 0; shared u8 d = 0; shared bool f = 0;"
             "shared bool g = 0; shared i32 w = 0; shared u4[u8] t = 0; 1: x = %s;",
             type, text);
    snprintf(part, sizeof part, " do x = %s text", expected);
    prints(program, part);
}

TEST(figure_1)
{
    Run *run = run_new();
    Case c = read_text(
        run, "shared s = 0; t = 5; local l = 1; m = -2; 1: s = l + 1; 2: assume s < t; 3: l = m; 4: goto 1, 3, 5;");
    REQUIRE(c.p != NULL);
    CHECK_EQ_INT(c.p->vars.count, 4);
    CHECK_EQ_INT(c.p->templates.count, 1);
    CHECK_STR(c.p->templates.data[0].name, "thread");
    CHECK_EQ_INT(c.p->templates.data[0].initial, COUNT_MANY);
    CHECK(c.p->counts_initial);
    CHECK_EQ_INT(c.p->vars.data[2].class, VAR_LOCAL);
    CHECK_EQ_INT(c.p->vars.data[3].sort.width, 32);
    CHECK(c.p->vars.data[3].is_signed);
    CHECK_EQ_INT(c.p->edges.count, 6);
    CHECK_EQ_INT(c.p->locs.count, 5); /* 4 statements and the end */
    CHECK_EQ_INT(c.p->templates.data[0].entry.i, 0);
    run_free(run);
}

TEST(declarations)
{
    accepts("shared bool b = true, c; shared u1 d = 1;");
    prints("shared unsigned x = 4294967295;", "shared u32 x = 4294967295 ");
    prints("shared unsigned x = -1;", "shared u32 x = 4294967295 ");
    prints("shared i64 x = 0x10;", "shared i64 x = 16 ");
    prints("shared u7 x;", "shared u7 x = * ");
    prints("shared i8[u16] x = -3 {0: 1, 0xff: 2};", "shared i8[u16] x = -3 {0: 1, 255: 2} ");
    prints("shared integer x = -3;", "shared integer x = -3 ");
    refuses("shared i65 x = 0;", "t.scpl:1:12: expected ';' after a declaration, found 'x'");
    refuses("shared u8 x = 256;", "t.scpl:1:15: 256 does not fit u8");
    refuses("shared integer x = 9223372036854775807 + 1;", "t.scpl:1:20: what is calculated here does not fit 64 bits");
    refuses("shared integer x = 1 << 63;", "t.scpl:1:20: what is calculated here does not fit 64 bits");
    refuses("shared integer x = 4294967296 * 4294967296 - 7;",
            "t.scpl:1:20: what is calculated here does not fit 64 bits");
    refuses("shared integer x = -18446744073709551615;", "t.scpl:1:20: what is calculated here does not fit 64 bits");
    refuses("shared i8 x = 128;", "t.scpl:1:15: 128 does not fit i8");
    refuses("shared s = 0; local s = 1;", "t.scpl:1:21: 's' is declared twice");
    refuses("shared bool[u8] s = 0;", "t.scpl:1:8: arrays from or to bool do not exist; use u1");
    refuses("1: skip; shared s = 0;", "t.scpl:1:10: declarations must come before the first statement");
    refuses("shared s = s;", "t.scpl:1:12: 's' is not declared");
}

TEST(names)
{
    prints("shared int a.b#3 = 0, `x[3]` = 0, `if` = 0, `u8` = 0; `if` = `x[3]`;", "do `if` = `x[3]` text");
    prints("shared int `a\\`\\\\\\x0a` = 0;", "i32 `a\\`\\\\\\x0a` =");
    refuses("shared int if = 0;",
            "t.scpl:1:12: expected the name of a variable, found the keyword 'if'; in `back quotes` it is a name");
    refuses("shared int `` = 0;", "t.scpl:1:12: empty name");
}

TEST(labels_and_gotos)
{
    prints("a: skip; b: goto a, end;", "edge 1 -> 0 text \"goto a\"");
    prints("1: goto 3; 2: skip;", "edge 0 -> 2 text \"goto 3\"");
    prints("shared bool f = 0; 1: if (f) goto 1; skip;", "edge 0 -> 0 when f text \"if (f): yes\"");
    refuses("1: goto 3;", "t.scpl:1:9: goto 3: there is no statement with this number");
    refuses("goto nowhere;", "t.scpl:1:6: goto nowhere: there is no statement with this label");
    refuses("1: skip; 1: skip;", "t.scpl:1:10: label '1' is defined twice");
    refuses("goto 1, ;", "t.scpl:1:9: expected a label or a number, found ';'");
}

TEST(expressions)
{
    expression("i8", "a + b * 3 - 2", "a + 3 * b - 2");
    expression("i8", "a - b", "a - b");
    expression("i8", "-(a - b)", "b - a");
    expression("i8", "a / b % 3", "a / b % 3");
    expression("u8", "(u8)a / (u8)b", "(u8)a / b");
    expression("bool", "a < b", "a < b");
    expression("bool", "c < d", "c < d");
    expression("bool", "a < (i8)c", "a < (i8)c");
    expression("bool", "(u8)a < (u8)b", "(u8)a < b");
    expression("bool", "a < 0", "a < 0");
    expression("bool", "(u8)a > 200", "(u8)a >= 201");
    expression("bool", "a == b + 1", "a == b + 1");
    expression("bool", "a && !f || g", "g || a != 0 && !f");
    expression("bool", "f == g", "f == g");
    expression("i8", "a << b >> 1", "a << b >> 1");
    expression("u8", "(u8)a >> 1", "(u8)a >> 1");
    expression("i8", "a & 7 | b ^ ~a", "a & 7 | b ^ (a ^ -1)");
    expression("i32", "(int)c", "(u32)c");
    expression("i32", "(int)a", "(i32)a");
    expression("i8", "(i8)w", "(u8)w");
    expression("u8", "f ? c : d", "f ? c : d");
    expression("u8", "f", "f ? (i8)1 : 0");
    expression("u4", "t[c]", "t[c]");
    expression("u4", "store(t, c, 3)[d]", "c == d ? 3 : t[d]");
    expression("u4", "extract(w, 3, 4)", "extract(w, 3, 4)");
    expression("u8", "(u8)(a + 200u)", "a - 56");
    expression("u64", "18446744073709551615", "-1");
}

TEST(expression_errors)
{
#define BODY "shared u8 x = 0; shared i16 y = 0; shared bool b = 0; shared u8[u8] t = 0;\nx = "
    refuses(BODY "y;", "t.scpl:2:5: i16 where u8 is needed; a cast such as (u8) converts");
    refuses(BODY "x + y;", "t.scpl:2:7: operands of different types u8 and i16; a cast such as (u8) converts");
    refuses(BODY "z;", "t.scpl:2:5: 'z' is not declared");
    refuses(BODY "300;", "t.scpl:2:5: 300 does not fit u8");
    refuses(BODY "1 / 0;", "t.scpl:2:9: division by zero");
    refuses(BODY "b + b;", "t.scpl:2:7: this operation needs an integer; a cast such as (int) converts");
    refuses(BODY "t;", "t.scpl:2:5: u8[u8] where u8 is needed; a cast such as (u8) converts");
    refuses(BODY "x[1];", "t.scpl:2:6: u8 has no elements");
    refuses(BODY "* + 1;", "t.scpl:2:7: expected ';', found '+'");
    refuses(BODY "x + ;", "t.scpl:2:9: expected an expression, found ';'");
    refuses(BODY "99999999999999999999;", "t.scpl:2:5: number does not fit 64 bits");
    refuses(BODY "007;", "t.scpl:2:5: number with a leading zero");
    refuses(BODY "0x;", "t.scpl:2:5: number without digits");
    refuses(BODY "12ab;", "t.scpl:2:5: letters directly after a number");
#undef BODY
}

TEST(assignments)
{
#define VARS "shared u8 x = 0, y = 0; shared u8[u2] t = 0; "
    prints(VARS "x, y = y, x;", "do x, y = y, x text");
    prints(VARS "++x, --y;", "do x, y = x + 1, y - 1 text");
    prints(VARS "x += 2, y = x;", "do x, y = x + 2, x text");
    prints(VARS "x <<= 1;", "do x = 2 * x text");
    prints(VARS "t[1] = x;", "do t = store(t, 1, x) text");
    prints(VARS "x = *, y++;", "do x, y = x#3, y + 1 text");
    refuses(VARS "x, y = 1;", "t.scpl:1:54: expected ',' and a value for each variable, found ';'");
    refuses(VARS "x, x = 1, 2;", "t.scpl:1:46: 'x' is assigned twice in one step");
    refuses(VARS "1 = x;", "t.scpl:1:46: expected a statement, found '1'");
#undef VARS
}

TEST(structure)
{
    accepts("shared bool f = 0; if (f) { skip; } else if (*) goto end; else { } while (f) f = false; ;");
    prints("shared u2 x = 0; atomic { ++x; ++x; ++x; } skip;", "location 2 atomic");
    prints("shared u2 x = 0; atomic { while (x < 2) ++x; }", "edge 0 -> 1 text \"atomic\"");
    refuses("{ skip;", "t.scpl:1:8: expected a statement, found end of text");
    refuses("skip; }", "t.scpl:1:7: expected a statement, found '}'");
    refuses("if skip;", "t.scpl:1:4: expected '(', found 'skip'");
    refuses("atomic skip;", "t.scpl:1:8: expected '{' after atomic, found 'skip'");
}

TEST(templates)
{
    Run *run = run_new();
    Case c = read_text(run, "shared int x = 0; template main 1 { spawn w(x, *); spawn v(); }"
                            "template w(int a, u8 b = 3) 0 { local int x2 = 1; a = x; } template v * { skip; }");
    REQUIRE(c.p != NULL);
    CHECK_EQ_INT(c.p->templates.count, 3);
    CHECK_EQ_INT(c.p->templates.data[0].initial, COUNT_ONE);
    CHECK_EQ_INT(c.p->templates.data[1].initial, COUNT_NONE);
    CHECK_EQ_INT(c.p->templates.data[2].initial, COUNT_MANY);
    CHECK_EQ_INT(c.p->templates.data[1].locals.count, 3);
    CHECK_EQ_INT(c.p->templates.data[1].cardinality, COUNT_ONE);
    run_free(run);
    refuses("template a 2 { }", "t.scpl:1:12: a template starts 0, 1 or * (any number of) threads");
    refuses("template a * { } template a { }", "t.scpl:1:27: template 'a' is declared twice");
    refuses("template a * { spawn b(); }", "t.scpl:1:22: there is no template 'b'");
    refuses("template a * { spawn w(1, 2); } template w(int x) { }", "t.scpl:1:27: 'w' has fewer parameters");
    refuses("template a * { spawn w(); } template w(int x) { }", "t.scpl:1:22: 'w' has more parameters");
    refuses("template a * { } skip;",
            "t.scpl:1:18: expected option, shared, input, object, template or automaton, found 'skip'");
    refuses("template a * ", "t.scpl:1:14: expected '{', found end of text");
    refuses("template a { }", "t.scpl: no thread exists at the start");
}

TEST(two_parameters_of_one_name)
{
    accepts("template m 1 { spawn a(1); spawn b(true); } template a(int p) { assert p == 1; }"
            "template b(bool p) { assert p; }");
}

static const char automaton[] =
    "option positions;\n"
    "option created;\n"
    "option merged;\n"
    "shared i32 x = 0 at \"a\\\"b.c\" 3 4;\n"
    "input temporary u8 in.1;\n"
    "automaton main 1 {\n"
    "    local temporary u8 tmp = *;\n"
    "    location 0 start;\n"
    "    location 1 `a b` atomic at \"f.c\" 1 0;\n"
    "    location 2 `error`;\n"
    "    entry 1;\n"
    "    edge 1 -> 0 when in.1 < in.1@2 do tmp = in.1 spawn w(a = x) approximate \"why\" path 3, 4 "
    "text \"x\\x01y\" at \"f.c\" 2 3;\n"
    "    edge 0 -> 2 error;\n"
    "}\n"
    "automaton w 0 (i32 a = *) {\n"
    "    location 0;\n"
    "    entry 0;\n"
    "}\n";

TEST(automata)
{
    Run *run = run_new();
    Case c = read_text(run, automaton);
    REQUIRE(c.p != NULL);
    CHECK_STR(c.printed, automaton);
    CHECK(!c.p->counts_initial);
    CHECK(c.p->is_merged);
    const Edge *e = &c.p->edges.data[0];
    CHECK_EQ_INT(e->path_count, 2);
    CHECK_STR(e->text, "x\001y");
    CHECK_STR(e->approximate, "why");
    CHECK_EQ_INT(c.p->templates.data[0].entry.i, 1);
    CHECK(c.p->edges.data[1].is_error);
    run_free(run);
    refuses("automaton a * { location 1; }", "t.scpl:1:26: locations are numbered 0, 1, 2 ... in order; expected 0");
    refuses("automaton a * { location 0; edge 0 -> 1; }", "t.scpl:1:39: there is no location 1 here");
    refuses("automaton a * { }", "t.scpl:1:17: an automaton needs a location");
    refuses(
        "automaton a * { location 0 atomic; }",
        "t.scpl:1:17: threads of which any number exist at the start begin in an atomic section, where two stop each "
        "other: begin before it");
    refuses("automaton a * { location 0; edge 0 -> 0 when $1; }", "t.scpl:1:46: '$1' is not bound here");
}

TEST(shared_subterms_are_named)
{
    char text[4000] = "shared u8 x = 0, y = 0; x = ";
    for (int i = 0; i < 30; i++)
        strcat(text, "(x * y + (");
    strcat(text, "x");
    for (int i = 0; i < 30; i++)
        strcat(text, ") / y)");
    strcat(text, ";");
    prints(text, "let $1 = ");
    prints("shared u8 x = 0, y = 0; x, y = (x * y / 3 % y) * (x * y / 3 % y), x * y / 3 % y;",
           "let $1 = x * y / 3 % y do x, y = $1 * $1, $1 ");
}

TEST(bad_bytes)
{
    refuses_bytes("shared s\0 = 0;", 13, "t.scpl:1:9: unexpected byte 0x00");
    refuses("shared s\x80 = 0;", "t.scpl:1:9: unexpected byte 0x80");
    refuses("\xef\xbb\xbfshared s = 0;", "t.scpl:1:1: unexpected byte 0xef");
    refuses("/* ", "t.scpl:1:1: comment without end");
    refuses("shared `s\n = 0;", "t.scpl:1:8: text without closing quote");
    refuses("shared int s = 0; $ = 1;", "t.scpl:1:19: '$' is not declared");
    accepts("");
    accepts("// only a comment");
    accepts("\r\nshared s = 0;\r\n1: s = 1;\r\n");
}

/* Every prefix of a program is read or refused, never a crash. */
TEST(prefixes)
{
    static const char text[] =
        "option positions; shared u8[u8] a = 0 {1: 2}; shared bool f = *; template m * (i8 p = 1) { local "
        "int l = -1; L: if (f && l < 3 || !f) goto L, end; else { a[(u8)l] = l >= 2 ? 1 : (u4)(3); } atomic {"
        " ++l, l2 = *; } spawn m(p = 0x1F); } automaton q 0 { location 0 `x` atomic; entry 0; edge 0 -> 0 let "
        "$1 = a[0] + 1 when $1 < 3 do f = * spawn m() approximate \"\\x41\" path 1, 2 at \"f\" 1 1; }";
    for (size_t n = 0; n < sizeof text; n++) {
        Run *run = run_new();
        Case c = {.text = text, .length = n};
        StopKind stop = run_guard(run, parse, &c);
        CHECK(stop == STOP_NONE || stop == STOP_INPUT);
        run_free(run);
    }
}

static void repeat(Str *out, const char *text, int count)
{
    for (int i = 0; i < count; i++)
        str_add(out, text);
}

TEST(deep_nesting_is_refused)
{
    static const char *const openings[] = {"(",          "!",    "- ",        "{",  "if (b) ",
                                           "while (b) ", "b ? ", "atomic { ", "t[", "(int)"};
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
        Run *run = run_new();
        Str text;
        str_init(run, &text);
        bool statement =
            openings[i][0] == '{' || openings[i][0] == 'i' || openings[i][0] == 'w' || openings[i][0] == 'a';
        str_add(&text, statement ? "shared bool b = 0; " : "shared bool b = 0; shared u8[u8] t = 0; b = ");
        repeat(&text, openings[i], 200000);
        Case c = {.text = str_text(&text), .length = text.length};
        CHECK_EQ_INT(run_guard(run, parse, &c), STOP_INPUT);
        CHECK(strstr(run_reason(run), "nested more than 1000 deep") != NULL);
        run_free(run);
    }
}

TEST(long_programs)
{
    Run *run = run_new();
    Str text;
    str_init(run, &text);
    str_add(&text, "shared int x = 0; shared bool b = 0;\n");
    for (int i = 1; i <= 3000; i++)
        str_addf(&text, "%d: x = x + %d;\n", i, i);
    str_add(&text, "x = x");
    repeat(&text, " + x", 20000);
    str_add(&text, "; b = b");
    repeat(&text, " && b", 20000);
    str_add(&text, "; goto 1");
    repeat(&text, ", 1", 20000);
    str_add(&text, ";");
    Case c = {.text = str_text(&text), .length = text.length};
    CHECK_EQ_INT(run_guard(run, round_trip, &c), STOP_NONE);
    CHECK_EQ_INT(c.p->edges.count, 3000 + 2 + 20001);
    run_free(run);
}

/* A read-write lock counts its readers by a mathematical integer, in programs of machine integers. */
TEST(a_program_is_ideal_when_it_says_so)
{
    Run *run = run_new();
    Case c = read_text(run, "shared integer readers = 0; shared u8 x = 255; ++readers; ++x;");
    REQUIRE(c.printed != NULL);
    CHECK(!c.p->has_ideal_integers && !strstr(c.printed, "option ideal"));
    run_free(run);
    prints("option ideal; shared integer x = 0; ++x;", "option ideal;");
}

TAP_MAIN();
