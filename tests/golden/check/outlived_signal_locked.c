/* The worker signals before it gives the lock back, without which its starter does not return. */
#include <assert.h>
#include <pthread.h>

struct answer {
    pthread_mutex_t lock;
    pthread_cond_t come;
    int is_there;
};

pthread_t worker;

void *work(void *argument)
{
    struct answer *answer = argument;
    pthread_mutex_lock(&answer->lock);
    answer->is_there = 1;
    pthread_cond_signal(&answer->come);
    pthread_mutex_unlock(&answer->lock);
    return NULL;
}

int ask(void)
{
    struct answer answer = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    pthread_create(&worker, NULL, work, &answer);
    pthread_mutex_lock(&answer.lock);
    while (!answer.is_there)
        pthread_cond_wait(&answer.come, &answer.lock);
    int result = answer.is_there;
    pthread_mutex_unlock(&answer.lock);
    return result;
}

int main(void)
{
    int result = ask();
    assert(result == 1);
    pthread_join(worker, NULL);
    return 0;
}
