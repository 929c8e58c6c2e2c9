/* The model looks at nothing of a condition variable, but one must be there. */
#include <pthread.h>
pthread_cond_t *c;
int main(void)
{
    pthread_cond_signal(c);
    return 0;
}
