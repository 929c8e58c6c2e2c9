/* Memory of alloca is gone when its function has returned. */
#include <alloca.h>

static int *sum(void)
{
    int *kept = 0;
    {
        int *numbers = alloca(2 * sizeof *numbers);
        numbers[0] = 1;
        numbers[1] = 2;
        kept = numbers;
    }
    return kept;
}

int main(void)
{
    return *sum() == 1 ? 0 : 1;
}
