/* Each assertion is evaluated, also where one part of its condition never is, where it is decided while the program is
 * read, and where only one of several calls comes to it. No note. */
#include <assert.h>
#include <pthread.h>

enum { SIZE = 3 };
void reach_error(void);
int x, y, z;

void check(int condition)
{
    if (!condition) {
        y = 9;
        assert(0);
    }
}

void *worker(void *arg)
{
    x = 1;
    assert(x == 1 || y == 7);
    if (!(x == 1 ||
          y == 1))
        reach_error();
    y = 2;
    if (z == 1 &&
        y == 2) {
        x = 7;
        reach_error();
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    assert(SIZE == 3);
    pthread_join(t, 0);
    if (x != 1) assert(0);
    check(SIZE == 3);
    check(x == 1);
    if (x == 5) check(x == 6);
}
