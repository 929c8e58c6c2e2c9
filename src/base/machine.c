#include "base/machine.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/check.h"

#define TEXT_BYTES 4096
#define PATH_BYTES (2 * TEXT_BYTES)

/* The beginning of a small file as text; "" when it cannot be read. */
static const char *read_small_file(const char *path, char text[TEXT_BYTES])
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? 0 : read(fd, text, TEXT_BYTES - 1);
    if (fd >= 0) close(fd);
    text[length > 0 ? length : 0] = 0;
    return text;
}

uint64_t machine_memory_used(void)
{
    char text[TEXT_BYTES];
    unsigned long long all = 0, resident = 0;
    if (sscanf(read_small_file("/proc/self/statm", text), "%llu %llu", &all, &resident) != 2) return 0;
    CHECK(resident <= all);
    return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void lower_to(MachineMemory *m, const char *path)
{
    char text[TEXT_BYTES];
    char *end;
    unsigned long long bytes = strtoull(read_small_file(path, text), &end, 10); /* version 2: "max" for none */
    if (end == text || !bytes || (m->bytes && bytes >= m->bytes)) return;
    *m = (MachineMemory){bytes, "control group's"};
}

/* The limits of a group and of all above it; in a container the path may be that of the host, and only the top is seen.
 */
static void lower_to_groups(MachineMemory *m, const char *mount, const char *group, const char *file)
{
    char path[PATH_BYTES];
    CHECK(strlen(group) < TEXT_BYTES);
    for (size_t length = strlen(group);; length--) {
        if (length && group[length] && group[length] != '/') continue;
        snprintf(path, sizeof path, "%s%.*s/%s", mount, (int)length, group, file);
        lower_to(m, path);
        if (!length) return;
    }
}

static void lower_to_limit(MachineMemory *m, struct rlimit limit, uint64_t unused, const char *whose)
{
    if (limit.rlim_cur == RLIM_INFINITY) return;
    uint64_t bytes = limit.rlim_cur > unused ? limit.rlim_cur - unused : 1;
    if (!m->bytes || bytes < m->bytes) *m = (MachineMemory){bytes, whose};
}

/* Of libraries that are loaded, little is resident. */
static void lower_to_process(MachineMemory *m)
{
    char text[TEXT_BYTES];
    unsigned long long all = 0, resident = 0, data = 0;
    if (sscanf(read_small_file("/proc/self/statm", text), "%llu %llu %*u %*u %*u %llu", &all, &resident, &data) != 3)
        return;
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0) lower_to_limit(m, limit, (all - resident) * page, "process's (ulimit -v)");
    if (getrlimit(RLIMIT_DATA, &limit) == 0)
        lower_to_limit(m, limit, (data > resident ? data - resident : 0) * page, "process's (ulimit -d)");
}

MachineMemory machine_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    MachineMemory m = {pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : 0, "machine's"};
    char text[TEXT_BYTES], *rest = NULL;
    read_small_file("/proc/self/cgroup", text); /* lines NUMBER:CONTROLLERS:PATH */
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!group) continue;
        *group++ = 0;
        if (!controllers[1])
            lower_to_groups(&m, "/sys/fs/cgroup", group, "memory.max");
        else if (strstr(controllers, "memory"))
            lower_to_groups(&m, "/sys/fs/cgroup/memory", group, "memory.limit_in_bytes");
    }
    lower_to_process(&m);
    return m;
}
