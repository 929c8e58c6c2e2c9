/* Messages of the language server protocol on a pair of descriptors: a header with Content-Length, then JSON. */
#ifndef CHORUS_CLI_LSP_FRAMES_H
#define CHORUS_CLI_LSP_FRAMES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Frames {
    int in, out;
    char *data; /* what was read and not taken yet */
    size_t length, capacity;
    bool at_end;         /* nothing more will be read */
    bool failed;         /* nothing can be written any more */
    const char *problem; /* why no further message can be told; NULL: none */
} Frames;

/* Reads what there is; waits when there is nothing. */
void frames_read(Frames *frames);
/* Takes the next message that is complete. NULL: there is none, or a problem. One that is no JSON is json_null(). */
json_t *frames_take(Frames *frames);
/* Writes and releases the message. */
void frames_write(Frames *frames, json_t *message);
void frames_clear(Frames *frames);

#endif
