/* The search goes depth first, several times with another order of the threads: what is near the first run is searched
 * first. Where threads take turns (round robin), errors that need many switches are found soon, which are the hardest
 * to find by breadth; one thread may be kept back until no other can move, as one that checks what the others have
 * done; and threads may run on as far as they can.
 *
 * Orders of independent steps are tried once: a thread whose next steps depend on nothing that others can do before
 * it moves goes first, alone, unless that leads back to a state that was met before (then the others get their turn as
 * well). States are met before when their hashes are equal, threads of one template exchanged and dead locals left
 * out. What is lost by a collision is lost: an error that is found is replayed, and nothing else is concluded. */
#include "engines/symmpa/refine/concrete.h"

#include <string.h>

#include "base/check.h"
#include "engines/symmpa/refine/concrete_first.h"

#define DEPTH_MAX 50000      /* steps of a run */
#define STACK_MAX (1u << 23) /* words of its states */
#define KEPT_BACK_MAX 4      /* threads, one after the other */

/* Where the search stands in a state: the step to be tried next. */
typedef struct SearchFrame {
    uint32_t last; /* thread that moved last */
    uint32_t only; /* the thread that goes first, or NO_ID: all */
    uint32_t turn; /* of the threads in order */
    uint32_t edge; /* among those of its location */
    uint32_t choice;
    bool leads_back;        /* a step of `only` led to a state that was met before */
    bool is_atomic;         /* `only` is inside an atomic section */
    uint32_t thread, taken; /* the step that led on from here */
} SearchFrame;

typedef struct Search {
    Concrete c;
    const Dependence *dependence;
    /* the order of the threads */
    bool runs_on;       /* the one that moved last comes first; else last */
    uint32_t kept_back; /* comes last; NO_ID: none */
    uint32_t depth;     /* most frames */
    uint64_t *states;   /* of the frames, one after the other */
    VEC(SearchFrame) frames;
    uint64_t *met; /* hashes, open addressing; 0 = free */
    uint64_t met_size, met_count;
} Search;

static uint32_t thread_location(const Search *s, const uint64_t *state, uint32_t thread)
{
    return place_of(&s->c, state, thread).i;
}

/* ---- states met before ---- */

static bool insert_hash(uint64_t *table, uint64_t size, uint64_t h)
{
    CHECK(h != 0 && (size & (size - 1)) == 0);
    uint64_t at = h & (size - 1);
    while (table[at] && table[at] != h)
        at = (at + 1) & (size - 1);
    bool is_new = !table[at];
    table[at] = h;
    return is_new;
}

static bool is_new_state(Search *s, const uint64_t *state)
{
    if (2 * (s->met_count + 1) > s->met_size) {
        uint64_t size = s->met_size ? 2 * s->met_size : 4096;
        uint64_t *met = run_alloc(s->c.run, size * sizeof *met);
        for (uint64_t i = 0; i < s->met_size; i++)
            if (s->met[i]) insert_hash(met, size, s->met[i]);
        run_release(s->c.run, s->met);
        s->met = met;
        s->met_size = size;
    }
    CHECK(s->met_count < s->met_size);
    bool is_new = insert_hash(s->met, s->met_size, concrete_hash(&s->c, state));
    s->met_count += is_new;
    return is_new;
}

static uint32_t out_count(const Search *s, uint32_t loc) { return program_out_count(s->c.p, (LocId){loc}); }

static EdgeId edge_at(const Search *s, uint32_t loc, uint32_t k)
{
    return (EdgeId){s->c.p->out_edges[s->c.p->out_start[loc] + k]};
}

/* ---- the search ---- */

static uint64_t *state_of_frame(const Search *s, uint32_t frame)
{
    CHECK(frame <= s->depth);
    return s->states + (size_t)frame * s->c.state_words;
}

static void push(Search *s, uint32_t last)
{
    const uint64_t *state = state_of_frame(s, s->frames.count);
    FirstThread first = concrete_first(&s->c, s->dependence, state);
    SearchFrame f = {.last = last, .only = first.only, .is_atomic = first.is_atomic};
    if (first.is_stuck) f.turn = NO_ID;
    vec_push(s->c.run, &s->frames, f);
}

/* No step of the thread `only` is left: the others follow when it went in a circle. */
static bool open_up(SearchFrame *f)
{
    if (f->only == NO_ID || f->is_atomic || !f->leads_back) return false;
    f->only = NO_ID;
    f->turn = f->edge = f->choice = 0;
    return true;
}

/* The thread whose turn it is. */
static uint32_t in_order(const Search *s, const SearchFrame *f, uint32_t n)
{
    if (s->kept_back >= n) return (f->last + f->turn + !s->runs_on) % n;
    if (f->turn == n - 1) return s->kept_back;
    /* the others, as if there were only these */
    uint32_t last = f->last > s->kept_back ? f->last - 1 : f->last;
    uint32_t thread = (last + f->turn + (f->last != s->kept_back)) % (n - 1);
    return thread < s->kept_back ? thread : thread + 1;
}

/* The next enabled step of the last frame: taken into the place of the next one. NULL: none is left. */
static const Edge *next_step(Search *s, SearchFrame *f)
{
    const uint64_t *state = state_of_frame(s, s->frames.count - 1);
    uint32_t n = (uint32_t)state[STATE_THREADS];
    for (;;) {
        if (f->turn >= n) {
            if (!open_up(f)) return NULL;
            continue;
        }
        CHECK(in_order(s, f, n) < n);
        uint32_t thread = in_order(s, f, n), loc = thread_location(s, state, thread);
        if ((f->only != NO_ID && thread != f->only) || f->edge == out_count(s, loc)) {
            f->turn++;
            f->edge = f->choice = 0;
            continue;
        }
        EdgeId e = edge_at(s, loc, f->edge);
        if (f->choice == concrete_choices(&s->c, e)) {
            f->edge++;
            f->choice = 0;
            continue;
        }
        if (!concrete_is_enabled(&s->c, state, thread, e, f->choice++)) continue;
        f->thread = thread;
        f->taken = e.i;
        return &s->c.p->edges.data[e.i];
    }
}

static void build_concrete_trace(const Search *s, Trace *trace)
{
    memset(trace, 0, sizeof *trace);
    for (uint32_t t = 0; t < s->c.p->templates.count; t++)
        for (uint32_t i = concrete_initial_count(&s->c, t); i > 0; i--)
            vec_push(s->c.run, &trace->initial, ((TraceThread){.template = {t}}));
    for (uint32_t i = 0; i < s->frames.count; i++) {
        const SearchFrame *f = &s->frames.data[i];
        const uint64_t *state = state_of_frame(s, i);
        TraceStep step = {.thread = f->thread, .edge = {f->taken}, .child = NO_ID};
        if (concrete_starts_thread(&s->c, state, &s->c.p->edges.data[f->taken]))
            step.child = (uint32_t)state[STATE_THREADS];
        vec_push(s->c.run, &trace->steps, step);
    }
}

/* True: the last frame's step is an error. */
static bool search_depth_first(Search *s, uint64_t limit)
{
    vec_clear(&s->frames);
    memset(state_of_frame(s, 0), 0, s->c.state_words * sizeof *s->states);
    concrete_start(&s->c, state_of_frame(s, 0));
    is_new_state(s, state_of_frame(s, 0));
    push(s, 0);
    while (s->frames.count && s->met_count < limit) {
        SearchFrame *f = &vec_last(&s->frames);
        run_poll(s->c.run);
        const Edge *e = s->frames.count < s->depth ? next_step(s, f) : NULL;
        if (!e) {
            s->frames.count--;
            continue;
        }
        if (e->is_error) return true;
        uint64_t *next = state_of_frame(s, s->frames.count);
        concrete_take(&s->c, next);
        if (s->c.overflow) continue;
        if (is_new_state(s, next))
            push(s, f->thread);
        else
            f->leads_back = true;
    }
    return false;
}

/* In one order after the other, as long as states are left over. */
static bool search_in_orders(Search *s, uint64_t limit, uint64_t *states)
{
    uint32_t kept_back = s->c.thread_limit < 2               ? 0
                         : s->c.thread_limit < KEPT_BACK_MAX ? s->c.thread_limit
                                                             : KEPT_BACK_MAX;
    for (uint32_t i = 0; i < kept_back + 2; i++) {
        s->runs_on = i == 1;
        s->kept_back = i < 2 ? NO_ID : i - 2;
        if (s->met_size) memset(s->met, 0, s->met_size * sizeof *s->met);
        s->met_count = 0;
        uint64_t share = limit / (kept_back + 2);
        bool found = search_depth_first(s, share);
        *states += s->met_count;
        if (found) return true;
        if (s->met_count < share) return false; /* these are all */
    }
    return false;
}

/* ---- the whole ---- */

ConcreteResult concrete_search(Program *p, const Dependence *dependence, uint32_t n, uint64_t limit, Trace *trace)
{
    Run *run = p->run;
    Search s = {.dependence = dependence};
    ConcreteResult result = {0, false};
    bool fits = concrete_init(&s.c, p, n);
    s.depth = fits ? STACK_MAX / s.c.state_words : 0;
    if (s.depth > DEPTH_MAX) s.depth = DEPTH_MAX;
    if (s.depth > 100) {
        s.states = run_alloc(run, (size_t)(s.depth + 1) * s.c.state_words * sizeof *s.states);
        result.found = search_in_orders(&s, limit, &result.states);
        if (result.found) build_concrete_trace(&s, trace);
        CHECK(!result.found || trace_is_well_formed(p, trace));
    }
    run_release(run, s.states);
    run_release(run, s.met);
    vec_free(run, &s.frames);
    concrete_clear(&s.c);
    return result;
}
