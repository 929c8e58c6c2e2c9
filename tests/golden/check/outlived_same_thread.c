// No thread but main: the local is read when its function has returned.
#include <assert.h>
static int *kept;
static void keep(void)
{
    int seven = 7;
    kept = &seven;
}
int main(int argc, char **argv)
{
    keep();
    if (argc > 1) assert(*kept == 7);
    return 0;
}
