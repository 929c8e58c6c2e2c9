/* Who gets back what other files have set learns nothing of the objects of this one. */
#include <assert.h>

struct device;
struct log {
    int level;
    char *name;
};
extern struct log *logger;
extern struct device board;
extern int verbose;
extern void log_write(struct log *log, const char *text);
extern int device_start(struct device *device);
int errors;

int main(void)
{
    if (device_start(&board) != 0) return 1;
    if (verbose) log_write(logger, "started");
    assert(errors == 0);
}
