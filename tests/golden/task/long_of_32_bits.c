/* Alone, on a 64-bit machine, that fails; the task says that longs have 32 bits. */
extern void reach_error(void);

int main(void)
{
    if (sizeof(long) != 4) reach_error();
    return 0;
}
