/* A counterexample as a graph of events, for people who know memory models: DOT of graphviz. */
#ifndef CHORUS_SESSION_GRAPH_H
#define CHORUS_SESSION_GRAPH_H

#include "base/str.h"
#include "session/session.h"

/* Adds the graph of the counterexample: accesses of memory and fences by threads, in program order (po), who reads from
 * whom (rf), the order of writes (mo), and from reads to what overwrites what they read (fr). False: there is no
 * counterexample, or it is too long. Inside the run. */
bool session_add_graph(const ChorusSession *s, Str *out);

#endif
