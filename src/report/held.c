#include "report/held.h"

#include "base/check.h"
#include "logic/term/evaluate.h"
#include "logic/term/walk.h"

static void note_taken_lock(ReportBuilder *b, const char *name, VarId var, bool to_read)
{
    const Edge *e = &b->program->edges.data[b->trace_step->edge.i];
    CHECK(b->thread < b->threads.count && program_has_var(b->program, var));
    ReportHeld held = {b->thread, {name, var, to_read, e->pos}};
    vec_push(b->run, &b->held, held);
    b->step.locks = true;
}

/* Somebody gives the lock back: one that the thread at hand has if there is one, all: everybody's. */
static void give_back(ReportBuilder *b, VarId var, bool to_read, bool all)
{
    uint32_t kept = 0, chosen = NO_ID;
    for (uint32_t i = 0; i < b->held.count; i++) {
        const ReportHeld *h = &b->held.data[i];
        if (h->lock.var.i != var.i || h->lock.to_read != to_read) continue;
        if (chosen == NO_ID || h->thread == b->thread) chosen = i;
    }
    for (uint32_t i = 0; i < b->held.count; i++) {
        const ReportHeld *h = &b->held.data[i];
        bool goes = h->lock.var.i == var.i && h->lock.to_read == to_read && (all || i == chosen);
        if (!goes) b->held.data[kept++] = *h;
    }
    b->step.locks |= kept < b->held.count;
    b->held.count = kept;
}

/* A Boolean says that somebody has the lock, a number how many threads read under it. */
void held_take_value(ReportBuilder *b, VarId v, const Value *before, const Value *after)
{
    const Var *var = builder_var(b, v);
    if (!var->lock || var->sort.kind == SORT_ARRAY) return;
    bool to_read = var->sort.kind != SORT_BOOL;
    uint64_t old = before ? before->bits : 0;
    if (after->bits == old) return;
    if (after->bits == 0 || old == 0) give_back(b, v, to_read, true);
    if (after->bits > old)
        note_taken_lock(b, var->lock, v, to_read);
    else if (after->bits)
        give_back(b, v, to_read, false);
}

/* ---- locks that the program makes ---- */

static void note_lock_variable(void *arg, Term var)
{
    const ReportBuilder *b = ((void **)arg)[0];
    VarId *found = ((void **)arg)[1];
    if (found->i == NO_ID) found->i = term_symbol(b->program->tm, var);
}

/* The variable that the lock is made of; .i = NO_ID: one of the thread library. */
static VarId own_lock(ReportBuilder *b, const LockFact *fact)
{
    VarId var = {NO_ID};
    void *arg[2] = {b, &var};
    term_for_each_var(b->program->tm, fact->taken, note_lock_variable, arg);
    if (var.i != NO_ID && builder_var(b, var)->lock) var.i = NO_ID;
    return var;
}

static Value value_at_step(void *arg, TermManager *tm, Term var)
{
    ReportBuilder *b = arg;
    const VarSlot *slot = builder_slot(b, (VarId){term_symbol(tm, var)}, b->thread);
    return slot ? slot->value : (Value){.bits = 0};
}

static bool is_held_by_thread(const ReportBuilder *b, VarId var)
{
    for (uint32_t i = 0; i < b->held.count; i++)
        if (b->held.data[i].thread == b->thread && b->held.data[i].lock.var.i == var.i) return true;
    return false;
}

void held_take_step(ReportBuilder *b)
{
    LocId at = b->program->edges.data[b->trace_step->edge.i].to;
    if (!b->facts || at.i >= b->facts->loc_count) return; /* where threads stop before an access */
    const Exclusions *known = b->facts->exclusions;
    for (uint32_t i = 0; i < known->locks.count; i++) {
        const LockFact *fact = &known->locks.data[i];
        VarId var = own_lock(b, fact);
        if (var.i == NO_ID) continue;
        Term held = fact->held[at.i];
        bool holds = term_is(held) && term_evaluate(b->program->tm, held, value_at_step, b, NULL).bits;
        if (holds && !is_held_by_thread(b, var)) note_taken_lock(b, builder_var(b, var)->name, var, false);
        if (!holds && is_held_by_thread(b, var)) give_back(b, var, false, false);
    }
}

void held_by(const ReportBuilder *b, uint32_t thread, ReportLocks *out)
{
    for (uint32_t i = 0; i < b->held.count; i++)
        if (b->held.data[i].thread == thread) vec_push(b->run, out, b->held.data[i].lock);
}
