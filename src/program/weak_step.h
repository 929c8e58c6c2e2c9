/* One step of a program and what it does to the bits (bits.h). */
#ifndef CHORUS_PROGRAM_WEAK_STEP_H
#define CHORUS_PROGRAM_WEAK_STEP_H

#include "program/weak_bits.h"

/* New values of bits in one step, as they are computed one after the other. */
typedef struct WeakStep {
    WeakBits *b;
    TemplateId template;
    VEC(Assign) values;
} WeakStep;

WeakStep weak_step_begin(WeakBits *b, const Edge *e);
/* Its value as the step goes on; false where there is no such bit. */
Term weak_thread_bit(WeakStep *s, ThreadBit bit);
void weak_set_thread_bit(WeakStep *s, ThreadBit bit, Term value);
void weak_or_thread_bit(WeakStep *s, ThreadBit bit, Term value);
/* The same of a location, or of a variable that hands something on. */
Term weak_location_bit(WeakStep *s, LocationBit bit, uint32_t y);
void weak_set_location_bit(WeakStep *s, LocationBit bit, uint32_t y, Term value);
void weak_or_location_bit(WeakStep *s, LocationBit bit, uint32_t y, Term value);
/* Of another variable of the bits; false where there is none. */
Term weak_bit(WeakStep *s, VarId v);
void weak_set_bit(WeakStep *s, VarId v, Term value);
/* For own_y of x86; NO_ID where there is none. */
VarId weak_own_bit(const WeakStep *s, uint32_t y);
/* The edge with what it does to the bits besides, and with what a thread that it starts takes over; the arrays are the
 * run's. */
Edge weak_step_end(WeakStep *s, const Edge *e);

#endif
