/* Places are merged (union-find) where branches meet; they become locations of the program when the thread is read. */
#include "program/litmus/flow.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"

static uint32_t add_place(LitmusParser *s, LitmusThread *t)
{
    LitmusPlace place = {.parent = t->places.count};
    vec_push(s->run, &t->places, place);
    return place.parent;
}

uint32_t flow_add_place(LitmusParser *s) { return add_place(s, s->thread); }

void flow_add_thread(LitmusParser *s, uint32_t number)
{
    LitmusThread *t = run_alloc(s->run, sizeof *t);
    t->number = number;
    t->name = run_format(s->run, "P%u", number);
    t->pos = lexer_pos(&s->lexer, &s->token);
    t->template = program_add_template(s->p, t->name);
    s->p->templates.data[t->template.i].initial = COUNT_ONE;
    vec_push(s->run, &s->threads, t);
    s->thread = t;
    t->here = add_place(s, t);
}

static uint32_t find_place(LitmusThread *t, uint32_t place)
{
    CHECK(place < t->places.count);
    LitmusPlace *places = t->places.data;
    while (places[place].parent != place) {
        CHECK(places[place].parent < place); /* older ones stay */
        places[place].parent = places[places[place].parent].parent;
        place = places[place].parent;
    }
    return place;
}

void flow_join_places(LitmusParser *s, uint32_t a, uint32_t b)
{
    LitmusThread *t = s->thread;
    a = find_place(t, a);
    b = find_place(t, b);
    if (a != b) t->places.data[a > b ? a : b].parent = a > b ? b : a;
}

Edge flow_step(const LitmusParser *s, uint32_t from, uint32_t to, MemoryOrder order)
{
    Edge step = edge_make((LocId){from}, (LocId){to}, lexer_pos(&s->lexer, &s->token));
    step.guard = term_bool(s->tm, true);
    step.order = order;
    return step;
}

void flow_add_step(LitmusParser *s, const Edge *step)
{
    Edge copy = *step;
    size_t size = step->assign_count * sizeof *step->assigns;
    copy.assigns = run_alloc(s->run, size + 1);
    if (size) memcpy(copy.assigns, step->assigns, size);
    vec_push(s->run, &s->thread->edges, copy);
}

void flow_end_statement(LitmusParser *s, const Token *start)
{
    LitmusThread *t = s->thread;
    const char *text = NULL;
    for (; t->first < t->edges.count; t->first++) {
        Edge *e = &t->edges.data[t->first];
        if (!text) text = lexer_text_between(s->run, start->start, s->previous_end);
        e->text = text;
        e->pos = lexer_pos(&s->lexer, start);
    }
}

/* ---- labels ---- */

static LitmusLabel *label_of(LitmusParser *s, const char *name, const Token *token)
{
    LitmusThread *t = s->thread;
    for (uint32_t i = 0; i < t->labels.count; i++)
        if (strcmp(t->labels.data[i].name, name) == 0) return &t->labels.data[i];
    if (t->labels.count >= LITMUS_NAMES_MAX) lexer_error(&s->lexer, token, "too many labels");
    vec_push(s->run, &t->labels, ((LitmusLabel){name, add_place(s, t), false, *token}));
    return &vec_last(&t->labels);
}

uint32_t flow_label(LitmusParser *s, const char *name, const Token *token) { return label_of(s, name, token)->place; }

void flow_define_label(LitmusParser *s, const char *name, const Token *token)
{
    LitmusLabel *label = label_of(s, name, token);
    if (label->is_defined) lexer_error(&s->lexer, token, "label '%s' is defined twice", name);
    label->is_defined = true;
    flow_join_places(s, label->place, s->thread->here);
}

/* ---- to the program ---- */

static void require_labels(const LitmusParser *s, const LitmusThread *t)
{
    for (uint32_t i = 0; i < t->labels.count; i++) {
        const LitmusLabel *label = &t->labels.data[i];
        if (!label->is_defined)
            lexer_error(&s->lexer, &label->token, "thread %s has no label '%s'", t->name, label->name);
    }
}

static LocId location_of(LitmusThread *t, LocId place) { return t->places.data[find_place(t, place.i)].loc; }

void flow_finish(LitmusParser *s, LitmusThread *t)
{
    require_labels(s, t);
    t->places.data[find_place(t, 0)].used = true;
    for (uint32_t i = 0; i < t->edges.count; i++) {
        t->places.data[find_place(t, t->edges.data[i].from.i)].used = true;
        t->places.data[find_place(t, t->edges.data[i].to.i)].used = true;
    }
    for (uint32_t i = 0; i < t->places.count; i++)
        if (t->places.data[i].used) t->places.data[i].loc = program_add_loc(s->p, t->template, NULL, false, t->pos);
    s->p->templates.data[t->template.i].entry = t->places.data[find_place(t, 0)].loc;
    for (uint32_t i = 0; i < t->edges.count; i++) {
        Edge e = t->edges.data[i];
        e.from = location_of(t, e.from);
        e.to = location_of(t, e.to);
        program_add_edge(s->p, &e);
        run_release(s->run, e.assigns);
    }
}
