/* From what stands on the command line to programs and a property: task definitions are read, property files
 * understood. */
#ifndef CHORUS_CLI_ARGUMENTS_INPUTS_H
#define CHORUS_CLI_ARGUMENTS_INPUTS_H

#include "cli/arguments/options.h"

/* Replaces the task definition among the paths from `first` on, if there is one, by its files, and sets the property
 * and the data model of the session. Returns 0, or the exit status after a complaint; both times to be cleared. */
int inputs_resolve(Arguments *arguments, ChorusSession *session, size_t first);
/* Does the command ask several properties, one after the other? After inputs_resolve. */
bool inputs_ask_several(const Arguments *arguments);
/* Of a program without assertions: what else can be asked. false: nothing. */
bool inputs_ask_others(Arguments *arguments);
/* Where the certificate of the property goes (FILE, or FILE.PROPERTY where several are asked), NULL: nowhere. To be
 * freed. */
char *inputs_certificate(const Arguments *arguments, size_t property);
/* May what the arguments ask for be written, where nothing of it is an input? Complains if not. After
 * inputs_resolve. */
bool inputs_may_write(const Arguments *arguments);
void inputs_clear(Arguments *arguments);

#endif
