/* The state at a target in a model of the solver. */
#ifndef CHORUS_ENGINES_LOCKSTEP_MODEL_H
#define CHORUS_ENGINES_LOCKSTEP_MODEL_H

#include "engines/lockstep/region.h"
#include "logic/smt/value.h"

/* Lets the view of the target say the state there. */
void model_tell_state(Region *r, RegionTarget *target);
/* A value per variable, right for live ones. To be released. */
Value *model_state(const Region *r, const RegionTarget *target);

#endif
