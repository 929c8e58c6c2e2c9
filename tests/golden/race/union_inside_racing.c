/* The same of a union in a structure, by an index from amid. */
#include <pthread.h>

extern unsigned char any(void);

static struct packet {
    int length;
    union {
        struct {
            short kind;
            char name[4];
            char end[2];
        } head;
        char bytes[8];
    } u;
} packet;

static void *fill(void *arg)
{
    char *p = &packet.u.bytes[2];
    p[any() % 6] = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, fill, 0);
    packet.u.head.end[1] = 2;
    pthread_join(t, 0);
    return 0;
}
