#include "proof/written_out.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "program/copy.h"

#define PC_BITS 16

/* ---- names ---- */

static const char *numbered_thread_name(const WrittenOut *w, uint32_t i)
{
    TemplateId of = w->origins.data[i].of;
    uint32_t before = 0, all = 0;
    for (uint32_t k = 0; k < w->origins.count; k++) {
        bool is_like = w->origins.data[k].of.i == of.i;
        all += is_like;
        before += is_like && k < i;
    }
    const char *name = w->from->templates.data[of.i].name;
    return all > 1 ? run_format(w->p->run, "%s_%u", name, before + 1) : name;
}

/* ---- variables ---- */

static VarId add_shared_var(WrittenOut *w, const char *name, Sort sort, Term init, bool is_signed)
{
    Var v = {.name = name, .sort = sort, .class = VAR_SHARED, .template = {NO_ID}, .init = init};
    v.is_signed = is_signed;
    return program_add_var(w->p, &v);
}

static void add_locals_of_thread(WrittenOut *w, uint32_t i, bool *taken)
{
    WrittenThread *thread = &w->threads.data[i];
    thread->vars = run_alloc(w->p->run, (w->from->vars.count + 1) * sizeof *thread->vars);
    for (uint32_t v = 0; v < w->from->vars.count; v++) {
        const Var *info = &w->from->vars.data[v];
        thread->vars[v] = v;
        if (!program_is_local_of(w->from, (VarId){v}, w->origins.data[i].of)) continue;
        const char *name = run_format(w->p->run, "%s.%s", w->p->templates.data[i].name, info->name);
        if (!taken[v])
            w->p->vars.data[v].name = name;
        else
            thread->vars[v] = add_shared_var(w, name, info->sort, info->init, info->is_signed).i;
        taken[v] = true;
    }
}

static void add_control_variables(WrittenOut *w, uint32_t i)
{
    WrittenThread *thread = &w->threads.data[i];
    const char *name = w->p->templates.data[i].name;
    TermManager *tm = w->p->tm;
    Term entry = term_bv(tm, PC_BITS, w->from->templates.data[w->origins.data[i].of.i].entry.i);
    thread->pc = add_shared_var(w, run_format(w->p->run, "%s.pc", name), sort_bv(PC_BITS), entry, false);
    thread->started.i = NO_ID;
    if (w->origins.data[i].parent == NO_ID) return;
    thread->started =
        add_shared_var(w, run_format(w->p->run, "%s.started", name), sort_bool(), term_bool(tm, false), false);
}

static void add_vars(WrittenOut *w)
{
    bool *taken = run_alloc(w->p->run, w->from->vars.count + 1);
    for (uint32_t v = 0; v < w->from->vars.count; v++) {
        Var var = w->from->vars.data[v];
        if (var.class == VAR_LOCAL) {
            var.class = VAR_SHARED;
            var.template.i = NO_ID;
            var.is_parameter = false;
        }
        program_add_var(w->p, &var);
    }
    for (uint32_t i = 0; i < w->threads.count; i++) {
        add_locals_of_thread(w, i, taken);
        add_control_variables(w, i);
    }
    run_release(w->p->run, taken);
}

static void add_inputs_for_others(WrittenOut *w)
{
    uint32_t count = w->p->vars.count;
    w->other = run_alloc(w->p->run, (2 * (size_t)count + 1) * sizeof *w->other);
    for (uint32_t v = 0; v < count; v++) {
        Var var = w->p->vars.data[v];
        w->other[v] = NO_ID;
        if (var.class == VAR_INPUT) continue;
        var.class = VAR_INPUT;
        var.init = TERM_NONE;
        var.name = run_format(w->p->run, "%s'", var.name);
        w->other[v] = program_add_var(w->p, &var).i;
        w->other[w->other[v]] = NO_ID;
    }
}

/* ---- locations ---- */

static void add_locs(WrittenOut *w)
{
    const Program *from = w->from;
    w->home = run_alloc(w->p->run, (w->origins.count * (size_t)from->locs.count + 1) * sizeof *w->home);
    for (uint32_t i = 0; i < w->origins.count; i++) {
        WrittenThread *thread = &w->threads.data[i];
        TemplateId of = w->origins.data[i].of, id = program_add_template(w->p, numbered_thread_name(w, i));
        CHECK(id.i == i);
        thread->locs = run_alloc(w->p->run, (from->locs.count + 1) * sizeof *thread->locs);
        for (uint32_t l = 0; l < from->locs.count; l++) {
            const Loc *loc = &from->locs.data[l];
            thread->locs[l] = NO_ID;
            if (loc->template.i != of.i) continue;
            thread->locs[l] = program_add_loc(w->p, id, loc->name, loc->atomic, loc->pos).i;
            w->home[thread->locs[l]] = l;
        }
        Template *t = &w->p->templates.data[i];
        t->entry.i = thread->locs[from->templates.data[of.i].entry.i];
        t->initial = t->cardinality = COUNT_ONE;
    }
}

WrittenOut *written_out_new(Program *from, const ThreadOrigins *origins)
{
    WrittenOut *w = run_alloc(from->run, sizeof *w);
    RUN_CHECK(from->run, from->locs.count < 1u << PC_BITS);
    w->from = from;
    w->p = program_copy_empty(from);
    w->origins = *origins;
    vec_resize(from->run, &w->threads, origins->count);
    add_locs(w);
    add_vars(w);
    add_inputs_for_others(w);
    program_index(w->p);
    return w;
}

/* ---- sequential programs ---- */

static TemplateId only(void) { return (TemplateId){0}; }

static SequentialPlace add_sequential_place(Program *p, const Loc *loc, bool takes_turns)
{
    SequentialPlace place;
    place.before = place.after = program_add_loc(p, only(), loc->name, false, loc->pos);
    if (takes_turns) place.after = program_add_loc(p, only(), NULL, false, loc->pos);
    return place;
}

SequentialFrame sequential_frame(const WrittenOut *w, const bool *turns, uint32_t thread, bool is_query)
{
    SequentialFrame f = {.p = program_copy_empty(w->p)};
    Run *run = f.p->run;
    CHECK(thread < w->threads.count);
    program_add_template(f.p, w->p->templates.data[thread].name);
    for (uint32_t v = 0; v < w->p->vars.count; v++) {
        Var var = w->p->vars.data[v];
        if (var.class == VAR_SHARED) {
            var.class = VAR_LOCAL;
            var.template = only();
        }
        program_add_var(f.p, &var);
    }
    for (uint32_t phase = is_query ? 0 : 1; phase < 2; phase++) {
        f.places[phase] = run_alloc(run, (w->p->locs.count + 1) * sizeof **f.places);
        for (uint32_t l = 0; l < w->p->locs.count; l++)
            if (w->p->locs.data[l].template.i == thread)
                f.places[phase][l] = add_sequential_place(f.p, &w->p->locs.data[l], turns[l]);
    }
    f.error = program_add_loc(f.p, only(), "error", false, (SourcePos){0});
    Template *t = &f.p->templates.data[0];
    t->entry = f.places[is_query ? 0 : 1][w->p->templates.data[thread].entry.i].before;
    t->initial = t->cardinality = COUNT_ONE;
    program_index(f.p);
    return f;
}

uint32_t written_created(const WrittenOut *w)
{
    uint32_t created = 0;
    for (uint32_t i = 0; i < w->origins.count; i++)
        created += w->origins.data[i].parent != NO_ID;
    return created;
}
