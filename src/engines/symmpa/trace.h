/* One abstract error: a verdict, or a reason to refine. */
#ifndef CHORUS_ENGINES_SYMMPA_TRACE_H
#define CHORUS_ENGINES_SYMMPA_TRACE_H

#include "engines/symmpa/technique.h"

/* The trace as a path of the merged program; idle threads may be dropped from the trace. */
Path *path_of_trace(Cegar *c, AbstractTrace *abstract);
/* Simulates the trace: true when the verdict is final, false when the abstraction was refined. Refreshes it. */
bool handle_trace(Cegar *c, AbstractTrace *abstract);

#endif
