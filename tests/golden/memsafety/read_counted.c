/* As many bytes are read as a number says, all of which are there. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char room[8];

static void *work(void *argument) { return argument; }

int main(int argc, char **argv)
{
    pthread_t t;
    size_t n = (size_t)argc & 7;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    if (write(1, room, 8) < 0 || write(1, room, n) < 0 || write(1, "ab", 3) < 0) return 1;
    if (fwrite(room, 1, n, stdout) < n || memcmp(room, "abcdefg", n) == 0) return 1;
    return argv[0] == NULL;
}
