/* A key whose value is another one is not deleted, and can be found afterwards. */
#include <assert.h>
#include "hashtable.h"

int main(void)
{
    hashtable_t *table = ht_create(128, 256, NULL);
    if (table == NULL) return 1;
    ht_set(table, "key", 3, "one", 3);
    ht_delete_if_equals(table, "key", 3, "two", 3);
    ht_exists(table, "key", 3);
    ht_destroy(table);
    return 0;
}
