/* Which workers were started is known by their handles, which are 0 where none was. No lock is
 * held by who waits for one. */
#include <pthread.h>
#include <stdlib.h>

typedef struct Team {
    pthread_t workers[2];
    pthread_mutex_t lock;
    int done;
} Team;

static void *work(void *arg)
{
    Team *team = arg;
    pthread_mutex_lock(&team->lock);
    team->done++;
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

static void stop(Team *team)
{
    for (int i = 0; i < 2; i++) {
        if (team->workers[i] == 0) continue;
        pthread_join(team->workers[i], NULL);
        team->workers[i] = 0;
    }
}

int main(void)
{
    Team *team = calloc(1, sizeof *team);
    if (!team) return 1;
    pthread_mutex_init(&team->lock, NULL);
    if (pthread_create(&team->workers[1], NULL, work, team) != 0) team->workers[1] = 0;
    stop(team);
    free(team);
    return 0;
}
