#include "engines/modular/hierarchy.h"

#include <string.h>

#include "base/check.h"

/* Does thread a read what b writes? Flags of starts do not count: whoever starts everybody would come first. */
static bool reads_from(const ModularThreads *t, uint32_t a, uint32_t b)
{
    for (uint32_t v = 0; v < t->p->vars.count; v++) {
        bool is_flag = false;
        for (uint32_t i = 0; i < threads_count(t); i++)
            is_flag |= t->written->threads.data[i].started.i == v;
        if (!is_flag && t->owner[v] == NO_ID && t->readers[v] >> a & 1 && t->writers[v] >> b & 1) return true;
    }
    return false;
}

/* Of the threads that are not taken yet: does a taken one read what it writes; does another one? */
static bool is_read(const ModularThreads *t, uint32_t thread, uint32_t taken, bool by_taken)
{
    for (uint32_t a = 0; a < threads_count(t); a++)
        if (a != thread && (taken >> a & 1) == by_taken && reads_from(t, a, thread)) return true;
    return false;
}

/* Reached and read by nobody else, reached, or neither, as in circles and of threads that nobody reads from. */
static uint32_t next_thread(const ModularThreads *t, uint32_t taken)
{
    for (int pass = 0; pass < 3; pass++)
        for (uint32_t b = 0; b < threads_count(t); b++) {
            if (taken >> b & 1) continue;
            if (pass < 2 && !is_read(t, b, taken, true)) continue;
            if (pass < 1 && is_read(t, b, taken, false)) continue;
            return b;
        }
    CHECK(false);
    return 0;
}

void hierarchy_order(const ModularThreads *t, uint32_t main, const uint32_t *given, uint32_t *order)
{
    uint32_t taken = 1u << main;
    CHECK(main < threads_count(t));
    order[0] = main;
    for (uint32_t count = 1, i = 0; count < threads_count(t); i++) {
        uint32_t next = given ? given[i] : next_thread(t, taken);
        CHECK(i < threads_count(t));
        if (taken >> next & 1) continue;
        taken |= 1u << next;
        order[count++] = next;
    }
}

static uint32_t find_thread(const ModularThreads *t, const char *name, size_t length)
{
    for (uint32_t i = 0; i < threads_count(t); i++) {
        const char *known = t->p->templates.data[i].name;
        if (strlen(known) == length && !strncmp(known, name, length)) return i;
    }
    return NO_ID;
}

const char *hierarchy_read(const ModularThreads *t, const char *names, uint32_t *order)
{
    uint32_t count = 0, taken = 0;
    for (const char *at = names; *at; at += *at == ',') {
        size_t length = strcspn(at, ",");
        uint32_t thread = find_thread(t, at, length);
        if (thread == NO_ID || taken >> thread & 1)
            return run_format(t->p->run, "--order: %.*s: %s", (int)length, at,
                              thread == NO_ID ? "no such thread" : "named twice");
        taken |= 1u << thread;
        order[count++] = thread;
        at += length;
    }
    for (uint32_t i = 0; i < threads_count(t); i++)
        if (!(taken >> i & 1)) order[count++] = i;
    CHECK(count == threads_count(t));
    return NULL;
}
