/* Parallel assignments and the arguments of spawn. */
#ifndef CHORUS_PROGRAM_SCPL_ASSIGN_H
#define CHORUS_PROGRAM_SCPL_ASSIGN_H

#include "program/scpl/parser.h"

/* One step's assignments: x, y = e, f   or   ++x, y += 1, z = e. Sorted by variable. */
void parse_updates(Parser *s, Assigns *assigns);
/* Reads what follows `spawn`: w(e, f) with all parameters, or w(a = e) with some. none_needed: w() will do. */
TemplateId parse_spawn(Parser *s, Assigns *args, bool none_needed);

#endif
