/* Memory of alloca lives until its function returns, not only in its block. */
#include <alloca.h>

static int sum(void)
{
    int *kept = 0;
    {
        int *numbers = alloca(2 * sizeof *numbers);
        numbers[0] = 1;
        numbers[1] = 2;
        kept = numbers;
    }
    return kept[0] + kept[1];
}

int main(void)
{
    return sum() == 3 ? 0 : 1;
}
