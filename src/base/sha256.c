/* SHA-256 as FIPS 180-4 describes it; names are the standard's. */
#include "base/sha256.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"

#define BLOCK 64

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

static void expand_schedule(const uint8_t block[BLOCK], uint32_t w[64])
{
    for (unsigned t = 0; t < 16; t++)
        w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 | (uint32_t)block[4 * t + 2] << 8 |
               block[4 * t + 3];
    for (unsigned t = 16; t < 64; t++) {
        uint32_t a = w[t - 15], b = w[t - 2];
        uint32_t s0 = rotate(a, 7) ^ rotate(a, 18) ^ a >> 3, s1 = rotate(b, 17) ^ rotate(b, 19) ^ b >> 10;
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
}

static void hash_block(uint32_t hash[8], const uint8_t block[BLOCK])
{
    uint32_t w[64], v[8]; /* v: a b c d e f g h */
    expand_schedule(block, w);
    memcpy(v, hash, sizeof v);
    for (unsigned t = 0; t < 64; t++) {
        uint32_t e = v[4], a = v[0];
        uint32_t t1 =
            v[7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & v[5]) ^ (~e & v[6])) + constants[t] + w[t];
        uint32_t t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (unsigned i = 0; i < 8; i++)
        hash[i] += v[i];
}

/* The last block or two: what is left, a one bit, zeros, the length in bits. */
static void hash_end(uint32_t hash[8], const uint8_t *rest, size_t left, uint64_t bits)
{
    CHECK(left < BLOCK && bits / 8 % BLOCK == left);
    uint8_t end[2 * BLOCK] = {0};
    if (left) memcpy(end, rest, left);
    end[left] = 0x80;
    size_t size = left + 9 > BLOCK ? 2 * BLOCK : BLOCK;
    for (unsigned i = 0; i < 8; i++)
        end[size - 1 - i] = (uint8_t)(bits >> 8 * i);
    for (size_t at = 0; at < size; at += BLOCK)
        hash_block(hash, end + at);
}

void sha256_text(const void *bytes, size_t length, char text[SHA256_TEXT_SIZE])
{
    uint32_t hash[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const uint8_t *at = bytes;
    size_t left = length;
    for (; left >= BLOCK; left -= BLOCK, at += BLOCK)
        hash_block(hash, at);
    hash_end(hash, at, left, (uint64_t)length * 8);
    for (unsigned i = 0; i < 8; i++)
        snprintf(text + (size_t)8 * i, 9, "%08x", hash[i]);
}
