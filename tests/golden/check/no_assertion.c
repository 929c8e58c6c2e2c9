/* Nothing can go wrong where nothing is asked: that is no proof. */
int shared;
int main(void)
{
    shared = 1;
    return 0;
}
