/* bench/programs/finite/queue-4.c, one step a section of the lock. */
#define PLACES 4
#define ITEMS 6
byte item[PLACES], first = 0, count = 0, done = 0;

proctype produce()
{
    byte i = 0;
    do
    :: i < ITEMS ->
        atomic {
            if
            :: count < PLACES -> item[(first + count) % PLACES] = i; count++; i++
            :: else -> skip
            fi
        }
    :: else -> break
    od;
    done++
}

proctype consume()
{
    byte i = 0;
    do
    :: i < ITEMS ->
        atomic {
            if
            :: count > 0 -> assert(item[first] == i); first = (first + 1) % PLACES; count--; i++
            :: else -> skip
            fi
        }
    :: else -> break
    od;
    done++
}

init
{
    atomic { run produce(); run consume() }
    done == 2;
    assert(count == 0)
}
