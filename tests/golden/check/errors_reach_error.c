/* With --errors=reach_error a failing assert ends the program. */
#include <assert.h>
extern void reach_error(void);
int main(int argc, char **argv)
{
    (void)argv;
    assert(argc != 3);
    if (argc == 3) reach_error();
    return 0;
}
