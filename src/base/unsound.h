/* Test-only switches that make parts of the analysis wrong, so that tests can see the self-check notice. They exist
 * only in objects compiled with CHORUS_UNSOUND, which no library or program of Chorus is made of. */
#ifndef CHORUS_BASE_UNSOUND_H
#define CHORUS_BASE_UNSOUND_H

typedef enum Unsound {
    UNSOUND_NOTHING,
    UNSOUND_NO_PASSIVE_UPDATES, /* steps leave what is known of other threads alone */
    UNSOUND_LIVE_IS_DEAD,       /* assignments to live locals are dropped as if they were dead */
    UNSOUND_MERGE_SHARED,       /* steps that access shared variables count as local */
    UNSOUND_PART_SKIPPED,       /* one of the parts of a question is not asked */
    UNSOUND_LOCK_KEPT,          /* a thread that frees a lock still holds it */
    UNSOUND_ORDER_FORGOTTEN,    /* threads that say so when they end are taken to end at once */
    UNSOUND_NUMBERS_SHARED,     /* a number that others hold, too, counts as a thread's own */
    UNSOUND_START_FORGOTTEN,    /* a thread that is started does not exist yet */
    UNSOUND_TEAM_FORGOTTEN,     /* nothing is asked of a thread that joins a team */
    UNSOUND_BOUND_REFUTES,      /* what is known of a team is taken to contradict all errors */
    UNSOUND_SETTER_STAYS,       /* who sets a flag is taken to stay where it went then */
    UNSOUND_READ_DROPPED,       /* the front end forgets that memory is read */
    UNSOUND_REASON_DROPPED,     /* what excuses errors is not all in the proof */
    UNSOUND_WRITE_HIDDEN,       /* context inference: others do not see that a step writes */
    UNSOUND_HAVOC_FORGOTTEN,    /* others do not see what a step assigns */
    UNSOUND_COUNTER_STUCK,      /* counters of context threads do not grow */
    UNSOUND_GRAPH_LATE,         /* what a step does is told to the graph only where the others' regions allow it */
    UNSOUND_ROUNDS_FEWER,       /* loops go round once */
    UNSOUND_OTHERS_KEPT,        /* other threads change nothing that the one at hand reads */
    UNSOUND_ALL_COMMUTE,        /* any two steps of different threads can be swapped */
    UNSOUND_RANK_BY_SLEEP,      /* which thread is preferred depends on who sleeps */
    UNSOUND_ALL_DEAD,           /* a thread that sleeps and could be woken is not */
    UNSOUND_WAYS_HIDE,          /* of several ways to a node of a reduction that can be taken one hides the others */
    UNSOUND_CASE_FORGOTTEN,     /* steps that are told apart by a condition are made only where it holds */
    UNSOUND_JOIN_OVERLAPS,      /* of two steps that are both possible one is not made */
    UNSOUND_STORE_LATE,         /* stores of arbitrary values are left out after others have read the array */
    UNSOUND_ELEMENT_LOST,       /* watched elements never change */
    UNSOUND_ELEMENT_UNASKED,    /* what is asked of a watched element is taken to hold */
    UNSOUND_ELEMENT_DIFFERS,    /* threads of different templates watch different elements */
    UNSOUND_ELEMENT_OTHER,      /* what is asked of other elements than the watched ones is taken to hold */
    UNSOUND_LOCATION_FORGOTTEN, /* threads at one location are not counted */
    UNSOUND_COUNT_UNASKED,      /* what random runs say of a value that counts threads is taken to hold */
    UNSOUND_SECTION_OPEN,       /* what sections of a lock touch others touch meanwhile, too */
    UNSOUND_SET_NOT_PERSISTENT, /* threads are left for later on which those depend that are moved first */
    UNSOUND_THREAD_IGNORED,     /* threads are left for later for ever */
    UNSOUND_ALL_GROW,           /* more can be done, and nothing else, where variables are larger */
    UNSOUND_SYMBOLS_EQUAL,      /* two arbitrary values are taken to be the same */
    UNSOUND_GUARD_FAILS,        /* a guard that depends on a value that is not known fails */
    UNSOUND_ELEMENTS_KEPT,      /* what is written somewhere in an array leaves the elements that are known */
    UNSOUND_JOIN_ASSIGNED,      /* locations are joined between which something is assigned */
    UNSOUND_THREAD_LEFT_OUT,    /* threads are left out though others see what they do */
    UNSOUND_BRANCH_MATTERS,     /* branches are left out on which something is assigned that matters */
    UNSOUND_WAYS_PART,          /* branches are left out that lead to different places */
    UNSOUND_RELAXED_RELEASES,   /* every atomic store releases */
    UNSOUND_MESSAGE_KEPT,       /* a store leaves the message of the location as it was */
    UNSOUND_FENCE_ORDERS_ALL,   /* a sequentially consistent fence comes after all that it is behind */
    UNSOUND_PSC_BEHIND,         /* what is reached from such a fence is taken to be ordered after it */
    UNSOUND_LOCATION_UNASKED,   /* of one location it is not asked whether its accesses are out of order */
    UNSOUND_KNOWN_KEPT,         /* what a thread knows of its locals stays known when they are assigned to */
    UNSOUND_FACT_UNSTABLE       /* other threads are taken to leave true what a thread knows of shared variables */
} Unsound;

#ifdef CHORUS_UNSOUND
extern Unsound chorus_unsound; /* defined by the test */
#define IS_UNSOUND(which) (chorus_unsound == (which))
#else
#define IS_UNSOUND(which) (0)
#endif

#endif
