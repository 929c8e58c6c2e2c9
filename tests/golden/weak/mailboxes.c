// A message for each of four threads, whose flag is an element of an array of structs.
#include <pthread.h>
#include <stdatomic.h>
static struct { atomic_int is_full; int letter; } boxes[4];
static void *reader(void *arg)
{
    long i = (long)arg;
    while (!atomic_load_explicit(&boxes[i].is_full, memory_order_acquire)) { }
    return boxes[i].letter ? arg : 0;
}
int main(void)
{
    pthread_t t[4];
    for (long i = 0; i < 4; i++) pthread_create(&t[i], 0, reader, (void *)i);
    for (int i = 0; i < 4; i++) {
        boxes[i].letter = i;
        atomic_store_explicit(&boxes[i].is_full, 1, memory_order_release);
    }
    for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
    return 0;
}
