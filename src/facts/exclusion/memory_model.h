/* Whether a proof about interleavings is one about C's memory model, too.
 *
 * A program all of whose atomic accesses are sequentially consistent, and which has no data race in any interleaving,
 * has no runs but interleavings: so C promises. Here two accesses that are in conflict, of two threads at once, make
 * the difference if not both are sequentially consistent; what is atomic with a weaker order counts as if it were
 * plain. That two are never made at once is known from simple reasons only (facts/exclusion/reason.h), each of them a
 * fact about interleavings, which is what the promise asks for. Where they do not tell, the difference is taken to be
 * there: this errs towards saying that a proof is about interleavings only. */
#ifndef CHORUS_FACTS_EXCLUSION_MEMORY_MODEL_H
#define CHORUS_FACTS_EXCLUSION_MEMORY_MODEL_H

#include "program/program.h"

typedef enum MemoryNeed {
    MEMORY_NEEDS_NOTHING,     /* every memory model will do */
    MEMORY_NEEDS_NO_RACES,    /* only plain accesses make a difference: interleavings, or that there is no data race */
    MEMORY_NEEDS_INTERLEAVING /* atomic accesses of weaker orders do, whether others race or not */
} MemoryNeed;

typedef struct MemoryModel {
    MemoryNeed need;
    SourcePos first; /* of accesses that make the difference; no file: none does */
} MemoryModel;

/* What is needed as far as the accesses themselves say, whoever makes them when. Cheap. */
MemoryModel memory_model_guess(Program *p, bool is_race_free);
/* What is needed. is_race_free: that there is no data race in any interleaving is known. p's terms grow. */
MemoryModel memory_model_find(Program *p, bool is_race_free);

#endif
