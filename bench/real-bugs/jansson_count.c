#include <pthread.h>
#include <jansson.h>

static void *share(void *value)
{
    json_decref(json_incref(value));
    return NULL;
}

int main(void)
{
    pthread_t thread;
    json_t *value = json_integer(1);
    if (!value) return 1;
    pthread_create(&thread, NULL, share, value);
    share(value);
    pthread_join(thread, NULL);
    json_decref(value);
}
