#include <pthread.h>
#include "cJSON.h"

static void *parse(void *text)
{
    cJSON_Delete(cJSON_Parse(text));
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, parse, "1");
    parse("2");
    pthread_join(thread, NULL);
}
