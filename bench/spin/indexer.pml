/* bench/programs/finite/indexer-3.c: a compare-and-swap is one step. */
#define SIZE 8
#define THREADS 3
#define EACH 2
byte table[SIZE], done = 0;

proctype put(byte number)
{
    byte m = 0, w, h;
    bool placed;
    do
    :: m < EACH ->
        d_step { w = number * EACH + m + 1; h = w * 7 % SIZE; placed = false }
        do
        :: !placed ->
            atomic {
                if
                :: table[h] == 0 -> table[h] = w; placed = true
                :: else -> h = (h + 1) % SIZE
                fi
            }
        :: else -> break
        od;
        m++
    :: else -> break
    od;
    done++
}

init
{
    byte i = 0, used = 0;
    atomic { run put(0); run put(1); run put(2) }
    done == THREADS;
    d_step {
        do
        :: i < SIZE -> used = used + (table[i] != 0); i++
        :: else -> break
        od;
        assert(used == THREADS * EACH)
    }
}
