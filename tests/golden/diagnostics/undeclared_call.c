/* A slip of the pen: nobody declares or defines the function, and a linker refuses the program. */
static int x;
static void put_item(int v) { x = v; }
int main(void)
{
    put_item(1);
    put_itme(2);
    return x;
}
