/* One generator for both versions: it marks every access to shared memory in the text (generate.h).
 *
 * What keeps most programs defined: all numbers are 0 .. 3; every pointer cell holds a valid address, or may be null in
 * a program where all cells of its type may, and is then used behind a test of a local copy only. Pointers to locals go
 * to local pointers only, except for main's, whose address a thread may get: main waits for all threads then. An
 * assignment with accesses on both sides takes a temporary, because C leaves their order open. The dangers that some
 * programs have are chosen in choose_dangers. */
#include "agreement_c/generate.h"

#include "agreement_c/generator.h"

/* ---- locals ---- */

static void add_number(Generator *g, const char *name) { g->scope.numbers[g->scope.number_count++] = name; }

static const char *struct_value(Generator *g)
{
    const char *p = "";
    if (g->link == LINK_NUMBER) p = g->may_be_null && gen_chance(g, 50) ? ", 0" : ", &x0";
    if (g->link == LINK_STRUCT)
        p = g->structs_may_be_null && gen_chance(g, 50) ? ", 0" : g->structs ? ", &s0" : ", &w[0]";
    return gen_text(g, "{%u, %u%s%s%s}", rng_below(g->rng, 4), rng_below(g->rng, 4),
                    g->has_member_array ? ", {1, 2}" : "", g->has_member_mutex ? ", PTHREAD_MUTEX_INITIALIZER" : "", p);
}

static void locals(Generator *g)
{
    uint32_t count = 1 + rng_below(g->rng, 2);
    for (uint32_t i = 0; i < count; i++) {
        const char *name = gen_text(g, "l%u", i);
        gen_line(g, "%s %s = %u;", g->number, name, rng_below(g->rng, 4));
        add_number(g, name);
    }
    if (gen_chance(g, 50)) {
        gen_line(g, "%s *lp = %s;", g->number, gen_a_pointer(g, false));
        gen_add_pointer(g, "lp", false, false);
    }
    if (gen_chance(g, 30)) {
        gen_line(g, "%s a0 = %u;", g->number, rng_below(g->rng, 4));
        add_number(g, "a0");
        gen_line(g, "%s *la = %s;", g->number, gen_chance(g, 50) ? "&a0" : gen_a_pointer(g, false));
        gen_add_pointer(g, "la", false, true);
    }
    if (gen_chance(g, 15)) {
        gen_line(g, "%s d0[2] = {%u, 1};", g->number, rng_below(g->rng, 4));
        add_number(g, "d0[1]");
        gen_line(g, "%s *ld = &d0[%s];", g->number, gen_an_index(g, 2));
        gen_add_pointer(g, "ld", false, true);
    }
    if (gen_has_number_cells(g) && gen_chance(g, 20)) {
        gen_line(g, "%s **lpp = %s;", g->number, gen_address_of_cell(g));
        g->scope.pointers2[g->scope.pointer2_count++] = "lpp";
    }
    if (!gen_has_structs(g)) return;
    if (gen_chance(g, 30)) {
        gen_line(g, "struct S *ls = %s;", gen_a_struct_pointer(g, false));
        gen_add_pointer(g, "ls", true, false);
    }
    if (!g->has_member_mutex && gen_chance(g, 20)) {
        gen_line(g, "struct S c0 = %s;", struct_value(g));
        g->scope.structs[g->scope.struct_count++] = "c0";
        if (gen_chance(g, 50)) {
            gen_line(g, "struct S *lc = &c0;");
            gen_add_pointer(g, "lc", true, true);
        }
    }
}

/* ---- functions ---- */

static void helpers(Generator *g)
{
    const char *n = g->number;
    if (g->has_set) {
        gen_line(g, "void set(%s *p, %s value)\n{\n    " WRITE_BEGIN "*p" WRITE_VALUE "value" WRITE_END ";\n}", n, n);
    }
    if (g->has_swap) {
        gen_line(g, "void swap(%s **a, %s **b)\n{\n    %s *t = " READ_BEGIN "*a" READ_END ";", n, n, n);
        gen_line(g, "    " WRITE_BEGIN "*a" WRITE_VALUE READ_BEGIN "*b" READ_END WRITE_END ";");
        gen_line(g, "    " WRITE_BEGIN "*b" WRITE_VALUE "t" WRITE_END ";\n}");
    }
    if (g->has_pick) {
        gen_line(g, "%s *pick(int first)\n{\n    if (first) return %s;", n, gen_address_of_number(g));
        gen_line(g, "    return %s;\n}", gen_address_of_number(g));
    }
    if (g->has_action) {
        gen_line(g, "void add(%s *p)\n{\n    %s t = " READ_BEGIN "*p" READ_END ";", n, n);
        gen_line(g, "    " WRITE_BEGIN "*p" WRITE_VALUE "(t + 1) & 3" WRITE_END ";\n}");
        gen_line(g, "void clear(%s *p)\n{\n    " WRITE_BEGIN "*p" WRITE_VALUE "0" WRITE_END ";\n}", n);
        gen_line(g, SHARED_MARK "void (*act)(%s *) = %s;", n, gen_chance(g, 50) ? "add" : "clear");
    }
    if (g->has_via) {
        gen_line(g, "%s via(%s *p)\n{\n    %s temp = " READ_BEGIN "*p" READ_END ";", n, n, n);
        gen_line(g, "    %s *to = &temp;\n    if (temp < 2) to = p;", n);
        gen_line(g, "    " WRITE_BEGIN "*to" WRITE_VALUE "(temp + 1) & 3" WRITE_END ";\n    return temp;\n}");
    }
    if (g->has_work) { /* calls others from several places */
        gen_line(g, "%s work(%s *p, %s n)\n{\n    %s kept = n, *to = &kept;", n, n, n, n);
        gen_line(g, "    for (int i = 0; i < 2; i++) {\n        if (kept == i) return via(&kept);");
        gen_line(g, "        set(to, (kept + 1) & 3);\n        to = p;\n    }");
        gen_line(g, "    if (n == 3) set(p, 0);\n    return via(p);\n}");
    }
    if (g->has_make) {
        gen_line(g, "struct S *make(%s number)\n{", n);
        g->indent++;
        gen_heap_struct(g, "h", true);
        gen_line(g, WRITE_BEGIN "h->a" WRITE_VALUE "number" WRITE_END ";");
        gen_line(g, "return h;");
        gen_close_block(g);
        g->scope.pointer_count = 0;
    }
    if (g->has_get) {
        gen_line(g, "%s get(struct S *s)\n{\n    return " READ_BEGIN "s->%s" READ_END ";\n}", n, gen_number_member(g));
    }
}

static void argument(Generator *g, ArgKind kind)
{
    switch (kind) {
    case ARG_NUMBER:
        gen_line(g, "%s id = (%s)(long)arg;", g->number, g->number);
        add_number(g, "id");
        return;
    case ARG_POINTER:
        gen_line(g, "%s *ap = arg;", g->number);
        gen_add_pointer(g, "ap", false, false);
        return;
    case ARG_POINTER2:
        gen_line(g, "%s **app = arg;", g->number);
        g->scope.pointers2[g->scope.pointer2_count++] = "app";
        return;
    case ARG_STRUCT:
        gen_line(g, "struct S *as = arg;");
        gen_add_pointer(g, "as", true, false);
        return;
    case ARG_NONE:
    case ARG_KIND_COUNT: return;
    }
}

/* What the program is about, at least once in each function. */
static bool dangers(Generator *g)
{
    if (g->heap_cells) gen_statement_heap(g);
    if (g->has_big) gen_statement_big(g);
    if (g->may_deadlock && gen_chance(g, 80)) gen_statement_two_locks(g);
    return g->heap_cells || g->has_big || g->may_deadlock;
}

static void function(Generator *g, uint32_t number)
{
    g->scope = (Scope){.counter = NULL};
    gen_line(g, "void *f%u(void *arg)\n{", number);
    g->indent++;
    argument(g, g->args[number]);
    locals(g);
    if (gen_has_structs(g) && gen_chance(g, 8)) gen_heap_struct(g, "h", g->is_twice);
    if (gen_chance(g, 8)) gen_heap_numbers(g, "ha", g->is_twice);
    bool is_dangerous = dangers(g);
    gen_block(g, (is_dangerous ? 1 : 2) + rng_below(g->rng, g->functions == 3 || is_dangerous ? 2 : 4));
    gen_line(g, "return 0;");
    gen_close_block(g);
}

/* ---- main ---- */

/* What is passed to a thread; with an address of a local of main, the local. */
static const char *argument_value(Generator *g, ArgKind kind, bool *is_local)
{
    switch (kind) {
    case ARG_NUMBER: return gen_text(g, "(void *)%u", rng_below(g->rng, 3));
    case ARG_POINTER:
        if (gen_chance(g, 30)) {
            *is_local = true;
            return "&c";
        }
        for (uint32_t i = 0; i < g->scope.pointer_count; i++)
            if (!g->scope.pointers[i].is_struct && gen_chance(g, 60)) return g->scope.pointers[i].name;
        return gen_address_of_number(g);
    case ARG_POINTER2:
        if (gen_has_number_cells(g)) {
            Options cells = {.count = 0};
            gen_offer_number_cells(g, &cells);
            return gen_text(g, "&%s", gen_pick(g, &cells));
        }
        *is_local = true;
        return "&cp";
    case ARG_STRUCT:
        if (gen_chance(g, 20)) {
            *is_local = true;
            return "&cs";
        }
        for (uint32_t i = 0; i < g->scope.pointer_count; i++)
            if (g->scope.pointers[i].is_struct && gen_chance(g, 60)) return g->scope.pointers[i].name;
        return gen_address_of_struct(g);
    case ARG_NONE:
    case ARG_KIND_COUNT: return "0";
    }
    return "0";
}

static void main_locals(Generator *g)
{
    gen_line(g, "%s c = %u;", g->number, rng_below(g->rng, 4));
    g->scope.shared_numbers[g->scope.shared_count++] = "c";
    gen_line(g, "%s l0 = 1;", g->number);
    add_number(g, "l0");
    gen_line(g, "%s *cp = &x0;", g->number);
    gen_fill_heap(g);
    if (gen_chance(g, 12)) gen_heap_numbers(g, "ha", false);
    if (!gen_has_structs(g)) return;
    gen_line(g, "struct S cs%s%s;", g->has_member_mutex ? "" : " = ", g->has_member_mutex ? "" : struct_value(g));
    if (g->has_member_mutex) gen_set_members(g, "cs.", false);
    g->scope.shared_numbers[g->scope.shared_count++] = "cs.a";
    if (!gen_chance(g, 35)) return;
    gen_heap_struct(g, "h", false);
    if (g->has_struct_pointer && gen_chance(g, 60)) gen_line(g, WRITE_BEGIN "sp0" WRITE_VALUE "h" WRITE_END ";");
}

/* How the program ended: the native version tells the explorer, the other asserts that it is not the outcome asked
 * about. */
static void outcome(Generator *g)
{
    Str native, chorus;
    str_init(g->run, &native);
    str_init(g->run, &chorus);
    for (uint32_t i = 0; i < OUTCOME_NUMBERS; i++) {
        const char *name = gen_new_name(g, "z");
        bool is_number = !gen_has_number_cells(g) || gen_chance(g, 60);
        gen_line(g, "%s%s = %s;", gen_number_type(g), name, is_number ? gen_number_read(g) : gen_pointer_condition(g));
        str_addf(&native, "%s%s << %u", i ? " | " : "", name, 2 * i);
        str_addf(&chorus, "%s%s != " KEY_MARK "%u", i ? " || " : "", name, i);
    }
    gen_line(g, NATIVE_MARK "host->end(host, %s);", str_text(&native));
    gen_line(g, CHORUS_MARK "assert(%s);", str_text(&chorus));
    str_clear(&native);
    str_clear(&chorus);
}

/* True when a thread gets the address of a local of main. */
static bool create_threads(Generator *g, uint32_t threads)
{
    bool is_local = false;
    for (uint32_t i = 0; i < threads; i++) {
        uint32_t f = g->is_twice ? 0 : i;
        const char *value = argument_value(g, g->args[f], &is_local);
        gen_line(g, "pthread_t t_%u;", i);
        gen_line(g, "pthread_create(&t_%u, 0, f%u, %s);", i, f, value);
        if (i == 0 && gen_chance(g, 20)) gen_statement(g);
    }
    return is_local;
}

/* True when all threads are waited for. */
static bool join_in_loop(Generator *g, uint32_t threads)
{
    uint32_t first = gen_chance(g, 25);
    switch (rng_below(g->rng, 5)) {
    case 0: return false;
    case 1: gen_line(g, "pthread_join(ts[%u], 0);", rng_below(g->rng, threads)); return false;
    case 2:
        gen_line(g, "for (int i = %u; i > %u; i--)", threads, first);
        gen_line(g, "    pthread_join(ts[i - 1], 0);");
        return first == 0;
    case 3:
        gen_line(g, "for (int i = %u; i < %u; i++)", first, threads);
        gen_line(g, "    pthread_join(ts[i], 0);");
        return first == 0;
    default: break;
    }
    gen_open_block(g, gen_text(g, "for (int i = 0; i < %u; i++)", threads));
    gen_line(g, "if (%s == 1) break;", gen_number_read(g));
    gen_line(g, "pthread_join(ts[i], 0);");
    gen_close_block(g);
    return false;
}

/* All threads in a loop, maybe with one handle for all of them. True when all are waited for. */
static bool create_in_loop(Generator *g, uint32_t threads)
{
    bool is_one = gen_chance(g, 30), is_joined = is_one && gen_chance(g, 60);
    gen_line(g, "pthread_t ts[%u];", is_one ? 1 : threads);
    gen_open_block(g, gen_text(g, "for (int i = 0; i < %u; i++)", threads));
    const char *value = "i";
    if (g->args[0] == ARG_POINTER && g->array) value = "&v[i & 1]";
    if (g->args[0] == ARG_STRUCT && g->struct_array) value = "&w[i & 1]";
    bool is_number = g->args[0] == ARG_NONE || g->args[0] == ARG_NUMBER, is_local = false;
    if (!is_number && *value == 'i') do {
            is_local = false;
            value = argument_value(g, g->args[0], &is_local);
        } while (is_local);
    const char *handle = is_one ? "ts[0]" : "ts[i]";
    gen_line(g, "pthread_create(&%s, 0, f0, %s%s);", handle, is_number ? "(void *)(long)" : "", value);
    if (is_joined) gen_line(g, "pthread_join(ts[0], 0);");
    gen_close_block(g);
    if (!is_one) return join_in_loop(g, threads);
    if (!is_joined && gen_chance(g, 60)) gen_line(g, "pthread_join(ts[0], 0);");
    return is_joined;
}

static void main_function(Generator *g, uint32_t threads)
{
    g->scope = (Scope){.counter = NULL};
    g->is_in_main = true;
    gen_line(g, "int main(void)\n{");
    g->indent++;
    main_locals(g);
    bool may_loop = g->is_twice && !g->has_outcome && (g->args[0] != ARG_POINTER2 || gen_has_number_cells(g));
    bool is_in_loop = may_loop && gen_chance(g, 40), is_local = false, is_joined = false;
    if (is_in_loop)
        is_joined = create_in_loop(g, threads);
    else
        is_local = create_threads(g, threads);
    if (gen_chance(g, 25)) gen_block(g, 1 + rng_below(g->rng, 2));
    if (gen_chance(g, 8)) { /* main does what the threads do */
        bool is_own = false;
        const char *value = argument_value(g, g->args[0], &is_own);
        gen_line(g, "f0(%s);", value);
    }
    bool is_locked = g->may_deadlock && g->has_mutex && gen_chance(g, 20);
    if (is_locked) gen_line(g, "pthread_mutex_lock(&m);");
    if (!is_in_loop) is_joined = is_local || g->has_outcome || gen_chance(g, 60);
    for (uint32_t i = 0; i < threads && is_joined && !is_in_loop; i++)
        gen_line(g, "pthread_join(t_%u, 0);", i);
    if (g->has_outcome) outcome(g);
    if (is_joined || gen_chance(g, 50)) gen_statement_assert(g);
    if (is_locked) gen_line(g, "pthread_mutex_unlock(&m);");
    gen_free_all(g);
    gen_line(g, "return 0;");
    gen_close_block(g);
}

/* ---- globals ---- */

static void choose_shape(Generator *g)
{
    static const char *const types[] = {"unsigned char", "int"};
    bool is_int = gen_chance(g, 50);
    g->number = types[is_int];
    g->other = types[!is_int];
    g->numbers = 1 + rng_below(g->rng, 3);
    g->has_other = gen_chance(g, 20);
    g->array = gen_chance(g, 25) ? 2 + rng_below(g->rng, 2) : 0;
    if (gen_chance(g, 50)) g->structs = 1 + rng_below(g->rng, 2);
    g->struct_array = gen_chance(g, 15);
    g->pointers = gen_chance(g, 15) ? 0 : 1 + rng_below(g->rng, 2);
    g->pointer_array = gen_chance(g, 15);
    if (gen_has_structs(g)) {
        g->has_struct_pointer = gen_chance(g, 60);
        g->link = (Link)rng_below(g->rng, 3);
    }
    g->may_be_null = gen_chance(g, 30);
    g->structs_may_be_null = gen_chance(g, 30);
    g->has_pointer2 = gen_has_number_cells(g) && gen_chance(g, 30);
    g->has_mutex = gen_chance(g, 40);
    g->has_set = gen_chance(g, 30);
    g->has_swap = gen_has_number_cells(g) && gen_chance(g, 35);
    g->has_pick = gen_chance(g, 20);
    g->has_action = gen_chance(g, 20);
    g->has_mutexes = gen_chance(g, 20);
    g->has_member_array = gen_chance(g, 15);
    g->has_matrix = gen_chance(g, 10);
    g->has_via = gen_chance(g, 20);
    g->has_work = g->has_via && gen_chance(g, 50);
    g->has_set |= g->has_work;
    g->has_member_mutex = gen_has_structs(g) && gen_chance(g, 15);
    g->has_make = gen_has_structs(g) && gen_chance(g, 25);
    g->has_get = gen_has_structs(g) && gen_chance(g, 25);
}

/* What properties other than assertions are about. */
static void choose_dangers(Generator *g)
{
    if (gen_chance(g, 30)) gen_choose_heap(g);
    g->is_careless = gen_chance(g, 10);
    g->has_big = gen_chance(g, 20);
    g->big = gen_chance(g, 85) ? "int" : "signed char";
    g->may_deadlock = gen_chance(g, 12);
    g->has_mutex |= g->may_deadlock;
    g->has_mutexes |= g->may_deadlock;
}

static void struct_type(Generator *g)
{
    static const char *const moves[] = {"", " MOVE(p);", " MOVE(next);"};
    gen_line(g, "struct S {");
    gen_line(g, "    %s a;", g->number);
    gen_line(g, "    %s b;", g->number);
    if (g->has_member_array) gen_line(g, "    %s d[2];", g->number);
    if (g->has_member_mutex) gen_line(g, "    pthread_mutex_t m;");
    if (g->link == LINK_NUMBER) gen_line(g, "    %s *p;", g->number);
    if (g->link == LINK_STRUCT) gen_line(g, "    struct S *next;");
    gen_line(g, "};");
    gen_line(g,
             NATIVE_MARK "#define COPY(to, from) ({ struct S *to_ = &(to), *from_ = &(from); MOVE(a); MOVE(b);%s%s })",
             g->has_member_array ? " MOVE(d[0]); MOVE(d[1]);" : "", moves[g->link]);
}

static const char *initial_pointer(Generator *g)
{
    return g->may_be_null && gen_chance(g, 50) ? "0" : gen_address_of_number(g);
}

static void struct_globals(Generator *g)
{
    bool is_linked = g->link == LINK_STRUCT;
    for (uint32_t i = 0; i < g->structs && is_linked; i++)
        gen_line(g, SHARED_MARK "extern struct S s%u;", i);
    if (g->struct_array && is_linked) gen_line(g, SHARED_MARK "extern struct S w[2];");
    for (uint32_t i = 0; i < g->structs; i++)
        gen_line(g, SHARED_MARK "struct S s%u = %s;", i, struct_value(g));
    if (g->struct_array) {
        const char *first = struct_value(g);
        gen_line(g, SHARED_MARK "struct S w[2] = {%s, %s};", first, struct_value(g));
    }
}

static void globals(Generator *g)
{
    for (uint32_t i = 0; i < g->numbers; i++)
        gen_line(g, SHARED_MARK "%s x%u = %u;", g->number, i, rng_below(g->rng, 4));
    if (g->has_other) gen_line(g, SHARED_MARK "%s y0 = %u;", g->other, rng_below(g->rng, 4));
    if (g->array) gen_line(g, SHARED_MARK "%s v[%u] = {%u};", g->number, g->array, rng_below(g->rng, 4));
    if (g->has_matrix) gen_line(g, SHARED_MARK "%s g[2][2] = {{1, 2}, {%u}};", g->number, rng_below(g->rng, 4));
    if (gen_has_structs(g)) {
        struct_type(g);
        struct_globals(g);
    }
    for (uint32_t i = 0; i < g->pointers; i++)
        gen_line(g, SHARED_MARK "%s *p%u = %s;", g->number, i, initial_pointer(g));
    if (g->pointer_array) {
        const char *first = initial_pointer(g);
        gen_line(g, SHARED_MARK "%s *q[2] = {%s, %s};", g->number, first, initial_pointer(g));
    }
    if (g->has_pointer2) {
        Options cells = {.count = 0};
        gen_offer_number_cells(g, &cells);
        gen_line(g, SHARED_MARK "%s **pp0 = &%s;", g->number, gen_pick(g, &cells));
    }
    if (g->has_struct_pointer) {
        bool is_null = g->structs_may_be_null && gen_chance(g, 50);
        gen_line(g, SHARED_MARK "struct S *sp0 = %s;", is_null ? "0" : gen_address_of_struct(g));
    }
    gen_declare_heap(g);
    if (g->has_big) gen_line(g, SHARED_MARK "%s big = %s;", g->big, gen_big_number(g));
    if (g->has_mutexes)
        gen_line(g, SHARED_MARK "pthread_mutex_t mm[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};");
    if (g->has_mutex) gen_line(g, SHARED_MARK "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;");
}

void generate_program(Rng *rng, Str *out)
{
    Generator g = {.run = out->run, .rng = rng, .out = out};
    choose_shape(&g);
    choose_dangers(&g);
    uint32_t threads = gen_chance(&g, 15) ? 3 : 2;
    g.is_twice = gen_chance(&g, 25);
    g.has_outcome = gen_chance(&g, 40);
    g.functions = g.is_twice ? 1 : threads;
    globals(&g);
    helpers(&g);
    for (uint32_t i = 0; i < g.functions; i++) {
        g.args[i] = (ArgKind)rng_below(rng, gen_has_structs(&g) ? ARG_KIND_COUNT : ARG_STRUCT);
        function(&g, i);
    }
    main_function(&g, threads);
}
