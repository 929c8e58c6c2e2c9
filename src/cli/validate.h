/* `chorus validate`. */
#ifndef CHORUS_CLI_VALIDATE_H
#define CHORUS_CLI_VALIDATE_H

int command_validate(int argc, char **argv);

#endif
