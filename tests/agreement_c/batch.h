/* Many marked programs, compiled natively together, because compiling is what takes time. */
#ifndef TESTS_AGREEMENT_C_BATCH_H
#define TESTS_AGREEMENT_C_BATCH_H

#include "agreement_c/native.h"
#include "base/str.h"

typedef struct Batch {
    void *library;
    Host **host;
} Batch;

/* False when the programs do not compile; `noisy`: the compiler then says why. */
bool batch_load(Run *run, const char *const *marked, uint32_t count, bool noisy, Batch *batch);
const Entry *batch_entry(const Batch *batch, uint32_t number);
void batch_unload(Batch *batch);

#endif
