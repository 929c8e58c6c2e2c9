/* -O2 defines __OPTIMIZE__, for the library's headers, too: what they define inline then is still the library's. */
#include <assert.h>
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __OPTIMIZE__
#define STEP 2
#else
#define STEP 1
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char text[8];
static int count;
static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    count += STEP;
    snprintf(text, sizeof text, "%d", tolower('A') + atoi("1"));
    printf("%d %s\n", count, text);
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void)
{
    pthread_t one;
    pthread_create(&one, 0, work, 0);
    work(0);
    pthread_join(one, 0);
    char copy[8];
    memcpy(copy, text, sizeof copy);
    assert(count == 4);
}
