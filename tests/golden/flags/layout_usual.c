/* Members move closer together with -fpack-struct=1, and only then does the byte belong to `size`. */
#include <assert.h>
struct Entry {
    char kind;
    int size;
} entries[2];
int main(void)
{
    ((char *)entries)[1] = 7;
    assert(entries[0].size == 7);
}
