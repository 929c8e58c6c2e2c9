/* Prints programs in the low-level form of .scpl, which can express all of them: declarations, then one automaton for
 * each template. Reading the text back gives the same program up to the numbering of variables, locations and edges,
 * and printing that gives the same text. */
#include "program/scpl/print.h"

#include <inttypes.h>

#include "base/check.h"
#include "logic/term/walk.h"
#include "program/scpl/facts.h"
#include "program/scpl/let.h"
#include "program/scpl/lexer.h"
#include "program/scpl/print_names.h"
#include "program/scpl/term.h"

typedef struct Printer {
    Program *p;
    Run *run;
    Str *out;
    bool bare;              /* without positions and source texts */
    const char **names;     /* of variables, made unique and quoted */
    const char **templates; /* names */
    uint32_t *ranks;        /* of variables, in the order of the text */
    uint32_t *numbers;      /* of locations within their template */
    TermText terms;
} Printer;

typedef VEC(uint32_t) PrintedIds;

/* ---- the order of variables in the text ---- */

static void rank_locals(Printer *pr, bool parameters, uint32_t *next)
{
    for (uint32_t t = 0; t < pr->p->templates.count; t++) {
        const Template *template = &pr->p->templates.data[t];
        for (uint32_t i = 0; i < template->locals.count; i++)
            if (pr->p->vars.data[template->locals.data[i]].is_parameter == parameters)
                pr->ranks[template->locals.data[i]] = (*next)++;
    }
}

/* Parameters of all templates, shared variables and inputs, locals of each template: as the parser meets them. */
static void rank_variables(Printer *pr)
{
    uint32_t next = 0;
    rank_locals(pr, true, &next);
    for (uint32_t v = 0; v < pr->p->vars.count; v++)
        if (pr->p->vars.data[v].class != VAR_LOCAL) pr->ranks[v] = next++;
    rank_locals(pr, false, &next);
    CHECK(next == pr->p->vars.count); /* every variable has one */
}

/* ---- declarations ---- */

static void print_pos(Printer *pr, SourcePos pos)
{
    if (!pos.file || pr->bare) return;
    str_add(pr->out, " at ");
    scpl_add_quoted(pr->out, '"', pos.file);
    str_addf(pr->out, " %u %u", pos.line, pos.column);
}

static void print_value(Printer *pr, Term value)
{
    Str no_lets;
    str_init(pr->run, &no_lets);
    term_text_begin(&pr->terms, &value, 1, &no_lets);
    RUN_CHECK(pr->run, pr->terms.lets == 0); /* they have no place here */
    term_text_print(&pr->terms, value, pr->out);
    str_clear(&no_lets);
}

/* default {index: value, ...}, later ones first in the term */
static void print_array_init(Printer *pr, Term value)
{
    TermManager *tm = pr->p->tm;
    VEC(Term) stores = {NULL, 0, 0};
    for (; term_kind(tm, value) == TERM_STORE; value = term_arg(tm, value, 0))
        vec_push(pr->run, &stores, value);
    RUN_CHECK(pr->run, term_kind(tm, value) == TERM_CONST_ARRAY);
    print_value(pr, term_arg(tm, value, 0));
    for (uint32_t i = stores.count; i-- > 0;) {
        str_add(pr->out, i + 1 == stores.count ? " {" : ", ");
        print_value(pr, term_arg(tm, stores.data[i], 1));
        str_add(pr->out, ": ");
        print_value(pr, term_arg(tm, stores.data[i], 2));
    }
    if (stores.count) str_add(pr->out, "}");
    vec_free(pr->run, &stores);
}

static void print_init(Printer *pr, const Var *var)
{
    str_add(pr->out, " = ");
    if (!term_is(var->init))
        str_add(pr->out, "*");
    else if (var->sort.kind == SORT_ARRAY)
        print_array_init(pr, var->init);
    else if (var->sort.kind == SORT_BV && !var->is_signed)
        str_addf(pr->out, "%" PRIu64, term_value(pr->p->tm, var->init));
    else
        print_value(pr, var->init);
}

/* temporary i32 name = value at ... */
static void print_var_declaration(Printer *pr, uint32_t v)
{
    static const char *const hands[] = {"", "", "lock ", "readers ", "permits ", "end ", "barrier "};
    const Var *var = &pr->p->vars.data[v];
    if (var->is_temporary) str_add(pr->out, "temporary ");
    if (var->class == VAR_SHARED) str_add(pr->out, hands[var->hands]);
    scpl_print_type(var->sort, var->is_signed, pr->out);
    str_addf(pr->out, " %s", pr->names[v]);
    if (var->class != VAR_INPUT) print_init(pr, var);
    print_pos(pr, var->pos);
}

static void print_globals(Printer *pr)
{
    for (uint32_t v = 0; v < pr->p->vars.count; v++) {
        const Var *var = &pr->p->vars.data[v];
        if (var->class == VAR_LOCAL) continue;
        str_add(pr->out, var->class == VAR_SHARED ? "shared " : "input ");
        print_var_declaration(pr, v);
        str_add(pr->out, ";\n");
    }
}

static void print_objects(Printer *pr)
{
    for (uint32_t i = 0; i < pr->p->objects.count; i++) {
        str_addf(pr->out, "object %u ", i);
        scpl_add_quoted(pr->out, '"', pr->p->objects.data[i].name);
        print_pos(pr, pr->p->objects.data[i].pos);
        str_add(pr->out, ";\n");
    }
}

static void print_parameters(Printer *pr, const Template *t)
{
    const char *separator = " (";
    for (uint32_t i = 0; i < t->locals.count; i++) {
        if (!pr->p->vars.data[t->locals.data[i]].is_parameter) continue;
        str_add(pr->out, separator);
        print_var_declaration(pr, t->locals.data[i]);
        separator = ", ";
    }
    if (separator[0] == ',') str_add(pr->out, ")");
}

static void print_locals(Printer *pr, const Template *t)
{
    for (uint32_t i = 0; i < t->locals.count; i++) {
        if (pr->p->vars.data[t->locals.data[i]].is_parameter) continue;
        str_add(pr->out, "    local ");
        print_var_declaration(pr, t->locals.data[i]);
        str_add(pr->out, ";\n");
    }
}

static void print_location(Printer *pr, uint32_t l)
{
    const Loc *loc = &pr->p->locs.data[l];
    str_addf(pr->out, "    location %u", pr->numbers[l]);
    if (loc->name && *loc->name) str_addf(pr->out, " %s", scpl_quote_name(pr->run, loc->name));
    if (loc->atomic) str_add(pr->out, " atomic");
    print_pos(pr, loc->pos);
    str_add(pr->out, ";\n");
}

/* ---- edges ---- */

/* The assignments in the order of the text: by rank. */
static Assign *ordered_assigns(Printer *pr, const Assign *assigns, uint32_t count)
{
    Assign *sorted = run_alloc(pr->run, (count + 1) * sizeof *sorted);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = i;
        for (; j > 0 && pr->ranks[sorted[j - 1].var.i] > pr->ranks[assigns[i].var.i]; j--)
            sorted[j] = sorted[j - 1];
        CHECK(j == 0 || pr->ranks[sorted[j - 1].var.i] < pr->ranks[assigns[i].var.i]);
        sorted[j] = (Assign){assigns[i].var, term_text_normal(&pr->terms, assigns[i].value)};
        CHECK(sort_same(term_sort(pr->p->tm, sorted[j].value), pr->p->vars.data[assigns[i].var.i].sort));
    }
    return sorted;
}

static void print_assigns(Printer *pr, const Assign *assigns, uint32_t count)
{
    if (!count) return;
    for (uint32_t i = 0; i < count; i++)
        str_addf(pr->out, "%s%s", i ? ", " : " do ", pr->names[assigns[i].var.i]);
    for (uint32_t i = 0; i < count; i++) {
        str_add(pr->out, i ? ", " : " = ");
        term_text_print(&pr->terms, assigns[i].value, pr->out);
    }
}

static void print_spawn(Printer *pr, const Edge *e, const Assign *args)
{
    if (e->spawn.i == NO_ID) return;
    str_addf(pr->out, " spawn %s(", pr->templates[e->spawn.i]);
    for (uint32_t i = 0; i < e->arg_count; i++) {
        str_addf(pr->out, "%s%s = ", i ? ", " : "", pr->names[args[i].var.i]);
        term_text_print(&pr->terms, args[i].value, pr->out);
    }
    str_add(pr->out, ")");
}

static void print_text(Printer *pr, const char *keyword, const char *text)
{
    if (!text) return;
    str_addf(pr->out, " %s ", keyword);
    scpl_add_quoted(pr->out, '"', text);
}

static void print_access(Printer *pr, const Access *a)
{
    str_addf(pr->out, "%s%s %u", a->is_atomic ? "atomic " : "", a->is_write ? "write" : "read", a->object);
    if (a->bytes) str_addf(pr->out, " bytes %" PRIu64 " %" PRIu64, a->offset, a->bytes);
    if (a->stride) {
        str_add(pr->out, " index ");
        term_text_print(&pr->terms, a->index, pr->out);
        str_addf(pr->out, " stride %" PRIu64, a->stride);
    }
    if (term_is(a->condition)) {
        str_add(pr->out, " when ");
        term_text_print(&pr->terms, a->condition, pr->out);
    }
    print_text(pr, "name", a->name);
}

static void note_memory(void *arg, Term var)
{
    const Program *p = ((void **)arg)[0];
    bool *any = ((void **)arg)[1];
    *any |= p->vars.data[term_symbol(p->tm, var)].is_memory;
}

static bool touches_memory(const Program *p, const Edge *e)
{
    bool any = false;
    void *arg[2] = {(void *)(uintptr_t)p, &any};
    term_for_each_var(p->tm, e->guard, note_memory, arg);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        any |= p->vars.data[e->assigns[i].var.i].is_memory;
        term_for_each_var(p->tm, e->assigns[i].value, note_memory, arg);
    }
    for (uint32_t i = 0; i < e->arg_count; i++)
        term_for_each_var(p->tm, e->args[i].value, note_memory, arg);
    return any;
}

/* Plain accesses are those of which nothing is said. */
static void print_order(Printer *pr, const Edge *e)
{
    static const char *const names[] = {"seq_cst", "acq_rel", "acquire", "release", "relaxed"};
    const Program *p = pr->p;
    bool is_section = p->locs.data[e->from.i].atomic || p->locs.data[e->to.i].atomic;
    if (e->order == MEMORY_PLAIN || (e->order == MEMORY_ORDERED && !e->is_fence && is_section)) return;
    if (e->is_fence || touches_memory(p, e))
        str_addf(pr->out, " %s %s", e->is_fence ? "fence" : "order", names[e->order]);
}

/* Copies whose terms are in the normal form of the text; they are added to the roots. */
static Access *normal_accesses(Printer *pr, const Edge *e, Term *roots, uint32_t *n)
{
    Access *accesses = run_alloc(pr->run, (e->access_count + 1) * sizeof *accesses);
    for (uint32_t i = 0; i < e->access_count; i++) {
        Access *a = &accesses[i];
        *a = e->accesses[i];
        if (a->stride) roots[(*n)++] = a->index = term_text_normal(&pr->terms, a->index);
        if (term_is(a->condition)) roots[(*n)++] = a->condition = term_text_normal(&pr->terms, a->condition);
    }
    return accesses;
}

static void print_effects(Printer *pr, const Edge *e)
{
    Assign *assigns = ordered_assigns(pr, e->assigns, e->assign_count);
    Assign *args = ordered_assigns(pr, e->args, e->arg_count);
    Term *roots =
        run_alloc(pr->run, (1 + (size_t)e->assign_count + e->arg_count + 2 * (size_t)e->access_count) * sizeof *roots);
    uint32_t n = 0;
    Term guard = term_text_normal(&pr->terms, e->guard);
    roots[n++] = guard;
    for (uint32_t i = 0; i < e->assign_count; i++)
        roots[n++] = assigns[i].value;
    for (uint32_t i = 0; i < e->arg_count; i++)
        roots[n++] = args[i].value;
    Access *accesses = normal_accesses(pr, e, roots, &n);
    term_text_begin(&pr->terms, roots, n, pr->out);
    if (!term_is_true(pr->p->tm, guard)) {
        str_add(pr->out, " when ");
        term_text_print(&pr->terms, guard, pr->out);
    }
    print_assigns(pr, assigns, e->assign_count);
    print_spawn(pr, e, args);
    print_order(pr, e);
    for (uint32_t i = 0; i < e->access_count; i++) {
        str_add(pr->out, i ? ", " : " access ");
        print_access(pr, &accesses[i]);
    }
    run_release(pr->run, accesses);
    run_release(pr->run, assigns);
    run_release(pr->run, args);
    run_release(pr->run, roots);
}

static void print_edge(Printer *pr, const Edge *e)
{
    str_addf(pr->out, "    edge %u -> %u", pr->numbers[e->from.i], pr->numbers[e->to.i]);
    print_effects(pr, e);
    if (e->is_error) str_add(pr->out, " error");
    if (e->property) print_text(pr, "violates", property_name(e->property));
    print_text(pr, "what", e->what);
    print_text(pr, "approximate", e->approximate);
    for (uint32_t i = 0; i < e->path_count; i++)
        str_addf(pr->out, "%s%u", i ? ", " : " path ", e->path[i].i);
    if (!pr->bare) print_text(pr, "text", e->text);
    print_pos(pr, e->pos);
    str_add(pr->out, ";\n");
}

/* ---- automata ---- */

static void print_header(Printer *pr, uint32_t t)
{
    const Template *template = &pr->p->templates.data[t];
    const char *count = template->initial == COUNT_MANY ? " *" : template->initial == COUNT_ONE ? " 1" : " 0";
    str_addf(pr->out, "automaton %s%s", pr->templates[t], count);
    print_parameters(pr, template);
    str_add(pr->out, " {\n");
    print_locals(pr, template);
}

/* Lists of the locations and edges of each template, in one pass each. */
static void print_automata(Printer *pr)
{
    Program *p = pr->p;
    PrintedIds *locs = run_alloc(pr->run, (p->templates.count + 1) * sizeof *locs);
    PrintedIds *edges = run_alloc(pr->run, (p->templates.count + 1) * sizeof *edges);
    for (uint32_t l = 0; l < p->locs.count; l++)
        vec_push(pr->run, &locs[p->locs.data[l].template.i], l);
    for (uint32_t e = 0; e < p->edges.count; e++)
        vec_push(pr->run, &edges[p->locs.data[p->edges.data[e].from.i].template.i], e);
    for (uint32_t t = 0; t < p->templates.count; t++) {
        print_header(pr, t);
        for (uint32_t i = 0; i < locs[t].count; i++) {
            CHECK(pr->numbers[locs[t].data[i]] == i); /* as they are read back */
            print_location(pr, locs[t].data[i]);
        }
        str_addf(pr->out, "    entry %u;\n", pr->numbers[p->templates.data[t].entry.i]);
        for (uint32_t i = 0; i < edges[t].count; i++) {
            run_poll(pr->run);
            print_edge(pr, &p->edges.data[edges[t].data[i]]);
        }
        str_add(pr->out, "}\n");
        vec_free(pr->run, &locs[t]);
        vec_free(pr->run, &edges[t]);
    }
    run_release(pr->run, locs);
    run_release(pr->run, edges);
}

static void print_options(Printer *pr)
{
    str_add(pr->out, "option positions;\n");
    if (!pr->p->counts_initial) str_add(pr->out, "option created;\n");
    if (pr->p->is_merged) str_add(pr->out, "option merged;\n");
    if (pr->p->has_ideal_integers) str_add(pr->out, "option ideal;\n");
    if (!pr->p->unproved) return;
    str_add(pr->out, "option unproved");
    if (!pr->bare) { /* the reason names a place */
        str_add(pr->out, " ");
        scpl_add_quoted(pr->out, '"', pr->p->unproved);
    }
    str_add(pr->out, ";\n");
}

static void quote_names(Printer *pr, const ScplNames *names)
{
    pr->names = names->vars;
    pr->templates = names->templates;
    for (uint32_t v = 0; v < pr->p->vars.count; v++)
        if (pr->names[v]) pr->names[v] = scpl_quote_name(pr->run, pr->names[v]);
    for (uint32_t t = 0; t < pr->p->templates.count; t++)
        pr->templates[t] = scpl_quote_name(pr->run, pr->templates[t]);
}

static void printer_init(Printer *pr, Program *p, bool bare, Str *out)
{
    *pr = (Printer){.p = p, .run = p->run, .out = out, .bare = bare};
    ScplNames names;
    scpl_names(p, &names);
    quote_names(pr, &names);
    pr->ranks = run_alloc(pr->run, (p->vars.count + 1) * sizeof *pr->ranks);
    pr->numbers = scpl_location_numbers(p);
    rank_variables(pr);
    term_text_init(&pr->terms, p, pr->names, pr->ranks);
}

static void printer_clear(Printer *pr)
{
    term_text_clear(&pr->terms);
    run_release(pr->run, pr->names);
    run_release(pr->run, pr->ranks);
    run_release(pr->run, pr->templates);
    run_release(pr->run, pr->numbers);
}

static void print_program_text(Program *p, bool bare, Str *out)
{
    Printer printer, *pr = &printer;
    printer_init(pr, p, bare, out);
    print_options(pr);
    print_globals(pr);
    print_objects(pr);
    print_automata(pr);
    printer_clear(pr);
}

void scpl_print(Program *p, Str *out) { print_program_text(p, false, out); }
void scpl_print_bare(Program *p, Str *out) { print_program_text(p, true, out); }

void scpl_print_terms(Program *p, const Term *terms, uint32_t count, Str *texts)
{
    Printer printer, *pr = &printer;
    printer_init(pr, p, true, NULL);
    for (uint32_t i = 0; i < count; i++) {
        str_init(p->run, &texts[i]);
        Term t = term_text_normal(&pr->terms, terms[i]);
        term_text_begin(&pr->terms, NULL, 0, &texts[i]); /* no roots: nothing gets a name of its own */
        term_facts_need(&pr->terms, t);
        term_text_print(&pr->terms, t, &texts[i]);
    }
    printer_clear(pr);
}
