#include "kernel/kinds/lockstep/nodes.h"

#include "base/check.h"
#include "kernel/kinds/lockstep/dead.h"
#include "kernel/kinds/lockstep/letters.h"
#include "kernel/kinds/lockstep/swap.h"

/* ---- form ---- */

static bool is_permutation(const LockstepCheck *c, const uint32_t *rank)
{
    uint32_t seen = 0;
    for (uint32_t t = 0; t < c->threads; t++) {
        if (rank[t] >= c->threads || seen >> rank[t] & 1) return false;
        seen |= 1u << rank[t];
    }
    return true;
}

static void check_thread_orders(LockstepCheck *c)
{
    for (uint32_t q = 0; q < c->proof->pointers; q++)
        if (!is_permutation(c, &c->proof->rank[q * c->threads]))
            checker_fail(c->k, "an order is no order of the threads");
}

static void check_place(LockstepCheck *c, uint32_t number, uint32_t thread, uint32_t at)
{
    if (at == LOCKSTEP_END || at == LOCKSTEP_UNBORN) return;
    const Program *p = c->w->from;
    if (at >= p->locs.count || p->locs.data[at].template.i != c->w->origins.data[thread].of.i || !c->proof->cut[at])
        checker_fail(c->k, "node %u: thread %u is at no cut location of its own", number, thread);
}

static void check_node_form(LockstepCheck *c, uint32_t number)
{
    const LockstepNode *n = &c->proof->nodes.data[number];
    if (n->pointer >= c->proof->pointers || n->asleep >> c->threads || (n->dead && n->next.count))
        checker_fail(c->k, "node %u is not well-formed", number);
    for (uint32_t t = 0; t < c->threads; t++)
        check_place(c, number, t, n->at[t]);
    for (uint32_t i = 0; i < n->next.count; i++)
        if (!n->next.data[i] || n->next.data[i] >= c->proof->nodes.count)
            checker_fail(c->k, "node %u: there is no such node after it", number);
}

static void check_root(LockstepCheck *c)
{
    const LockstepNode *root = &c->proof->nodes.data[0];
    bool right = !root->asleep && !root->pointer;
    for (uint32_t t = 0; t < c->threads && right; t++) {
        const ThreadOrigin *o = &c->w->origins.data[t];
        uint32_t entry = c->w->from->templates.data[o->of.i].entry.i;
        right = root->at[t] == (o->parent == NO_ID ? entry : LOCKSTEP_UNBORN);
    }
    if (!right) checker_fail(c->k, "node 0 is not where the program begins");
}

/* ---- steps ---- */

static uint32_t next_pointer(const LockstepCheck *c, uint32_t pointer, const LockstepLetter *letter)
{
    for (uint32_t i = 0; i < c->proof->turns.count; i++) {
        const LockstepTurn *turn = &c->proof->turns.data[i];
        if (turn->pointer == pointer && turn->thread == letter->thread && turn->from.i == letter->from &&
            turn->to == letter->to)
            return turn->next;
    }
    return pointer;
}

/* Are the threads at the target where the letter leaves them? */
static bool letter_leads_to(const LockstepCheck *c, const LockstepNode *n, const LockstepLetter *letter,
                            const LockstepNode *target)
{
    for (uint32_t t = 0; t < c->threads; t++) {
        uint32_t at = n->at[t];
        if (t == letter->thread) at = letter->to;
        if (t == letter->child) at = c->w->from->templates.data[c->w->origins.data[t].of.i].entry.i;
        if (target->at[t] != at) return false;
    }
    return target->pointer == next_pointer(c, n->pointer, letter);
}

/* The letter leads to an atomic location that no step leaves: nobody moves any more, so no run on
 * which it is taken comes to an error. */
static bool is_last_letter(LockstepCheck *c, uint32_t id)
{
    uint32_t to = c->letters.data[id].to, thread = c->letters.data[id].thread;
    if (c->letters.data[id].is_error || to == LOCKSTEP_END || to == LOCKSTEP_UNBORN) return false;
    return c->w->from->locs.data[to].atomic && !lockstep_letters(c, thread, to)->count;
}

/* May the thread sleep after the letter, taken at the node? It slept, or is preferred, and any of its next steps can as
 * well come before. */
static bool may_sleep(LockstepCheck *c, const LockstepNode *n, uint32_t letter, uint32_t thread)
{
    const uint32_t *rank = &c->proof->rank[n->pointer * c->threads];
    uint32_t moves = c->letters.data[letter].thread;
    if (thread == moves || n->at[thread] == LOCKSTEP_UNBORN) return false;
    if (!(n->asleep >> thread & 1) && rank[thread] >= rank[moves]) return false;
    const LockstepIds *own = lockstep_letters(c, thread, n->at[thread]);
    for (uint32_t i = 0; i < own->count; i++)
        if (!is_last_letter(c, own->data[i]) && !lockstep_may_swap(c, letter, own->data[i])) return false;
    return true;
}

/* Does a thread sleep at the target that must not after the letter? */
static bool sleeps_wrongly(LockstepCheck *c, const LockstepNode *n, uint32_t letter, const LockstepNode *target)
{
    for (uint32_t t = 0; t < c->threads && !c->k->problem; t++)
        if (target->asleep >> t & 1 && !may_sleep(c, n, letter, t)) return true;
    return false;
}

static uint32_t sleeper_count(const LockstepCheck *c, uint32_t node)
{
    return (uint32_t)__builtin_popcount(c->proof->nodes.data[node].asleep);
}

bool lockstep_sleep_more(const LockstepCheck *c, uint32_t less, uint32_t more)
{
    uint32_t a = c->proof->nodes.data[less].asleep, b = c->proof->nodes.data[more].asleep;
    return a != b && !(a & ~b);
}

/* Few targets: by insertion. */
static void sort(LockstepCheck *c, LockstepMove *move)
{
    uint32_t *targets = c->targets.data + move->first;
    for (uint32_t i = 1; i < move->all; i++) {
        uint32_t target = targets[i], k = i;
        for (; k > 0 && sleeper_count(c, target) > sleeper_count(c, targets[k - 1]); k--)
            targets[k] = targets[k - 1];
        targets[k] = target;
    }
}

/* To the front those where no other lets more threads sleep, in this order. */
static void sleepiest_first(LockstepCheck *c, LockstepMove *move)
{
    sort(c, move);
    uint32_t *targets = c->targets.data + move->first, front = 0;
    for (uint32_t i = 0; i < move->all; i++) {
        bool is_less = false;
        for (uint32_t k = 0; k < i && !is_less; k++)
            is_less = lockstep_sleep_more(c, targets[i], targets[k]);
        if (is_less) continue;
        uint32_t target = targets[i];
        for (uint32_t k = i; k > front; k--)
            targets[k] = targets[k - 1];
        targets[front++] = target;
    }
    move->count = front;
}

/* The letter leads to those of the next nodes where threads are where they should be and none sleeps that must not.
 * Others are for other letters with the same places. That those left cover every case, or that the letter cannot be
 * taken there, is asked where regions are: so any may be left out here. */
static void check_letter(LockstepCheck *c, uint32_t number, uint32_t id)
{
    const LockstepNode *n = &c->proof->nodes.data[number];
    const LockstepLetter letter = c->letters.data[id]; /* the table may move */
    LockstepMove move = {id, c->targets.count, 0, 0};
    for (uint32_t i = 0; i < n->next.count && !letter.is_error && !c->k->problem; i++) {
        const LockstepNode *target = &c->proof->nodes.data[n->next.data[i]];
        if (!letter_leads_to(c, n, &letter, target) || sleeps_wrongly(c, n, id, target)) continue;
        vec_push(c->k->run, &c->targets, n->next.data[i]);
        move.all++;
    }
    sleepiest_first(c, &move);
    vec_push(c->k->run, &c->moves[number], move);
}

/* While a thread is at an atomic location no other moves. */
static bool is_blocked_by_atomic(const LockstepCheck *c, const LockstepNode *n, uint32_t thread)
{
    for (uint32_t t = 0; t < c->threads; t++) {
        uint32_t at = n->at[t];
        if (t != thread && at != LOCKSTEP_UNBORN && at != LOCKSTEP_END && c->w->from->locs.data[at].atomic) return true;
    }
    return false;
}

static void check_node_steps(LockstepCheck *c, uint32_t number)
{
    const LockstepNode *n = &c->proof->nodes.data[number];
    for (uint32_t t = 0; t < c->threads; t++) {
        if (n->asleep >> t & 1 || is_blocked_by_atomic(c, n, t)) continue;
        const LockstepIds ids = *lockstep_letters(c, t, n->at[t]);
        for (uint32_t i = 0; i < ids.count && !c->k->problem; i++)
            if (!is_last_letter(c, ids.data[i])) check_letter(c, number, ids.data[i]);
    }
}

void lockstep_check_nodes(LockstepCheck *c)
{
    uint32_t count = c->proof->nodes.count;
    if (!count || !c->proof->pointers) {
        checker_fail(c->k, "there are no nodes");
        return;
    }
    check_thread_orders(c);
    for (uint32_t i = 0; i < count && !c->k->problem; i++)
        check_node_form(c, i);
    if (!c->k->problem) check_root(c);
    c->moves = run_alloc(c->k->run, (count + 1) * sizeof *c->moves);
    for (uint32_t i = 0; i < count && !c->k->problem; i++) {
        run_poll(c->k->run);
        if (!c->proof->nodes.data[i].dead)
            check_node_steps(c, i);
        else if (!lockstep_is_dead(c, &c->proof->nodes.data[i]))
            checker_fail(c->k, "node %u is said to be dead, but an error may be come to", i);
    }
}
