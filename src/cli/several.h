/* chorus check with several properties: a session for each, one after the other, under one time limit. */
#ifndef CHORUS_CLI_SEVERAL_H
#define CHORUS_CLI_SEVERAL_H

#include "cli/arguments/options.h"
#include "cli/reports.h"

/* Asks the properties of the arguments, with the options of the session `like`, and prints what comes out. json: see
 * verdict_open_json. Arguments without a value of --property: the program reaches no assertion. Returns the exit
 * status. */
int several_check(ChorusSession *like, const Arguments *arguments, Reports *reports, int json);

#endif
