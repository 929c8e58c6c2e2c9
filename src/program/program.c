/* Building and indexing programs; printing of names. */
#include "program/program.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/print.h"

static bool var_is_signed(void *arg, Term var)
{
    Program *p = arg;
    uint32_t v = term_symbol(p->tm, var);
    return v < p->vars.count && p->vars.data[v].is_signed;
}

Program *program_new(Run *run, TermManager *tm)
{
    Program *p = run_alloc(run, sizeof *p);
    p->run = run;
    p->tm = tm;
    term_manager_on_sign(tm, var_is_signed, p);
    return p;
}

VarId program_add_var(Program *p, const Var *var)
{
    CHECK(var->class != VAR_LOCAL || program_has_template(p, var->template));
    CHECK(!term_is(var->init) || sort_same(term_sort(p->tm, var->init), var->sort));
    CHECK(!var->is_parameter || var->class == VAR_LOCAL);
    vec_push(p->run, &p->vars, *var);
    VarId id = {p->vars.count - 1};
    if (var->class == VAR_LOCAL) vec_push(p->run, &p->templates.data[var->template.i].locals, id.i);
    return id;
}

TemplateId program_add_template(Program *p, const char *name)
{
    Template t;
    memset(&t, 0, sizeof t);
    t.name = name;
    t.entry.i = NO_ID;
    vec_push(p->run, &p->templates, t);
    return (TemplateId){p->templates.count - 1};
}

LocId program_add_loc(Program *p, TemplateId template, const char *name, bool atomic, SourcePos pos)
{
    CHECK(program_has_template(p, template));
    vec_push(p->run, &p->locs, ((Loc){template, name, atomic, pos, false, NO_ID}));
    return (LocId){p->locs.count - 1};
}

Edge edge_make(LocId from, LocId to, SourcePos pos)
{
    Edge e;
    memset(&e, 0, sizeof e);
    e.from = from;
    e.to = to;
    e.spawn.i = NO_ID;
    e.pos = pos;
    return e;
}

static bool are_sorted(const Assign *assigns, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (assigns[i - 1].var.i >= assigns[i].var.i) return false;
    return true;
}

static Assign *copy_assigns(Run *run, const Assign *assigns, uint32_t count)
{
    if (!count) return NULL;
    Assign *copy = run_alloc(run, count * sizeof *copy);
    for (uint32_t i = 0; i < count; i++) { /* insertion sort by variable: the lists are short */
        uint32_t j = i;
        CHECK(term_is(assigns[i].value));
        for (; j > 0 && copy[j - 1].var.i > assigns[i].var.i; j--)
            copy[j] = copy[j - 1];
        copy[j] = assigns[i];
    }
    return copy;
}

EdgeId program_add_edge(Program *p, const Edge *edge)
{
    Edge e = *edge;
    CHECK(program_has_loc(p, e.from) && program_has_loc(p, e.to));
    CHECK(p->locs.data[e.from.i].template.i == p->locs.data[e.to.i].template.i);
    CHECK(!term_is(e.guard) || term_sort(p->tm, e.guard).kind == SORT_BOOL);
    CHECK(e.spawn.i == NO_ID ? e.arg_count == 0 : program_has_template(p, e.spawn));
    if (!term_is(e.guard)) e.guard = term_bool(p->tm, true);
    e.assigns = copy_assigns(p->run, edge->assigns, edge->assign_count);
    e.args = copy_assigns(p->run, edge->args, edge->arg_count);
    CHECK(are_sorted(e.assigns, e.assign_count) && are_sorted(e.args, e.arg_count));
    if (edge->access_count) {
        e.accesses = run_alloc(p->run, edge->access_count * sizeof *e.accesses);
        memcpy(e.accesses, edge->accesses, edge->access_count * sizeof *e.accesses);
    }
    if (edge->path_count) {
        e.path = run_alloc(p->run, edge->path_count * sizeof *e.path);
        memcpy(e.path, edge->path, edge->path_count * sizeof *e.path);
    }
    vec_push(p->run, &p->edges, e);
    return (EdgeId){p->edges.count - 1};
}

uint32_t program_add_object(Program *p, const char *name, SourcePos pos)
{
    CHECK(name && *name);
    vec_push(p->run, &p->objects, ((MemoryObject){name, pos, false}));
    return p->objects.count - 1;
}

Term program_var_term(Program *p, VarId var)
{
    CHECK(program_has_var(p, var));
    return term_var(p->tm, p->vars.data[var.i].sort, var.i, 0);
}

void program_note_assertion(Program *p, AssertionFact fact, SourcePos pos, SourcePos cause)
{
    CHECK(pos.file && pos.line);
    if (program_assertion_is(p, pos, fact)) return;
    AssertionNote note = {fact, {pos.file, pos.line, 0}, {cause.file, cause.line, 0}};
    vec_push(p->run, &p->assertions, note);
}

bool program_assertion_is(const Program *p, SourcePos pos, AssertionFact fact)
{
    for (uint32_t i = 0; i < p->assertions.count; i++) {
        const AssertionNote *a = &p->assertions.data[i];
        if (a->fact == fact && a->pos.line == pos.line && strcmp(a->pos.file, pos.file) == 0) return true;
    }
    return false;
}

Term program_fresh_input(Program *p, Sort sort, bool is_signed, const char *name)
{
    Var v;
    memset(&v, 0, sizeof v);
    v.name = run_format(p->run, "%s#%u", name ? name : "input", p->vars.count);
    v.sort = sort;
    v.class = VAR_INPUT;
    v.template.i = NO_ID;
    v.is_signed = is_signed;
    return program_var_term(p, program_add_var(p, &v));
}

void program_index(Program *p)
{
    run_release(p->run, p->out_start);
    run_release(p->run, p->out_edges);
    p->out_start = run_alloc(p->run, (p->locs.count + 2) * sizeof *p->out_start);
    p->out_edges = run_alloc(p->run, (p->edges.count + 1) * sizeof *p->out_edges);
    for (uint32_t i = 0; i < p->edges.count; i++)
        p->out_start[p->edges.data[i].from.i + 2]++;
    for (uint32_t l = 0; l < p->locs.count; l++)
        p->out_start[l + 2] += p->out_start[l + 1];
    for (uint32_t i = 0; i < p->edges.count; i++)
        p->out_edges[p->out_start[p->edges.data[i].from.i + 1]++] = i;
    CHECK(program_is_indexed(p));
}

bool program_has_errors(const Program *p)
{
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (p->edges.data[i].is_error) return true;
    return false;
}

bool program_is_indexed(const Program *p)
{
    if (!p->out_start || p->out_start[0] != 0 || p->out_start[p->locs.count] != p->edges.count) return false;
    for (uint32_t l = 0; l < p->locs.count; l++) {
        if (p->out_start[l] > p->out_start[l + 1]) return false;
        for (uint32_t k = p->out_start[l]; k < p->out_start[l + 1]; k++) {
            if (p->out_edges[k] >= p->edges.count || p->edges.data[p->out_edges[k]].from.i != l) return false;
            if (k > p->out_start[l] && p->out_edges[k - 1] >= p->out_edges[k]) return false;
        }
    }
    return true;
}

/* ---- cardinality ---- */

/* marks[l] = location l, from which threads are started, lies on a cycle of its automaton. */
static void find_cycles(const Program *p, bool *marks)
{
    uint32_t n = p->locs.count, *stack = run_alloc(p->run, (n + 1) * sizeof *stack);
    uint32_t *seen = run_alloc(p->run, (n + 1) * sizeof *seen);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        uint32_t start = p->edges.data[i].from.i, top = 0;
        if (p->edges.data[i].spawn.i == NO_ID || marks[start]) continue;
        run_poll(p->run);
        stack[top++] = start;
        while (top && !marks[start]) {
            uint32_t l = stack[--top];
            for (uint32_t k = p->out_start[l]; k < p->out_start[l + 1]; k++) {
                uint32_t to = p->edges.data[p->out_edges[k]].to.i;
                if (to == start) marks[start] = true;
                if (seen[to] == start + 1) continue;
                seen[to] = start + 1;
                stack[top++] = to;
            }
        }
    }
    run_release(p->run, stack);
    run_release(p->run, seen);
}

/* Number of threads of template t ever started, UINT32_MAX = unbounded: the sum over its spawn edges of the number of
 * threads that may take them once. Over-counts branches (only one of two spawn edges may be taken), which errs
 * towards more threads. `counts` holds what is known of the other templates. */
static uint32_t count_template_starts(const Program *p, uint32_t t, const uint32_t *counts, const bool *cyclic)
{
    CHECK(program_has_template(p, (TemplateId){t}));
    uint64_t total = p->templates.data[t].initial == COUNT_ONE ? 1 : 0;
    if (p->templates.data[t].initial == COUNT_MANY) return UINT32_MAX;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (e->spawn.i != t) continue;
        uint32_t spawners = counts[p->locs.data[e->from.i].template.i];
        if (!spawners) continue;
        if (cyclic[e->from.i] || spawners == UINT32_MAX) return UINT32_MAX;
        total += spawners;
    }
    return total >= UINT32_MAX ? UINT32_MAX : (uint32_t)total;
}

static uint32_t *bound_started_threads(const Program *p)
{
    CHECK(program_is_indexed(p));
    uint32_t n = p->templates.count;
    bool *cyclic = run_alloc(p->run, p->locs.count + 1);
    uint32_t *counts = run_alloc(p->run, (n + 1) * sizeof *counts);
    find_cycles(p, cyclic);
    bool changed = true;
    for (uint32_t round = 0; changed; round++) {
        changed = false;
        for (uint32_t t = 0; t < n; t++) {
            uint32_t c = count_template_starts(p, t, counts, cyclic);
            if (round > n + 1 && c != counts[t]) c = UINT32_MAX; /* templates that start each other */
            changed |= c != counts[t];
            counts[t] = c;
        }
    }
    run_release(p->run, cyclic);
    return counts;
}

void program_infer_cardinality(Program *p)
{
    uint32_t *counts = bound_started_threads(p);
    for (uint32_t t = 0; t < p->templates.count; t++) {
        p->templates.data[t].cardinality = counts[t] == 0 ? COUNT_NONE : counts[t] == 1 ? COUNT_ONE : COUNT_MANY;
        CHECK(p->templates.data[t].cardinality >= p->templates.data[t].initial); /* threads of the start count */
    }
    run_release(p->run, counts);
}

bool program_has_one_starter(const Program *p)
{
    uint32_t starter = NO_ID;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        if (p->edges.data[i].spawn.i == NO_ID) continue;
        uint32_t t = p->locs.data[p->edges.data[i].from.i].template.i;
        if (starter != NO_ID && starter != t) return false;
        starter = t;
    }
    return starter == NO_ID || p->templates.data[starter].cardinality == COUNT_ONE;
}

uint32_t program_thread_bound(const Program *p)
{
    uint32_t *counts = bound_started_threads(p);
    uint64_t total = 0;
    for (uint32_t t = 0; t < p->templates.count; t++) {
        if (counts[t] == UINT32_MAX)
            total = UINT32_MAX;
        else
            total += counts[t] - (p->templates.data[t].initial == COUNT_ONE ? 1 : 0);
    }
    run_release(p->run, counts);
    return total >= UINT32_MAX ? UINT32_MAX : (uint32_t)total;
}

/* ---- printing ---- */

void program_print_var(void *arg, TermManager *tm, Term var, Str *out)
{
    Program *p = arg;
    uint32_t symbol = term_symbol(tm, var), instance = term_instance(tm, var);
    if (symbol < p->vars.count && p->vars.data[symbol].class == VAR_INPUT) {
        str_add(out, "*");
        return;
    }
    str_add(out, symbol < p->vars.count ? p->vars.data[symbol].name : "?");
    if (instance) str_addf(out, "@%u", instance);
}

void program_print_term(Program *p, Term t, Str *out) { term_print(p->tm, t, program_print_var, p, out); }

void program_print_edge(Program *p, const Edge *edge, Str *out)
{
    if (edge->text) {
        str_add(out, edge->text);
        return;
    }
    const char *separator = "";
    if (!term_is_true(p->tm, edge->guard)) {
        str_add(out, edge->is_error ? "assertion fails: " : "assume ");
        program_print_term(p, edge->guard, out);
        separator = "; ";
    }
    for (uint32_t i = 0; i < edge->assign_count; i++) {
        str_addf(out, "%s%s = ", separator, p->vars.data[edge->assigns[i].var.i].name);
        program_print_term(p, edge->assigns[i].value, out);
        separator = ", ";
    }
    if (edge->spawn.i != NO_ID) {
        str_addf(out, "%sspawn %s", separator, p->templates.data[edge->spawn.i].name);
        separator = ", ";
    }
    if (!*separator) str_add(out, edge->is_error ? "error" : "skip");
}

SourcePos program_place_in_file(const Program *p, const Edge *e)
{
    SourcePos pos = e->pos;
    for (uint32_t call = e->call; pos.file && pos.file[0] == '<' && call; call = p->calls.data[call - 1].caller)
        pos = p->calls.data[call - 1].pos;
    return pos;
}

const char *program_describe_edge(Program *p, const Edge *edge)
{
    Str statement;
    str_init(p->run, &statement);
    program_print_edge(p, edge, &statement);
    for (size_t i = 0; i < statement.length; i++)
        if ((unsigned char)statement.data[i] < ' ') statement.data[i] = ' ';
    const char *template = p->templates.data[p->locs.data[edge->from.i].template.i].name;
    const char *where = edge->pos.file ? run_format(p->run, "%s:%u: ", edge->pos.file, edge->pos.line) : "";
    const char *text = run_format(p->run, "%s%.200s (%s)", where, str_text(&statement), template);
    str_clear(&statement);
    return text;
}
