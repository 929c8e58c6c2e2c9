/* What of a program the model has trouble with, told from its text alone: each instruction of each function by itself,
 * whether or not the model comes to it. What an instruction does depends on values that are not looked at, so that this
 * is a guess: it may name what makes no trouble (a pointer whose target is known), and miss what does. */
#ifndef CHORUS_C_OBSTACLE_H
#define CHORUS_C_OBSTACLE_H

#include "base/diag.h"
#include "base/run.h"
#include "base/vec.h"
#include "c/compile/options.h"

typedef enum ObstacleKind {
    OBSTACLE_ENDS,    /* the model ends there */
    OBSTACLE_MAY_END, /* or not, it depends on values */
    OBSTACLE_APPROXIMATED
} ObstacleKind;

typedef struct Obstacle {
    ObstacleKind kind;
    const char *what;
    SourcePos pos;
    const char *function; /* in which it stands, as the source calls it */
} Obstacle;

/* A function with a body, and the lines of it that have code. */
typedef struct ExplainedFunction {
    const char *name;
    SourcePos pos;
    VEC(SourcePos) lines; /* each once, without columns */
} ExplainedFunction;

typedef struct Obstacles {
    VEC(Obstacle) list;
    VEC(ExplainedFunction) functions;
} Obstacles;

/* Everything belongs to the run. What is no C: STOP_INPUT. */
void obstacles_find(Run *run, const char *const *paths, uint32_t count, const FrontendOptions *options, Obstacles *out);

#endif
