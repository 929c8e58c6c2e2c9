/* Stands for the 32-bit gnu/stubs-32.h of the C library, which is not installed on a 64-bit system:
 * it would only list functions that are missing. */
