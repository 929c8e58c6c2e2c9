/* A term is a key of the manager's table, which keeps each key once. */
#include "term/node.h"

#include "term/internal.h"

Term term_make(TermManager *tm, TermKind kind, Sort sort, uint64_t value, const Term *args, uint32_t count)
{
    uint32_t small[NODE_HEADER + 16], *key = small;
    if (count > 16) key = run_alloc(tm->run, (NODE_HEADER + (size_t)count) * sizeof *key);
    key[0] = (uint32_t)kind | (uint32_t)sort.kind << 8 | (uint32_t)sort.width << 16 | (uint32_t)sort.index << 24;
    key[1] = (uint32_t)value;
    key[2] = (uint32_t)(value >> 32);
    for (uint32_t i = 0; i < count; i++)
        key[NODE_HEADER + i] = args[i].id;
    uint32_t id = intern_add(&tm->nodes, key, NODE_HEADER + count, NULL);
    if (key != small) run_release(tm->run, key);
    return (Term){id + 1};
}
