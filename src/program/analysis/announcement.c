/* A flag is a shared variable v that every edge that speaks of it compares with a constant: "v = d" is a conjunct of
 * the guard. Let an edge e set it to a constant c that none of them asks for, and lead to a location without edges.
 * After e no edge that speaks of v can be taken, so v remains c. Then a run with e is one without it: the thread stays
 * where it was, which hinders nobody unless that location is atomic, and nobody reads what e has written. If it is
 * atomic, then it must be that every error edge in question speaks of v: none can be taken after e. */
#include "program/analysis/announcement.h"

#include "base/check.h"
#include "base/intern.h"
#include "logic/term/walk.h"
#include "program/step.h"

typedef struct Finder {
    const Program *p;
    TermManager *tm;
    const bool *errors;
    bool *is_flag;      /* per variable: it may be one */
    uint32_t *together; /* per variable that is set together with a flag: that one; NO_ID */
    Intern asked;       /* [flag, constant] */
    const Edge *now;
} Finder;

static bool is_edge_in_question(const Finder *f, uint32_t edge)
{
    return !f->p->edges.data[edge].is_error || f->errors[edge];
}

/* The constant that the guard compares the flag with. */
static Term compared(const Finder *f, Term guard, uint32_t flag)
{
    TermManager *tm = f->tm;
    Term found = TERM_NONE;
    if (term_kind(tm, guard) == TERM_AND)
        for (uint32_t i = 0; i < term_arity(tm, guard) && !term_is(found); i++)
            found = compared(f, term_arg(tm, guard, i), flag);
    if (term_kind(tm, guard) != TERM_EQ) return found;
    for (uint32_t i = 0; i < 2; i++) {
        Term var = term_arg(tm, guard, i), value = term_arg(tm, guard, 1 - i);
        if (term_kind(tm, var) == TERM_VAR && term_symbol(tm, var) == flag && term_is_const(tm, value)) return value;
    }
    return found;
}

/* The edge sets a flag for good: its thread stops. Whether that is one is another question. */
static VarId flag_of(const Finder *f, const Edge *e)
{
    if (e->is_error || e->spawn.i != NO_ID || program_out_count(f->p, e->to)) return (VarId){NO_ID};
    for (uint32_t i = 0; i < e->assign_count; i++) {
        VarId v = e->assigns[i].var;
        const Var *info = &f->p->vars.data[v.i];
        if (info->class != VAR_SHARED || info->sort.kind != SORT_BV) continue;
        if (term_is_const(f->tm, e->assigns[i].value) && term_is(compared(f, e->guard, v.i))) return v;
    }
    return (VarId){NO_ID};
}

static void speak_of(Finder *f, uint32_t v)
{
    uint32_t with = f->together[v];
    if (f->is_flag[v]) {
        Term value = compared(f, f->now->guard, v);
        f->is_flag[v] = term_is(value);
        uint32_t key[2] = {v, value.id};
        if (term_is(value)) intern_add(&f->asked, key, 2, NULL);
    }
    if (with != NO_ID && !term_is(compared(f, f->now->guard, with))) f->is_flag[with] = false;
}

static void note_flag_read(void *arg, Term var)
{
    Finder *f = arg;
    speak_of(f, term_symbol(f->tm, var));
}

static void note_edge_mentions(Finder *f, const Edge *e)
{
    f->now = e;
    if (!term_is_const(f->tm, e->guard)) term_for_each_var(f->tm, e->guard, note_flag_read, f);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        speak_of(f, e->assigns[i].var.i);
        if (!term_is_const(f->tm, e->assigns[i].value))
            term_for_each_var(f->tm, e->assigns[i].value, note_flag_read, f);
    }
    for (uint32_t i = 0; i < e->arg_count; i++)
        if (!term_is_const(f->tm, e->args[i].value)) term_for_each_var(f->tm, e->args[i].value, note_flag_read, f);
}

static void find_candidate_flags(Finder *f)
{
    const Program *p = f->p;
    for (uint32_t v = 0; v < p->vars.count; v++) {
        f->is_flag[v] = p->vars.data[v].class == VAR_SHARED && p->vars.data[v].sort.kind == SORT_BV;
        f->together[v] = NO_ID;
    }
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        VarId flag = flag_of(f, e);
        for (uint32_t k = 0; k < e->assign_count && flag.i != NO_ID; k++) {
            VarId v = e->assigns[k].var;
            if (v.i == flag.i || p->vars.data[v.i].class != VAR_SHARED) continue;
            if (f->together[v.i] != NO_ID && f->together[v.i] != flag.i) f->is_flag[flag.i] = false;
            f->together[v.i] = flag.i;
        }
    }
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (is_edge_in_question(f, i)) note_edge_mentions(f, &p->edges.data[i]);
}

static bool all_errors_speak_of(const Finder *f, VarId flag)
{
    for (uint32_t i = 0; i < f->p->edges.count; i++)
        if (f->errors[i] && !term_is(compared(f, f->p->edges.data[i].guard, flag.i))) return false;
    return true;
}

bool *announcements_unasked(const Program *p, const bool *errors)
{
    Run *run = p->run;
    Finder f = {.p = p, .tm = p->tm, .errors = errors};
    bool *unasked = run_alloc(run, p->edges.count + 1);
    f.is_flag = run_alloc(run, p->vars.count + 1);
    f.together = run_alloc(run, (p->vars.count + 1) * sizeof *f.together);
    intern_init(run, &f.asked);
    find_candidate_flags(&f);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        VarId flag = flag_of(&f, e);
        if (flag.i == NO_ID || !f.is_flag[flag.i]) continue;
        uint32_t key[2] = {flag.i, step_value(e, flag).id};
        if (intern_find(&f.asked, key, 2) != INTERN_NONE) continue;
        unasked[i] = !p->locs.data[e->from.i].atomic || all_errors_speak_of(&f, flag);
    }
    intern_clear(&f.asked);
    run_release(run, f.is_flag);
    run_release(run, f.together);
    return unasked;
}
