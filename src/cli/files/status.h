/* Exit statuses of the command line; they mean one thing each. */
#ifndef CHORUS_CLI_FILES_STATUS_H
#define CHORUS_CLI_FILES_STATUS_H

#define STATUS_TRUE 0 /* also: done, of subcommands without a verdict */
#define STATUS_FALSE 1
#define STATUS_UNKNOWN 2
#define STATUS_USAGE 64
#define STATUS_BAD_INPUT 65
#define STATUS_NO_INPUT 66
#define STATUS_INTERNAL 70

#endif
