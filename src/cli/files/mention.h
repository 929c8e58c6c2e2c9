/* Which files may define a function main, by their texts: cheap, so that the compiler need not be asked about all. */
#ifndef CHORUS_CLI_FILES_MENTION_H
#define CHORUS_CLI_FILES_MENTION_H

#include <stdbool.h>
#include <stddef.h>

/* What has been read, each file once. */
typedef struct Mentions {
    struct MentionFile *files;
    size_t count;
} Mentions;

/* Whether the word main stands in the file, in a flag or in what the file includes, outside of comments and texts; also
 * where that cannot be told: an include that is computed, or that is not found. A name that ## makes is not seen. */
bool mentions_main(Mentions *mentions, const char *path, char *const *flags, size_t flag_count);
/* Whether the text itself seems to define main, for files that do not compile. */
bool mention_seems_defined(const char *path);
void mentions_clear(Mentions *mentions);

#endif
