/* The heap of the oracle: it knows which blocks are freed and which pointers are old.
 *
 * A freed block may be given again to who asks for as many bytes. A pointer that was kept then has the address of the
 * new one, and C tells them apart all the same: who uses it is undefined. So each time that memory is given the pointer
 * gets another tag, in bits that addresses do not use; the program's macros (native.h) take it off where pointers are
 * compared, and give pointers with their tags to the oracle where memory is used. */
#ifndef TESTS_AGREEMENT_C_MEMORY_H
#define TESTS_AGREEMENT_C_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "agreement_c/native.h"

enum { POOL_SIZE = 512, BLOCKS_MAX = 24 };

typedef struct Block {
    unsigned offset, size;
    unsigned tag; /* of the pointer that malloc gave last */
    bool is_freed;
} Block;

typedef struct Memory {
    _Alignas(16) char pool[POOL_SIZE];
    size_t used;
    Block blocks[BLOCKS_MAX];
    unsigned count;
} Memory;

typedef enum Access {
    ACCESS_GOOD,
    ACCESS_FREED,  /* of a block that is freed */
    ACCESS_OLD,    /* of one that was freed and is in use again */
    ACCESS_OUTSIDE /* of no block; free: not of its start */
} Access;

void memory_clear(Memory *m);
/* Freed blocks of the size. */
unsigned memory_count_freed(const Memory *m, size_t size);
/* which: 0: a fresh block; i: freed block number i of the size. NULL: the pool is used up. */
void *memory_allocate(Memory *m, size_t size, unsigned which);
/* Whether so many bytes at a tagged pointer may be used. */
Access memory_look(const Memory *m, const void *pointer, size_t size);
/* The size of the block that starts there, freed or not; 0: there is none. */
size_t memory_size(const Memory *m, const void *pointer);
/* Frees, unless the block is freed or there is none. */
Access memory_free(Memory *m, const void *pointer);

#endif
