/* Structs that are only declared have no size: their addresses go to functions without a body and come back. */
#include <pthread.h>

struct opaque;
union handle {
    struct opaque *pointer;
    union handle *self;
    void (*call)(struct opaque *);
};
struct node {
    struct node *next, **back;
    struct opaque *inside;
    union handle handle;
    int none[0];
    char rest[];
};

extern struct opaque known, other;
static struct opaque *both[2] = {&known, &other};
static struct node root = {&root, &root.next, &other, {&known}};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

int use(struct opaque *, struct opaque **);
double weigh(const struct node *, float);

static void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    if (use(arg, both) > 3) shared++;
    if (weigh(&root, 2.0f) > 1.0) shared++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, 0, worker, &known);
    pthread_mutex_lock(&lock);
    use(both[0], &both[1]);
    weigh(root.next, 1.0f);
    shared = 0;
    pthread_mutex_unlock(&lock);
    pthread_join(id, 0);
    return 0;
}
