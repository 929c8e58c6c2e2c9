/* Programs with code around them that has nothing to do with what is asked. */
#ifndef CHORUS_BENCH_SURROUND_H
#define CHORUS_BENCH_SURROUND_H

#include <stdbool.h>

/* Writes to `to` the program of `from`, a .scpl file with a template whose body is one loop, of at least so many lines:
 * in front of what the loop does, and behind it, threads compute with locals and other shared variables, as the nesC
 * programs of "Race Checking by Context Inference" do around the variable that is checked. *written: how many lines it
 * has. False: a file cannot be read or written. */
bool surround(const char *from, const char *to, int lines, int *written);

#endif
