/* The table of items is told to grow. */
#include "memcached.h"

int main(void)
{
    assoc_init(0);
    if (start_assoc_maintenance_thread() != 0) return 1;
    assoc_start_expand(1000000);
    stop_assoc_maintenance_thread();
    return 0;
}
