// NULL has a meaning there, also where it is only known at run time.
#define _GNU_SOURCE
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/time.h>
#include <utime.h>
#include <wchar.h>
int main(int argc, char **argv)
{
    (void)argv;
    const char *name = argc > 1 ? "copy" : NULL;
    perror(NULL);
    perror(name);
    system(name);
    setlocale(LC_ALL, NULL);
    utime("f", NULL);
    utimes("f", NULL);
    epoll_ctl(3, EPOLL_CTL_DEL, 4, NULL);
    freopen(NULL, "r", stdin);
    return mblen(NULL, 0);
}
