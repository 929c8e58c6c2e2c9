/* Nobody uses the value, so there is no code either. */
#include <limits.h>
int main(void)
{
    (void)(INT_MIN % -1);
    return 0;
}
