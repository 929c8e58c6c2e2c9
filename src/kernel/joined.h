/* The program of a part in which locations are joined and idle threads left out. */
#ifndef CHORUS_KERNEL_JOINED_H
#define CHORUS_KERNEL_JOINED_H

#include "program/joined.h"

/* The program in which threads at locations that are one are at that one, and no idle threads are started. For every
 * run of p to an error it has one to the same error. NULL when that need not be so: then *problem says why, one line.
 * Ids of variables and locations are those of p. */
Program *certify_joined(Program *p, const Joined *j, const char **problem);

#endif
