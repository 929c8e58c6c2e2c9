/* Inputs of which only the remainder of a division is used. */
#ifndef CHORUS_PROGRAM_ANALYSIS_RESIDUE_H
#define CHORUS_PROGRAM_ANALYSIS_RESIDUE_H

#include "program/program.h"

/* Where an edge uses an input in one way only, `input % constant`, the input is restricted to the numbers that are
 * their own remainders, and stands for the remainder. That takes no run away but those that differ in such inputs: what
 * the solver is asked has no divisions then. Changes the edges of p; returns p. */
Program *residue_restrict(Program *p);

#endif
