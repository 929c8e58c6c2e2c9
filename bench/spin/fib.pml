/* bench/programs/finite/fib-N.c (-DROUNDS=N -DLARGEST=M), one step a section of the lock. */
int a = 1, b = 1;
byte done = 0;

proctype add_b()
{
    byte i = 0;
    do
    :: i < ROUNDS -> atomic { a = a + b; i++ }
    :: else -> break
    od;
    done++
}

proctype add_a()
{
    byte i = 0;
    do
    :: i < ROUNDS -> atomic { b = b + a; i++ }
    :: else -> break
    od;
    done++
}

init
{
    atomic { run add_b(); run add_a() }
    done == 2;
    assert(a <= LARGEST && b <= LARGEST)
}
