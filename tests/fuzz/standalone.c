/* Replays the corpus of a fuzz target as a test: every file of the folder FUZZ_CORPUS, or the files
 * named on the command line, goes through LLVMFuzzerTestOneInput in a child of its own. */
#include "tap.h"

#include <dirent.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *replayed; /* the file that the child replays */

static void replay(void)
{
    FILE *f = fopen(replayed, "rb");
    REQUIRE(f);
    uint8_t *data = NULL;
    size_t size = 0, capacity = 0, got = 0;
    do {
        size += got;
        if (size == capacity) REQUIRE((data = realloc(data, capacity = 2 * capacity + 4096)));
        got = fread(data + size, 1, capacity - size, f);
    } while (got > 0);
    fclose(f);
    uint8_t *exact = malloc(size ? size : 1); /* so that a checker sees reads past the end */
    REQUIRE(exact);
    memcpy(exact, data, size);
    free(data);
    CHECK_EQ_INT(LLVMFuzzerTestOneInput(exact, size), 0);
    free(exact);
}

static bool replay_file(const char *path, int number)
{
    replayed = path;
    double seconds;
    bool ok = tap_run(&(TapCase){path, replay, false, NULL}, &seconds);
    const char *slash = strrchr(path, '/');
    printf("%s %d - %s\n", ok ? "ok" : "not ok", number, slash ? slash + 1 : path);
    return ok;
}

static int is_visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

int main(int argc, char **argv)
{
    int count = 0, failed = 0;
    for (int i = 1; i < argc; i++)
        failed += !replay_file(argv[i], ++count);
    struct dirent **entries = NULL;
    int n = argc > 1 ? 0 : scandir(FUZZ_CORPUS, &entries, is_visible, alphasort);
    for (int i = 0; i < n; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", FUZZ_CORPUS, entries[i]->d_name);
        failed += !replay_file(path, ++count);
        free(entries[i]);
    }
    free(entries);
    if (count == 0) printf("# nothing to replay in %s\n", FUZZ_CORPUS);
    printf("1..%d\n", count);
    return failed == 0 && count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
