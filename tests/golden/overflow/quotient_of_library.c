/* What abs cannot represent is a violation; of what these cannot, nothing is known. */
#include <limits.h>
#include <stdlib.h>
int main(void)
{
    div_t d = div(INT_MIN, -1);
    return d.rem;
}
