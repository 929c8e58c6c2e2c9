/* Random projects: 2 to 4 files and a header, a few more for some of their blocks, and how they are compiled.
 *
 * A project is a list of blocks, each a template (templates.h) with numbers of its own, which do not depend on the
 * others: what is left when some are left out is a project, too. */
#ifndef TESTS_AGREEMENT_LINK_PROJECT_H
#define TESTS_AGREEMENT_LINK_PROJECT_H

#include <stdbool.h>

#include "base/rng.h"
#include "base/str.h"

#define BLOCKS_MAX 6
#define FILES_MAX 40
#define ENTRIES_MAX 40
#define CHECKS_MAX 40
#define NAME_SIZE 48

typedef struct Block {
    uint32_t template;
    uint64_t seed;
    bool is_dropped;
} Block;

typedef struct Plan {
    uint64_t seed; /* of what is no block's */
    uint32_t files, count;
    Block blocks[BLOCKS_MAX];
} Plan;

typedef struct File {
    char name[NAME_SIZE]; /* in the folder of sources */
    Str text;
    size_t start; /* before it all projects are the same */
} File;

/* A file as it is compiled. */
typedef struct Entry {
    uint32_t file;
    char object[NAME_SIZE + 40]; /* the words behind -o; relative to where the compiler runs */
    Str words;                   /* flags, separated by blanks */
    bool is_other;               /* of another program */
    bool is_again;               /* the object is that of an entry before */
} Entry;

typedef struct Project {
    Run *run;
    char place[NAME_SIZE];   /* where the compiler runs: in the project's folder, "" or "build" */
    char sources[NAME_SIZE]; /* from there to the sources: "" or "../src/" */
    uint32_t file_count, entry_count, check_count;
    File files[FILES_MAX];
    Entry entries[ENTRIES_MAX];
    uint32_t check_block[CHECKS_MAX]; /* whose it is */
    bool has_other;                   /* there is another program */
} Project;

/* kinds: those of templates that are wanted, separated by commas; NULL: all. most: so many blocks, at most BLOCKS_MAX.
 * False: there is none of these. */
bool plan_draw(uint64_t seed, const char *kinds, uint32_t most, Plan *plan);
/* Blocks that do not go with those before are marked as dropped. To be freed. */
Project *project_make(Run *run, Plan *plan);
void project_free(Project *p);

/* Appends a word for the shell. */
void project_quote(Str *out, const char *word);
/* The command that compiles an entry; compiler: its name; more: words in addition. */
void project_command(const Project *p, const Entry *e, const char *compiler, const char *more, Str *out);
/* Writes all into a folder, with its database. */
bool project_write(const Project *p, const Plan *plan, const char *folder);

#endif
