/* getopt moves options before what is none. */
#include <assert.h>
#include <unistd.h>

int main(void)
{
    char name[] = "x", file[] = "file", option[] = "-a";
    char *arguments[] = {name, file, option, 0};
    while (getopt(3, arguments, "a") != -1)
        continue;
    *arguments[1] = 'b';
    assert(option[0] == '-');
}
