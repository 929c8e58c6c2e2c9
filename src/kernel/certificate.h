/* One certificate, held against one program. */
#ifndef CHORUS_KERNEL_CERTIFICATE_H
#define CHORUS_KERNEL_CERTIFICATE_H

#include "kernel/certify.h"
#include "kernel/kinds/concrete/concrete.h"

/* Is the certificate's invariant one of the program, without errors? Adds to *result what was met. */
void certificate_certify(const Certificate *c, Program *p, const char *smtlib_dir, CertifyResult *result);
/* What a search of concrete states has found. */
typedef struct ConcreteStates {
    const char *problem; /* why the certificate is none, one line; NULL: it is */
    uint32_t states;
    uint32_t created;        /* the most threads that were started */
    bool undecided;          /* the problem: a guard depends on a value that is not known */
    bool has_error;          /* the problem: an error edge can be taken */
    bool is_outgrown;        /* the problem: a variable that is to grow becomes too large */
    uint32_t growing;        /* variables that do */
    bool is_mistaken;        /* the problem: one of those does not that were taken to, with trust */
    VarId broken;            /* a lock whose sections are none: the problem; .i = NO_ID otherwise */
    const uint64_t *touched; /* then: the variables that others touch within them, a bit for each; of the run */
} ConcreteStates;

/* Of a certificate of concrete states; more than `limit` of them are a problem. trusts: whether variables grow is asked
 * when there is no other problem, which is worth while where there may be an error. */
ConcreteStates certificate_explore(const Certificate *c, Program *p, StateLimit limit, bool trusts);

#endif
