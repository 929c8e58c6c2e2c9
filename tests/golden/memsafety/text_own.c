#include <stdio.h>
#include <string.h>

struct host {
    char name[16];
    int port;
};

/* Texts that the library ends, or the program. */
int main(int argc, char **argv)
{
    char buffer[32], line[128], path[64];
    struct host host = {.port = 80};
    const char *given = argc > 1 ? argv[1] : "localhost";
    snprintf(buffer, sizeof buffer, "%s:%d", given, host.port);
    puts(buffer);
    strncpy(host.name, given, sizeof host.name - 1);
    printf("%s\n", host.name);
    strncpy(path, given, sizeof path);
    path[sizeof path - 1] = 0;
    puts(path);
    while (fgets(line, sizeof line, stdin))
        fputs(line, stdout);
    return 0;
}
