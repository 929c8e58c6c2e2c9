int get(void);
int x;
int main(void)
{
    x = get();
    x = get();
    return 0;
}
