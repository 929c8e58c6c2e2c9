#include "session/graph.h"

#include "base/check.h"
#include "kernel/execution/graph.h"
#include "report/value.h"

typedef struct GraphPrinter {
    const ExecutionGraph *g;
    const Program *p;
    Str *out;
} GraphPrinter;

static const char *order_word(MemoryOrder order)
{
    switch (order) {
    case MEMORY_ORDERED: return " seq_cst";
    case MEMORY_ACQ_REL: return " acq_rel";
    case MEMORY_ACQUIRE: return " acquire";
    case MEMORY_RELEASE: return " release";
    case MEMORY_RELAXED: return " relaxed";
    case MEMORY_PLAIN: return "";
    }
    return "";
}

/* Steps that do nothing to memory are left out, but for the last one. */
static bool is_drawn(const GraphPrinter *pr, uint32_t i)
{
    const GraphEvent *e = &pr->g->events.data[i];
    return e->is_memory || e->is_fence || e->spawns || i + 1 == pr->g->events.count;
}

/* Text in quotes: without what ends them. */
static void add_label_text(Str *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') str_add(out, "\\");
        str_addf(out, "%c", *text);
    }
}

static void add_event(const GraphPrinter *pr, uint32_t i)
{
    const GraphEvent *event = &pr->g->events.data[i];
    const TraceStep *step = &pr->g->trace->steps.data[event->step];
    const Edge *e = &pr->p->edges.data[step->edge.i];
    bool is_last = i + 1 == pr->g->events.count, is_stale = step->stale && step->stale->var.i == event->var;
    SourcePos at = program_place_in_file(pr->p, e);
    Str text;
    str_init(pr->p->run, &text);
    program_print_edge((Program *)(uintptr_t)pr->p, e, &text);
    str_addf(pr->out, "    e%u [label=\"", i);
    if (event->is_fence)
        str_addf(pr->out, "fence%s", order_word(event->order));
    else if (event->is_memory)
        str_addf(pr->out, "%s%s %s%s", event->reads ? "R" : "", event->writes ? "W" : "",
                 pr->p->vars.data[event->var].name, order_word(event->order));
    else
        str_add(pr->out, event->spawns ? "creates a thread" : "fails");
    str_addf(pr->out, "\\n%u: ", at.line);
    add_label_text(pr->out, report_clean_text(pr->p->run, str_text(&text)));
    str_addf(pr->out, "\"%s];\n", is_stale ? ", color=red" : is_last ? ", penwidth=2" : "");
    str_clear(&text);
}

static void add_threads(const GraphPrinter *pr)
{
    for (uint32_t t = 0; t < pr->g->threads; t++) {
        uint32_t last = NO_ID;
        str_addf(pr->out, "  subgraph cluster_%u {\n    label=\"thread %u\";\n", t, t);
        for (uint32_t i = 0; i < pr->g->events.count; i++) {
            if (pr->g->events.data[i].thread != t || !is_drawn(pr, i)) continue;
            add_event(pr, i);
            if (last != NO_ID) str_addf(pr->out, "    e%u -> e%u [label=po];\n", last, i);
            last = i;
        }
        str_add(pr->out, "  }\n");
    }
}

/* The first event of a thread that is drawn comes after the one that started it. */
static void add_starts(const GraphPrinter *pr)
{
    for (uint32_t i = 0; i < pr->g->events.count; i++) {
        const GraphEvent *e = &pr->g->events.data[i];
        uint32_t k = i;
        if (e->spawned_by == NO_ID || !is_drawn(pr, e->spawned_by)) continue;
        while (k < pr->g->events.count && (pr->g->events.data[k].thread != e->thread || !is_drawn(pr, k)))
            k++;
        if (k < pr->g->events.count) str_addf(pr->out, "  e%u -> e%u [style=dotted];\n", e->spawned_by, k);
    }
}

/* Of two events of one variable. */
static void add_communication(const GraphPrinter *pr, uint32_t a, uint32_t b)
{
    const GraphEvent *x = &pr->g->events.data[a], *y = &pr->g->events.data[b];
    if (y->reads && y->from == a) str_addf(pr->out, "  e%u -> e%u [label=rf, color=darkgreen];\n", a, b);
    if (!y->writes || a == b) return;
    if (x->writes && x->place + 1 == y->place) str_addf(pr->out, "  e%u -> e%u [label=mo, color=blue];\n", a, b);
    if (x->reads && graph_place_read(pr->g, x) + 1 == y->place)
        str_addf(pr->out, "  e%u -> e%u [label=fr, color=red];\n", a, b);
}

bool session_add_graph(const ChorusSession *s, Str *out)
{
    if (s->verdict.kind != VERDICT_FALSE || !s->verdict.trace) return false;
    GraphPrinter pr = {.g = graph_of_trace(s->program, s->verdict.trace), .p = s->program, .out = out};
    if (!pr.g) return false;
    str_add(out, "digraph execution {\n  node [shape=box, fontname=monospace];\n");
    add_threads(&pr);
    add_starts(&pr);
    for (uint32_t a = 0; a < pr.g->events.count; a++)
        for (uint32_t b = 0; b < pr.g->events.count; b++)
            if (pr.g->events.data[a].is_memory && pr.g->events.data[a].var == pr.g->events.data[b].var)
                add_communication(&pr, a, b);
    str_add(out, "}\n");
    graph_free((ExecutionGraph *)(uintptr_t)pr.g);
    return true;
}
