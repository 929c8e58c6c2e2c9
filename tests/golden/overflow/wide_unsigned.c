/* Unsigned numbers wrap around, whatever their width. */
int main(void)
{
    unsigned __int128 greatest = ~(unsigned __int128)0, sum = greatest + 1;
    return (int)((unsigned long)(sum >> 64) & 1);
}
