/* All-sat: all valuations of some Booleans. */
#ifndef CHORUS_LOGIC_SMT_ALLSAT_H
#define CHORUS_LOGIC_SMT_ALLSAT_H

#include "logic/smt/smt.h"

/* All-sat: enumerates the valuations of the Boolean terms `bits` (count <= 256) compatible with assertions and
 * assumptions; calls emit(arg, values) for each distinct one (values[i] of bits[i]); emit returns false to stop.
 * Returns SMT_SAT when all were enumerated (there may be none), SMT_UNKNOWN when the solver gave up, there are more
 * than limit, or emit stopped it (the enumeration is then not complete). The order is that of discovery. emit may use
 * the session. Afterwards neither model nor core are of use. */
SmtResult smt_all_sat(Smt *smt, const Term *assumptions, uint32_t assumption_count, const Term *bits, uint32_t count,
                      uint32_t limit, bool (*emit)(void *arg, const bool *values), void *arg);

#endif
