#include "certificate/lockstep_proof.h"

uint32_t lockstep_created(const LockstepProof *proof)
{
    uint32_t created = 0;
    for (uint32_t i = 0; i < proof->written->origins.count; i++)
        created += proof->written->origins.data[i].parent != NO_ID;
    return created;
}
