/* Shared inside of the generator: its state, texts to choose from, expressions, statements. */
#ifndef TESTS_AGREEMENT_C_GENERATOR_H
#define TESTS_AGREEMENT_C_GENERATOR_H

#include "agreement_c/generate.h"

enum { OPTIONS_MAX = 64, LOCALS_MAX = 16 };

typedef enum Link { LINK_NONE, LINK_NUMBER, LINK_STRUCT } Link; /* what the pointer in a struct points to */

typedef enum ArgKind { ARG_NONE, ARG_NUMBER, ARG_POINTER, ARG_POINTER2, ARG_STRUCT, ARG_KIND_COUNT } ArgKind;

typedef enum Guard { GUARD_NONE, GUARD_LOCK, GUARD_ATOMIC } Guard;

/* A local pointer that is not null here. */
typedef struct LocalPointer {
    const char *name;
    bool is_struct, is_private; /* is_private: may point to a local of this thread */
    bool is_constant;
} LocalPointer;

/* What statements here may use. */
typedef struct Scope {
    const char *numbers[LOCALS_MAX];        /* locals that this thread alone sees */
    const char *shared_numbers[LOCALS_MAX]; /* main's, seen by threads */
    LocalPointer pointers[LOCALS_MAX];
    const char *structs[LOCALS_MAX];
    const char *pointers2[LOCALS_MAX]; /* pointers to pointers to numbers */
    uint32_t number_count, shared_count, pointer_count, struct_count, pointer2_count;
    const char *counter; /* of the loop, or NULL */
    bool is_locked, is_atomic;
} Scope;

typedef struct Generator {
    Run *run;
    Rng *rng;
    Str *out;
    uint32_t indent, name_count;
    const char *number, *other; /* types: of what pointers point to, of the rest */
    uint32_t numbers, array, structs, struct_array, pointers, pointer_array;
    bool has_other, has_pointer2, has_struct_pointer, has_mutex;
    bool has_set, has_swap, has_pick, has_get, has_action, has_mutexes, has_member_array, has_matrix, has_via, has_work,
        has_make, has_member_mutex;
    bool may_be_null, structs_may_be_null; /* cells of pointers */
    Link link;
    uint32_t functions;
    ArgKind args[3];
    bool is_twice; /* all threads run the first function */
    bool is_in_main;
    bool has_outcome;    /* instead of assertions */
    uint32_t heap_cells; /* cells whose blocks come and go; 0: nothing is freed */
    bool has_heap_struct, has_array_blocks;
    bool heap_escapes; /* addresses of such blocks are stored elsewhere, too */
    Guard heap_guard;  /* around what is done with them */
    bool is_careless;  /* null pointers are used, and indices that are too large */
    bool has_big;      /* a number near the limits of its type */
    const char *big;
    bool may_deadlock; /* locks in locks, and threads that end with one */
    Scope scope;
} Generator;

/* Texts to choose from. */
typedef struct Options {
    const char *texts[OPTIONS_MAX];
    uint32_t count;
} Options;

/* ---- text ---- */
bool gen_chance(Generator *g, uint32_t percent);
const char *gen_text(Generator *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gen_line(Generator *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gen_open_block(Generator *g, const char *head);
void gen_close_block(Generator *g);
const char *gen_new_name(Generator *g, const char *stem);
void gen_offer(Options *o, const char *option);
const char *gen_pick(Generator *g, const Options *o);

/* ---- places ---- */
bool gen_has_structs(const Generator *g);
bool gen_has_number_cells(const Generator *g);
const char *gen_reading(Generator *g, const char *place);
bool gen_has_access(const char *expression);
/* An index into an array of 2 or 3. */
const char *gen_an_index(Generator *g, uint32_t size);
const char *gen_number_member(Generator *g);
void gen_offer_number_cells(Generator *g, Options *o);
/* Cells that hold pointers to numbers, also through other pointers. */
void gen_offer_number_pointers(Generator *g, Options *o);
void gen_offer_struct_cells(Generator *g, Options *o);
/* A number that other threads may see. */
const char *gen_number_place(Generator *g);

/* ---- values ---- */
const char *gen_local_number(Generator *g);
const char *gen_number_read(Generator *g);
const char *gen_a_number(Generator *g);
/* The same value without accesses: a temporary when there are any. */
const char *gen_without_access(Generator *g, const char *type, const char *value);
const char *gen_number_type(Generator *g);
const char *gen_address_of_number(Generator *g);
const char *gen_address_of_struct(Generator *g);
/* Of a cell with a pointer to a number, also of a local one. */
const char *gen_address_of_cell(Generator *g);
void gen_add_pointer(Generator *g, const char *name, bool is_struct, bool is_private);
void gen_offer_local_pointers(Generator *g, Options *o, bool is_struct, bool may_be_private);
/* A pointer that may be stored anywhere; null only with may_be_null. */
const char *gen_a_pointer(Generator *g, bool may_be_null);
const char *gen_a_struct_pointer(Generator *g, bool may_be_null);

/* ---- conditions ---- */
/* A comparison of pointers. */
const char *gen_same(Generator *g, const char *left, const char *operator, const char * right);
const char *gen_pointer_condition(Generator *g);
const char *gen_simple_condition(Generator *g);
const char *gen_condition(Generator *g);

/* ---- heap ---- */
/* owner: with the operator, "s." or "p->". is_clear: all is zero so far. */
void gen_set_members(Generator *g, const char *owner, bool is_clear);
/* A struct from the heap, known as `name`. Each of several threads that run the function keeps its own. */
void gen_heap_struct(Generator *g, const char *name, bool is_private);
/* Two numbers from the heap. */
void gen_heap_numbers(Generator *g, const char *name, bool is_private);
void gen_choose_heap(Generator *g);
void gen_declare_heap(Generator *g);
/* Allocates, publishes, takes, frees; or nothing. */
void gen_statement_heap(Generator *g);
void gen_fill_heap(Generator *g);
void gen_free_all(Generator *g);
/* A constant near the limits, or not. */
const char *gen_big_number(Generator *g);
void gen_statement_big(Generator *g);

/* ---- statements ---- */
/* place = value, with a temporary of the type where both have accesses. */
void gen_write(Generator *g, const char *type, const char *place, const char *value);
/* One statement, or none. */
void gen_statement(Generator *g);
void gen_statement_two_locks(Generator *g);
/* Where programs assert; none where they have an outcome. */
void gen_statement_assert(Generator *g);
void gen_block(Generator *g, uint32_t statements);

#endif
