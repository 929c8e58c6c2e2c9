/* optarg points into what getopt was given. */
#include <assert.h>
#include <unistd.h>

int main(void)
{
    char name[] = "x", option[] = "-avalue";
    char *arguments[] = {name, option, 0};
    if (getopt(2, arguments, "a:") == 'a') *optarg = 'w';
    assert(option[2] == 'v');
}
