/* What the other threads can see of a step: the label of an edge of an abstract control-flow automaton.
 *
 * The paper labels such an edge by the shared variables that it havocs ("Race Checking by Context Inference", section
 * 3.3). Here, besides: the writing accesses, as a write is a fact about memory that need not be an assignment of the
 * model; and the template of which the step starts a thread. */
#ifndef CHORUS_ENGINES_CIRC_LABEL_H
#define CHORUS_ENGINES_CIRC_LABEL_H

#include "base/intern.h"
#include "engines/circ/ids.h"
#include "program/monitor.h"
#include "program/program.h"

/* The label of steps that nobody notices. */
#define LABEL_SILENT 0

typedef struct Label {
    IdSet havoc;    /* VarId.i of shared variables */
    IdSet writes;   /* classes of writing accesses, see Labels.writes */
    uint32_t spawn; /* template, NO_ID: none */
    uint32_t birth; /* class of the start: see Labels.births; NO_ID: none */
} Label;

/* Writing accesses that look the same to other threads. */
typedef struct WriteClass {
    EdgeId edge;     /* one of the edges that make it */
    uint32_t access; /* of that edge */
    bool speaks;     /* whether and where it writes depends on the thread's own variables */
} WriteClass;

typedef struct Labels {
    Run *run;
    VEC(Label) all;
    VEC(WriteClass) writes;
    VEC(EdgeId) births; /* of steps that start a thread of one template with the same arguments, as terms, one each */
    Intern ids, write_ids, birth_ids;
    uint32_t edge_count;
    const bool *observed; /* by VarId.i: what predicates speak of; NULL: everything. Assigning other variables shows to
                             nobody, and is in no label */
    bool has_atomic_accesses;
    uint32_t *of_edge;  /* by EdgeId.i */
    uint32_t *standing; /* likewise: only the writes, of a thread that stands before the edge; silent unless there are
                           accesses at atomic locations, which alone can race with a thread that may not run */
} Labels;

/* Numbers the labels of the first edge_count edges; observed: see Labels, kept. A write counts if it can race with an
 * access in question; asks NULL: races are not asked. */
void labels_init(Labels *labels, const Program *p, uint32_t edge_count, const bool *observed,
                 const MonitorQuestion *asks);
void labels_init_empty(Run *run, Labels *labels);
void labels_clear(Labels *labels);
/* The number of a label; copies it. */
uint32_t labels_add(Labels *labels, const Label *label);
/* Does b allow all that a does? */
bool label_within(const Labels *labels, uint32_t a, uint32_t b);
/* Can the access be one of a race in question, with one of the first so many edges? asks: NULL = no race is. */
bool access_is_asked(const Program *p, uint32_t edge_count, const MonitorQuestion *asks, EdgeId edge, uint32_t access);
/* Are the two accesses, of two threads, in question, and could they race as far as objects and kinds tell? */
bool accesses_are_asked(const Program *p, const MonitorQuestion *asks, EdgeId x, uint32_t a, EdgeId y, uint32_t b);
/* The class of a writing access of an edge; NO_ID when it is none, or not asked about. */
uint32_t labels_write_class(const Labels *labels, const Program *p, EdgeId edge, uint32_t access);

#endif
