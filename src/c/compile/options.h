/* What the front end is told beside the files. */
#ifndef CHORUS_C_COMPILE_OPTIONS_H
#define CHORUS_C_COMPILE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "c/compile/places/place.h"
#include "program/property.h"

typedef enum Granularity {
    GRANULARITY_ACCESS,   /* every read and every write of a shared variable is a step: C's semantics (under SC) */
    GRANULARITY_STATEMENT /* one C statement is one step: the papers' assumption */
} Granularity;

/* One compilation of a file, by its number among the paths: a file may be there several times, with other flags. */
typedef struct Unit {
    const char *output;  /* the object that the build makes of it; NULL: not known */
    const char *problem; /* why it cannot be part of a program as it is compiled; NULL: it can */
    bool is_needed;      /* it is linked if it defines what is missing, as from a library */
    uint32_t distance;   /* of several that define the same the nearest is taken */
    uint32_t position;   /* of its object among those that the build makes, from 1 on; 0: that of its path */
} Unit;

#define UNIT_LIBRARY 100u  /* the one of bodies that were made for this program */
#define UNIT_OF_ANOTHER 8u /* the distance from which on a unit belongs to another program */
#define UNIT_DOUBTFUL 6u   /* the one at which, and with 1 more, nothing says whether it is of this program */

/* A flag for the compiler, of one unit only. */
typedef struct FileFlag {
    uint32_t unit;
    const char *flag;
} FileFlag;

/* What becomes of allocations that fail. */
typedef enum MemoryFailure {
    MEMORY_COVERED, /* a proof covers them, a counterexample needs none; where memory is asked about there are none */
    MEMORY_FAILS,   /* they are runs */
    MEMORY_NEVER    /* there are none */
} MemoryFailure;

/* Which functions of the library have bodies (link/bodies.h). */
typedef enum Bodies {
    BODIES_NONE,
    BODIES_ALL,
    BODIES_OF_INPUT /* what is done with texts that nobody knows is left to the model: it says less, but needs less */
} Bodies;

/* Threads that call a function again and again (client.h). */
typedef struct Client {
    const char *function;
    bool are_many; /* any number of threads; else one */
} Client;

typedef struct FrontendOptions {
    Granularity granularity;
    bool pure_unknown;    /* functions without a body write nothing, and call nothing */
    bool refuses_unknown; /* the model ends at their calls */
    bool links_unknown;   /* a function that is declared nowhere and defined nowhere is like others without a body */
    Bodies bodies;
    MemoryFailure memory;
    bool nondet_static;       /* static storage starts arbitrary instead of zero */
    const char *const *flags; /* for the compiler: -D -U -I -include -m32 -m64 */
    uint32_t flag_count;
    const FileFlag *file_flags;
    uint32_t file_flag_count;
    const Unit *units; /* of the first paths; of the others nothing is known */
    uint32_t unit_count;
    bool leaves_doubtful; /* units at UNIT_DOUBTFUL are linked for what is missing only */
    const Client *clients;
    uint32_t client_count;
    bool only_clients;        /* they are the program, whatever main is there */
    PropertySet properties;   /* what is asked; 0: assertions */
    bool only_reach_error;    /* a failing assert ends the program and is no error; reach_error is one */
    bool program_says_errors; /* so it is if the program calls reach_error: see errors.h */
    bool abort_fails;         /* a call of abort is an error, too */
    MarkedPlace *places;      /* to be marked; filled in */
    uint32_t place_count;
    bool ends_where_unsupported; /* what is not modelled ends the model where it stands; see frontend_load */
    bool relaxes_volatile;       /* volatile accesses are atomic ones in relaxed order (volatile.h) */
    bool keeps_loops;            /* loops that start or join threads are not written out (unroll.h) */
    uint32_t *rounds;            /* NULL, or filled in: of the longest loop that was */
    bool fences;                 /* are steps (Edge.is_fence); otherwise nothing */
    bool arenas;                 /* objects that one call allocates again and again are an array, not a pool of a few */
    uint32_t share_calls;        /* functions of more IR instructions after inlining share calls; 0 = as needed */
    uint32_t inline_budget;      /* at most this many IR instructions after inlining; 0 = default (200000) */
} FrontendOptions;

#endif
