#include "c/library/record.h"

#include <stddef.h>
#include <string.h>

#define ONE(name, argument, ...) {name, argument, __VA_ARGS__, false, RECORD_ALONE, false}
#define ONE_OR_NULL(name, argument, ...) {name, argument, __VA_ARGS__, true, RECORD_ALONE, false}
/* As many descriptors as the first argument says, which may be more than there are in an fd_set. */
#define DESCRIPTORS(name, argument) {name, argument, 1, 1, true, 0, true}

#define TIME 8, 4
#define TIMESPEC 16, 8
#define TIMEVAL 16, 8
#define INTERVAL 32, 16
#define BROKEN_TIME 56, 44 /* struct tm */
#define SIGNALS 128, 128

static const LibraryRecord records[] = {
    ONE("nanosleep", 0, TIMESPEC),
    ONE_OR_NULL("nanosleep", 1, TIMESPEC),
    ONE("thrd_sleep", 0, TIMESPEC),
    ONE_OR_NULL("thrd_sleep", 1, TIMESPEC),
    ONE("clock_nanosleep", 2, TIMESPEC),
    ONE_OR_NULL("clock_nanosleep", 3, TIMESPEC),
    ONE("localtime", 0, TIME),
    ONE("gmtime", 0, TIME),
    ONE("ctime", 0, TIME),
    ONE("ctime_r", 0, TIME),
    ONE("localtime_r", 0, TIME),
    ONE("localtime_r", 1, BROKEN_TIME),
    ONE("gmtime_r", 0, TIME),
    ONE("gmtime_r", 1, BROKEN_TIME),
    ONE("mktime", 0, BROKEN_TIME),
    ONE("timegm", 0, BROKEN_TIME),
    ONE("timelocal", 0, BROKEN_TIME),
    ONE("asctime", 0, BROKEN_TIME),
    ONE("asctime_r", 0, BROKEN_TIME),
    ONE("strftime", 3, BROKEN_TIME),
    DESCRIPTORS("select", 1),
    DESCRIPTORS("select", 2),
    DESCRIPTORS("select", 3),
    ONE_OR_NULL("select", 4, TIMEVAL),
    DESCRIPTORS("pselect", 1),
    DESCRIPTORS("pselect", 2),
    DESCRIPTORS("pselect", 3),
    ONE_OR_NULL("pselect", 4, TIMESPEC),
    ONE_OR_NULL("pselect", 5, SIGNALS),
    {"poll", 0, 8, 8, false, 1, false},
    ONE("setitimer", 1, INTERVAL),
    ONE_OR_NULL("setitimer", 2, INTERVAL),
    ONE("getitimer", 1, INTERVAL),
    ONE("timer_gettime", 1, INTERVAL),
    ONE("timer_settime", 2, INTERVAL),
    ONE_OR_NULL("timer_settime", 3, INTERVAL),
    ONE("timerfd_gettime", 1, INTERVAL),
    ONE("timerfd_settime", 2, INTERVAL),
    ONE_OR_NULL("timerfd_settime", 3, INTERVAL),
    ONE("getrlimit", 1, 16, 8),
    ONE("setrlimit", 1, 16, 8),
    ONE("getrlimit64", 1, 16, 16),
    ONE("setrlimit64", 1, 16, 16),
    ONE("getrusage", 1, 144, 72),
    ONE("times", 0, 32, 16),
    ONE("sysinfo", 0, 112, 64),
    ONE("uname", 0, 390, 390),
    ONE("stat", 1, 144, 0),
    ONE("lstat", 1, 144, 0),
    ONE("fstat", 1, 144, 0),
    ONE("fstatat", 2, 144, 0),
    ONE("pipe", 0, 8, 8),
    ONE("pipe2", 0, 8, 8),
    ONE("socketpair", 3, 8, 8),
    ONE("inet_aton", 1, 4, 4),
    ONE_OR_NULL("epoll_ctl", 3, 12, 12),
    {"epoll_wait", 1, 12, 12, false, 2, false},
    {"epoll_pwait", 1, 12, 12, false, 2, false},
    ONE_OR_NULL("epoll_pwait", 4, SIGNALS),
    ONE("tcgetattr", 1, 60, 60),
    ONE("tcsetattr", 2, 60, 60),
    ONE("sigpending", 0, SIGNALS),
    ONE("sigsuspend", 0, SIGNALS),
};

const LibraryRecord *library_record(const char *name, unsigned argument)
{
    for (size_t i = 0; i < sizeof records / sizeof *records; i++)
        if (records[i].argument == argument && strcmp(records[i].name, name) == 0) return &records[i];
    return NULL;
}
