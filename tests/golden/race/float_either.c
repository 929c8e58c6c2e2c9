/* What is computed with floating point decides what is printed, not whether there is a race. */
#include <pthread.h>
#include <stdio.h>

static double load;
static int reports;

static void *report(void *unused)
{
    if (load * 1.5 > 0.9) printf("busy\n");
    reports++;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    load = 0.7;
    pthread_create(&a, NULL, report, NULL);
    pthread_create(&b, NULL, report, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return reports;
}
