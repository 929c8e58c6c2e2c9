#include "kernel/work.h"

#include "base/check.h"

Checker work_begin(Program *p, const char *smtlib_dir, const CertifyResult *result)
{
    CHECK(!result->problem);
    return (Checker){.p = p,
                     .run = p->run,
                     .tm = p->tm,
                     .smtlib_dir = smtlib_dir,
                     .obligations = result->did.obligations, /* they number the files */
                     .broken = {NO_ID},
                     .smt = smt_new(p->tm)};
}

void work_end(Checker *k, CertifyResult *result)
{
    CHECK(k->obligations >= result->did.obligations);
    smt_free(k->smt);
    result->problem = k->problem;
    result->did.obligations = k->obligations;
    result->steps += k->steps;
    result->cannot_write = k->cannot_write;
}
