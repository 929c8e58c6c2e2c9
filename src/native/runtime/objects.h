/* A part of replay.c: the objects of the program. It knows all memory from malloc; static storage; and locals, where
 * the property that is violated is about accesses. */

/* ---- memory ---- */

/* What some thread got from malloc: the trace's number for it, and whose it is. */
typedef struct Block {
    struct Block *next;
    uint64_t object, size;
    uint32_t thread;
    char *memory;
    bool is_freed, is_found;
} Block;

#define NO_OBJECT UINT64_MAX /* the trace has no number for it: memory from realloc */
#define REDZONE 4096         /* bytes behind each block that are nobody's */

static Block *blocks;

/* The memory that the thread means: its own, when each thread has its own, else the only one. Under the lock. */
static Block *block_find(uint64_t object)
{
    Block *found = NULL;
    for (Block *b = blocks; b; b = b->next)
        if (b->object == object && (!found || b->thread == self)) found = b;
    return found;
}

/* Under the lock. */
static Block *block_new(uint64_t object, uint64_t size)
{
    Block *block = chorus_allocate(sizeof *block);
    *block = (Block){blocks, object, size, self, chorus_allocate(size + REDZONE), false, false};
    blocks = block;
    return block;
}

/* Nothing is really freed: so memory is fresh, or the one that the trace says. */
void *chorus_memory(uint32_t site, uint64_t size)
{
    const Event *event = next_event(site, false);
    wait_for(event);
    bool is_again = event->value & 1;
    pthread_mutex_lock(&lock);
    Block *block = is_again ? block_find(event->value / 2) : NULL;
    if (!block) {
        if (is_again) end(STATUS_DIVERGES, "step %u: memory is given again that was never given", event->step);
        block = block_new(event->value / 2, size);
    }
    block->is_freed = false;
    pthread_mutex_unlock(&lock);
    if (block->size != size) end(STATUS_DIVERGES, "step %u: memory of another size is given again", event->step);
    memset(block->memory, 0, size);
    for (uint32_t i = 0; i < event->scalar_count; i++) {
        const Scalar *s = &scalars[event->first_scalar + i];
        if (s->offset + s->size <= size) memcpy(block->memory + s->offset, &s->value, s->size); /* little endian */
    }
    give_up_turn(event);
    return block->memory;
}

static Block *block_at(const void *memory)
{
    for (Block *b = blocks; b; b = b->next)
        if (b->memory == memory && !b->is_freed) return b;
    return NULL;
}

void chorus_free(void *memory)
{
    pthread_mutex_lock(&lock);
    Block *b = block_at(memory);
    if (b) b->is_freed = true;
    pthread_mutex_unlock(&lock);
}

/* What is behind the old contents is zero. */
void *chorus_realloc(void *old, uint64_t size)
{
    pthread_mutex_lock(&lock);
    Block *from = block_at(old), *to = block_new(NO_OBJECT, size);
    if (from) memcpy(to->memory, from->memory, from->size < size ? from->size : size);
    if (from) from->is_freed = true;
    pthread_mutex_unlock(&lock);
    return to->memory;
}

/* ---- static storage and locals ---- */

typedef struct Variable {
    struct Variable *next;
    const char *memory;
    uint64_t size, serial; /* 0: static; locals of a thread from 1 on, those of callees behind those of callers */
    uint32_t thread;
} Variable;

static Variable *variables;
static _Thread_local uint64_t local_count;
static _Thread_local bool is_local_seen; /* by the last check */

static void variable_add(const char *memory, uint64_t size, uint64_t serial)
{
    Variable *v = chorus_allocate(sizeof *v);
    pthread_mutex_lock(&lock);
    *v = (Variable){variables, memory, size, serial, self};
    variables = v;
    pthread_mutex_unlock(&lock);
}

void chorus_global(void *memory, uint64_t size) { variable_add(memory, size, 0); }
uint64_t chorus_enter(void) { return local_count; }
void chorus_local(void *memory, uint64_t size) { variable_add(memory, size, ++local_count); }

/* The locals since then are gone. */
void chorus_leave(uint64_t mark)
{
    pthread_mutex_lock(&lock);
    for (Variable **link = &variables; *link;) {
        Variable *v = *link;
        if (v->serial <= mark || v->thread != self) {
            link = &v->next;
            continue;
        }
        *link = v->next;
        free(v);
    }
    pthread_mutex_unlock(&lock);
    local_count = mark;
}

/* ---- accesses: is what the trace says of the next one true? ---- */

static bool is_in(const void *address, const char *memory, uint64_t size)
{
    return (uintptr_t)address >= (uintptr_t)memory && (uintptr_t)address - (uintptr_t)memory < size;
}

/* What is wrong with an access that starts from a pointer to base; NULL = nothing. Under the lock. */
static const char *wrong_access(const void *base, const void *address, uint64_t size)
{
    static char text[200];
    for (const Block *b = blocks; b; b = b->next) {
        if (!is_in(base, b->memory, b->size + REDZONE)) continue;
        uint64_t offset = (uint64_t)((const char *)address - b->memory);
        if (b->is_freed) return "the memory has been freed";
        if (offset < b->size && size <= b->size - offset) return NULL;
        snprintf(text, sizeof text, "the access is to %llu bytes at offset %lld of %llu from malloc",
                 (unsigned long long)size, (long long)offset, (unsigned long long)b->size);
        return text;
    }
    for (const Variable *v = variables; v; v = v->next) {
        if (!is_in(base, v->memory, v->size)) continue;
        uint64_t offset = (uint64_t)((const char *)address - v->memory);
        is_local_seen = v->serial > 0;
        if (offset < v->size && size <= v->size - offset) return NULL;
        snprintf(text, sizeof text, "the access is to %llu bytes at offset %lld of a variable of %llu",
                 (unsigned long long)size, (long long)offset, (unsigned long long)v->size);
        return text;
    }
    return base ? "no object of the program is there" : "the pointer is null";
}

void chorus_check_access(uint32_t site, const void *base, const void *address, uint64_t size)
{
    const Event *event = failure_due(site);
    if (!event || size == 0) return;
    wait_for(event);
    pthread_mutex_lock(&lock);
    const char *wrong = wrong_access(base, address, size);
    if (wrong) fail_observed(site, wrong);
    pthread_mutex_unlock(&lock);
}

void chorus_check_free(uint32_t site, const void *memory)
{
    const Event *event = failure_due(site);
    if (!event) return;
    wait_for(event);
    const char *wrong = "it is not the start of memory from malloc";
    pthread_mutex_lock(&lock);
    for (const Block *b = blocks; b; b = b->next)
        if (b->memory == memory) wrong = b->is_freed ? "the memory has been freed already" : NULL;
    if (memory && wrong) fail_observed(site, wrong);
    pthread_mutex_unlock(&lock);
}

/* Behind the checks of an instruction: nothing was found. */
void chorus_check_done(uint32_t site)
{
    const Event *event = failure_due(site);
    if (!event) return;
    wait_for(event);
    end(STATUS_DIVERGES, "step %u: nothing is wrong at %s%s", event->step, place_of(site),
        is_local_seen ? " (when a block ends its locals are still there)" : "");
}

/* ---- memory that is lost ---- */

/* Marks what words in there lead to, and so on. */
static void find_from(const char *memory, uint64_t size)
{
    uint64_t skip = -(uintptr_t)memory % sizeof(void *);
    for (uint64_t k = skip; k + sizeof(void *) <= size; k += sizeof(void *)) {
        const void *word;
        memcpy(&word, memory + k, sizeof word);
        for (Block *b = blocks; b; b = b->next) {
            if (b->is_freed || b->is_found || !is_in(word, b->memory, b->size + 1)) continue;
            b->is_found = true;
            find_from(b->memory, b->size);
        }
    }
}

/* A thread, or the program, ends: the locals are gone. */
void chorus_end(void)
{
    Range mine = thread_events[self];
    chorus_leave(0);
    while (at < mine.count && events[mine.first + at].is_optional)
        at++;
    const Event *event = at < mine.count ? &events[mine.first + at] : NULL;
    if (!event || !event->is_lost) return;
    wait_for(event);
    pthread_mutex_lock(&lock);
    for (const Variable *v = variables; v; v = v->next)
        if (v->serial == 0) find_from(v->memory, v->size);
    const Block *lost = block_find(event->value);
    char text[200];
    if (!lost) end(STATUS_DIVERGES, "step %u: the memory was never allocated", event->step);
    if (lost->is_freed) end(STATUS_DIVERGES, "step %u: the memory has been freed", event->step);
    if (lost->is_found) end(STATUS_DIVERGES, "step %u: static storage leads to the memory", event->step);
    snprintf(text, sizeof text, "%llu bytes from malloc are left, and no static storage leads to them",
             (unsigned long long)lost->size);
    fail_observed(event->site, text);
}
