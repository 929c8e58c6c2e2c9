#include "modular/hierarchy.h"

#include "base/check.h"

/* Does thread a read what b writes? Flags of starts do not count: whoever starts everybody would come first. */
static bool reads_from(const Threads *t, uint32_t a, uint32_t b)
{
    for (uint32_t v = 0; v < t->p->vars.count; v++) {
        bool is_flag = false;
        for (uint32_t i = 0; i < threads_count(t); i++)
            is_flag |= t->written->threads.data[i].started.i == v;
        if (!is_flag && t->owner[v] == NO_ID && t->readers[v] >> a & 1 && t->writers[v] >> b & 1) return true;
    }
    return false;
}

void hierarchy_order(const Threads *t, uint32_t main, uint32_t *order)
{
    uint32_t count = 1, taken = 1u << main;
    CHECK(main < threads_count(t));
    order[0] = main;
    for (uint32_t i = 0; count < threads_count(t); i++)
        for (uint32_t b = 0; b < threads_count(t); b++) {
            bool is_next = i < count ? reads_from(t, order[i], b) : true;
            if (taken >> b & 1 || !is_next) continue;
            taken |= 1u << b;
            order[count++] = b;
        }
    CHECK(count == threads_count(t));
}
