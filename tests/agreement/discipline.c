/* A template is a list of statements; "@" in them is the index of the element that the thread is at. First they are
 * written so that all is well, then some are changed. */
#include "agreement/discipline.h"

#include <ctype.h>
#include <string.h>

#include "base/vec.h"
#include "program/analysis/merged.h"
#include "program/scpl/parse.h"
#include "program/scpl/print.h"

typedef enum Own { OWN_CONSTANT, OWN_ARBITRARY, OWN_CHOSEN, OWN_PARAMETER, OWN_DRAWN, OWN_COUNT } Own;

typedef struct Generator {
    Rng *rng;
    Run *run;
    Str *out;
    VEC(const char *) lines; /* of the template at hand */
    const char *count;       /* of threads of most templates */
    uint32_t index, element; /* widths */
    uint32_t few;            /* of the numbers that are used as indices: what the interpreter can go through */
    uint32_t counter;        /* width */
    bool is_watched;         /* one element is there, as a scalar, and others are not */
    bool is_narrow;          /* numbers are 0 and 1 */
    uint32_t mistakes;       /* still to be made */
} Generator;

static uint32_t below(Generator *g, uint32_t n) { return rng_below(g->rng, n); }
static bool chance(Generator *g, uint32_t percent) { return below(g, 100) < percent; }

static void add(Generator *g, const char *line) { vec_push(g->run, &g->lines, line); }

static void add_section(Generator *g, const char *first, const char *second)
{
    add(g, "atomic {");
    add(g, first);
    add(g, second);
    add(g, "}");
}

/* ---- mistakes ---- */

static bool is_brace(const char *line) { return strchr(line, '{') != NULL && !strchr(line, '}'); }
static bool is_end(const char *line) { return strcmp(line, "}") == 0; }
static bool is_local(const char *line) { return strncmp(line, "local ", 6) == 0; }

static const char *replaced(Generator *g, const char *line, const char *at, size_t length, const char *with)
{
    return run_format(g->run, "%.*s%s%s", (int)(at - line), line, with, at + length);
}

/* One of the places in the line, not its first, that the predicate is about, or NULL. */
static const char *pick_place(Generator *g, const char *line, bool (*is)(const char *at))
{
    const char *chosen = NULL;
    uint32_t n = 0;
    for (const char *at = line + 1; *at; at++)
        if (is(at) && below(g, ++n) == 0) chosen = at;
    return chosen;
}

static bool is_index(const char *at) { return *at == '@' && (at[-1] == '[' || at[-1] == '('); }
static bool is_number(const char *at) { return isdigit((unsigned char)*at) && (at[-1] == ' ' || at[-1] == '('); }

/* An atomic section loses its two braces together. */
static void drop_line(Generator *g, uint32_t i)
{
    bool is_section = is_brace(g->lines.data[i]);
    g->lines.data[i] = "";
    while (is_section && !is_end(g->lines.data[i]))
        i++;
    if (is_section) g->lines.data[i] = "";
}

static bool swap_lines(Generator *g, uint32_t i)
{
    const char *line = g->lines.data[i];
    if (i + 1 == g->lines.count) return false;
    const char *next = g->lines.data[i + 1];
    if ((is_brace(line) || is_end(line)) && (is_brace(next) || is_end(next))) return false;
    g->lines.data[i] = next;
    g->lines.data[i + 1] = line;
    return true;
}

static bool replace_at(Generator *g, uint32_t i, const char *at, const char *with)
{
    if (at) g->lines.data[i] = replaced(g, g->lines.data[i], at, 1, with);
    return at != NULL;
}

/* False: there was nothing to do wrong. */
static bool make_mistake(Generator *g)
{
    static const char *const others[] = {"0", "(@ + 1)", "(@ ^ 1)", "1"};
    uint32_t i = below(g, g->lines.count);
    const char *line = g->lines.data[i];
    if (!*line || is_end(line) || is_local(line)) return false;
    const char *number = pick_place(g, line, is_number);
    switch (below(g, 6)) {
    case 0:
    case 1: drop_line(g, i); return true;
    case 2: return swap_lines(g, i);
    case 3: return replace_at(g, i, pick_place(g, line, is_index), others[below(g, 4)]);
    case 4: return number && replace_at(g, i, number, *number == '0' ? "1" : g->is_narrow || chance(g, 50) ? "0" : "2");
    default:
        if (is_brace(line) || !chance(g, 30)) return false;
        add(g, line);
        return true;
    }
}

/* ---- templates ---- */

static void add_line(Generator *g, const char *line)
{
    for (; *line; line++)
        if (*line == '@')
            str_add(g->out, "i");
        else
            str_add_bytes(g->out, line, 1);
}

/* A label for each statement that is no brace; the first is L0. */
static void add_template(Generator *g, const char *head, bool loops)
{
    uint32_t number = 0;
    if (loops) add(g, "goto L0;");
    if (g->mistakes && chance(g, 60)) {
        g->mistakes--;
        while (!make_mistake(g))
            continue;
    }
    str_addf(g->out, "%s {\n", head);
    bool has_first = false;
    for (uint32_t i = 0; i < g->lines.count; i++) {
        const char *line = g->lines.data[i];
        bool is_statement = *line && !is_brace(line) && !is_end(line);
        if (!*line) continue;
        if (is_local(line) || !is_statement) {
            str_add(g->out, "  ");
        } else {
            has_first |= number == 0;
            str_addf(g->out, "  L%u: ", number++);
        }
        add_line(g, line);
        str_add(g->out, "\n");
    }
    if (!has_first) str_add(g->out, "  L0: ;\n");
    str_add(g->out, "}\n");
    vec_clear(&g->lines);
}

static const char *a_head(Generator *g, const char *name, const char *count)
{
    return run_format(g->run, "template %s %s", name, count);
}

/* ---- elements ---- */

/* The program may say itself what is watched: then what is done to other elements has no effect, and what is read of
 * them is arbitrary. */
static void add_access(Generator *g, const char *line)
{
    add(g, g->is_watched ? run_format(g->run, "if (@ == w) { %s }", line) : line);
}

static void add_read(Generator *g, const char *place)
{
    if (g->is_watched)
        add(g, run_format(g->run, "if (@ == w) l = %s; else l = *;", place));
    else
        add(g, run_format(g->run, "l = %s;", place));
}

static const char *named(Generator *g, const char *array)
{
    return g->is_watched ? array : run_format(g->run, "%s[@]", array);
}

static void add_assertion(Generator *g, const char *condition)
{
    add(g, g->is_watched ? run_format(g->run, "assert @ != w || %s;", condition)
                         : run_format(g->run, "assert %s;", condition));
}

static void declare(Generator *g, const char *name, uint32_t width)
{
    if (g->is_watched)
        str_addf(g->out, "shared u%u %s = 0;\n", width, name);
    else
        str_addf(g->out, "shared u%u[u%u] %s = 0;\n", width, g->index, name);
}

static void add_lock(Generator *g, const char *lock)
{
    if (g->is_watched)
        add(g, run_format(g->run, "if (@ == w) { atomic { assume %s == 0; %s = 1; } }", lock, lock));
    else
        add_section(g, run_format(g->run, "assume %s == 0;", lock), run_format(g->run, "%s = 1;", lock));
}

/* Begins and ends with an element that is 0. */
static void add_use(Generator *g)
{
    const char *a = named(g, "a");
    switch (below(g, 4)) {
    case 0:
        add_access(g, run_format(g->run, "++%s;", a));
        add_assertion(g, run_format(g->run, "%s == 1", a));
        add_access(g, run_format(g->run, "--%s;", a));
        return;
    case 1:
        add_assertion(g, run_format(g->run, "%s == 0", a));
        add_access(g, run_format(g->run, "%s = 1;", a));
        add_access(g, run_format(g->run, "%s = 0;", a));
        return;
    case 2:
        add_read(g, a);
        add_access(g, run_format(g->run, "%s = l + 1;", a));
        add_assertion(g, run_format(g->run, "%s == l + 1", a));
        add_access(g, run_format(g->run, "%s = l;", a));
        return;
    default:
        add_access(g, run_format(g->run, "%s = 1;", a));
        add_read(g, a);
        add_access(g, run_format(g->run, "%s = l - 1;", a));
        add_assertion(g, run_format(g->run, "%s == 0", a));
        return;
    }
}

/* Any number, or one of few where there are many. */
static void choose_index(Generator *g)
{
    if (g->index == g->few) {
        add(g, "@ = *;");
        return;
    }
    add_section(g, "j = j + 1;", run_format(g->run, "@ = (u%u)j;", g->index));
}

static void add_index(Generator *g, bool is_chosen)
{
    add(g, run_format(g->run, "local u%u i%s;", g->index, is_chosen ? " = 0" : ""));
    if (is_chosen) add(g, run_format(g->run, "local u%u j;", g->few));
}

static void add_numbers(Generator *g, Own own)
{
    uint32_t last = (1u << g->few) - 1;
    bool is_wide = g->index > g->few;
    if (own == OWN_CONSTANT)
        add(g, run_format(g->run, "local u%u i = %u;", g->index, below(g, last + 1)));
    else if (own != OWN_PARAMETER)
        add_index(g, is_wide);
    add(g, run_format(g->run, "local u%u l = 0;", g->element));
    if (own == OWN_CHOSEN || (own == OWN_ARBITRARY && is_wide)) choose_index(g);
    if (own == OWN_DRAWN) {
        add(g, "atomic {");
        add(g, run_format(g->run, "assume n != %u;", last));
        add(g, "@ = n;");
        add(g, "n = n + 1;");
        add(g, "}");
    }
}

/* Starts threads with numbers of their own. */
static void add_starter(Generator *g, uint32_t threads)
{
    add(g, run_format(g->run, "local u%u k = 0;", g->index));
    add(g, run_format(g->run, "assume k < %u;", threads));
    add(g, "spawn t0(k);");
    add(g, "k = k + 1;");
    add_template(g, "template starter 1", true);
}

static void elements(Generator *g, bool fixed)
{
    Own own = (Own)below(g, OWN_COUNT);
    if (fixed && own == OWN_PARAMETER) own = OWN_ARBITRARY;
    bool has_numbers = own == OWN_PARAMETER || own == OWN_DRAWN, is_locked = !has_numbers || chance(g, 30);
    uint32_t templates = own == OWN_PARAMETER ? 1 : 1 + chance(g, 50);
    g->is_watched = g->index == g->few && chance(g, 30);
    if (g->is_watched) str_addf(g->out, "shared u%u w = *;\n", g->index);
    declare(g, "m", 1);
    declare(g, "a", g->element);
    if (own == OWN_DRAWN) str_addf(g->out, "shared u%u n = 0;\n", g->index);
    if (own == OWN_PARAMETER) add_starter(g, 1 + below(g, (1u << g->few) - 1));
    if (fixed) templates = 2 + chance(g, 30);
    for (uint32_t t = 0; t < templates; t++) {
        const char *m = named(g, "m");
        add_numbers(g, own);
        if (is_locked) add_lock(g, m);
        add_use(g);
        if (is_locked) add_access(g, run_format(g->run, "%s = 0;", m));
        const char *parameter = own == OWN_PARAMETER ? run_format(g->run, "(u%u i)", g->index) : g->count;
        add_template(g, a_head(g, run_format(g->run, "t%u", t), parameter), chance(g, 40));
    }
}

/* ---- objects: who has marked one as used owns it, and may hand it on ---- */

static void add_allocation(Generator *g)
{
    add_index(g, g->index > g->few);
    choose_index(g);
    add_section(g, "assume used[@] == 0;", "used[@] = 1;");
}

static void add_release(Generator *g)
{
    add(g, "assert a[@] == 1;");
    add(g, "a[@] = 0;");
    add(g, "used[@] = 0;");
}

static void objects(Generator *g)
{
    declare(g, "used", 1);
    declare(g, "a", g->element);
    bool is_handed_on = chance(g, 60);
    if (is_handed_on) str_addf(g->out, "shared u%u p = 0;\nshared bool full = false;\n", g->index);
    add_allocation(g);
    if (chance(g, 50)) add(g, "assert a[@] == 0;");
    add(g, "a[@] = 1;");
    if (is_handed_on) {
        add(g, "atomic {");
        add(g, "assume !full;");
        add(g, "p = @;");
        add(g, "full = true;");
        add(g, "}");
    } else {
        add_release(g);
    }
    add_template(g, a_head(g, "t0", g->count), chance(g, 50));
    if (!is_handed_on) return;
    add(g, run_format(g->run, "local u%u i = 0;", g->index));
    add(g, "atomic {");
    add(g, "assume full;");
    add(g, "@ = p;");
    add(g, "full = false;");
    add(g, "}");
    if (chance(g, 50)) add(g, "assert used[@] == 1;");
    add_release(g);
    add_template(g, a_head(g, "t1", g->count), chance(g, 50));
}

/* ---- counters of threads ---- */

static void semaphore(Generator *g)
{
    uint32_t most = 1 + below(g, 3);
    str_addf(g->out, "shared u%u s = %u;\nshared u%u c = 0;\n", g->counter, most, g->counter);
    add_section(g, "assume s > 0;", "s = s - 1;");
    add(g, "c = c + 1;");
    add(g, run_format(g->run, chance(g, 50) ? "assert c <= %u;" : "assert s + c <= %u;", most));
    add(g, "c = c - 1;");
    add(g, "s = s + 1;");
    add_template(g, a_head(g, "t0", g->count), chance(g, 60));
    if (!chance(g, 40)) return;
    add(g, run_format(g->run, "assert s + c <= %u;", most));
    add_template(g, "template look 1", true);
}

static void threshold(Generator *g)
{
    uint32_t most = 1 + below(g, 3), step = 1 + chance(g, 30);
    str_addf(g->out, "shared u%u c = %u;\n", g->counter + 1, below(g, 2));
    add_section(g, run_format(g->run, "assume c < %u;", most * step), run_format(g->run, "c = c + %u;", step));
    add(g, run_format(g->run, "assert c >= %u;", step));
    add(g, run_format(g->run, "assert c <= %u;", most * step + step));
    add(g, run_format(g->run, "c = c - %u;", step));
    add_template(g, a_head(g, "t0", g->count), chance(g, 60));
}

static void readers(Generator *g)
{
    str_addf(g->out, "shared bool m = false;\nshared u%u r = 0;\nshared u2 x = 0;\n", g->counter);
    for (int is_out = 0; is_out < 2; is_out++) {
        add_section(g, is_out ? "assume !m;" : "assume !m && r < 3;", "m = true;");
        add(g, is_out ? "r = r - 1;" : "r = r + 1;");
        add(g, "m = false;");
        if (!is_out) add(g, "assert x == 0;");
    }
    add_template(g, a_head(g, "t0", g->count), chance(g, 60));
    add_section(g, "assume !m && r == 0;", "m = true;");
    add(g, "x = 1;");
    if (chance(g, 60)) add(g, "assert r == 0;");
    add(g, "x = 0;");
    add(g, "m = false;");
    add_template(g, a_head(g, "t1", g->count), chance(g, 60));
}

/* The first reference is that of a thread that gives it back. */
static void references(Generator *g)
{
    str_addf(g->out, "shared u%u c = 1;\nshared bool alive = true;\n", g->counter);
    for (int t = 0; t < 2; t++) {
        if (t == 0) add_section(g, "assume c > 0 && c < 6;", "c = c + 1;");
        add(g, "assert alive;");
        add(g, "atomic {");
        add(g, "c = c - 1;");
        add(g, "if (c == 0) alive = false;");
        add(g, "}");
        add_template(g, t ? "template owner 1" : a_head(g, "t0", g->count), t == 0 && chance(g, 60));
    }
}

/* Workers count up, and their starter waits for them. */
static void joined(Generator *g)
{
    uint32_t workers = 1 + below(g, 2), step = 1 + below(g, 2);
    str_addf(g->out, "shared u%u x = 0;\nshared u%u done = 0;\n", g->counter, g->counter);
    add(g, "local u3 k = 0;");
    add(g, run_format(g->run, "while (k < %u) { spawn t0(); k = k + 1; }", workers));
    add(g, run_format(g->run, "assume done == %u;", workers));
    add(g, run_format(g->run, "assert x == %u;", workers * step));
    add_template(g, "template starter 1", false);
    add(g, run_format(g->run, "x = x + %u;", step));
    add(g, "done = done + 1;");
    if (chance(g, 50)) add(g, "assert done <= x;");
    add_template(g, "template t0 0", false);
}

static void counters(Generator *g, bool fixed)
{
    switch (below(g, fixed ? 4 : 5)) {
    case 0: semaphore(g); return;
    case 1: threshold(g); return;
    case 2: readers(g); return;
    case 3: references(g); return;
    default: joined(g); return;
    }
}

/* What stands in one atomic section becomes one step, as it is in programs made from C: a lock is taken where it is
 * tested. */
static void join_steps(Str *text)
{
    Run *run = text->run;
    Program *p = scpl_parse(run, term_manager_new(run), "random.scpl", str_text(text), text->length, false);
    str_clear(text);
    scpl_print(merged_program(p, (MergedOptions){true, true, true}), text);
}

void generate_discipline(Rng *rng, bool fixed, Str *out)
{
    Generator generator = {.rng = rng, .run = out->run, .out = out, .count = fixed ? "1" : "*"}, *g = &generator;
    static const uint32_t indices[] = {0, 0, 8, 16, 32}, widths[] = {3, 8, 16, 32};
    g->few = 1 + below(g, 2);
    g->index = indices[below(g, 5)];
    if (!g->index) g->index = g->few;
    g->counter = widths[below(g, 4)];
    g->element = 1 + below(g, 2);
    g->mistakes = chance(g, 50) ? 0 : 1 + chance(g, 40);
    uint32_t kind = below(g, 10);
    g->is_narrow = kind < 7;
    if (kind < 5)
        elements(g, fixed);
    else if (kind < 7)
        objects(g);
    else
        counters(g, fixed);
    vec_free(g->run, &g->lines);
    if (chance(g, 80)) join_steps(out);
}
