/* The low-level form of .scpl text: locations and edges. */
#ifndef CHORUS_PROGRAM_SCPL_AUTOMATON_H
#define CHORUS_PROGRAM_SCPL_AUTOMATON_H

#include "program/scpl/parser.h"

/* The inside of an automaton, after its declarations. */
void parse_automaton_body(Parser *s);

#endif
