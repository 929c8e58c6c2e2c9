/* What the programs of bench/ share: tables of text, and chorus run in child processes with a time limit. */
#ifndef BENCH_RUNNER_H
#define BENCH_RUNNER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { COLUMNS = 16, JOBS_MAX = 64 };
enum { EXIT_RIGHT, EXIT_NOT_RIGHT, EXIT_USAGE = 64, EXIT_INPUT = 66, EXIT_OS = 71 };

/* Columns of manifest.tsv. The last two may be absent: assertions are asked, with the method that is chosen. */
enum { FILE_NAME, SYMMPA_ID, SAPA_NAME, KIND, VERDICT, THREADS, SCOPE, INTEGERS, MANIFEST_COLUMNS };
enum { PROPERTY = MANIFEST_COLUMNS, METHOD };

/* A tab-separated file without its lines that start with #; absent cells are empty strings. */
typedef struct Table {
    char *text; /* owns what the cells point to */
    char *(*rows)[COLUMNS];
    size_t count;
} Table;

/* Reads FOLDER/NAME; complains and returns false if that fails. */
bool table_read(Table *self, const char *folder, const char *name);
void table_clear(Table *self);
/* The seconds of a cell; 0 for "<1", negative for none. */
double cell_seconds(const char *cell);

typedef enum Stat {
    SHARED,
    LOCAL,
    MIXED,
    ITERATIONS,
    VIEWS,
    STATES,
    TOTAL,
    LOAD,
    CERTIFY,
    OBLIGATIONS,
    TRANSITIONS,
    ABSTRACTION,
    EXPLORATION,
    REFINEMENT,
    CONTEXT,
    SEQUENTIAL,
    QUERIES,
    FACTS,
    STATS
} Stat;

extern const char *const stat_names[STATS];

/* What an ended run of chorus said. */
typedef struct ChildOutcome {
    char verdict[32], scope[200]; /* "true", "false(...)", "unknown"; or "timeout", "signal N", "error N" */
    char stats[STATS][24];        /* empty: not printed */
    double seconds, cpu, megabytes;
    bool timed_out;
} ChildOutcome;

double outcome_stat(const ChildOutcome *self, Stat stat);

/* A running child; pid 0 is a free place. */
typedef struct Child {
    pid_t pid;
    int fd; /* reads its standard output, -1 once that is closed */
    size_t length, capacity;
    char *output;
    double start;
    bool timed_out;
} Child;

/* args: the executable, its arguments, a null pointer. False, after a complaint, if no process can be started. */
bool child_start(Child *self, const char *const *args, bool verbose);
/* Looks after a child: output, time limit, end. True when it has ended, and the place is free again. */
bool child_attend(Child *self, double limit, ChildOutcome *outcome);
/* Sleeps until one of the children writes or ends, or a moment later. */
void child_wait(const Child *children, int total);
/* From start to end. */
bool child_run(const char *const *args, double limit, bool verbose, ChildOutcome *outcome);

double runner_now(void);
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Copies a string of any length, cut to the room there is. */
void copy(char *to, size_t room, const char *from);
bool parse_count(const char *text, int max, int *value);
/* The executable called chorus in this one's folder. */
void find_chorus(char *path, size_t room);

#endif
