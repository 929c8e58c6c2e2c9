/* One thread records samples, another plays them, through a ring without locks. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SIZE 8 /* a power of two */
#define FRAMES 200

struct sample {
    int16_t left, right;
};

struct ring {
    struct sample samples[SIZE];
    atomic_uint written; /* by the recorder */
    atomic_uint played;  /* by the player */
};

static int ring_write(struct ring *r, struct sample sample)
{
    unsigned written = atomic_load_explicit(&r->written, memory_order_relaxed);
    unsigned played = atomic_load_explicit(&r->played, memory_order_acquire);
    if (written - played == SIZE)
        return 0;
    r->samples[written % SIZE] = sample;
    atomic_store_explicit(&r->written, written + 1, memory_order_release);
    return 1;
}

static int ring_read(struct ring *r, struct sample *sample)
{
    unsigned played = atomic_load_explicit(&r->played, memory_order_relaxed);
    unsigned written = atomic_load_explicit(&r->written, memory_order_acquire);
    if (written == played)
        return 0;
    *sample = r->samples[played % SIZE];
    atomic_store_explicit(&r->played, played + 1, memory_order_release);
    return 1;
}

static void *record(void *arg)
{
    struct ring *r = arg;
    for (int i = 0; i < FRAMES; i++) {
        struct sample s = {(int16_t)(i * 3), (int16_t)(i * 5)};
        while (!ring_write(r, s))
            sched_yield();
    }
    return NULL;
}

static void *play(void *arg)
{
    struct ring *r = arg;
    int peak = 0;
    for (int i = 0; i < FRAMES; i++) {
        struct sample s;
        while (!ring_read(r, &s))
            sched_yield();
        if (s.left > peak)
            peak = s.left;
    }
    printf("peak %d\n", peak);
    return NULL;
}

int main(void)
{
    pthread_t recorder, player;
    struct ring *r = calloc(1, sizeof *r);
    if (!r) {
        perror("calloc");
        return 1;
    }
    if (pthread_create(&recorder, NULL, record, r) != 0) {
        free(r);
        return 1;
    }
    if (pthread_create(&player, NULL, play, r) != 0) {
        fprintf(stderr, "no player\n");
        exit(1);
    }
    pthread_join(recorder, NULL);
    pthread_join(player, NULL);
    free(r);
    return 0;
}
