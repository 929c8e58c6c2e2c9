#include "engines/symmpa/abstraction/choose.h"

#include <string.h>

#include "base/check.h"
#include "engines/symmpa/abstraction/cartesian.h"
#include "engines/symmpa/abstraction/exact_abstraction.h"
#include "engines/symmpa/abstraction/published.h"
#include "engines/symmpa/abstraction/replicated.h"

static bool is_exact(const AbstractionOptions *options) { return options->cube == ABSTRACTION_EXACT; }

void abstraction_options_init(AbstractionOptions *options)
{
    memset(options, 0, sizeof *options);
    options->cube = ABSTRACTION_EXACT;
    options->passive = options->symmetry = options->mask = true;
}

/* The baselines replace what the other options are about. */
const char *abstraction_options_problem(const AbstractionOptions *options, uint32_t threads)
{
    if (is_exact(options)) {
        if (!options->passive) return "passive: is for --abstraction=c0 and up";
        if (options->mixed != MIXED_BROADCAST) return "mixed: is for --abstraction=c0 and up";
        return options->symmetry ? NULL : "symmetry: 'off' is for --abstraction=c0 and up";
    }
    if (options->mixed == MIXED_AS_SHARED && !options->passive)
        return "mixed: with 'shared' no passive thread has mixed predicates (--passive)";
    if (options->symmetry) return NULL;
    if (!options->passive) return "symmetry: 'off' leaves no passive threads (--passive)";
    if (options->mixed != MIXED_BROADCAST) return "symmetry: 'off' leaves no mixed predicates (--mixed)";
    return threads ? NULL : "symmetry: 'off' needs a number of threads (-n N)";
}

bool abstraction_has_boolprog(const AbstractionOptions *options) { return !is_exact(options); }

/* What is tracked once for all threads is not masked: it may be alive in another one. */
bool abstraction_masks(const AbstractionOptions *options) { return options->mask && options->mixed != MIXED_AS_SHARED; }

Program *abstraction_program(Program *merged, const AbstractionOptions *options)
{
    return is_exact(options) ? merged : cartesian_split_errors(merged);
}

Predicates *abstraction_predicates(Program *p, const AbstractionOptions *options)
{
    Predicates *predicates = predicates_new(p);
    predicates->mixed_as_shared = options->mixed == MIXED_AS_SHARED;
    return predicates;
}

bool abstraction_open(Abstraction *a, Program *p, Predicates *predicates, Smt *smt, const AbstractionOptions *options,
                      uint32_t threads, const char **why)
{
    RUN_CHECK(p->run, !abstraction_options_problem(options, threads));
    if (is_exact(options))
        *a = exact_abstraction(p, predicates, smt, options->mask);
    else if (options->symmetry)
        *a = published_abstraction(p, predicates, smt, options);
    else
        return replicated_open(a, p, predicates, smt, options, threads, why);
    CHECK(a->refresh && a->oracle && a->shared && a->local && a->tracked && a->local_states && a->claims);
    CHECK(a->state_limit && !a->written_out == options->symmetry);
    return true;
}
