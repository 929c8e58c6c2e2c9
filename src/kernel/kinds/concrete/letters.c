#include "kernel/kinds/concrete/letters.h"

#include <string.h>

#include "base/check.h"
#include "kernel/checker/paths.h"
#include "kernel/kinds/concrete/independent.h"
#include "kernel/kinds/concrete/sections.h"
#include "kernel/kinds/concrete/states.h"
#include "kernel/kinds/concrete/touched.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

#define ROLES_MAX 20000 /* with values of locals */

typedef VEC(uint32_t) RoleIds;

/* What a thread may do: letters, and what they read and write together. */
typedef struct Behaviour {
    bool is_known;
    RoleIds letters;
    uint64_t *guards, *reads, *writes;
    bool stops; /* some letter enters an atomic section, or starts a thread in one */
} Behaviour;

/* A thread's location with values of locals that it does not assign to from there on: they are the same ever after. */
typedef struct Role {
    TemplateId template;
    LocId loc;
    Term *locals; /* per local of the template: its value, or TERM_NONE */
    Behaviour now, later;
} Role;

struct Letters {
    Independence *independence;
    uint32_t words;
    bool **assigned; /* per location: which locals of its template edges assign to that a thread there may take */
    Intern role_ids;
    VEC(Role *) roles;
    VEC(uint32_t) role_of; /* per part, + 1 */
    VEC(Behaviour) exact;  /* per part: with the values of all locals */
    Intern pairs;          /* [role, role, 0], [part, role, 1], and for D [role, role, 2] */
    VEC(bool) answers;
};

/* ---- letters ---- */

typedef struct Known {
    const Explorer *x;
    TemplateId template;
    const Term *locals;
} Known;

static Term put_in_local(void *arg, TermManager *tm, Term var)
{
    const Known *known = arg;
    uint32_t v = term_symbol(tm, var);
    const Var *info = &known->x->p->vars.data[v];
    if (info->class != VAR_LOCAL) return TERM_NONE;
    CHECK(info->template.i == known->template.i);
    return known->locals[known->x->slot[v]];
}

/* Where it is known; else TERM_NONE. */
static Term constant_value(Explorer *x, Term value, Known *known)
{
    Term t = term_substitute(x->k->tm, value, put_in_local, known);
    return term_is_const(x->k->tm, t) ? t : TERM_NONE;
}

static Assign *put_in_all(Explorer *x, const Assign *list, uint32_t count, Known *known)
{
    Assign *all = run_alloc(x->k->run, (count + 1) * sizeof *all);
    for (uint32_t i = 0; i < count; i++)
        all[i] = (Assign){list[i].var, term_substitute(x->k->tm, list[i].value, put_in_local, known)};
    return all;
}

static void drop_dead(Explorer *x, PathLetter *letter, const CertifyPath *path)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < letter->assign_count; i++)
        if (path->error || !states_leave_out(x, path, letter->assigns[i].var))
            letter->assigns[kept++] = letter->assigns[i];
    letter->assign_count = kept;
}

static void find_letter_effects(Explorer *x, PathLetter *letter, const CertifyPath *path)
{
    touched_begin(x, letter);
    touched_read(x, letter, letter->guard);
    for (uint32_t i = 0; i < letter->assign_count; i++)
        if (!term_same(letter->assigns[i].value, program_var_term(x->k->p, letter->assigns[i].var)))
            touched_assign(x, letter, &letter->assigns[i]);
    for (uint32_t i = 0; i < letter->arg_count; i++)
        touched_read(x, letter, letter->args[i].value);
    const Edge *first = &x->p->edges.data[path->first.i];
    letter->lock = sections_entered(x->k, first);
    if (letter->lock.i != NO_ID) touched_section(x, letter, first);
}

static bool letter_stops_others(const Explorer *x, const CertifyPath *path)
{
    const Program *p = x->p;
    if (path->spawn.i != NO_ID && p->locs.data[p->templates.data[path->spawn.i].entry.i].atomic) return true;
    return !path->error && path->to.i != NO_ID && p->locs.data[path->to.i].atomic;
}

static void add_behaviour_letter(Explorer *x, Behaviour *b, const PathLetter *letter)
{
    touched_add(x, b->guards, letter->guard);
    for (uint32_t w = 0; w < x->letters->words; w++) {
        b->reads[w] |= letter->reads[w];
        b->writes[w] |= letter->writes[w];
    }
    vec_push(x->k->run, &b->letters, independence_letter(x->letters->independence, letter));
}

/* Sections may be entered that never come to an end, and so are on no path. */
static void add_entries(Explorer *x, Behaviour *b, LocId loc)
{
    for (uint32_t i = 0; i < program_out_count(x->p, loc); i++) {
        const Edge *e = program_out_edge(x->p, loc, i);
        PathLetter letter = {.guard = e->guard, .lock = sections_entered(x->k, e), .is_entry = true};
        if (letter.lock.i == NO_ID) continue;
        touched_begin(x, &letter);
        touched_section(x, &letter, e);
        add_behaviour_letter(x, b, &letter);
    }
}

/* Of the thread at a location where these values are known. */
static void find_behaviour(Explorer *x, Behaviour *b, TemplateId template, LocId loc, const Term *locals)
{
    const CertifyPaths *paths = paths_from(x->k, loc);
    b->is_known = true;
    b->guards = touched_set(x), b->reads = touched_set(x), b->writes = touched_set(x);
    Known known = {x, template, locals};
    for (uint32_t i = 0; i < paths->count; i++) {
        const CertifyPath *path = &paths->data[i];
        PathLetter letter = {.guard = term_substitute(x->k->tm, path->guard, put_in_local, &known),
                             .is_error = path->error};
        if (term_is_false(x->k->tm, letter.guard)) continue;
        letter.assigns = put_in_all(x, path->assigns, path->assign_count, &known);
        letter.assign_count = path->assign_count;
        drop_dead(x, &letter, path);
        letter.args = put_in_all(x, path->args, path->arg_count, &known);
        letter.arg_count = path->arg_count;
        letter.starts = path->spawn.i != NO_ID;
        letter.is_whole = path->error || !sections_inside(x->k, path->to);
        find_letter_effects(x, &letter, path);
        b->stops |= letter_stops_others(x, path);
        add_behaviour_letter(x, b, &letter);
    }
    add_entries(x, b, loc);
}

/* ---- roles ---- */

static uint32_t role_id(Explorer *x, TemplateId template, LocId loc, const Term *locals)
{
    struct Letters *l = x->letters;
    uint32_t count = states_local_count(x, template), size = count + 2;
    uint32_t *key = run_alloc(x->k->run, size * sizeof *key);
    key[0] = template.i, key[1] = loc.i;
    for (uint32_t i = 0; i < count; i++)
        key[2 + i] = locals[i].id;
    bool is_new;
    uint32_t id = intern_add(&l->role_ids, key, size, &is_new);
    run_release(x->k->run, key);
    if (!is_new) return id;
    Role *role = run_alloc(x->k->run, sizeof *role);
    *role = (Role){.template = template, .loc = loc, .locals = run_alloc(x->k->run, (count + 1) * sizeof(Term))};
    memcpy(role->locals, locals, count * sizeof(Term));
    vec_push(x->k->run, &l->roles, role);
    CHECK(l->roles.count == l->role_ids.count);
    return id;
}

static const Behaviour *now(Explorer *x, uint32_t role)
{
    Role *r = x->letters->roles.data[role];
    if (!r->now.is_known) find_behaviour(x, &r->now, r->template, r->loc, r->locals);
    return &r->now;
}

/* With all values, roles of programs with many branches would be many; without, what a thread may do is more. */
static void forget_if_many(Explorer *x, Term *locals, uint32_t count)
{
    if (x->letters->roles.count >= ROLES_MAX) memset(locals, 0, count * sizeof *locals);
}

/* That of the thread behind the path. */
static uint32_t role_behind(Explorer *x, const Role *r, const CertifyPath *path, Known *known)
{
    uint32_t count = states_local_count(x, r->template);
    Term *locals = run_alloc(x->k->run, (count + 1) * sizeof *locals);
    memcpy(locals, r->locals, count * sizeof *locals);
    for (uint32_t i = 0; i < path->assign_count; i++)
        if (x->p->vars.data[path->assigns[i].var.i].class == VAR_LOCAL)
            locals[x->slot[path->assigns[i].var.i]] = constant_value(x, path->assigns[i].value, known);
    for (uint32_t i = 0; i < count; i++)
        if (x->letters->assigned[path->to.i][i]) locals[i] = TERM_NONE;
    forget_if_many(x, locals, count);
    uint32_t id = role_id(x, r->template, path->to, locals);
    run_release(x->k->run, locals);
    return id;
}

/* That of the thread which the path starts. */
static uint32_t role_of_child(Explorer *x, const CertifyPath *path, Known *known)
{
    LocId entry = x->p->templates.data[path->spawn.i].entry;
    uint32_t count = states_local_count(x, path->spawn);
    Term *locals = run_alloc(x->k->run, (count + 1) * sizeof *locals);
    for (uint32_t i = 0; i < path->arg_count; i++) {
        uint32_t slot = x->slot[path->args[i].var.i];
        if (!x->letters->assigned[entry.i][slot]) locals[slot] = constant_value(x, path->args[i].value, known);
    }
    forget_if_many(x, locals, count);
    uint32_t id = role_id(x, path->spawn, entry, locals);
    run_release(x->k->run, locals);
    return id;
}

/* Roles that steps of a role lead to: at other locations, and those of threads that are started. */
static void find_next_roles(Explorer *x, uint32_t role, RoleIds *next)
{
    const Role *r = x->letters->roles.data[role];
    const CertifyPaths *paths = paths_from(x->k, r->loc);
    Known known = {x, r->template, r->locals};
    for (uint32_t i = 0; i < paths->count; i++) {
        const CertifyPath *path = &paths->data[i];
        if (path->error || term_is_false(x->k->tm, term_substitute(x->k->tm, path->guard, put_in_local, &known)))
            continue;
        if (!paths_ended(x->k, path->to)) vec_push(x->k->run, next, role_behind(x, r, path, &known));
        if (path->spawn.i == NO_ID || paths_ended(x->k, x->p->templates.data[path->spawn.i].entry)) continue;
        vec_push(x->k->run, next, role_of_child(x, path, &known));
    }
}

static void join_behaviour(Explorer *x, Behaviour *to, const Behaviour *from)
{
    for (uint32_t i = 0; i < from->letters.count; i++) {
        bool known = false;
        for (uint32_t k = 0; k < to->letters.count && !known; k++)
            known = to->letters.data[k] == from->letters.data[i];
        if (!known) vec_push(x->k->run, &to->letters, from->letters.data[i]);
    }
    for (uint32_t w = 0; w < x->letters->words; w++) {
        to->reads[w] |= from->reads[w];
        to->writes[w] |= from->writes[w];
    }
}

/* Steps within sections are part of the letters that enter them, as far as what they touch is concerned. */
static const Behaviour *later(Explorer *x, uint32_t role)
{
    Role *r = x->letters->roles.data[role];
    if (r->later.is_known) return &r->later;
    Behaviour all = {.is_known = true, .guards = touched_set(x), .reads = touched_set(x), .writes = touched_set(x)};
    RoleIds reached = {NULL, 0, 0};
    vec_push(x->k->run, &reached, role);
    for (uint32_t i = 0; i < reached.count; i++) {
        RoleIds next = {NULL, 0, 0};
        run_poll(x->k->run);
        if (!sections_inside(x->k, x->letters->roles.data[reached.data[i]]->loc))
            join_behaviour(x, &all, now(x, reached.data[i]));
        find_next_roles(x, reached.data[i], &next);
        for (uint32_t n = 0; n < next.count; n++) {
            bool known = false;
            for (uint32_t k = 0; k < reached.count && !known; k++)
                known = reached.data[k] == next.data[n];
            if (!known) vec_push(x->k->run, &reached, next.data[n]);
        }
        vec_free(x->k->run, &next);
    }
    vec_free(x->k->run, &reached);
    r->later = all;
    return &r->later;
}

/* ---- threads of a state ---- */

static Term term_of_cell(Explorer *x, const ConcreteCell *cell, uint32_t v)
{
    Sort sort = x->p->vars.data[v].sort;
    return cell->unknown || sort.kind == SORT_ARRAY ? TERM_NONE : term_const(x->k->tm, sort, cell->value.bits);
}

/* What is known of a thread's locals; constant: only of those that it does not assign to any more. */
static Term *known_role_locals(Explorer *x, const ConcreteThread *t, bool constant)
{
    const Template *of = &x->p->templates.data[t->template.i];
    Term *locals = run_alloc(x->k->run, (of->locals.count + 1) * sizeof *locals);
    for (uint32_t i = 0; i < of->locals.count; i++)
        if (!constant || !x->letters->assigned[t->loc.i][i])
            locals[i] = term_of_cell(x, &t->locals[i], of->locals.data[i]);
    return locals;
}

static uint32_t role_of(Explorer *x, uint32_t thread)
{
    const ConcreteThread *t = &x->at.threads.data[thread];
    struct Letters *l = x->letters;
    if (l->role_of.count <= t->part) vec_resize(x->k->run, &l->role_of, t->part + 1);
    if (!l->role_of.data[t->part]) {
        Term *locals = known_role_locals(x, t, true);
        l->role_of.data[t->part] = role_id(x, t->template, t->loc, locals) + 1;
        run_release(x->k->run, locals);
    }
    return l->role_of.data[t->part] - 1;
}

static const Behaviour *exactly(Explorer *x, uint32_t thread)
{
    const ConcreteThread *t = &x->at.threads.data[thread];
    struct Letters *l = x->letters;
    if (l->exact.count <= t->part) vec_resize(x->k->run, &l->exact, t->part + 1);
    if (!l->exact.data[t->part].is_known) {
        Term *locals = known_role_locals(x, t, false);
        Behaviour b = {0};
        find_behaviour(x, &b, t->template, t->loc, locals);
        l->exact.data[t->part] = b;
        run_release(x->k->run, locals);
    }
    return &l->exact.data[t->part];
}

bool letters_cover(Explorer *x, uint32_t thread, const ConcreteThread *next)
{
    Term *locals = known_role_locals(x, next, true);
    const Behaviour *all = later(x, role_of(x, thread));
    const Behaviour *rest = later(x, role_id(x, next->template, next->loc, locals));
    run_release(x->k->run, locals);
    for (uint32_t w = 0; w < x->letters->words; w++)
        if (rest->reads[w] & ~all->reads[w] || rest->writes[w] & ~all->writes[w]) return false;
    return true;
}

typedef enum PairQuestion { BY_ROLE, EXACTLY, ABOUT_D } PairQuestion;

/* Where the answer to a question about two threads is kept; *is_new: it is to be found. */
static bool *answer_about_pair(Explorer *x, uint32_t a, uint32_t b, PairQuestion question, bool *is_new)
{
    uint32_t key[] = {a, b, question};
    uint32_t id = intern_add(&x->letters->pairs, key, 3, is_new);
    if (*is_new) vec_push(x->k->run, &x->letters->answers, false);
    return &x->letters->answers.data[id];
}

static bool some_depend(Explorer *x, const Behaviour *a, const Behaviour *b)
{
    for (uint32_t i = 0; i < a->letters.count; i++)
        for (uint32_t k = 0; k < b->letters.count; k++)
            if (!are_independent(x->letters->independence, a->letters.data[i], b->letters.data[k])) return true;
    return false;
}

bool letters_depend(Explorer *x, uint32_t a, uint32_t b)
{
    uint32_t first = role_of(x, a), second = role_of(x, b);
    bool is_new, result;
    bool *known = answer_about_pair(x, first, second, BY_ROLE, &is_new);
    if (!is_new) {
        result = *known;
    } else {
        result = some_depend(x, now(x, first), later(x, second));
        *answer_about_pair(x, first, second, BY_ROLE, &is_new) = result;
    }
    if (!result) return false;
    uint32_t part = x->at.threads.data[a].part;
    known = answer_about_pair(x, part, second, EXACTLY, &is_new);
    if (!is_new) return *known;
    result = some_depend(x, exactly(x, a), later(x, second));
    return *answer_about_pair(x, part, second, EXACTLY, &is_new) = result;
}

bool letters_may_enable(Explorer *x, uint32_t b, uint32_t a)
{
    const Behaviour *what = later(x, role_of(x, b)), *rough = now(x, role_of(x, a));
    return touched_meet(x, what->writes, rough->guards) && touched_meet(x, what->writes, exactly(x, a)->guards);
}

bool letters_may_stop(Explorer *x, uint32_t a) { return now(x, role_of(x, a))->stops; }

bool letters_obey(Explorer *x, uint32_t a, uint32_t b, SectionClash *clash)
{
    uint32_t first = role_of(x, a), second = role_of(x, b);
    const Behaviour *mine = now(x, first), *others = now(x, second);
    bool is_new;
    bool *known = answer_about_pair(x, first, second, ABOUT_D, &is_new);
    if (!is_new && *known) return true;
    for (uint32_t i = 0; i < mine->letters.count; i++)
        for (uint32_t k = 0; k < others->letters.count; k++)
            if (!sections_allow(x->letters->independence, mine->letters.data[i], others->letters.data[k], clash))
                return false;
    return *answer_about_pair(x, first, second, ABOUT_D, &is_new) = true;
}

/* ---- all ---- */

void letters_init(Explorer *x)
{
    struct Letters *l = x->letters = run_alloc(x->k->run, sizeof *l);
    l->words = touched_words(x);
    l->independence = independence_new(x->k, l->words);
    l->assigned = states_find_assigned(x);
    intern_init(x->k->run, &l->role_ids);
    intern_init(x->k->run, &l->pairs);
}

void letters_clear(Explorer *x)
{
    intern_clear(&x->letters->role_ids);
    intern_clear(&x->letters->pairs);
    independence_clear(x->letters->independence);
}
