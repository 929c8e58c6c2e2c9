/* BuDDy has one set of tables for the process; whose they are is guarded by a lock. */
#include "engines/symmpa/explore/dd_tables.h"

#include <bdd.h>
#include <pthread.h>
#include <string.h>

#include "base/check.h"

#define NODES_START 20000
#define NODES_STEP 2000000 /* how many the table grows by at most */
#define NODE_BYTES 48      /* a node with its share of the caches */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Run *owner;    /* of BuDDy's tables; NULL = free; guarded by the lock */
static int nodes_max; /* of the owner: a table of about that size does not grow */
static jmp_buf *full; /* the owner's; where to go instead of stopping it for want of memory; NULL: nowhere */

/* BuDDy's stack of diagrams that an operation is working on. It is not in bdd.h. */
extern int *bddrefstack;

/* An operation pushes `*top++ = recursion(...)`, which compilers may translate so that the place is there before its
 * contents are. A collection meanwhile looks at what is in that place: an old diagram does no harm, but what malloc
 * leaves there may be no diagram at all, and it crashes. So the stack has to begin with something. */
static void clear_stack(int variables) { memset(bddrefstack, 0, (2 * (size_t)variables + 4) * sizeof *bddrefstack); }

static bool take_tables(Run *run)
{
    pthread_mutex_lock(&lock);
    bool free = !owner;
    if (free) owner = run;
    pthread_mutex_unlock(&lock);
    return free;
}

void dd_tables_release(void *unused)
{
    (void)unused;
    bdd_done();
    pthread_mutex_lock(&lock);
    full = NULL;
    owner = NULL;
    pthread_mutex_unlock(&lock);
}

_Noreturn static void leave_full(void)
{
    if (full) longjmp(*full, 1);
    run_stop(owner, STOP_MEMORY, "memory limit");
}

/* BuDDy's own handler aborts. The run is left; its tables are good for nothing but dd_tables_release then. */
static void on_error(int code)
{
    if (code == BDD_MEMORY || code == BDD_NODENUM) leave_full();
    run_stop(owner, STOP_INTERNAL, "internal error in a decision diagram: %s", bdd_errstring(code));
}

/* One operation may take long; it collects garbage now and then. A table that may not grow any more and is nearly full
 * after a collection would be collected again and again. */
static void on_collection(int before, bddGbcStat *statistics)
{
    run_poll(owner);
    bool is_full = !before && statistics->nodes >= nodes_max && statistics->freenodes < statistics->nodes / 4;
    if (is_full) leave_full();
}

uint32_t dd_tables_start(Run *run, int variables)
{
    if (!take_tables(run)) run_stop(run, STOP_UNSUPPORTED, "another symbolic exploration is under way in this process");
    if (bdd_init(NODES_START, NODES_START / 10) < 0) {
        pthread_mutex_lock(&lock);
        owner = NULL;
        pthread_mutex_unlock(&lock);
        run_stop(run, STOP_MEMORY, "out of memory");
    }
    bdd_error_hook(on_error); /* after bdd_init, which sets the default hooks */
    bdd_gbc_hook(on_collection);
    uint32_t ticket = run_on_free(run, dd_tables_release, NULL);
    bdd_setmaxincrease(NODES_STEP);
    bdd_setcacheratio(8);
    size_t nodes = run_memory_left(run) / NODE_BYTES;
    nodes_max = INT32_MAX;
    if (nodes < INT32_MAX) {
        int most = nodes > 2 * NODES_START ? (int)nodes : 2 * NODES_START;
        bdd_setmaxnodenum(most);
        nodes_max = most - most / 8; /* sizes are primes near the limit */
    }
    CHECK(variables >= 0 && owner == run);
    if (variables) bdd_setvarnum(variables);
    if (variables) clear_stack(variables);
    return ticket;
}

void dd_tables_limit(int nodes, jmp_buf *where)
{
    CHECK(nodes > NODES_START && owner);
    full = where;
    if (nodes > nodes_max) return;
    bdd_setmaxnodenum(nodes);
    nodes_max = nodes - nodes / 8;
}
