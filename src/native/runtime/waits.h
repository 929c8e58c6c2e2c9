/* A part of replay.c: who waits for what at the end of a trace that is a deadlock. The threads of the circle come to
 * their calls with no more events; there they really wait, once all turns are over, and who holds what is known from
 * the calls before. */

typedef struct Holder {
    struct Holder *next;
    const void *lock;
    uint32_t thread;
} Holder;

typedef struct Waiting {
    _Atomic bool is_there;
    bool is_join;
    uint32_t site, joined;
    const void *lock;
} Waiting;

static Holder *holders;
static Waiting waiting[THREAD_COUNT];
static pthread_t handles[THREAD_COUNT];
static bool tells_locks;

void chorus_locked(const void *address)
{
    Holder *h = chorus_allocate(sizeof *h);
    pthread_mutex_lock(&lock);
    *h = (Holder){holders, address, self};
    holders = h;
    pthread_mutex_unlock(&lock);
}

void chorus_unlocked(const void *address)
{
    pthread_mutex_lock(&lock);
    for (Holder **link = &holders; *link; link = &(*link)->next)
        if ((*link)->lock == address) {
            *link = (*link)->next; /* the runtime ends before memory does */
            break;
        }
    pthread_mutex_unlock(&lock);
}

/* Whether the trace ends here for the thread; then all turns but that of the failure are over. */
static bool trace_ends(uint32_t fail_site)
{
    Range mine = thread_events[self];
    uint32_t k = at;
    const Event *failure_here = failure_due(fail_site);
    if (failure_here) {
        wait_for(failure_here);
        tells_locks = true;
        return true;
    }
    while (k < mine.count && events[mine.first + k].is_optional)
        k++;
    if (k < mine.count) return false;
    while (now + 1 < TURN_COUNT)
        usleep(1000);
    return true;
}

void chorus_wait_lock(uint32_t site, uint32_t fail_site, void *address, int (*take)(void *))
{
    if (!trace_ends(fail_site)) return;
    waiting[self].site = site;
    waiting[self].lock = address;
    waiting[self].is_there = true;
    take(address);
    waiting[self].is_there = false;
    chorus_park();
}

void chorus_wait_join(uint32_t site, uint32_t fail_site, uint64_t handle)
{
    if (!trace_ends(fail_site)) return;
    waiting[self].site = site;
    waiting[self].is_join = true;
    for (uint32_t t = 1; t < THREAD_COUNT; t++)
        if (handles[t] == (pthread_t)handle) waiting[self].joined = t;
    waiting[self].is_there = true;
    pthread_join((pthread_t)handle, NULL);
    waiting[self].is_there = false;
    chorus_park();
}

/* For whom the thread waits; NO_TURN: for nobody. Under the lock. */
static uint32_t waits_for(uint32_t t)
{
    if (!waiting[t].is_there) return NO_TURN;
    if (waiting[t].is_join) return waiting[t].joined ? waiting[t].joined : NO_TURN;
    for (const Holder *h = holders; h; h = h->next)
        if (h->lock == waiting[t].lock) return h->thread;
    return NO_TURN;
}

/* Adds one wait in words; false: it is none that lasts for ever. */
static bool tell_wait(uint32_t t, char *text, size_t size)
{
    size_t n = strlen(text);
    uint32_t other = waits_for(t);
    if (other == NO_TURN) return false;
    snprintf(text + n, size - n, "%sthread %u waits at %s for %s thread %u%s", n ? ", " : "", t,
             place_of(waiting[t].site), waiting[t].is_join ? "the end of" : "a lock of", other,
             has_ended[other] ? ", which has ended" : "");
    return true;
}

/* From the thread that fails along the waits: to one that is passed already, or that has ended with the lock. */
static void look_for_deadlock(void)
{
    static int times;
    char text[400] = "";
    bool is_passed[THREAD_COUNT] = {false};
    uint32_t t = turn_threads[TURN_COUNT - 1];
    if (!tells_locks || times++ < 3) return;
    pthread_mutex_lock(&lock);
    while (!is_passed[t]) {
        is_passed[t] = true;
        if (!tell_wait(t, text, sizeof text)) break;
        uint32_t other = waits_for(t);
        bool is_lost = has_ended[other] && !waiting[t].is_join;
        if (is_passed[other] || is_lost) {
            Range mine = thread_events[turn_threads[TURN_COUNT - 1]];
            fail_observed(events[mine.first + mine.count - 1].site, text);
        }
        t = other;
    }
    pthread_mutex_unlock(&lock);
}
