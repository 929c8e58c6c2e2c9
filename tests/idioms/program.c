// The program that each line of idioms.txt stands in front of: right, and easy to prove.
#define _GNU_SOURCE
#include <alloca.h>
#include <arpa/inet.h>
#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <syslog.h>
#include <termios.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

struct node {
    struct node *next;
    int value;
};

int verbose, count;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
void handler(int number) { (void)number; }
void ending(void) {}
void clean(void *arg) { (void)arg; }
void *idle(void *arg) { return arg; }
int c11(void *arg) { return arg != NULL; }
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
void take_struct(struct node n) { (void)n; }
struct node give_struct(void) { return (struct node){NULL, 1}; }

void log_message(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
}

void *worker(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    int before = count;
    count = before + 1;
    assert(count == before + 1);
    pthread_mutex_unlock(&lock);
    return NULL;
}

DECLARATIONS

int main(int argc, char **argv)
{
    {
        IDIOM;
    }
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
