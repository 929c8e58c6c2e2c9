/* True, false and unknown, with their checks. Each returns true: the verdict is final. */
#ifndef CHORUS_ENGINES_SYMMPA_VERDICT_H
#define CHORUS_ENGINES_SYMMPA_VERDICT_H

#include "engines/symmpa/state.h"

/* After an exploration without error: of so many threads, 0 = every number. all_created: that is all the program
 * creates. With the evidence of that exploration; "unknown" over an unsound abstraction. */
bool say_true(Cegar *c, uint32_t threads, bool all_created);
/* The trace is of the original program and becomes the verdict's; "unknown" when it does not replay. */
bool say_false(Cegar *c, Trace *trace);
/* why: one line, kept. */
bool say_unknown(Cegar *c, const char *why);
/* Unknown because of a limit of the request. */
bool say_limit(Cegar *c, const char *why);
/* Unknown because of the over-approximated edge that matters. */
bool say_approximate(Cegar *c);
/* Whatever an unsound baseline leaves open is labelled as such; only its replayed errors count. */
void label_baseline(Cegar *c);
void update_stats(Cegar *c);

#endif
