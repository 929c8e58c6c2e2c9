/* The number is counted up between the allocation and the loop. */
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5;
    if (n < 1 || n > 1000)
        return 2;
    int *numbers = malloc(n * sizeof *numbers);
    if (!numbers)
        return 1;
    if (argc > 2)
        n++;
    for (int i = 0; i < n; i++)
        numbers[i] = i;
    free(numbers);
    return 0;
}
