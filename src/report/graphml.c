/* A violation witness of format 1.0 is an automaton that reads steps of the program. Ours is one path: a transition for
 * each step of the counterexample, with its thread, its line, and what shared and local integers are after it; where a
 * thread is created, one more for its function. Which way a branch goes (`control`) is not told: of a condition with
 * `!`, `&&` or `||` the compiled branches are not those of the source.
 *
 * A state of a correctness witness has an invariant that holds as long as the automaton is there. One of a loop's head
 * is entered by the step that enters the head, and left by the step that stands there; so it is held against threads
 * that are at the head, whatever others do meanwhile. "Before this statement" cannot be said like that: states for such
 * invariants are not reached by the automaton, so that who does not know that they are Chorus's claims nothing. */
#include "report/graphml.h"

#include <ctype.h>
#include <string.h>

#include "base/check.h"
#include "report/value.h"

typedef struct WitnessGraph {
    Str *out;
    const Report *report;
    uint32_t node; /* the last one */
} WitnessGraph;

/* ---- XML ---- */

static void add_escaped(Str *out, const char *text)
{
    text = report_clean_text(out->run, text);
    for (; *text; text++) {
        if (*text == '<')
            str_add(out, "&lt;");
        else if (*text == '>')
            str_add(out, "&gt;");
        else if (*text == '&')
            str_add(out, "&amp;");
        else if (*text == '"')
            str_add(out, "&quot;");
        else if (strncmp(text, "\xEF\xBF\xBE", 3) == 0 || strncmp(text, "\xEF\xBF\xBF", 3) == 0) /* no characters */
            str_add(out, "?"), text += 2;
        else
            str_add_bytes(out, text, 1);
    }
}

static void add_data_element(Str *out, const char *key, const char *text)
{
    str_addf(out, "   <data key=\"%s\">", key);
    add_escaped(out, text);
    str_add(out, "</data>\n");
}

static void add_data_number(Str *out, const char *key, uint32_t number)
{
    str_addf(out, "   <data key=\"%s\">%u</data>\n", key, number);
}

static void add_keys(Str *out, const Report *report)
{
    static const struct {
        const char *id, *name, *type, *of;
    } keys[] = {
        {"witness-type", "witness-type", "string", "graph"},
        {"sourcecodelang", "sourcecodelang", "string", "graph"},
        {"producer", "producer", "string", "graph"},
        {"specification", "specification", "string", "graph"},
        {"programfile", "programfile", "string", "graph"},
        {"programhash", "programhash", "string", "graph"},
        {"architecture", "architecture", "string", "graph"},
        {"creationtime", "creationtime", "string", "graph"},
        {"invariant", "invariant", "string", "node"},
        {"violatedProperty", "violatedProperty", "string", "node"},
        {"threadId", "threadId", "string", "edge"},
        {"createThread", "createThread", "string", "edge"},
        {"startline", "startline", "int", "edge"},
        {"endline", "endline", "int", "edge"},
        {"assumption", "assumption", "string", "edge"},
        {"assumption.scope", "assumption.scope", "string", "edge"},
        {"enterFunction", "enterFunction", "string", "edge"},
        {"returnFrom", "returnFromFunction", "string", "edge"},
    };
    static const char *const switches[][3] = {{"entry", "isEntryNode", "node"},
                                              {"violation", "isViolationNode", "node"},
                                              {"enterLoopHead", "enterLoopHead", "edge"}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        str_addf(out, " <key id=\"%s\" attr.name=\"%s\" attr.type=\"%s\" for=\"%s\"/>\n", keys[i].id, keys[i].name,
                 keys[i].type, keys[i].of);
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++)
        str_addf(out,
                 " <key id=\"%s\" attr.name=\"%s\" attr.type=\"boolean\" for=\"%s\">\n"
                 "  <default>false</default>\n </key>\n",
                 switches[i][0], switches[i][1], switches[i][2]);
    str_add(out,
            " <key id=\"originfile\" attr.name=\"originFileName\" attr.type=\"string\" for=\"edge\">\n  <default>");
    add_escaped(out, report->file_count ? report->files[0] : "");
    str_add(out, "</default>\n </key>\n");
}

static void add_graph_data(Str *out, const Report *report, const WitnessTask *task)
{
    add_data_element(out, "witness-type", report->steps ? "violation_witness" : "correctness_witness");
    add_data_element(out, "sourcecodelang", "C");
    add_data_element(out, "producer", run_format(out->run, "Chorus %s", report->version));
    add_data_element(out, "specification", witness_specification(report->property));
    add_data_element(out, "programfile", report->file_count ? report->files[0] : "");
    add_data_element(out, "programhash", report->file_count ? task->hashes[0] : "");
    add_data_element(out, "architecture", strcmp(task->data_model, "ILP32") == 0 ? "32bit" : "64bit");
    add_data_element(out, "creationtime", task->created);
}

static void add_line_data(const WitnessGraph *g, SourcePos pos)
{
    const Report *r = g->report;
    if (!pos.file || !pos.line) return;
    add_data_number(g->out, "startline", pos.line);
    add_data_number(g->out, "endline", pos.line);
    if (!r->file_count || strcmp(pos.file, r->files[0]) != 0) add_data_element(g->out, "originfile", pos.file);
}

/* ---- violations ---- */

/* To a new state, from the last one. */
static void open_transition(WitnessGraph *g, uint32_t thread)
{
    str_addf(g->out, "  <edge source=\"N%u\" target=\"N%u\">\n", g->node, g->node + 1);
    add_data_number(g->out, "threadId", thread);
}

static void close_edge(WitnessGraph *g, bool is_violation)
{
    g->node++;
    str_addf(g->out, "  </edge>\n  <node id=\"N%u\"%s>\n", g->node, is_violation ? "" : "/");
    if (!is_violation) return;
    add_data_element(g->out, "violation", "true");
    add_data_element(g->out, "violatedProperty", g->report->property);
    str_add(g->out, "  </node>\n");
}

/* Names of the model with dots and brackets, and those made unique, are not what the source calls them. */
static bool is_source_name(const char *name)
{
    const char *number = strrchr(name, '_');
    bool is_renamed = number && number[1] && number[1 + strspn(number + 1, "0123456789")] == 0;
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_') return false;
    return !is_renamed;
}

/* What is known after the step. */
static void add_assumption(const WitnessGraph *g, const ReportStep *step)
{
    Str text;
    str_init(g->out->run, &text);
    bool has_local = false;
    for (uint32_t i = 0; i < step->changes.count; i++) {
        const ReportChange *c = &step->changes.data[i];
        if (!c->is_number || c->owner || !is_source_name(c->name)) continue;
        str_addf(&text, "%s%s == %s;", text.length ? " " : "", c->name, c->after);
        has_local |= c->is_local;
    }
    if (text.length) add_data_element(g->out, "assumption", str_text(&text));
    if (has_local) add_data_element(g->out, "assumption.scope", step->function);
    str_clear(&text);
}

static const char *function_of_thread(const WitnessGraph *g, uint32_t thread)
{
    const ReportSteps *steps = g->report->steps;
    CHECK(thread < steps->functions.count);
    return steps->functions.data[thread];
}

static void add_step_transitions(WitnessGraph *g, const ReportStep *step)
{
    for (uint32_t i = 0; i < step->creates.count || i == 0; i++) {
        bool creates = i < step->creates.count;
        open_transition(g, step->thread);
        if (creates) add_data_number(g->out, "createThread", step->creates.data[i]);
        add_line_data(g, step->at);
        if (i == 0 && !step->folds) add_assumption(g, step);
        close_edge(g, step->fails);
        if (!creates) continue;
        open_transition(g, step->creates.data[i]);
        add_data_element(g->out, "enterFunction", function_of_thread(g, step->creates.data[i]));
        close_edge(g, false);
    }
    if (!step->ends || step->fails) return;
    open_transition(g, step->thread);
    add_data_element(g->out, "returnFrom", function_of_thread(g, step->thread));
    close_edge(g, false);
}

static void add_violation_path(WitnessGraph *g)
{
    const ReportSteps *steps = g->report->steps;
    str_add(g->out, "  <node id=\"N0\">\n");
    add_data_element(g->out, "entry", "true");
    str_add(g->out, "  </node>\n");
    open_transition(g, 0);
    add_data_number(g->out, "createThread", 0);
    add_data_element(g->out, "enterFunction", function_of_thread(g, 0));
    close_edge(g, false);
    for (uint32_t i = 0; i < steps->steps.count; i++)
        add_step_transitions(g, &steps->steps.data[i]);
}

/* ---- proofs ---- */

static void add_invariant_state(WitnessGraph *g, const WitnessInvariant *v)
{
    Str *out = g->out;
    g->node++;
    str_addf(out, "  <node id=\"N%u\">\n", g->node);
    add_data_element(out, "invariant", v->text);
    str_add(out, "  </node>\n");
    if (v->is_loop) {
        str_addf(out, "  <edge source=\"N0\" target=\"N%u\">\n", g->node);
        add_data_element(out, "enterLoopHead", "true");
        add_line_data(g, v->place);
        str_add(out, "  </edge>\n");
    }
    str_addf(out, "  <edge source=\"N%u\" target=\"N0\">\n", g->node);
    add_line_data(g, v->place);
    str_add(out, "  </edge>\n");
}

static void add_invariant_states(WitnessGraph *g, const WitnessTask *task)
{
    str_add(g->out, "  <node id=\"N0\">\n");
    add_data_element(g->out, "entry", "true");
    str_add(g->out, "  </node>\n");
    for (uint32_t i = 0; i < task->invariant_count; i++)
        add_invariant_state(g, &task->invariants[i]);
}

/* ---- the whole ---- */

void report_add_graphml(Str *out, const Report *report, const WitnessTask *task)
{
    WitnessGraph g = {.out = out, .report = report};
    CHECK(witness_specification(report->property) && (report->steps || report->proof));
    str_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<!-- chorus witness -->\n"
                 "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
                 "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n");
    add_keys(out, report);
    str_add(out, " <graph edgedefault=\"directed\">\n");
    add_graph_data(out, report, task);
    if (report->steps)
        add_violation_path(&g);
    else
        add_invariant_states(&g, task);
    str_add(out, " </graph>\n</graphml>\n");
}
