/* Witnesses of the format 1.0 of SV-COMP, which are automata in GraphML. */
#ifndef CHORUS_CLI_FILES_GRAPHML_WITNESS_H
#define CHORUS_CLI_FILES_GRAPHML_WITNESS_H

#include "cli/files/witness.h"

/* As witness_read. */
bool graphml_read_witness(const char *path, WitnessFile *witness, InputError *error);

#endif
