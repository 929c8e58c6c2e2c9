#include "program/analysis/cycles.h"

#include "base/check.h"

/* Can every location that is not cut be taken away, one after the other, once nothing that remains leads to it? */
static bool are_broken(const Program *p, const bool *cut, bool through_starts)
{
    uint32_t n = p->locs.count, open = 0, top = 0;
    uint32_t *entries = run_alloc(p->run, (n + 1) * sizeof *entries),
             *stack = run_alloc(p->run, (n + 1) * sizeof *stack);
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (!cut[p->edges.data[i].from.i] && (through_starts || p->edges.data[i].spawn.i == NO_ID))
            entries[p->edges.data[i].to.i]++;
    for (uint32_t l = 0; l < n; l++) {
        open += !cut[l];
        if (!cut[l] && !entries[l]) stack[top++] = l;
    }
    for (; top; open--) {
        uint32_t l = stack[--top];
        for (uint32_t k = p->out_start[l]; k < p->out_start[l + 1]; k++) {
            const Edge *e = &p->edges.data[p->out_edges[k]];
            if (!through_starts && e->spawn.i != NO_ID) continue;
            if (--entries[e->to.i] == 0 && !cut[e->to.i]) stack[top++] = e->to.i;
        }
    }
    run_release(p->run, entries);
    run_release(p->run, stack);
    return open == 0;
}

void cycles_break(const Program *p, bool *cut, bool through_starts)
{
    CHECK(program_is_indexed(p));
    uint32_t n = p->locs.count;
    uint8_t *state = run_alloc(p->run, n + 1); /* 0 new, 1 on the stack, 2 done */
    bool *entered = run_alloc(p->run, n + 1);
    uint32_t *stack = run_alloc(p->run, (n + 1) * sizeof *stack), *next = run_alloc(p->run, (n + 1) * sizeof *next);
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (cut[p->edges.data[i].from.i]) entered[p->edges.data[i].to.i] = true;
    for (uint32_t i = 0; i < 2 * n; i++) {
        uint32_t root = i % n, top = 0;
        if (state[root] || cut[root] || (i < n && !entered[root])) continue;
        stack[top] = root, next[top] = p->out_start[root], state[root] = 1;
        for (;;) {
            uint32_t l = stack[top];
            if (next[top] == p->out_start[l + 1]) {
                state[l] = 2;
                if (!top--) break;
                continue;
            }
            const Edge *e = &p->edges.data[p->out_edges[next[top]++]];
            if (!through_starts && e->spawn.i != NO_ID) continue;
            uint32_t to = e->to.i;
            if (state[to] == 1) cut[to] = true;
            if (state[to] || cut[to]) continue;
            state[to] = 1;
            stack[++top] = to;
            CHECK(top < n);
            next[top] = p->out_start[to];
        }
    }
    CHECK(are_broken(p, cut, through_starts));
    run_release(p->run, state);
    run_release(p->run, entered);
    run_release(p->run, stack);
    run_release(p->run, next);
}
