/* With --errors=abort a call of abort is an error, also through a pointer. */
#include <stdlib.h>
int main(int argc, char **argv)
{
    (void)argv;
    void (*end)(void) = abort;
    if (argc == 3) end();
    return 0;
}
