void hook(void) __attribute__((weak));

int main(void)
{
    hook();
}
