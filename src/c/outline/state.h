/* The state of an outline: types only. What an outline is, and why it covers the program, is in outline.h.
 *
 * One template at a time is lowered, each function once in it. A value of the program is a term over the template's own
 * variables and inputs. A term with inputs is good for one edge: the next edge that control goes along saves it into a
 * variable of its own, as values are that other blocks need. No other step assigns that variable, so that terms over
 * saved values stay good for the whole block. What has no term is any value, each time it is used. */
#ifndef CHORUS_C_OUTLINE_STATE_H
#define CHORUS_C_OUTLINE_STATE_H

#include "c/compile/options.h"
#include "c/outline/outline.h"
#include "c/survey/cells/name.h"
#include "c/survey/state.h"
#include "program/program.h"

typedef enum OutlineKind {
    OUTLINE_NUMBER,
    OUTLINE_MUTEX, /* and spin locks: 0, or 1 while somebody holds it */
    OUTLINE_RWLOCK /* 0; OUTLINE_WRITER; how many read */
} OutlineKind;

#define OUTLINE_WRITER UINT32_MAX

/* Memory that has a variable of the program: a scalar of one object, at one place that is no element of an array. */
typedef struct OutlineCell {
    uint32_t object;
    uint64_t offset, bytes;
    OutlineKind kind;
    bool is_dropped;  /* it is used in other ways, too: as memory that is not followed */
    uint32_t writers; /* instructions that may write it, or something else */
    VarId var;
} OutlineCell;

/* A value of the program in the template at hand. Pairs: an exchange's old value and whether it succeeded. */
typedef struct OutlineValue {
    LLVMValueRef value;
    Term terms[2]; /* TERM_NONE: none */
    VarId vars[2]; /* NO_ID: none */
    uint32_t left; /* uses to come in its own block */
    bool escapes;  /* there are others */
} OutlineValue;

/* Where control goes on behind a call of a function of the program. */
typedef struct OutlineSite {
    LLVMValueRef call; /* that gets the result; NULL: none does */
    uint32_t caller;   /* body */
    LocId back;
} OutlineSite;

/* A function in the template. */
typedef struct OutlineBody {
    uint32_t function; /* Survey.reached */
    LocId entry, leaves;
    bool is_recursive; /* it may be entered again before it has returned: then nothing is known of its values */
    VarId returns_to;  /* the number of the site, from 1 on; 0: who began the thread. NO_ID: recursive, any of them */
    VarId result;      /* NO_ID: none */
    VEC(OutlineSite) sites;
    VEC(uint32_t) vars; /* of values */
    LocId *blocks;
} OutlineBody;

/* Behind a call of setjmp: control may come back there. */
typedef struct OutlineLanding {
    uint32_t body;
    LocId back;
} OutlineLanding;

typedef struct OutlineThread {
    LLVMValueRef function; /* with which it begins; NULL: the library, which calls functions of the program */
    TemplateId id;
    bool has_class, may_land;
    VarId class_var;   /* which class of threads it is of, as far as somebody joins that */
    VarId lands_at;    /* 0; it goes on for another one, behind this setjmp: see outline_jump_away */
    uint32_t landings; /* known when it is lowered */
} OutlineThread;

typedef struct Outline {
    Run *run;
    TermManager *tm;
    Program *program;
    Survey *survey;
    DebugNames names;
    const FrontendOptions *options;
    OutlineResult *result;
    bool cancels;    /* threads may end anywhere */
    bool cleans_up;  /* when they do, handlers run, behind a setjmp */
    bool jumps_away; /* functions that the library calls may leave it by longjmp */
    bool *recursive; /* by Survey.reached */
    Intern note_ids;

    Intern cell_ids; /* (object, offset) */
    VEC(OutlineCell) cells;
    Ids *object_cells;  /* by object */
    Intern written_ids; /* instructions */
    VEC(Ids) written;   /* cells that the instruction may write */

    VEC(OutlineThread) threads;
    VarId *owns;      /* by cell: the thread has it as a writer; NO_ID: nobody asks yet; of the template at hand */
    VarId *ended;     /* by class: its thread does not run, or no more; NO_ID: nobody asks */
    bool *is_counted; /* by Survey.reached: its instructions count in the result */

    /* of the template at hand */
    const OutlineThread *thread;
    Intern body_ids; /* Survey.reached */
    VEC(OutlineBody) bodies;
    Intern value_ids;
    VEC(OutlineValue) values;
    Ids pending; /* values that the next edge saves */
    VEC(OutlineLanding) landings;
    VEC(LocId) jumps; /* to any landing */
    LocId landing;    /* before the thread decides whether it begins or lands */
    LocId error, end, cancelled;
    bool has_error, has_end, has_cancelled;

    uint32_t body; /* at hand */
    LLVMBasicBlockRef block;
    LocId loc;
    bool is_reachable;
    bool is_exact;  /* the instruction at hand */
    bool has_input; /* of a term that is looked at */
    SourcePos pos;
} Outline;

#endif
