/* The objects that threads were given end with main, when one more object is made: so many that their table moves then. */
#include <pthread.h>
#include <stdlib.h>

struct shop {
    pthread_mutex_t lock;
    int left;
};

struct clerk {
    pthread_t thread;
    struct shop *shop;
    int sales;
};

static int sell(struct shop *shop)
{
    int sold = 0;
    pthread_mutex_lock(&shop->lock);
    if (shop->left > 0) {
        shop->left--;
        sold = 1;
    }
    pthread_mutex_unlock(&shop->lock);
    return sold;
}

static void *work(void *arg)
{
    struct clerk *clerk = arg;
    while (sell(clerk->shop))
        clerk->sales++;
    return NULL;
}

static int g0;
static int g1;
static int g2;
static int g3;
static int g4;
static int g5;
static int g6;
static int g7;
static int g8;
static int g9;
static int g10;
static int g11;

int main(void)
{
    g0 = 1;
    g1 = 1;
    g2 = 1;
    g3 = 1;
    g4 = 1;
    g5 = 1;
    g6 = 1;
    g7 = 1;
    g8 = 1;
    g9 = 1;
    g10 = 1;
    g11 = 1;
    struct clerk clerks[2];
    struct shop *shop = malloc(sizeof *shop);
    int started = 0;
    if (!shop) return 1;
    pthread_mutex_init(&shop->lock, NULL);
    shop->left = 3;
    for (int i = 0; i < 2; i++) {
        clerks[i].shop = shop;
        clerks[i].sales = 0;
        if (pthread_create(&clerks[i].thread, NULL, work, &clerks[i]) != 0) break;
        started++;
    }
    for (int i = 0; i < started; i++)
        pthread_join(clerks[i].thread, NULL);
    free(shop);
    return 0;
}
