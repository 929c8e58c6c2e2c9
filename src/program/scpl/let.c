/* Names for subterms: large shared ones, and what is nested deeply, get names ($1 ...) for the length of an edge, so
 * that the text stays linear in the size of the term graph and flat enough for the parser. */
#include "program/scpl/let.h"

#include "base/check.h"
#include "program/scpl/facts.h"
#include "program/scpl/term.h"

#define LET_SIZE 6   /* smaller terms are repeated rather than named */
#define LET_DEPTH 40 /* deeper terms are named */

typedef struct LetFrame {
    Term t;
    TermList children;
    uint32_t next;
} LetFrame;

typedef VEC(LetFrame) LetFrames;

static TermFacts *facts_of_edge(TermText *tt, Term t)
{
    CHECK(t.id < tt->facts.count);
    TermFacts *f = &tt->facts.data[t.id];
    CHECK(f->stamp <= tt->stamp);
    if (f->stamp != tt->stamp) {
        f->stamp = tt->stamp;
        f->references = f->depth = f->let = 0;
    }
    return f;
}

static void push_frame(TermText *tt, LetFrames *stack, Term t)
{
    LetFrame frame = {.t = t};
    term_children(tt, t, &frame.children);
    vec_push(tt->run, stack, frame);
}

/* After the children of t: gives it a name if it needs one. */
static void finish_naming(TermText *tt, const LetFrame *frame, Str *out)
{
    TermFacts *f = facts_of_edge(tt, frame->t);
    CHECK(f->references > 0 && !f->let && !f->depth); /* counted before, named once */
    f->depth = 1;
    for (uint32_t i = 0; i < frame->children.count; i++) {
        const TermFacts *c = facts_of_edge(tt, frame->children.data[i]);
        if (!c->let && c->depth >= f->depth) f->depth = c->depth + 1;
    }
    if ((f->references < 2 || f->size < LET_SIZE) && f->depth < LET_DEPTH) return;
    str_add(out, tt->lets ? ", " : " let ");
    str_addf(out, "$%u = ", tt->lets + 1);
    term_text_print_whole(tt, frame->t, out);
    facts_of_edge(tt, frame->t)->let = ++tt->lets;
}

/* Depth first, children in the order of the text: first to count references, then (naming) to give names. */
static void walk_subterms(TermText *tt, Term root, bool naming, Str *out)
{
    LetFrames stack = {NULL, 0, 0};
    if (naming ? !facts_of_edge(tt, root)->depth : ++facts_of_edge(tt, root)->references == 1)
        push_frame(tt, &stack, root);
    while (stack.count) {
        LetFrame *top = &vec_last(&stack);
        if (top->next < top->children.count) {
            Term child = top->children.data[top->next++];
            TermFacts *f = facts_of_edge(tt, child);
            if (naming ? !f->depth : ++f->references == 1) push_frame(tt, &stack, child);
            continue;
        }
        if (naming) finish_naming(tt, top, out);
        vec_free(tt->run, &top->children);
        stack.count--;
    }
    vec_free(tt->run, &stack);
}

void term_text_begin(TermText *tt, const Term *roots, uint32_t count, Str *out)
{
    tt->stamp++;
    tt->lets = 0;
    for (uint32_t i = 0; i < count; i++)
        term_facts_need(tt, roots[i]);
    for (uint32_t i = 0; i < count; i++)
        walk_subterms(tt, roots[i], false, out);
    for (uint32_t i = 0; i < count; i++)
        walk_subterms(tt, roots[i], true, out);
}
