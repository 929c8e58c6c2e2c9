/* Runs to errors that rest on what is over-approximated. */
#ifndef CHORUS_PLAN_DOUBT_H
#define CHORUS_PLAN_DOUBT_H

#include "engines/question/question.h"

/* Whether the shortest such run so far is an error all the same, since the other ways from where it chooses by what
 * nobody knows lead to errors, too: then the verdict is "false". */
bool doubt_settle(const Question *question, Verdict *verdict);

#endif
