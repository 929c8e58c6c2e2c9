/* What configure finds. */
#ifndef CONFIG_H
#define CONFIG_H
#define _GNU_SOURCE 1
#define HAVE_GCC_64ATOMICS 1
#define HAVE_GCC_ATOMICS 1
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <sysexits.h>
#include <time.h>
#endif
