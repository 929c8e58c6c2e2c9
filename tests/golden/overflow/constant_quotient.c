/* The compiler folds it, and says nothing. */
#include <limits.h>
int main(int count, char **arguments)
{
    (void)arguments;
    if (count > 1) return INT_MIN / -1;
    return 0;
}
