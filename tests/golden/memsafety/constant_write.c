/* Writes to what is const and static, or a literal; what a pointer to const leads to may be written. */
#include <string.h>

static const int table[3] = {1, 2, 3};
static int plain;
static const int *const view = &plain;

int main(void)
{
    char copy[] = "text";
    copy[0] = 'T';
    *(int *)view = 4;
#ifdef LITERAL
    char *text = "text";
    text[0] = 'T';
#elif defined BLOCK
    memset((int *)table, 0, sizeof table);
#elif defined ATOMIC
    __atomic_fetch_add((int *)&table[1], 1, __ATOMIC_SEQ_CST);
#elif defined EITHER
    int *target = plain == 4 ? (int *)&table[2] : &plain;
    *target = 5;
#elif defined TEXT
    strcpy((char *)table, "a");
#endif
    return copy[0] == 'T' && table[0] == 1 && plain == 4 ? 0 : 1;
}
