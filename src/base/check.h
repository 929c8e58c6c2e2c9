/* Assertions of development builds (CHORUS_CHECKS: dev, asan, fuzz, cover; not release).
 *
 * CHECK(condition) states what must hold because of Chorus's own code: ids in range, orders, sizes that add up, the
 * invariants of a structure that was just changed. A failed one says where on standard error and ends the process at
 * once, so that tests and fuzzers stop at the cause. What must hold in release builds, too, where it turns the verdict
 * into "unknown (internal error)", is RUN_CHECK (base/run.h). The condition is compiled in every build and evaluated in
 * development builds only; it must have no effect. Checkers of whole structures are called the same way:
 * CHECK(states_are_valid(s)). */
#ifndef CHORUS_BASE_CHECK_H
#define CHORUS_BASE_CHECK_H

#include <stdbool.h>

#ifdef CHORUS_CHECKS
#define CHECK(condition) ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition))
#else
#define CHECK(condition) ((void)(false && (condition)))
#endif

_Noreturn void check_failed(const char *file, int line, const char *condition);

#endif
