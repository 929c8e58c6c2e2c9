/* Names and numbers of trace files, shared by printing and parsing: which variables a trace gives values to, and the
 * place of each edge in the program's text. */
#ifndef CHORUS_PROOF_TEXT_TRACE_NAMES_H
#define CHORUS_PROOF_TEXT_TRACE_NAMES_H

#include "program/program.h"
#include "program/scpl/print_names.h"

typedef struct TraceNames {
    Program *p;
    ScplNames scpl;
    uint32_t *edge_number;     /* EdgeId.i to the place of the edge in the text, from 0 */
    uint32_t *edge_at;         /* the inverse */
    uint32_t *location_number; /* LocId.i to its place among those of its template, from 0 */
    uint32_t *location_at;     /* the inverse: LocId.i by template, then number */
    uint32_t *location_first;  /* per template: where its locations begin there; and the end of all */
    VEC(uint32_t) variables;   /* VarId.i by name, then class and template */
} TraceNames;

void trace_names_init(TraceNames *names, Program *p);
void trace_names_clear(TraceNames *names);

/* The variable of that name as the template sees it (NO_ID: shared variables and inputs only), NO_ID when there is
 * none. */
VarId trace_names_find(const TraceNames *names, const char *name, TemplateId template);
TemplateId trace_names_find_template(const TraceNames *names, const char *name);

/* "keyword template 0 3 4", a line for each template with locations in the set. */
void trace_names_add_locations(const TraceNames *names, const char *keyword, const bool *set, Str *out);

/* Has the shared variable an arbitrary initial value? */
bool trace_names_is_arbitrary(const TraceNames *names, VarId v);
/* The same for a local of a thread that the edge starts (NULL: an initial thread). */
bool trace_names_is_arbitrary_local(const TraceNames *names, VarId v, TemplateId template, const Edge *spawn);
/* How many values the edge takes for the input: as many as it mentions copies of it. */
uint32_t trace_names_copies(const TraceNames *names, const Edge *edge, VarId input);

#endif
