int main(void)
{
    int *p = 0, r;
    __asm__ volatile("bsfl %1, %0" : "=r"(r) : "m"(*p));
    return r;
}
