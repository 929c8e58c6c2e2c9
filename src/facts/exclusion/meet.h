/* Errors that wait for a thread that has stopped: what facts about numbers say of the two threads. */
#ifndef CHORUS_FACTS_EXCLUSION_MEET_H
#define CHORUS_FACTS_EXCLUSION_MEET_H

#include "logic/smt/smt.h"
#include "program/exclusion.h"

/* What excludes that two threads meet. */
typedef enum MeetFact { MEET_NOTHING, MEET_LOCK, MEET_OWN, MEET_TEAM } MeetFact;

/* Why the error edge cannot be taken while another thread is where the edge `set` led, which wrote the flag last and
 * from where no edge leads on. *fact: the number of a lock, of numbers that threads have for themselves, or of a team.
 */
MeetFact meet_excluded(Program *p, Smt *smt, const Exclusions *facts, VarId flag, const Edge *set, const Edge *error,
                       uint32_t *fact);
/* May the facts say anything about two threads at these locations, beside that they are not there at once? */
bool meet_may_be_excluded(const Program *p, const Exclusions *facts, LocId a, LocId b);

#endif
