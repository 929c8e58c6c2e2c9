/* From one question about many error edges to several about few. */
#ifndef CHORUS_PROGRAM_ANALYSIS_SPLIT_H
#define CHORUS_PROGRAM_ANALYSIS_SPLIT_H

#include "base/vec.h"
#include "program/program.h"

typedef struct QuestionPart {
    bool *errors;         /* per edge: is the part about that error edge? */
    uint32_t error_count; /* how many that are */
    EdgeId first;         /* of them */
    bool *kept;           /* per variable: what they are likely to depend on */
    uint32_t kept_count;
} QuestionPart;

typedef VEC(QuestionPart) QuestionParts;

/* Divides the error edges of the program: every one is in exactly one part. */
QuestionParts split_question(Program *p);

#endif
