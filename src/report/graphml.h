/* The verdict as a witness in the format 1.0 of SV-COMP: an automaton, as GraphML. */
#ifndef CHORUS_REPORT_GRAPHML_H
#define CHORUS_REPORT_GRAPHML_H

#include "report/witness.h"

/* A violation_witness for a counterexample, a correctness_witness for a proof. */
void report_add_graphml(Str *out, const Report *report, const WitnessTask *task);

#endif
