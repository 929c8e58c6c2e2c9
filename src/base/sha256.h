/* SHA-256 (FIPS 180-4), for digests of programs. */
#ifndef CHORUS_BASE_SHA256_H
#define CHORUS_BASE_SHA256_H

#include <stddef.h>

#define SHA256_TEXT_SIZE 65 /* 64 hexadecimal digits and a zero byte */

/* The digest of the bytes as lower-case hexadecimal digits. */
void sha256_text(const void *bytes, size_t length, char text[SHA256_TEXT_SIZE]);

#endif
