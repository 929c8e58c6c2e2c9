/* What the search for an invariant keeps; types, and what its parts share. */
#ifndef CHORUS_ENGINES_LOCKSTEP_FINDER_H
#define CHORUS_ENGINES_LOCKSTEP_FINDER_H

#include "engines/lockstep/affine.h"
#include "engines/lockstep/invariant.h"
#include "engines/lockstep/region.h"

#define FINDER_GROUPS 4 /* of widths */

typedef VEC(Term) FinderTerms;

typedef struct Cut {
    uint32_t node;
    Region *region;
    FinderTerms coordinates[FINDER_GROUPS]; /* over program variables */
    Affine affine[FINDER_GROUPS];
    FinderTerms atoms;        /* that hold as far as known */
    FinderTerms known;        /* the invariant: conjuncts */
    FinderTerms hard;         /* that the solver gave up on: never of the invariant */
    bool reached, dirty, any; /* any: nothing is known */
    bool stale;               /* `known` is older than the rest */
    uint32_t samples;         /* that were looked at */
    uint32_t version;         /* of `known` */
} Cut;

typedef struct InvariantFinder {
    Product *p;
    Run *run;
    TermManager *tm;
    const Program *w;
    VEC(Cut) cuts;
    Smt *solver;            /* whose context regions share; asked nothing */
    uint32_t *cut_of;       /* per node */
    FinderTerms pool;       /* atoms */
    uint32_t goals;         /* conditions of errors that were looked at */
    FinderTerms reads;      /* elements of arrays */
    VarSet compared;        /* variables of which orders are candidates */
    uint32_t next;          /* in the topological order: nodes before it have their cuts */
    bool is_ready, sampled; /* the cuts are complete; random runs were looked at */
    double end;             /* of all searches, as run_seconds */
    double cpu_end;         /* of this turn, as run_cpu_seconds */
    size_t memory;          /* that must be left */
    bool failed;            /* there was not enough time, or memory, in this turn */
    InvariantStats *stats;
} InvariantFinder;

#endif
