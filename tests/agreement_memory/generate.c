#include "agreement_memory/generate.h"

#include <string.h>

const char *const shape_names[SHAPE_COUNT] = {"line",   "cycle", "fences", "sc",     "psc",   "mixed",
                                              "values", "locks", "data",   "report", "spawn", "chain"};

#define LISTED(...) ((const Orders){(const Order[]){__VA_ARGS__}, sizeof((const Order[]){__VA_ARGS__}) / sizeof(Order)})
#define RLX ORDER_RELAXED
#define ACQ ORDER_ACQUIRE
#define REL ORDER_RELEASE
#define AR ORDER_ACQ_REL
#define SC ORDER_SEQ_CST

/* One is drawn; what stands there twice is twice as likely. */
typedef struct Orders {
    const Order *list;
    uint32_t count;
} Orders;

/* How a shape draws one access. */
typedef struct Palette {
    const char *locations,
        *kinds; /* W R U (exchange) P (addition) T (compare-exchange) A (spin) F ? (reads, tests) d */
    Orders writes, reads, exchanges, fences;
} Palette;

typedef struct Draft {
    Rng *rng;
    MemoryProgram *p;
    uint32_t left, values;
    uint8_t reads[PROGRAM_THREADS]; /* registers take turns */
    bool spins;                     /* sections are those of a lock that is made of atomics */
} Draft;

static uint32_t below(Draft *d, uint32_t limit) { return rng_below(d->rng, limit); }

static bool chance(Draft *d, uint32_t percent) { return below(d, 100) < percent; }

static Order draw_order(Draft *d, const Orders *orders) { return orders->list[below(d, orders->count)]; }

static char draw_letter(Draft *d, const char *letters) { return letters[below(d, (uint32_t)strlen(letters))]; }

static uint8_t new_value(Draft *d) { return (uint8_t)(++d->values); }

/* A value that is written somewhere, before or after, or 0. */
static uint8_t some_value(Draft *d) { return (uint8_t)below(d, d->values + 2); }

static uint8_t next_register(Draft *d, uint32_t thread) { return d->reads[thread]++ % PROGRAM_REGISTERS; }

static uint8_t location(Draft *d, char name) { return program_location(d->p, name); }

static void add_write(Draft *d, uint32_t t, char name, Order order)
{
    program_add(
        d->p, t,
        (Instruction){.kind = CODE_STORE, .location = location(d, name), .value = new_value(d), .order = order});
}

static uint8_t add_read(Draft *d, uint32_t t, char name, Order order)
{
    uint8_t r = next_register(d, t);
    program_add(d->p, t, (Instruction){.kind = CODE_LOAD, .location = location(d, name), .target = r, .order = order});
    return r;
}

static void add_exchange(Draft *d, uint32_t t, InstructionKind kind, char name, Order order, Order failure)
{
    Instruction i = {
        .kind = kind, .location = location(d, name), .target = next_register(d, t), .order = order, .failure = failure};
    i.value = kind == CODE_ADD ? 1 : new_value(d);
    if (kind == CODE_CAS) i.expected = chance(d, 40) ? 0 : some_value(d);
    program_add(d->p, t, i);
}

static void add_await(Draft *d, uint32_t t, char name, Order order, uint8_t value, bool is_unequal)
{
    program_add(d->p, t,
                (Instruction){.kind = CODE_AWAIT,
                              .location = location(d, name),
                              .order = order,
                              .expected = value,
                              .is_unequal = is_unequal});
}

static void add_fence(Draft *d, uint32_t t, Order order)
{
    program_add(d->p, t, (Instruction){.kind = CODE_FENCE, .order = order});
}

static void add_if(Draft *d, uint32_t t, uint8_t r, uint8_t value, bool is_unequal, uint8_t skip)
{
    program_add(
        d->p, t,
        (Instruction){.kind = CODE_IF, .target = r, .expected = value, .is_unequal = is_unequal, .value = skip});
}

static void add_lock(Draft *d, uint32_t t, InstructionKind kind, char name)
{
    program_add(d->p, t, (Instruction){.kind = kind, .location = location(d, name)});
}

static void enter(Draft *d, uint32_t t, char lock, const Palette *palette)
{
    if (!d->spins) {
        add_lock(d, t, CODE_LOCK, lock);
        return;
    }
    program_add(d->p, t,
                (Instruction){.kind = CODE_TAKE,
                              .location = location(d, lock),
                              .value = 1,
                              .order = chance(d, 70) ? ACQ : draw_order(d, &palette->exchanges)});
}

static void leave(Draft *d, uint32_t t, char lock, const Palette *palette)
{
    if (!d->spins) {
        add_lock(d, t, CODE_UNLOCK, lock);
        return;
    }
    Order order = chance(d, 70) ? REL : draw_order(d, &palette->writes);
    program_add(d->p, t, (Instruction){.kind = CODE_STORE, .location = location(d, lock), .order = order});
}

static void add_plain(Draft *d, uint32_t t, char name)
{
    if (chance(d, 50))
        add_write(d, t, name, ORDER_PLAIN);
    else
        add_read(d, t, name, ORDER_PLAIN);
}

static void add_test(Draft *d, uint32_t t, uint8_t r)
{
    add_if(d, t, r, some_value(d), chance(d, 30), chance(d, 70) ? SKIP_ALL : 1);
}

static void add_event(Draft *d, uint32_t t, char kind, char name, const Palette *palette)
{
    static const Order failures[] = {RLX, ACQ, SC};
    Order exchange = draw_order(d, &palette->exchanges);
    switch (kind) {
    case 'W': add_write(d, t, name, draw_order(d, &palette->writes)); break;
    case 'R': add_read(d, t, name, draw_order(d, &palette->reads)); break;
    case '?': add_test(d, t, add_read(d, t, name, draw_order(d, &palette->reads))); break;
    case 'U': add_exchange(d, t, CODE_EXCHANGE, name, exchange, RLX); break;
    case 'P': add_exchange(d, t, CODE_ADD, name, exchange, RLX); break;
    case 'T': add_exchange(d, t, CODE_CAS, name, exchange, failures[below(d, 3)]); break;
    case 'A': add_await(d, t, name, draw_order(d, &palette->reads), some_value(d), chance(d, 60)); break;
    case 'F': add_fence(d, t, draw_order(d, &palette->fences)); break;
    case 'K':
        program_add(d->p, t,
                    (Instruction){.kind = CODE_TAKE,
                                  .location = location(d, name),
                                  .expected = chance(d, 60) ? 0 : some_value(d),
                                  .value = new_value(d),
                                  .order = exchange});
        break;
    default: add_plain(d, t, 'd'); break;
    }
}

/* ---- shapes ---- */

static void draw_lines(Draft *d, const Palette *palette)
{
    uint32_t threads = 2 + (below(d, 3) == 0);
    for (uint32_t t = 0; t < threads; t++)
        for (uint32_t i = 2 + (below(d, 3) == 0 || d->left > 7); i && d->left; i--, d->left--)
            add_event(d, t, draw_letter(d, palette->kinds), draw_letter(d, palette->locations), palette);
}

/* Each thread accesses a location of its own and then that of the next. */
static uint32_t draw_cycle(Draft *d, const Palette *palette, uint32_t most)
{
    static const char names[] = "xyzw";
    uint32_t threads = 2 + below(d, most - 1);
    for (uint32_t t = 0; t < threads; t++) {
        add_event(d, t, draw_letter(d, palette->kinds), names[t], palette);
        if (chance(d, 50)) add_fence(d, t, draw_order(d, &palette->fences));
        add_event(d, t, draw_letter(d, palette->kinds), names[(t + 1) % threads], palette);
    }
    return threads;
}

/* What passes through a thread without a fence, relaxed, orders the two fences by nothing. A model that makes exchanges
 * of fences takes them for ordered. */
static void draw_chain(Draft *d, const Palette *palette, uint32_t most)
{
    static const char names[] = "xyzw";
    uint32_t threads = most > 3 ? 3 + below(d, 2) : 3, bare = below(d, threads);
    for (uint32_t t = 0; t < threads; t++) {
        bool is_bare = t == bare || (threads == 4 && t == (bare + 1 + below(d, 3)) % threads);
        add_event(d, t, draw_letter(d, is_bare ? "RRRW" : "WWRRU"), names[t], palette);
        if (!is_bare || chance(d, 10)) add_fence(d, t, SC);
        add_event(d, t, draw_letter(d, is_bare ? "WWWR" : "WWRRU"), names[(t + 1) % threads], palette);
    }
}

/* Three threads of one or two accesses, most of them with a seq_cst fence between. */
static void draw_fenced(Draft *d, const Palette *palette, uint32_t percent)
{
    for (uint32_t t = 0; t < 3 && d->left; t++)
        for (uint32_t i = 0, count = 1 + (below(d, 3) > 0); i < count && d->left; i++, d->left--) {
            if (i && chance(d, percent)) add_fence(d, t, SC);
            add_event(d, t, draw_letter(d, palette->kinds), draw_letter(d, palette->locations), palette);
        }
}

static void draw_locks(Draft *d, const Palette *palette)
{
    uint32_t threads = 2 + (below(d, 3) == 0);
    for (uint32_t t = 0; t < threads; t++) {
        bool is_locked = chance(d, 85);
        char lock = chance(d, 85) ? 'm' : 'n';
        if (chance(d, 30)) add_event(d, t, draw_letter(d, "WRR"), 'x', palette);
        if (d->reads[t] && chance(d, 50)) add_if(d, t, 0, some_value(d), chance(d, 30), SKIP_ALL);
        if (is_locked) enter(d, t, lock, palette);
        for (uint32_t i = 1 + below(d, 2); i; i--)
            add_event(d, t, draw_letter(d, "dddWR"), draw_letter(d, "xy"), palette);
        if (is_locked) leave(d, t, lock, palette);
        if (chance(d, 30)) add_event(d, t, draw_letter(d, "dWR"), draw_letter(d, "xy"), palette);
    }
}

static void draw_guarded_access(Draft *d, uint32_t t, char name, const Palette *palette)
{
    bool is_locked = chance(d, 40), is_alone = !is_locked && chance(d, 30);
    char lock = chance(d, 75) ? 'm' : 'n';
    if (is_locked || is_alone) enter(d, t, lock, palette);
    if (is_alone) leave(d, t, lock, palette);
    add_event(d, t, draw_letter(d, palette->kinds), name, palette);
    if (is_locked) leave(d, t, lock, palette);
}

/* A cycle whose accesses stand under locks, or before or after sections with nothing in them. */
static void draw_guarded(Draft *d, const Palette *palette)
{
    static const char names[] = "xyz";
    uint32_t threads = 2 + chance(d, 25);
    for (uint32_t t = 0; t < threads; t++) {
        draw_guarded_access(d, t, names[t], palette);
        draw_guarded_access(d, t, names[(t + 1) % threads], palette);
    }
}

/* A thread takes the datum when the flag says so: by a test, a spin loop, or a read-modify-write. */
static void draw_taker(Draft *d, uint32_t t, uint8_t value, const Palette *palette)
{
    Order order = draw_order(d, &palette->reads);
    bool is_late = chance(d, 25) && order != SC;
    uint32_t way = below(d, 4);
    if (way == 0) {
        add_await(d, t, 'x', is_late ? RLX : order, value, false);
    } else {
        uint8_t r = (uint8_t)(d->reads[t] % PROGRAM_REGISTERS);
        if (way == 1)
            add_exchange(d, t, CODE_ADD, 'x', is_late || order == RLX ? RLX : chance(d, 50) ? AR : order, RLX);
        else
            add_read(d, t, 'x', is_late ? RLX : order);
        add_if(d, t, r, value, false, SKIP_ALL);
    }
    if (is_late) add_fence(d, t, chance(d, 80) ? ACQ : SC);
    add_plain(d, t, 'd');
}

static void draw_data(Draft *d, const Palette *palette)
{
    uint32_t threads = 2 + below(d, 2);
    add_plain(d, 0, 'd');
    Order order = draw_order(d, &palette->writes);
    bool is_late = chance(d, 25);
    if (is_late) add_fence(d, 0, chance(d, 80) ? REL : SC);
    add_write(d, 0, 'x', is_late ? RLX : order);
    uint8_t value = (uint8_t)d->values;
    if (chance(d, 25)) add_event(d, 0, draw_letter(d, "WPd"), 'x', palette);
    if (threads == 3 && chance(d, 50)) {
        add_event(d, 1, draw_letter(d, "WPPU"), 'x', palette);
        if (chance(d, 50)) value = (uint8_t)(chance(d, 50) ? value + 1u : d->values);
    } else if (threads == 3) {
        draw_taker(d, 1, value, palette);
    }
    draw_taker(d, threads - 1, value, palette);
}

/* After what thread t has read last: whether it was `value` goes to the next thread, or is asserted. */
static void add_report(Draft *d, uint32_t t, uint8_t value, bool is_last)
{
    static const char names[] = "abc";
    uint8_t mine = (uint8_t)((d->reads[t] - 1) % PROGRAM_REGISTERS);
    bool has_read = d->reads[t] > 0;
    if (t > 0) {
        uint8_t told = add_read(d, t, names[t - 1], RLX);
        if (told == mine || !has_read) has_read = false;
        if (!is_last || !has_read) add_if(d, t, told, 0, true, SKIP_ALL);
        if (is_last) {
            Instruction i = {.kind = CODE_FAILS, .target = has_read ? 3 : (uint8_t)(1 << told)};
            uint8_t *values[] = {&i.value, &i.expected};
            *values[told] = (uint8_t)(d->values);
            if (has_read) *values[mine] = value;
            program_add(d->p, t, i);
            return;
        }
    }
    if (has_read) add_if(d, t, mine, value, false, SKIP_ALL);
    add_write(d, t, names[t], RLX);
}

static void draw_report(Draft *d, const Palette *palette)
{
    uint32_t threads = draw_cycle(d, palette, 3), values = d->values;
    for (uint32_t t = 0; t < threads; t++)
        add_report(d, t, (uint8_t)(chance(d, 60) ? 0 : below(d, values + 1)), t + 1 == threads);
}

static void insert(Thread *thread, uint32_t at, Instruction instruction)
{
    for (uint32_t i = 0; i < at; i++) {
        Instruction *test = &thread->code[i];
        if (test->kind == CODE_IF && test->value != SKIP_ALL && i + test->value >= at) test->value++;
    }
    memmove(&thread->code[at + 1], &thread->code[at], (thread->count - at) * sizeof thread->code[0]);
    thread->code[at] = instruction;
    thread->count++;
}

/* Joined only where it was started for certain. */
static void start(Draft *d, Thread *parent, uint8_t t)
{
    uint32_t at = below(d, parent->count + 1);
    bool is_certain = true;
    for (uint32_t i = 0; i < at; i++)
        is_certain &= parent->code[i].kind != CODE_IF || parent->code[i].value == SKIP_ALL;
    insert(parent, at, (Instruction){.kind = CODE_SPAWN, .value = t});
    if (!is_certain || chance(d, 50)) return;
    at += 1 + below(d, parent->count - at);
    insert(parent, at, (Instruction){.kind = CODE_JOIN, .value = t});
    Order order = program_is_plain(d->p, 0) ? ORDER_PLAIN : RLX;
    if (d->p->location_count && chance(d, 60))
        insert(parent, at + 1, (Instruction){.kind = CODE_LOAD, .order = order, .location = 0});
}

static void draw_spawned(Draft *d, const Palette *palette)
{
    draw_lines(d, palette);
    for (uint32_t t = 1; t < d->p->thread_count; t++) {
        Thread *parent = &d->p->threads[below(d, t)];
        if (chance(d, 80)) start(d, parent, (uint8_t)t);
    }
}

/* ---- which ---- */

static Palette palette_of(Draft *d, Shape shape)
{
    static const Order writes[] = {RLX, RLX, REL, REL, SC}, reads[] = {RLX, RLX, ACQ, ACQ, SC};
    static const Order rarely[] = {RLX, RLX, REL}, rare_reads[] = {RLX, RLX, ACQ}, often[] = {RLX, REL, SC, SC};
    static const Order often_read[] = {RLX, ACQ, SC, SC}, exchanges[] = {RLX, ACQ, REL, AR, SC};
    static const Order fences[] = {ACQ, REL, SC, SC}, sc[] = {SC, SC, SC, REL}, kept[] = {REL, REL, REL, SC, RLX};
    static const Order kept_reads[] = {ACQ, ACQ, ACQ, SC, RLX}, kept_exchanges[] = {RLX, AR, AR, ACQ, REL};
    Palette p = {"xy", "WWWWRRRRUPF", {writes, 5}, {reads, 5}, {exchanges, 5}, {fences, 4}};
    if (shape == SHAPE_CYCLE || shape == SHAPE_REPORT) p.kinds = "WWWRRRU";
    if (shape == SHAPE_FENCES) p = (Palette){"xyz", "WWWRRRFF", {writes, 5}, {reads, 5}, {exchanges, 5}, {sc, 4}};
    if (shape == SHAPE_LOCKS) p.kinds = "WWWRRRU";
    if (shape == SHAPE_SPAWN) p.kinds = "WWRR?Pddd";
    if (shape == SHAPE_VALUES) p.kinds = below(d, 2) ? "WWR??UTTAAFdd" : "WWR??PTTAF";
    if (shape == SHAPE_SC || shape == SHAPE_MIXED)
        p = (Palette){"xy", "WWWWRRRRUF", {often, 4}, {often_read, 4}, {exchanges, 5}, {fences, 4}};
    if (shape == SHAPE_MIXED) p.kinds = "WWWWRRRRU";
    if (shape == SHAPE_PSC || shape == SHAPE_CHAIN)
        p = (Palette){"xyz", "WWWWRRRRU", {rarely, 3}, {rare_reads, 3}, {exchanges, 4}, {fences, 4}};
    if (shape == SHAPE_DATA) p = (Palette){"x", "", {kept, 5}, {kept_reads, 5}, {kept_exchanges, 5}, {fences, 4}};
    if (shape == SHAPE_MIXED && below(d, 3) == 0) p.locations = "xyz";
    return p;
}

void generate_program(Rng *rng, Shape shape, uint32_t events, MemoryProgram *p)
{
    Draft d = {.rng = rng, .p = p, .left = events};
    memset(p, 0, sizeof *p);
    Palette palette = palette_of(&d, shape);
    switch (shape) {
    case SHAPE_LINE:
    case SHAPE_FENCES:
    case SHAPE_SC:
    case SHAPE_VALUES: draw_lines(&d, &palette); break;
    case SHAPE_CYCLE: draw_cycle(&d, &palette, events >= 8 ? 4 : 3); break;
    case SHAPE_PSC: draw_fenced(&d, &palette, 75); break;
    case SHAPE_MIXED: draw_fenced(&d, &palette, 60); break;
    case SHAPE_LOCKS:
        d.spins = chance(&d, 40);
        (below(&d, 2) ? draw_locks : draw_guarded)(&d, &palette);
        break;
    case SHAPE_DATA: draw_data(&d, &palette); break;
    case SHAPE_REPORT: draw_report(&d, &palette); break;
    case SHAPE_CHAIN: draw_chain(&d, &palette, events >= 8 ? 4 : 3); break;
    case SHAPE_SPAWN: draw_spawned(&d, &palette); break;
    case SHAPE_COUNT: break;
    }
}

/* ---- assertions ---- */

/* One of the values of r0 and r1 in the first outcomes that are not in the second; false: there are none. */
static bool pick(Rng *rng, const Outcomes *in, const Outcomes *but, uint8_t *values)
{
    uint32_t seen = 0;
    for (uint8_t a = 0; a < PROGRAM_VALUES; a++)
        for (uint8_t b = 0; b < PROGRAM_VALUES; b++)
            if ((in->rows[a] & ~(but ? but->rows[a] : 0)) >> b & 1 && rng_below(rng, ++seen) == 0) {
                values[0] = a;
                values[1] = b;
            }
    return seen > 0;
}

/* Values that only weaker models have. */
static bool pick_weak(Rng *rng, const Judgement *j, uint32_t t, uint8_t *values)
{
    const Outcomes *sc = &j->ends[MODEL_SC][t];
    return pick(rng, &j->ends[MODEL_TSO][t], sc, values) || pick(rng, &j->ends[MODEL_RC11][t], sc, values);
}

static void pick_any(Rng *rng, const Judgement *j, uint32_t t, uint8_t *values)
{
    if (rng_below(rng, 2) && pick(rng, &j->ends[MODEL_RC11][t], NULL, values)) return;
    values[0] = (uint8_t)rng_below(rng, 4);
    values[1] = (uint8_t)rng_below(rng, 4);
}

static uint8_t registers_read(const Thread *thread)
{
    uint8_t read = 0;
    for (uint32_t i = 0; i < thread->count; i++) {
        InstructionKind kind = thread->code[i].kind;
        if (kind == CODE_LOAD || kind == CODE_EXCHANGE || kind == CODE_ADD || kind == CODE_CAS)
            read |= (uint8_t)(1 << thread->code[i].target);
    }
    return read;
}

void generate_assertion(Rng *rng, const Judgement *j, MemoryProgram *p)
{
    uint8_t values[2] = {0, 0}, chosen = PROGRAM_THREADS;
    uint32_t first = rng_below(rng, p->thread_count);
    bool is_weak = false;
    if (program_has_assertion(p)) return;
    for (uint32_t k = 0; k < p->thread_count && !is_weak; k++) {
        uint32_t t = (first + k) % p->thread_count;
        if (!registers_read(&p->threads[t]) || p->threads[t].count == PROGRAM_CODE) continue;
        is_weak = pick_weak(rng, j, t, values);
        if (is_weak || chosen == PROGRAM_THREADS) chosen = (uint8_t)t;
    }
    if (chosen == PROGRAM_THREADS) return;
    if (!is_weak) pick_any(rng, j, chosen, values);
    program_add(p, chosen,
                (Instruction){.kind = CODE_FAILS,
                              .target = registers_read(&p->threads[chosen]),
                              .value = values[0],
                              .expected = values[1]});
}
