/* A value is carried by a term that is a variable which may hold it, an element of an array which may, or a choice
 * between such; it is looked at by every other operator over it: a comparison, arithmetic, an index. Variables that a
 * carrying term is assigned to may hold the value, too, and those that give a value to one that does: a least fixpoint.
 * A comparison with 0 does not count: programs ask so whether a thread was started. No value that starts give here is
 * 0, and none of glibc's is, which is an assumption that is said. Where nothing looks at the values of handles, all
 * steps but those of joins are the same for other values, as long as those of threads that are told apart differ.
 */
#include "c/exact/threads/opaque.h"

#include "base/check.h"
#include "c/exact/model/assumption.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"

typedef struct Search {
    const Lowering *L;
    TermManager *tm;
    bool *holds;                             /* per variable */
    bool is_looked_at, changed, is_compared; /* with 0 */
} Search;

static bool carries(Search *s, Term t);

/* Looks for handles in a term whose value matters. */
static void look_at_term(Search *s, Term t)
{
    if (term_is(t) && !s->is_looked_at && carries(s, t)) s->is_looked_at = true;
}

static void note_held(void *arg, Term var)
{
    void **found = arg;
    const Search *s = found[0];
    if (s->holds[term_symbol(s->tm, var)]) *(bool *)found[1] = true;
}

static bool mentions_handle(Search *s, Term t)
{
    bool found = false;
    term_for_each_var(s->tm, t, note_held, (void *[]){s, &found});
    return found;
}

static bool is_zero(const Search *s, Term t) { return term_kind(s->tm, t) == TERM_CONST && term_value(s->tm, t) == 0; }

static bool carries(Search *s, Term t)
{
    if (!mentions_handle(s, t)) return false;
    switch (term_kind(s->tm, t)) {
    case TERM_VAR: return s->holds[term_symbol(s->tm, t)];
    case TERM_SELECT: look_at_term(s, term_arg(s->tm, t, 1)); return carries(s, term_arg(s->tm, t, 0));
    case TERM_CONST_ARRAY: return carries(s, term_arg(s->tm, t, 0));
    case TERM_ITE: {
        look_at_term(s, term_arg(s->tm, t, 0));
        bool first = carries(s, term_arg(s->tm, t, 1));
        return carries(s, term_arg(s->tm, t, 2)) || first;
    }
    case TERM_STORE: {
        look_at_term(s, term_arg(s->tm, t, 1));
        bool array = carries(s, term_arg(s->tm, t, 0));
        return carries(s, term_arg(s->tm, t, 2)) || array;
    }
    case TERM_EQ:
        if (!is_zero(s, term_arg(s->tm, t, 0)) && !is_zero(s, term_arg(s->tm, t, 1))) break;
        s->is_compared |= carries(s, term_arg(s->tm, t, is_zero(s, term_arg(s->tm, t, 0)) ? 1 : 0));
        return false;
    default: break;
    }
    for (uint32_t i = 0; i < term_arity(s->tm, t); i++)
        look_at_term(s, term_arg(s->tm, t, i));
    return false;
}

/* What pthread_self gives is arbitrary, too. */
static bool is_arbitrary_value(const Search *s, Term t)
{
    for (uint32_t i = 0; i < s->L->key_vars.count; i++)
        if (s->L->key_vars.data[i].kind == THREAD_SELF && s->L->key_vars.data[i].var.i == term_symbol(s->tm, t))
            return true;
    return s->L->program->vars.data[term_symbol(s->tm, t)].class == VAR_INPUT;
}

/* What is assigned to a variable that holds handles: whoever may have given it holds some, too. A value that comes from
 * nowhere is not the name of a thread, perhaps. */
static void look_back_from(Search *s, Term t)
{
    switch (term_kind(s->tm, t)) {
    case TERM_VAR:
        if (is_arbitrary_value(s, t)) s->is_looked_at = true;
        if (!s->holds[term_symbol(s->tm, t)]) s->holds[term_symbol(s->tm, t)] = s->changed = true;
        break;
    case TERM_CONST: break;
    case TERM_SELECT:
    case TERM_CONST_ARRAY: look_back_from(s, term_arg(s->tm, t, 0)); break;
    case TERM_ITE:
        look_back_from(s, term_arg(s->tm, t, 1));
        look_back_from(s, term_arg(s->tm, t, 2));
        break;
    case TERM_STORE:
        look_back_from(s, term_arg(s->tm, t, 0));
        look_back_from(s, term_arg(s->tm, t, 2));
        break;
    default: s->is_looked_at = true; /* computed */
    }
}

static void look_at_assigns(Search *s, const Assign *assigns, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        CHECK(assigns[i].var.i < s->L->program->vars.count);
        if (s->holds[assigns[i].var.i] && !s->is_looked_at) look_back_from(s, assigns[i].value);
        if (!carries(s, assigns[i].value) || s->holds[assigns[i].var.i]) continue;
        s->holds[assigns[i].var.i] = true;
        s->changed = true;
    }
}

static bool is_among(const Search *s, const EdgeId *edges, uint32_t count, const Edge *e)
{
    for (uint32_t i = 0; i < count; i++)
        if (&s->L->program->edges.data[edges[i].i] == e) return true;
    return false;
}

/* The edge gives a handle an arbitrary value, which it has only if handles are looked at. */
static bool gives_arbitrary_name(const Search *s, const Edge *e)
{
    return is_among(s, s->L->arbitrary_names.data, s->L->arbitrary_names.count, e);
}

/* What a variable holds that was declared and not set is no handle that a program may join, as before its first
 * declaration. */
static bool is_declaring_edge(const Search *s, const Edge *e)
{
    return is_among(s, s->L->declarations.data, s->L->declarations.count, e);
}

/* The edge gives a thread its name. */
static bool is_named_start(const Search *s, const Edge *e)
{
    return is_among(s, s->L->named_starts.data, s->L->named_starts.count, e);
}

typedef struct Mention {
    const Search *s;
    bool found;
} Mention;

static void note_counter(void *arg, Term var)
{
    Mention *m = arg;
    m->found |= term_symbol(m->s->tm, var) == m->s->L->names_given.i;
}

/* Is it the next name that is assigned? */
static bool is_next_name(const Search *s, const Edge *e, const Assign *a)
{
    Mention m = {s, false};
    term_for_each_var(s->tm, a->value, note_counter, &m);
    return m.found && is_named_start(s, e);
}

static void look_at_edge(Search *s, const Edge *e)
{
    if (gives_arbitrary_name(s, e) || is_declaring_edge(s, e)) return;
    look_at_term(s, e->guard);
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (!is_next_name(s, e, &e->assigns[i])) look_at_assigns(s, &e->assigns[i], 1);
    look_at_assigns(s, e->args, e->arg_count);
    for (uint32_t i = 0; i < e->access_count; i++) {
        look_at_term(s, e->accesses[i].index);
        look_at_term(s, e->accesses[i].condition);
    }
}

/* Are the values of the variables (a flag for each one of the program) only copied? */
static bool values_are_opaque(Lowering *L, const bool *variables, SourcePos *where)
{
    SourcePos compared = {0};
    const Program *p = L->program;
    Search s = {.L = L, .tm = L->tm, .holds = run_alloc(L->run, p->vars.count + 1), .changed = true};
    for (uint32_t v = 0; v < p->vars.count; v++)
        s.holds[v] = variables[v];
    while (s.changed && !s.is_looked_at) {
        s.changed = false;
        for (uint32_t i = 0; i < p->edges.count && !s.is_looked_at; i++) {
            look_at_edge(&s, &p->edges.data[i]);
            if (s.is_compared && !compared.line) compared = p->edges.data[i].pos;
            if (s.is_looked_at && where) *where = p->edges.data[i].pos;
        }
    }
    run_release(L->run, s.holds);
    if (!s.is_looked_at && s.is_compared) assumption_handle(L, compared);
    return !s.is_looked_at;
}

static bool is_input_term(const Lowering *L, Term t)
{
    return term_kind(L->tm, t) == TERM_VAR && L->program->vars.data[term_symbol(L->tm, t)].class == VAR_INPUT;
}

bool handles_are_opaque(Lowering *L, SourcePos *where)
{
    bool *names = run_alloc(L->run, L->program->vars.count + 1);
    for (uint32_t i = 0; i < L->arbitrary_names.count; i++) {
        const Edge *e = &L->program->edges.data[L->arbitrary_names.data[i].i];
        CHECK(e->approximate && e->assign_count > 0);
        for (uint32_t k = 0; k < e->assign_count; k++)
            names[e->assigns[k].var.i] |= is_input_term(L, e->assigns[k].value);
    }
    for (uint32_t i = 0; i < L->joins.count; i++)
        if (term_is(L->joins.data[i].name)) names[term_symbol(L->tm, L->joins.data[i].name)] = true;
    bool are_opaque = values_are_opaque(L, names, where);
    run_release(L->run, names);
    return are_opaque;
}

void handles_forget_arbitrary(Lowering *L)
{
    for (uint32_t i = 0; i < L->arbitrary_names.count; i++)
        L->program->edges.data[L->arbitrary_names.data[i].i].guard = term_bool(L->tm, false);
}
