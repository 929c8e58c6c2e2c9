// A ring of messages between two threads: head and tail are indices, and one slot stays empty.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
struct message { int kind, length; };
static struct {
    struct message slots[8];
    atomic_int head, tail;
} ring;
static bool push(struct message m)
{
    int head = atomic_load(&ring.head), next = (head + 1) % 8;
    if (next == atomic_load(&ring.tail)) return false;
    ring.slots[head] = m;
    atomic_store(&ring.head, next);
    return true;
}
static bool pop(struct message *m)
{
    int tail = atomic_load(&ring.tail);
    if (tail == atomic_load(&ring.head)) return false;
    *m = ring.slots[tail];
    atomic_store(&ring.tail, (tail + 1) % 8);
    return true;
}
static void *sender(void *arg)
{
    for (int i = 0; i < 100;)
        if (push((struct message){1, i})) i++;
    return arg;
}
static void *receiver(void *arg)
{
    struct message m;
    int bytes = 0;
    for (int i = 0; i < 100;)
        if (pop(&m)) {
            i++;
            bytes ^= m.length;
        }
    return bytes ? arg : 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, sender, 0);
    pthread_create(&b, 0, receiver, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
