/* Large buffers become arbitrary as a whole; that they are large enough is another matter. */
#include <unistd.h>
char a[100];
int main(void)
{
    read(0, a, 101);
    return 0;
}
