/* Lines are read one behind the other into memory whose size the file says; a counter is read meanwhile. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
static int lines;
static int load(const char *name)
{
    struct stat status;
    if (strlen(name) == 0) return -1;
    FILE *file = fopen(name, "r");
    if (file == NULL) return -1;
    if (fstat(fileno(file), &status) != 0) {
        fclose(file);
        return -1;
    }
    char *text = calloc(1, status.st_size + 2);
    if (text == NULL) exit(1);
    char *at = text, *end = text + status.st_size + 1;
    while (fgets(at, end - at < 128 ? end - at : 128, file) != NULL) {
        int length = 0;
        while (length < 128 && at[length] != '\0')
            length++;
        at += length;
        lines++;
    }
    fclose(file);
    free(text);
    return 0;
}
static void *again(void *argument)
{
    load("names");
    return argument;
}
int main(void)
{
    pthread_t t;
    if (load("names") != 0) return 1;
    pthread_create(&t, NULL, again, NULL);
    printf("%d\n", lines);
    pthread_join(t, NULL);
    return 0;
}
