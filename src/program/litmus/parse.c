#include "program/litmus/parse.h"

#include "base/check.h"
#include "program/access.h"
#include "program/check.h"
#include "program/litmus/c_statement.h"
#include "program/litmus/condition.h"
#include "program/litmus/final.h"
#include "program/litmus/initial.h"
#include "program/litmus/parser.h"
#include "program/litmus/tokens.h"
#include "program/litmus/x86.h"

/* Of all steps so far. */
static void derive_accesses(LitmusParser *s)
{
    uint32_t *objects = run_alloc(s->run, (s->p->vars.count + 1) * sizeof *objects);
    for (uint32_t v = 0; v < s->p->vars.count; v++) {
        const Var *var = &s->p->vars.data[v];
        objects[v] = var->is_memory ? program_add_object(s->p, var->name, var->pos) : NO_ID;
    }
    for (uint32_t e = 0; e < s->p->edges.count; e++)
        program_derive_accesses(s->p, (EdgeId){e}, objects);
    run_release(s->run, objects);
}

static void free_parser(LitmusParser *s)
{
    for (uint32_t i = 0; i < s->threads.count; i++) {
        LitmusThread *t = s->threads.data[i];
        vec_free(s->run, &t->registers);
        vec_free(s->run, &t->labels);
        vec_free(s->run, &t->places);
        vec_free(s->run, &t->edges);
        run_release(s->run, t);
    }
    vec_free(s->run, &s->threads);
    vec_free(s->run, &s->locations);
    vec_free(s->run, &s->register_inits);
    vec_free(s->run, &s->parameters);
}

Program *litmus_parse(Run *run, TermManager *tm, const char *file, const char *text, size_t length, bool derives,
                      LitmusTest *test)
{
    LitmusParser parser = {.run = run, .tm = tm, .p = program_new(run, tm), .test = test};
    LitmusParser *s = &parser;
    s->p->counts_initial = true;
    litmus_read_header(s, run_strdup(run, file), text, length);
    litmus_read_initial(s);
    if (test->dialect == LITMUS_C)
        c_read_threads(s);
    else
        x86_read_threads(s);
    litmus_require_registers(s);
    SourcePos pos = lexer_pos(&s->lexer, &s->token);
    Term condition = litmus_read_condition(s);
    litmus_finish_threads(s);
    if (derives) derive_accesses(s);
    litmus_add_observer(s, condition, pos);
    CHECK(s->depth == 0 && !s->pending.any);
    free_parser(s);
    program_index(s->p);
    program_infer_cardinality(s->p);
    return program_require(s->p, "litmus test");
}
