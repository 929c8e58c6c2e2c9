/* Chase and Lev's deque of an owner and a thief, in the orders of Le, Pop, Cohen and Zappa Nardelli (PPoPP 2013). */
#include <pthread.h>
#include <stdatomic.h>

#ifndef TAKE
#define TAKE memory_order_seq_cst
#endif
#ifndef PUSH
#define PUSH memory_order_release
#endif

#define JOBS 4

static atomic_int top, bottom, slots[JOBS];
static int done[JOBS];

static void push(int job)
{
    int b = atomic_load_explicit(&bottom, memory_order_relaxed);
    atomic_store_explicit(&slots[b], job, memory_order_relaxed);
    atomic_thread_fence(PUSH);
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int win(int t)
{
    return atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed);
}

static int take(void)
{
    int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1, job = -1;
    atomic_store_explicit(&bottom, b, memory_order_relaxed);
    atomic_thread_fence(TAKE);
    int t = atomic_load_explicit(&top, memory_order_relaxed);
    if (t <= b) job = atomic_load_explicit(&slots[b], memory_order_relaxed);
    if (t == b && !win(t)) job = -1;
    if (t >= b) atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    return job;
}

static void *thief(void *arg)
{
    for (int i = 0; i < JOBS; i++) {
        int t = atomic_load_explicit(&top, memory_order_acquire);
        atomic_thread_fence(memory_order_seq_cst);
        if (t >= atomic_load_explicit(&bottom, memory_order_acquire)) continue;
        int job = atomic_load_explicit(&slots[t], memory_order_relaxed);
        if (win(t)) done[job]++;
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, thief, 0);
    for (int i = 0; i < JOBS; i++) {
        done[i] = 1;
        push(i);
    }
    for (int job; (job = take()) >= 0;)
        done[job]++;
    pthread_join(thread, 0);
    return 0;
}
