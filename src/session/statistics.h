/* The statistics of a session (chorus_statistic_count). */
#ifndef CHORUS_SESSION_STATISTICS_H
#define CHORUS_SESSION_STATISTICS_H

#include "session/session.h"

/* Names the statistics of the account as it is now. */
void session_name_account(ChorusSession *s);

#endif
