/* The state of the CEGAR loop, shared by its files; types only. */
#ifndef CHORUS_ENGINES_SYMMPA_STATE_H
#define CHORUS_ENGINES_SYMMPA_STATE_H

#include "base/rng.h"
#include "engines/question/question.h"
#include "engines/question/request.h"
#include "engines/symmpa/abstraction/abstraction.h"
#include "engines/symmpa/evidence.h"
#include "program/analysis/loopcounter.h"

#define VIEW_K_MAX 3 /* size of views */

typedef struct Cegar {
    Run *run;
    Program *original, *asked, *merged; /* asked: the original, or the localized program, where one is asked for,
                                           without what has no effect in it; merged: of that */
    const EngineOptions *options;
    const Request *request;
    Lesson *lesson;
    Verdict *verdict;
    Predicates *predicates;
    Smt *smt;
    LoopCounters *counters;
    Abstraction abstraction;
    Rng rng;
    uint32_t tried[TECHNIQUES_MAX]; /* how often each technique was */
    uint32_t chains_ended;          /* how often predicates were added to that end */
    bool seeded_values, values_tried;
    /* Not NULL: the over-approximated edges were dropped, since one of them matters. */
    const char *approximate_why;
    bool has_dropped_all; /* not only those that may not happen at all */
    bool is_limit;        /* that edge ends the model */
    uint64_t state_limit;
    uint64_t views_failed[VIEW_K_MAX + 1]; /* per size: what was known when they last did not prove it; see order.c */
    uint64_t all_states;                   /* of the explorations so far */
    EvidenceBuilder evidence;              /* of the exploration that may be the last */
} Cegar;

#endif
