/* The child may wait for ever for what the writer held when main forked. */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void add_line(void)
{
    pthread_mutex_lock(&lock);
    lines++;
    pthread_mutex_unlock(&lock);
}

static void *writer(void *arg)
{
    add_line();
    return arg;
}

#ifdef EXECS
static void child(void)
{
    execl("/bin/true", "true", (char *)NULL);
    _exit(127);
}
#else
static void child(void)
{
    add_line();
    _exit(0);
}
#endif

static pid_t start_child(void)
{
    pid_t pid = fork();
    if (pid == 0) child();
    return pid;
}

int main(void)
{
    pthread_t thread;
    pid_t pid;
#ifdef FIRST
    pid = start_child();
    pthread_create(&thread, NULL, writer, NULL);
#else
    pthread_create(&thread, NULL, writer, NULL);
    pid = start_child();
#endif
    pthread_join(thread, NULL);
    if (pid > 0) waitpid(pid, NULL, 0);
    add_line();
    return lines == 0;
}
