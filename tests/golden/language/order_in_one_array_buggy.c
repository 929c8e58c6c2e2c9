/* Two addresses of one array or of two: where they lie in one the order is known. */
#include <assert.h>
#include <pthread.h>
int a[4], b[4];
int *volatile read_at = a, *volatile write_at = a;
static void *other(void *arg) { (void)arg; write_at = b + 1; read_at = b; return 0; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    pthread_join(t, 0);
    assert(read_at > write_at && write_at - read_at == 1);
    return 0;
}
