/* The checker's state for one question, and what it adds to the result. */
#ifndef CHORUS_KERNEL_WORK_H
#define CHORUS_KERNEL_WORK_H

#include "kernel/certify.h"
#include "kernel/checker/checker.h"

/* For questions about p, with the next numbers for what is written into smtlib_dir (NULL: nothing is). */
Checker work_begin(Program *p, const char *smtlib_dir, const CertifyResult *result);
/* What was found becomes part of the result. */
void work_end(Checker *k, CertifyResult *result);

#endif
