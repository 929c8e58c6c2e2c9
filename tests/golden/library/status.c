/* Not every stack is large enough. */
#include <pthread.h>
void reach_error(void);
int main(void)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (pthread_attr_setstacksize(&attributes, 1) != 0) reach_error();
}
