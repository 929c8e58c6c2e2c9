/* A client sends a command: then the table is written without its lock. */
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int clients;

static void *serve(void *argument)
{
    char command;
    int client = dup(*(int *)argument);
    if (client < 0 || recv(client, &command, 1, 0) != 1) return 0;
    if (command == 'j') clients++;
    close(client);
    return 0;
}

int main(void)
{
    static int connection;
    pthread_t t;
    pthread_create(&t, 0, serve, &connection);
    pthread_mutex_lock(&lock);
    clients++;
    pthread_mutex_unlock(&lock);
    pthread_join(t, 0);
    return 0;
}
