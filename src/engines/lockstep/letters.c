#include "engines/lockstep/letters.h"

#include "base/components.h"
#include "base/unsound.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

typedef VEC(Assign) AssignList;

typedef struct Writer {
    Letters *l;
    Run *run;
    TermManager *tm;
    uint32_t thread;
    VarSet reads; /* where variables are noted */
    bool failed;
} Writer;

VarSet varset_new(const Letters *l) { return run_alloc(l->merged->run, (l->words + 1) * sizeof(uint64_t)); }

const LetterIds *letters_from(const Letters *l, uint32_t thread, LocId loc)
{
    CHECK(thread < l->threads && loc.i < l->merged->locs.count);
    return &l->from[(size_t)thread * l->merged->locs.count + loc.i];
}

/* ---- one letter ---- */

static Term own_var(void *arg, TermManager *tm, Term var)
{
    const Writer *w = arg;
    uint32_t v = term_symbol(tm, var), own = w->l->w->threads.data[w->thread].vars[v];
    return own == v ? TERM_NONE : program_var_term(w->l->w->p, (VarId){own});
}

static Term own(Writer *w, Term t) { return term_substitute(w->tm, t, own_var, w); }

static void note_letter_read(void *arg, Term var)
{
    Writer *w = arg;
    uint32_t v = term_symbol(w->tm, var);
    if (w->l->w->p->vars.data[v].class != VAR_INPUT)
        varset_add(w->reads, v);
    else if (term_instance(w->tm, var) >= w->l->copies)
        w->l->copies = term_instance(w->tm, var) + 1;
}

static uint32_t child_of_edge(const Writer *w, const Edge *e)
{
    const WrittenOut *written = w->l->w;
    CHECK(e->path_count == 1);
    for (uint32_t i = 0; i < written->origins.count; i++)
        if (written->origins.data[i].parent == w->thread && written->origins.data[i].start.i == e->path[0].i) return i;
    return NO_ID;
}

void letters_find_accesses(Letters *l, Letter *letter)
{
    Writer w = {.l = l, .tm = l->merged->tm};
    letter->reads = w.reads = varset_new(l);
    letter->writes = varset_new(l);
    term_for_each_var(w.tm, letter->guard, note_letter_read, &w);
    for (uint32_t i = 0; i < letter->assign_count; i++) {
        term_for_each_var(w.tm, letter->assigns[i].value, note_letter_read, &w);
        varset_add(letter->writes, letter->assigns[i].var.i);
    }
}

static void add_edge_letter(Writer *w, const Edge *e)
{
    const WrittenThread *self = &w->l->w->threads.data[w->thread];
    Letter letter = {.thread = w->thread, .from = e->from, .to = e->to, .child = NO_ID, .is_error = e->is_error};
    AssignList assigns = {0};
    letter.guard = own(w, e->guard);
    for (uint32_t i = 0; i < e->assign_count && !e->is_error; i++)
        vec_push(w->run, &assigns, ((Assign){{self->vars[e->assigns[i].var.i]}, own(w, e->assigns[i].value)}));
    if (e->spawn.i != NO_ID) {
        letter.child = child_of_edge(w, e);
        if (letter.child == NO_ID) w->failed = true;
        for (uint32_t i = 0; i < e->arg_count && !w->failed; i++) {
            uint32_t v = w->l->w->threads.data[letter.child].vars[e->args[i].var.i];
            vec_push(w->run, &assigns, ((Assign){{v}, own(w, e->args[i].value)}));
        }
    }
    letter.assigns = assigns.data;
    letter.assign_count = assigns.count;
    letters_find_accesses(w->l, &letter);
    vec_push(w->run, &w->l->all, letter);
}

/* ---- what decides nothing ---- */

static void add_relevant_reads(Writer *w, const Letter *letter, VarSet relevant, bool *changed)
{
    VarSet reads = varset_new(w->l);
    w->reads = reads;
    term_for_each_var(w->tm, letter->guard, note_letter_read, w);
    for (uint32_t i = 0; i < letter->assign_count; i++)
        if (varset_has(relevant, letter->assigns[i].var.i))
            term_for_each_var(w->tm, letter->assigns[i].value, note_letter_read, w);
    for (uint32_t k = 0; k < w->l->words; k++) {
        *changed |= (reads[k] & ~relevant[k]) != 0;
        relevant[k] |= reads[k];
    }
    run_release(w->run, reads);
}

/* Leaves out assignments on which no guard depends: what an invariant says of them nobody needs, and the checker does
 * not look at them. */
static void drop_irrelevant_assigns(Writer *w)
{
    VarSet relevant = varset_new(w->l);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < w->l->all.count; i++)
            add_relevant_reads(w, &w->l->all.data[i], relevant, &changed);
    }
    for (uint32_t i = 0; i < w->l->all.count; i++) {
        Letter *letter = &w->l->all.data[i];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < letter->assign_count; k++)
            if (varset_has(relevant, letter->assigns[k].var.i)) letter->assigns[kept++] = letter->assigns[k];
        letter->assign_count = kept;
        letters_find_accesses(w->l, letter);
    }
    run_release(w->run, relevant);
}

/* ---- weaker guards ---- */

static bool same_effect(const Letter *a, const Letter *b)
{
    if (a->thread != b->thread || a->from.i != b->from.i || a->to.i != b->to.i || a->is_error || b->is_error ||
        a->child != b->child || a->assign_count != b->assign_count)
        return false;
    for (uint32_t i = 0; i < a->assign_count; i++)
        if (a->assigns[i].var.i != b->assigns[i].var.i || !term_same(a->assigns[i].value, b->assigns[i].value))
            return false;
    return true;
}

static bool has_conjunct(TermManager *tm, Term guard, Term conjunct)
{
    if (term_same(guard, conjunct)) return true;
    for (uint32_t i = 0; term_kind(tm, guard) == TERM_AND && i < term_arity(tm, guard); i++)
        if (term_same(term_arg(tm, guard, i), conjunct)) return true;
    return false;
}

/* What both guards say, as far as it is written as a conjunct of each: each implies it. */
static Term common(TermManager *tm, Term a, Term b)
{
    Term out = term_bool(tm, true);
    if (term_kind(tm, a) != TERM_AND) return has_conjunct(tm, b, a) ? a : out;
    for (uint32_t i = 0; i < term_arity(tm, a); i++)
        if (has_conjunct(tm, b, term_arg(tm, a, i))) out = term_and(tm, out, term_arg(tm, a, i));
    return out;
}

static void weaken_guards(Writer *w)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->l->all.count; i++) {
        Letter letter = w->l->all.data[i];
        uint32_t k = 0;
        while (k < kept && !same_effect(&w->l->all.data[k], &letter))
            k++;
        if (k == kept) {
            w->l->all.data[kept++] = letter;
            continue;
        }
        w->l->all.data[k].guard = common(w->tm, w->l->all.data[k].guard, letter.guard);
        letters_find_accesses(w->l, &w->l->all.data[k]);
    }
    w->l->all.count = kept;
}

/* ---- loops ---- */

/* Depth first: an edge to a location that is being visited closes a loop. */
static void visit_thread_location(Letters *l, uint32_t thread, LocId loc, uint8_t *state)
{
    state[loc.i] = 1;
    const LetterIds *ids = letters_from(l, thread, loc);
    for (uint32_t i = 0; i < ids->count; i++) {
        Letter *letter = &l->all.data[ids->data[i]];
        if (letter->is_error) continue;
        letter->closes_loop = state[letter->to.i] == 1;
        if (!state[letter->to.i]) visit_thread_location(l, thread, letter->to, state);
    }
    state[loc.i] = 2;
}

/* Per location of the merged program, with the edges of all threads; a thread is at those of its template only. */
static uint32_t *find_loops(const Letters *l)
{
    Run *run = l->merged->run;
    uint32_t n = l->merged->locs.count, count = 0;
    uint32_t *start = run_alloc(run, (n + 1) * sizeof *start), *to = run_alloc(run, (l->all.count + 1) * sizeof *to);
    uint32_t *component = run_alloc(run, (n + 1) * sizeof *component);
    for (uint32_t loc = 0; loc < n; loc++) {
        start[loc] = count;
        for (uint32_t i = 0; i < l->all.count; i++)
            if (l->all.data[i].from.i == loc && !l->all.data[i].is_error) to[count++] = l->all.data[i].to.i;
    }
    start[n] = count;
    components_find(run, n, start, to, component);
    run_release(run, start);
    run_release(run, to);
    return component;
}

/* The ways out of each loop of each thread: where there is one only, that it was taken says nothing. */
static void find_loop_exits(Letters *l)
{
    Run *run = l->merged->run;
    uint32_t *loop = find_loops(l), numbered = 0;
    for (uint32_t i = 0; i < l->all.count; i++) {
        Letter *a = &l->all.data[i];
        bool is_inside = false, is_one_of = false;
        for (uint32_t k = 0; k < l->all.count; k++) {
            const Letter *b = &l->all.data[k];
            if (k == i || b->is_error || b->thread != a->thread || loop[b->from.i] != loop[a->from.i]) continue;
            bool stays = loop[b->to.i] == loop[b->from.i];
            is_inside |= stays;
            is_one_of |= !stays;
        }
        bool leaves = !a->is_error && loop[a->to.i] != loop[a->from.i];
        a->in_loop = is_inside || (!a->is_error && !leaves);
        if (leaves && is_inside && is_one_of) a->exit = ++numbered;
    }
    run_release(run, loop);
}

void letters_index(Letters *l)
{
    Run *run = l->merged->run;
    size_t places = (size_t)l->threads * l->merged->locs.count;
    for (size_t i = 0; l->from && i < places; i++)
        vec_free(run, &l->from[i]);
    if (l->from) run_release(run, l->from);
    l->from = run_alloc(run, ((size_t)l->threads * l->merged->locs.count + 1) * sizeof *l->from);
    for (uint32_t i = 0; i < l->all.count; i++) {
        const Letter *letter = &l->all.data[i];
        vec_push(run, &l->from[(size_t)letter->thread * l->merged->locs.count + letter->from.i], i);
    }
}

static void find_closing(Letters *l)
{
    Run *run = l->merged->run;
    uint8_t *state = run_alloc(run, l->merged->locs.count + 1);
    for (uint32_t t = 0; t < l->threads; t++) {
        TemplateId of = l->w->origins.data[t].of;
        for (uint32_t k = 0; k < l->merged->locs.count; k++)
            state[k] = 0;
        visit_thread_location(l, t, l->merged->templates.data[of.i].entry, state);
    }
    run_release(run, state);
}

Letters *letters_new(Program *merged, const WrittenOut *written, bool weaken)
{
    Letters *l = run_alloc(merged->run, sizeof *l);
    Writer w = {.l = l, .run = merged->run, .tm = merged->tm};
    l->merged = merged;
    l->w = written;
    l->threads = written->origins.count;
    l->words = written->p->vars.count / 64 + 1;
    l->copies = 1;
    for (uint32_t t = 0; t < l->threads; t++)
        for (uint32_t e = 0; e < merged->edges.count; e++) {
            const Edge *edge = &merged->edges.data[e];
            if (merged->locs.data[edge->from.i].template.i != written->origins.data[t].of.i) continue;
            w.thread = t;
            add_edge_letter(&w, edge);
        }
    if (w.failed) return NULL;
    drop_irrelevant_assigns(&w);
    if (weaken) weaken_guards(&w);
    for (uint32_t i = 0; i < l->all.count; i++)
        l->all.data[i].plain = l->all.data[i].guard;
    letters_index(l);
    find_closing(l);
    find_loop_exits(l);
    return l;
}

void letters_split(Letters *l, LetterCase by)
{
    TermManager *tm = l->merged->tm;
    vec_push(l->merged->run, &l->cases, by);
    for (uint32_t i = 0, count = l->all.count; i < count; i++) {
        Letter other = l->all.data[i];
        if (other.thread != by.thread || other.from.i != by.from.i) continue;
        l->all.data[i].guard = term_and(tm, other.guard, by.condition);
        other.guard = term_and(tm, other.guard, term_not(tm, by.condition));
        letters_find_accesses(l, &l->all.data[i]);
        letters_find_accesses(l, &other);
        if (!IS_UNSOUND(UNSOUND_CASE_FORGOTTEN)) vec_push(l->merged->run, &l->all, other);
    }
    letters_index(l);
}
