/* The last thread joins the others, as a thread of C does: it comes after all of their accesses, and so reads of each
 * location what was written last, under every memory model.
 */
#include "program/litmus/final.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/litmus/flow.h"
#include "program/litmus/names.h"

/* The results of its registers, and then that it has ended, in one step. */
static void add_end(LitmusParser *s, LitmusThread *t)
{
    VEC(Assign) assigns = {NULL, 0, 0};
    s->thread = t;
    t->end = litmus_add_end(s, t);
    for (uint32_t i = 0; i < t->registers.count; i++) {
        const LitmusRegister *r = &t->registers.data[i];
        if (r->result.i != NO_ID) vec_push(s->run, &assigns, ((Assign){r->result, litmus_term(s, r->local)}));
    }
    vec_push(s->run, &assigns, ((Assign){t->end, term_bool(s->tm, true)}));
    Edge step = flow_step(s, t->here, flow_add_place(s), MEMORY_ORDERED);
    step.assigns = assigns.data;
    step.assign_count = assigns.count;
    step.text = run_format(s->run, "%s ends", t->name);
    step.pos = t->pos;
    flow_add_step(s, &step);
    vec_free(s->run, &assigns);
    flow_finish(s, t);
}

static Term all_ended(const LitmusParser *s)
{
    Term ended = term_bool(s->tm, true);
    for (uint32_t i = 0; i < s->threads.count; i++)
        ended = term_and(s->tm, ended, litmus_term(s, s->threads.data[i]->end));
    return ended;
}

typedef struct FinalRead {
    uint32_t location; /* VarId.i */
    Term value;        /* as the last thread has read it */
} FinalRead;
typedef VEC(FinalRead) FinalReads;

static Term value_read(void *arg, TermManager *tm, Term var)
{
    const FinalReads *reads = arg;
    for (uint32_t i = 0; i < reads->count; i++)
        if (reads->data[i].location == term_symbol(tm, var)) return reads->data[i].value;
    return TERM_NONE;
}

typedef struct FinalLocations {
    LitmusParser *s;
    TemplateId template;
    LocId at;
    SourcePos pos;
    FinalReads reads;
} FinalLocations;

/* One step reads one location: of several that it read nothing would say which comes first. */
static void read_location(void *arg, Term var)
{
    FinalLocations *f = arg;
    Program *p = f->s->p;
    uint32_t location = term_symbol(p->tm, var);
    const Var *info = &p->vars.data[location];
    if (!info->is_memory || term_is(value_read(&f->reads, p->tm, var))) return;
    Var copy = {.name = run_format(p->run, "final.%s", info->name), .sort = info->sort, .class = VAR_LOCAL};
    copy.template = f->template;
    copy.init = term_const(p->tm, info->sort, 0);
    copy.is_signed = info->is_signed;
    VarId v = program_add_var(p, &copy);
    Assign *assign = run_alloc(p->run, sizeof *assign);
    *assign = (Assign){v, var};
    Edge read = edge_make(f->at, program_add_loc(p, f->template, NULL, false, f->pos), f->pos);
    read.assigns = assign;
    read.assign_count = 1;
    read.order = MEMORY_PLAIN;
    read.text = f->s->test->condition;
    program_add_edge(p, &read);
    f->at = read.to;
    vec_push(p->run, &f->reads, ((FinalRead){location, program_var_term(p, v)}));
}

/* Its steps are plain accesses: under C11 those are never out of order, only racy. */
void litmus_add_observer(LitmusParser *s, Term condition, SourcePos pos)
{
    Program *p = s->p;
    TemplateId template = program_add_template(p, "final");
    p->templates.data[template.i].initial = COUNT_ONE;
    LocId start = program_add_loc(p, template, NULL, false, pos),
          ended = program_add_loc(p, template, NULL, false, pos), done = program_add_loc(p, template, NULL, false, pos),
          error = program_add_loc(p, template, "error", false, pos);
    p->templates.data[template.i].entry = start;
    Edge wait = edge_make(start, ended, pos);
    wait.guard = all_ended(s);
    wait.text = "all threads have ended";
    program_add_edge(p, &wait);
    FinalLocations f = {s, template, ended, pos, {NULL, 0, 0}};
    term_for_each_var(s->tm, condition, read_location, &f);
    condition = term_substitute(s->tm, condition, value_read, &f.reads);
    vec_free(s->run, &f.reads);
    Edge other = edge_make(f.at, done, pos), answer = edge_make(f.at, error, pos);
    other.guard = term_not(s->tm, condition);
    answer.guard = condition;
    answer.order = other.order = MEMORY_PLAIN;
    answer.text = other.text = s->test->condition;
    answer.is_error = true;
    bool is_forall = s->test->quantifier == LITMUS_FORALL;
    answer.what = is_forall ? "the final condition does not hold" : "the final condition holds";
    program_add_edge(p, &other);
    program_add_edge(p, &answer);
}

void litmus_finish_threads(LitmusParser *s)
{
    CHECK(s->threads.count > 0);
    for (uint32_t i = 0; i < s->threads.count; i++)
        add_end(s, s->threads.data[i]);
}
