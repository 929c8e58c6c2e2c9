#include "c/exact/threads/edges.h"

#include "base/check.h"

bool edge_in_cycle(Lowering *L, EdgeId id)
{
    Program *p = L->program;
    const Edge *edge = &p->edges.data[id.i];
    bool *seen = run_alloc(L->run, p->locs.count * sizeof *seen);
    VEC(uint32_t) stack = {0};
    vec_push(L->run, &stack, edge->to.i);
    seen[edge->to.i] = true;
    while (stack.count && !seen[edge->from.i]) {
        LocId l = {vec_pop(&stack)};
        for (uint32_t k = 0; k < program_out_count(p, l); k++) {
            uint32_t to = program_out_edge(p, l, k)->to.i;
            if (!seen[to]) {
                seen[to] = true;
                vec_push(L->run, &stack, to);
            }
        }
    }
    bool found = seen[edge->from.i];
    vec_free(L->run, &stack);
    run_release(L->run, seen);
    return found;
}

bool assigns_are_sorted(const Assign *assigns, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (assigns[i].var.i <= assigns[i - 1].var.i) return false;
    return true;
}

void edge_add_assign(Lowering *L, EdgeId id, VarId var, Term value)
{
    Edge *edge = &L->program->edges.data[id.i];
    Assign *assigns = run_alloc(L->run, (edge->assign_count + 1) * sizeof *assigns);
    uint32_t n = 0;
    while (n < edge->assign_count && edge->assigns[n].var.i < var.i) {
        assigns[n] = edge->assigns[n];
        n++;
    }
    for (uint32_t i = n; i < edge->assign_count; i++)
        assigns[i + 1] = edge->assigns[i];
    assigns[n] = (Assign){var, value};
    edge->assigns = assigns;
    edge->assign_count++;
    CHECK(assigns_are_sorted(edge->assigns, edge->assign_count));
    CHECK(sort_same(term_sort(L->tm, value), L->program->vars.data[var.i].sort));
}
