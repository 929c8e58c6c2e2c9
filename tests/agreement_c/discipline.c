/* Each kind of program is written so that all is well; slip() says where something else is written instead. */
#include "agreement_c/discipline.h"

#include "agreement_c/generator.h"

#define LOCK "pthread_mutex_lock(%s);"
#define UNLOCK "pthread_mutex_unlock(%s);"

typedef enum Own { OWN_ARGUMENT, OWN_INPUT, OWN_LOOP, OWN_DRAWN, OWN_ALONE, OWN_COUNT } Own;

typedef enum Freed { FREED_NEVER, FREED_BY_THREAD, FREED_BY_MAIN, FREED_COUNT } Freed;

typedef struct Discipline {
    Generator *g;
    uint32_t threads, functions;
    uint32_t slips;        /* still to be made */
    const char *values[3]; /* what the threads get */
    uint32_t size;         /* of arrays */
} Discipline;

static bool slip(Discipline *d)
{
    if (!d->slips || !gen_chance(d->g, 25)) return false;
    d->slips--;
    return true;
}

static uint32_t below(Discipline *d, uint32_t n) { return rng_below(d->g->rng, n); }

static void write_place(Discipline *d, const char *place, const char *value)
{
    gen_line(d->g, WRITE_BEGIN "%s" WRITE_VALUE "%s" WRITE_END ";", place, value);
}

/* place = place + difference, a read and a write */
static void change(Discipline *d, const char *place, const char *difference)
{
    write_place(d, place, gen_text(d->g, "%s %s", gen_reading(d->g, place), difference));
}

static void declare(Discipline *d, const char *name, uint32_t value)
{
    gen_line(d->g, SHARED_MARK "%s %s = %u;", d->g->number, name, value);
}

static void declare_lock(Discipline *d)
{
    gen_line(d->g, SHARED_MARK "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;");
}

static void assert_is(Discipline *d, const char *place, const char *relation, uint32_t value)
{
    uint32_t said = slip(d) ? value + 1 : value;
    gen_line(d->g, "assert(%s %s %u);", gen_reading(d->g, place), relation, said);
}

/* ---- functions and main ---- */

static void open_function(Discipline *d, uint32_t number)
{
    gen_line(d->g, "void *f%u(void *arg)\n{", number);
    d->g->indent++;
}

static void close_function(Discipline *d)
{
    gen_line(d->g, "return 0;");
    gen_close_block(d->g);
}

static void open_main(Discipline *d)
{
    gen_line(d->g, "int main(void)\n{");
    d->g->indent++;
}

static void create(Discipline *d, uint32_t i)
{
    gen_line(d->g, "pthread_t t_%u;", i);
    gen_line(d->g, "pthread_create(&t_%u, 0, f%u, %s);", i, i % d->functions, d->values[i]);
}

static void create_all(Discipline *d)
{
    for (uint32_t i = 0; i < d->threads; i++)
        create(d, i);
}

static void join_all(Discipline *d)
{
    uint32_t missing = slip(d) ? below(d, d->threads) : d->threads;
    for (uint32_t i = 0; i < d->threads; i++)
        if (i != missing) gen_line(d->g, "pthread_join(t_%u, 0);", i);
}

static void close_main(Discipline *d)
{
    gen_line(d->g, "return 0;");
    gen_close_block(d->g);
}

/* ---- what is done to an element, or an object, that the thread has to itself ---- */

/* From 0 to another value. */
static void use_first(Discipline *d, uint32_t kind, const char *place)
{
    const char *type = d->g->number;
    switch (kind) {
    case 0: change(d, place, "+ 1"); return;
    case 1:
        assert_is(d, place, "==", 0);
        write_place(d, place, "2");
        return;
    default:
        gen_line(d->g, "%s l = %s;", type, gen_reading(d->g, place));
        write_place(d, place, "l + 1");
        return;
    }
}

/* And back to 0. */
static void use_second(Discipline *d, uint32_t kind, const char *place)
{
    switch (kind) {
    case 0:
        assert_is(d, place, "==", 1);
        change(d, place, "- 1");
        return;
    case 1: write_place(d, place, "0"); return;
    default:
        gen_line(d->g, "assert(%s == l + %u);", gen_reading(d->g, place), slip(d) ? 0 : 1);
        write_place(d, place, "l");
        return;
    }
}

/* lock: NULL, where there is none. */
static void use(Discipline *d, const char *place, const char *lock)
{
    uint32_t kind = below(d, 3);
    if (lock && slip(d)) lock = NULL;
    bool is_early = lock && slip(d);
    if (lock) gen_line(d->g, LOCK, lock);
    use_first(d, kind, place);
    if (is_early) gen_line(d->g, UNLOCK, lock);
    use_second(d, kind, place);
    if (lock && !is_early) gen_line(d->g, UNLOCK, lock);
}

/* ---- elements ---- */

static void draw(Discipline *d)
{
    bool is_locked = !slip(d);
    if (is_locked) gen_line(d->g, LOCK, "&m");
    gen_line(d->g, "int i = %s;", gen_reading(d->g, "ticket"));
    write_place(d, "ticket", "i + 1");
    if (is_locked) gen_line(d->g, UNLOCK, "&m");
}

static void elements_function(Discipline *d, uint32_t number, Own own)
{
    static const char *const wrong[] = {"&lk[0]", "&lk[i ^ 1]"};
    bool is_locked = own != OWN_DRAWN && own != OWN_ALONE;
    open_function(d, number);
    if (own == OWN_ARGUMENT || own == OWN_ALONE) gen_line(d->g, "int i = (int)(long)arg;");
    if (own == OWN_INPUT) gen_line(d->g, "int i = __VERIFIER_nondet_uchar() & %u;", d->size > 2 ? 3 : 1);
    if (own == OWN_DRAWN) draw(d);
    if (own == OWN_LOOP) gen_open_block(d->g, "for (int i = 0; i < 2; i++)");
    use(d, "el[i]", !is_locked ? NULL : slip(d) ? wrong[below(d, 2)] : "&lk[i]");
    if (own == OWN_LOOP) gen_close_block(d->g);
    close_function(d);
}

static void elements(Discipline *d)
{
    static const uint32_t sizes[] = {2, 4, 8, 64};
    Own own = (Own)below(d, OWN_COUNT);
    bool is_locked = own != OWN_DRAWN && own != OWN_ALONE;
    d->size = sizes[d->threads > 2 ? 1 + below(d, 3) : below(d, 4)];
    gen_line(d->g, SHARED_MARK "%s el[%u];", d->g->number, d->size);
    if (is_locked) gen_line(d->g, SHARED_MARK "pthread_mutex_t lk[%u];", d->size);
    if (own == OWN_DRAWN) {
        declare_lock(d);
        gen_line(d->g, SHARED_MARK "int ticket = 0;");
    }
    uint32_t shared = slip(d) ? 1 : 0; /* two get the number of one */
    for (uint32_t i = 0; i < d->threads; i++)
        d->values[i] = gen_text(d->g, "(void *)%u", own == OWN_ARGUMENT ? below(d, d->size) : i ? i - shared : 0);
    for (uint32_t i = 0; i < d->functions; i++)
        elements_function(d, i, own);
    open_main(d);
    if (is_locked) gen_line(d->g, "for (int i = 0; i < %u; i++)", d->size);
    if (is_locked) gen_line(d->g, "    pthread_mutex_init(&lk[i], 0);");
    create_all(d);
    join_all(d);
    if (gen_chance(d->g, 50)) assert_is(d, gen_text(d->g, "el[%u]", below(d, 2)), "==", 0);
    close_main(d);
}

/* ---- objects ---- */

static void object_type(Discipline *d)
{
    gen_line(d->g, "struct J {");
    gen_line(d->g, "    %s a;", d->g->number);
    gen_line(d->g, "    pthread_mutex_t m;");
    gen_line(d->g, "};");
}

static void make_object(Discipline *d, const char *name)
{
    gen_line(d->g, "struct J *%s = malloc(sizeof *%s);", name, name);
    gen_line(d->g, "if (!%s) abort();", name);
    write_place(d, gen_text(d->g, "%s->a", name), "0");
    gen_line(d->g, "pthread_mutex_init(&%s->m, 0);", name);
}

static void objects_main(Discipline *d, bool is_same, Freed freed)
{
    bool is_early = freed == FREED_BY_MAIN && slip(d), is_touched = slip(d);
    uint32_t count = is_same ? 1 : d->threads;
    open_main(d);
    for (uint32_t i = 0; i < d->threads; i++) {
        if (i < count) make_object(d, gen_text(d->g, "n%u", i));
        create(d, i);
    }
    if (is_touched) change(d, "n0->a", "+ 1");
    if (!is_early) join_all(d);
    if (freed != FREED_BY_THREAD && gen_chance(d->g, 50)) assert_is(d, "n0->a", "==", 0);
    for (uint32_t i = 0; i < count && freed == FREED_BY_MAIN; i++)
        gen_line(d->g, "free(n%u);", i);
    close_main(d);
}

/* An object for each thread, or one for all. */
static void objects(Discipline *d)
{
    bool is_same = gen_chance(d->g, 35), is_locked = is_same || gen_chance(d->g, 50);
    Freed freed = (Freed)below(d, FREED_COUNT);
    if (is_same && freed == FREED_BY_THREAD && !slip(d)) freed = FREED_BY_MAIN;
    for (uint32_t i = 0; i < d->threads; i++)
        d->values[i] = gen_text(d->g, "n%u", is_same ? 0 : i);
    object_type(d);
    for (uint32_t i = 0; i < d->functions; i++) {
        open_function(d, i);
        gen_line(d->g, "struct J *as = arg;");
        use(d, "as->a", is_locked ? "&as->m" : NULL);
        if (freed == FREED_BY_THREAD) gen_line(d->g, "free(as);");
        close_function(d);
    }
    objects_main(d, is_same, freed);
}

/* ---- numbers that count threads ---- */

static void change_locked(Discipline *d, const char *place, const char *difference)
{
    bool is_locked = !slip(d);
    if (is_locked) gen_line(d->g, LOCK, "&m");
    change(d, place, difference);
    if (is_locked) gen_line(d->g, UNLOCK, "&m");
}

static void reader(Discipline *d)
{
    bool is_late = slip(d);
    if (!is_late) change_locked(d, "readers", "+ 1");
    assert_is(d, "data", "==", 0);
    if (is_late) change_locked(d, "readers", "+ 1");
    change_locked(d, "readers", "- 1");
}

static void writer(Discipline *d)
{
    bool is_locked = !slip(d);
    if (is_locked) gen_line(d->g, LOCK, "&m");
    gen_open_block(d->g, gen_text(d->g, "if (%s < %u)", gen_reading(d->g, "readers"), slip(d) ? 2 : 1));
    write_place(d, "data", "1");
    if (gen_chance(d->g, 50)) assert_is(d, "readers", "==", 0);
    write_place(d, "data", "0");
    gen_close_block(d->g);
    if (is_locked) gen_line(d->g, UNLOCK, "&m");
}

/* The last thread writes. */
static void readers(Discipline *d)
{
    declare(d, "readers", 0);
    declare(d, "data", 0);
    declare_lock(d);
    d->functions = d->threads;
    for (uint32_t i = 0; i < d->functions; i++) {
        open_function(d, i);
        if (i + 1 < d->functions)
            reader(d);
        else
            writer(d);
        close_function(d);
    }
}

/* As many threads as there are units get in; the others do without. */
static void units(Discipline *d)
{
    uint32_t most = 1 + below(d, 2);
    declare(d, "inside", 0);
    declare(d, "data", 0);
    declare_lock(d);
    for (uint32_t i = 0; i < d->functions; i++) {
        open_function(d, i);
        bool is_locked = !slip(d);
        gen_line(d->g, "int got = 0;");
        if (is_locked) gen_line(d->g, LOCK, "&m");
        gen_open_block(d->g, gen_text(d->g, "if (%s < %u)", gen_reading(d->g, "inside"), slip(d) ? most + 1 : most));
        change(d, "inside", "+ 1");
        gen_line(d->g, "got = 1;");
        gen_close_block(d->g);
        if (is_locked) gen_line(d->g, UNLOCK, "&m");
        gen_open_block(d->g, "if (got)");
        if (most == 1) use(d, "data", NULL);
        gen_line(d->g, LOCK, "&m");
        assert_is(d, "inside", "<=", most);
        change(d, "inside", "- 1");
        gen_line(d->g, UNLOCK, "&m");
        gen_close_block(d->g);
        close_function(d);
    }
}

/* Who drops the last reference ends the object, or frees it. */
static void references(Discipline *d)
{
    bool is_freed = gen_chance(d->g, 50);
    if (is_freed) object_type(d);
    if (is_freed) gen_line(d->g, SHARED_MARK "struct J *job;");
    declare(d, "rc", d->threads - slip(d));
    if (!is_freed) declare(d, "alive", 1);
    for (uint32_t i = 0; i < d->functions; i++) {
        const char *drop = "__sync_sub_and_fetch(" AT_BEGIN "rc" READ_END ", 1)";
        bool is_late = slip(d);
        open_function(d, i);
        if (is_freed) gen_line(d->g, "struct J *n = " READ_BEGIN "job" READ_END ";");
        for (uint32_t step = 0; step < 2; step++) {
            if ((step == 0) != is_late) assert_is(d, is_freed ? "n->a" : "alive", "==", !is_freed);
            if ((step == 0) != is_late) continue;
            if (slip(d)) { /* in two steps */
                change(d, "rc", "- 1");
                drop = READ_BEGIN "rc" READ_END;
            }
            gen_open_block(d->g, gen_text(d->g, "if (%s == 0)", drop));
            if (is_freed)
                gen_line(d->g, "free(n);");
            else
                write_place(d, "alive", "0");
            gen_close_block(d->g);
        }
        close_function(d);
    }
    open_main(d);
    if (is_freed) {
        make_object(d, "n0");
        write_place(d, "job", "n0");
    }
    create_all(d);
    if (gen_chance(d->g, 50)) {
        join_all(d);
        assert_is(d, "rc", "==", 0);
    }
    close_main(d);
}

/* Workers add to one number, or each to its own; who has joined them knows the sum. */
static void workers(Discipline *d)
{
    bool is_own = gen_chance(d->g, 50);
    uint32_t step = 1 + below(d, 2), sum = 0;
    if (is_own) gen_line(d->g, SHARED_MARK "%s el[4];", d->g->number);
    declare(d, "data", 0);
    declare_lock(d);
    for (uint32_t i = 0; i < d->threads; i++) {
        d->values[i] = gen_text(d->g, "(void *)%u", i);
        sum += step;
    }
    for (uint32_t i = 0; i < d->functions; i++) {
        open_function(d, i);
        gen_line(d->g, "int i = (int)(long)arg;");
        if (is_own)
            write_place(d, slip(d) ? "el[0]" : "el[i]", gen_text(d->g, "%u", step));
        else
            change_locked(d, "data", gen_text(d->g, "+ %u", step));
        close_function(d);
    }
    open_main(d);
    create_all(d);
    join_all(d);
    for (uint32_t i = 0; i < d->threads && is_own; i++) {
        gen_line(d->g, "int l%u = " READ_BEGIN "el[%u]" READ_END ";", i, i);
        change(d, "data", gen_text(d->g, "+ l%u", i));
    }
    assert_is(d, "data", gen_chance(d->g, 70) ? "==" : "<=", sum);
    close_main(d);
}

static void counters(Discipline *d)
{
    switch (below(d, 4)) {
    case 0: readers(d); break;
    case 1: units(d); break;
    case 2: references(d); return;
    default: workers(d); return;
    }
    open_main(d);
    create_all(d);
    if (gen_chance(d->g, 60)) {
        join_all(d);
        assert_is(d, "data", "==", 0);
    }
    close_main(d);
}

void generate_discipline(Rng *rng, Str *out)
{
    Generator g = {.run = out->run, .rng = rng, .out = out};
    Discipline d = {.g = &g, .values = {"0", "0", "0"}};
    g.number = gen_chance(&g, 50) ? "int" : "unsigned char";
    d.threads = gen_chance(&g, 25) ? 3 : 2;
    d.functions = gen_chance(&g, 60) ? 1 : d.threads;
    d.slips = gen_chance(&g, 45) ? 0 : 1 + gen_chance(&g, 25);
    uint32_t kind = below(&d, 10);
    if (kind < 4)
        elements(&d);
    else if (kind < 7)
        objects(&d);
    else
        counters(&d);
}
