#include "analysis/cycles.h"

void cycles_break(const Program *p, bool *cut, bool through_starts)
{
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
            next[top] = p->out_start[to];
        }
    }
    run_release(p->run, state);
    run_release(p->run, entered);
    run_release(p->run, stack);
    run_release(p->run, next);
}
