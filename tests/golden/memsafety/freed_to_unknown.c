/* A function without a body may use what it is given, which is freed. */
#include <stdlib.h>
void use(int *p);
int main(void)
{
    int *p = malloc(sizeof *p);
    free(p);
    use(p);
    return 0;
}
