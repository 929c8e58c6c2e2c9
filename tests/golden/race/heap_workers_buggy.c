/* Each worker has a struct of its own, with a number first and pointers behind it; the pool keeps where they are. */
#include <pthread.h>
#include <stdlib.h>
struct team;
struct worker {
    int number;
    pthread_t thread;
    struct team *team;
};
struct team {
    struct worker **workers;
    int awake;
    pthread_mutex_t lock;
};
static void *work(void *argument)
{
    struct worker *w = argument;
    struct team *team = w->team;
    if (w->number >= 0) team->awake++;
    return NULL;
}
static void add_worker(struct team *team, struct worker **place, int number)
{
    *place = malloc(sizeof(struct worker));
    if (*place == NULL) exit(1);
    (*place)->team = team;
    (*place)->number = number;
    pthread_create(&(*place)->thread, NULL, work, *place);
    pthread_detach((*place)->thread);
}
int main(void)
{
    struct team *team = malloc(sizeof *team);
    if (team == NULL) return 1;
    pthread_mutex_init(&team->lock, NULL);
    team->awake = 0;
    team->workers = malloc(2 * sizeof(struct worker *));
    if (team->workers == NULL) return 1;
    for (int i = 0; i < 2; i++)
        add_worker(team, &team->workers[i], i);
    return 0;
}
