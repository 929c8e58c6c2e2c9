/* The file with the passwords is loaded again while a client logs in. */
#include <pthread.h>
#include "authfile.h"

static void *reload(void *argument)
{
    authfile_load("passwords");
    return argument;
}

int main(void)
{
    pthread_t thread;
    if (authfile_load("passwords") != AUTHFILE_OK) return 1;
    pthread_create(&thread, NULL, reload, NULL);
    authfile_check("user", 4, "pass", 4);
    pthread_join(thread, NULL);
    return 0;
}
