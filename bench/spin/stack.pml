/* bench/programs/finite/stack-8.c, one step a section of the lock. */
#define ITEMS 8
byte stack[ITEMS], top = 0;

proctype push()
{
    byte i = 0;
    do
    :: i < ITEMS -> atomic { assert(top < ITEMS); stack[top] = i + 1; top++; i++ }
    :: else -> break
    od
}

proctype pop()
{
    byte i = 0;
    do
    :: i < ITEMS ->
        atomic {
            if
            :: top > 0 -> top--; assert(stack[top] > 0); stack[top] = 0
            :: else -> skip
            fi;
            i++
        }
    :: else -> break
    od
}

init { atomic { run push(); run pop() } }
