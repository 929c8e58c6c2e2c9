/* The loop goes on while the counter is less than 4, and less than what would overflow. */
static int table[4];

int main(void)
{
    for (int i = 0; i < 4; i++) table[i] = i + 3;
}
