/* Witness files of SV-COMP: YAML, format 2.x, and the entries of version 0.1 that say what an invariant is. */
#ifndef CHORUS_CLI_FILES_WITNESS_H
#define CHORUS_CLI_FILES_WITNESS_H

#include "chorus.h"
#include "cli/files/input.h"

typedef struct WitnessHash {
    char *file, *digest; /* SHA-256, hexadecimal */
} WitnessHash;

typedef struct WitnessFile {
    bool is_violation;
    ChorusWaypoint *waypoints; /* of the first violation */
    size_t waypoint_count;
    ChorusInvariant *invariants;
    size_t invariant_count;
    size_t ignored;       /* entries and invariants that are not looked at */
    size_t unentered;     /* invariants of states that no run enters, which say nothing */
    const char *property; /* NULL: not told */
    const char *width;    /* "-m32", "-m64"; NULL: not told */
    WitnessHash *hashes;  /* of the input files, as far as they are told */
    size_t hash_count;
    char **texts; /* what the others point to */
    size_t text_count;
} WitnessFile;

/* A copy of the text that lives as long as the witness. */
const char *witness_keep(WitnessFile *witness, const char *text);
/* The property of a whole specification, or of its formula alone, as version 0.1 has it. NULL after input_fail. */
const char *witness_read_specification(const char *path, const char *text, InputError *error);
/* False after input_fail: "file:line:column: error: ...". */
bool witness_read(const char *path, WitnessFile *witness, InputError *error);
void witness_clear(WitnessFile *witness);

#endif
