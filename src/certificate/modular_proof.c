#include "certificate/modular_proof.h"

uint32_t modular_created(const ModularProof *proof)
{
    uint32_t created = 0;
    for (uint32_t i = 0; i < proof->written->origins.count; i++)
        created += proof->written->origins.data[i].parent != NO_ID;
    return created;
}
