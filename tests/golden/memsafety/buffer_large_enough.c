#include <unistd.h>
char a[100];
int main(void)
{
    read(0, a, 100);
    return 0;
}
