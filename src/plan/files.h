/* What is asked of files. Programs are made of them, models, that stand for what they do: the exact one, coarser ones
 * of which only proofs hold, one with bodies for functions of the library, of which only violations do. Who asks makes
 * the models; which is asked when, and for how long, is said by the table. */
#ifndef CHORUS_PLAN_FILES_H
#define CHORUS_PLAN_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/account.h"

typedef enum FileModel {
    MODEL_IS_EXACT,
    MODEL_IS_ASKED_AGAIN,
    MODEL_IS_ROLLED, /* exact, and loops that start or join threads are not written out */
    MODEL_IS_OUTLINE,
    MODEL_IS_SURVEY,
    MODEL_HAS_BODIES,
    MODEL_RUNS_OUT,
    MODEL_IS_RUN /* the exact one, then that with bodies: a few runs of each */
} FileModel;

typedef struct FileHost {
    void *arg;
    /* Whether there is no final verdict, and the model may give one. */
    bool (*may_ask)(void *arg, FileModel model);
    /* Makes the model and asks about it, for so many seconds at most. True: there is a final verdict. */
    bool (*ask)(void *arg, FileModel model, double seconds);
    /* Whether the exact model ends somewhere, and is large. */
    bool (*has_large_end)(void *arg);
    /* Whether loops that start or join threads were written out that go round some times. */
    bool (*has_long_loop)(void *arg);
    double (*seconds_left)(void *arg); /* of the whole; large without a limit */
    Account *account;
    uint64_t left_out; /* rows that are not asked: a RowSet of plan/table.h */
} FileHost;

typedef struct FileRow {
    const char *name;
    FileModel model;
    bool (*is_due)(const FileHost *host);
    double weight;  /* of the time that is left it gets its part among the rows that may still be asked */
    unsigned gives; /* see Row */
    const char *what;
} FileRow;

/* Asks the rows of the table (plan/table.h) until there is a final verdict. */
void plan_files(const FileHost *host);

#endif
