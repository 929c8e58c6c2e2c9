/* What is read is a structure, not a text. */
#include <sys/time.h>
int main(void)
{
    char b[4] = "";
    return utimes("f", (struct timeval *)b);
}
