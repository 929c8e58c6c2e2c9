/* What counts of threads (program/counted.h) say, and the program in which it is said.
 *
 * Let c_1, ..., c_k be counts and a_1, ..., a_k from {-1, 0, 1}. The sum of the a_i times times_i times value_i is the
 * same sum of the constants and, for each thread, of its weights. A thread at location l with all others where they
 * weigh least gives the least that the sum can be while a thread is there; it is finite where the weights so summed are
 * negative nowhere in templates of which there may be many threads. All that is said in integers of 40 bits, which no
 * value and no such sum exceeds: nothing wraps here. */
#ifndef CHORUS_FACTS_COUNTING_COUNTS_H
#define CHORUS_FACTS_COUNTING_COUNTS_H

#include "program/counted.h"

/* The sums that are bounded and say more than others; as long as the counts stay as they are. Memory of the run. */
typedef struct CountSums CountSums;
const CountSums *counts_sums(Program *p, const ThreadCounts *counts);
/* What is known of the shared variables while a thread is at the location, over them and its locals. */
Term counts_known(Program *p, const CountSums *sums, LocId at);
/* The same while another thread is at `passive`; that one's locals are those of INSTANCE_PASSIVE (program/step.h). */
Term counts_known_pair(Program *p, const CountSums *sums, LocId at, LocId passive);
/* By how much the value differs after the edge from what the weights say: an integer term that must be 0. */
Term counts_error(Program *p, const ThreadCount *c, const Edge *e);
/* p with the same ids, in which edges that access shared variables have what is known before them in their guards, the
 * facts included; errors that it rules out are never. It has the same runs where the counts and the facts are right. */
Program *counts_assume(Program *p, const ThreadCounts *counts);
/* Is there no state in which an error edge can be taken, if the counts and the facts are right? */
bool counts_rule_out_errors(Program *p, const ThreadCounts *counts);
/* Does the edge read or write a shared variable? */
bool counts_is_shared_step(Program *p, const Edge *e);

#endif
