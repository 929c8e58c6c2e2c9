/* Machine integers to mathematical integers (--integers=ideal). */
#ifndef CHORUS_PROGRAM_IDEAL_H
#define CHORUS_PROGRAM_IDEAL_H

#include "program/program.h"

/* A new program in which every bit-vector wider than 1 bit is a mathematical integer and no operation wraps.
 * Constants are read as signed. Conversions between widths are the identity. Shifts by a constant become
 * multiplications and divisions; bit operations that have no arithmetic meaning get an arbitrary result
 * (Edge.approximate, and a warning). Unsigned variables are not constrained to be non-negative, except
 * inputs and arbitrary initial values, which keep the range of their type. */
Program *program_to_ideal(Program *machine);

#endif
