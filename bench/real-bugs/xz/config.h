/* What configure finds for an xz that knows LZMA2 and CRC32, and nothing else. */
#define HAVE_CHECK_CRC32 1
#define HAVE_CLOCK_GETTIME 1
#define HAVE_DECODERS 1
#define HAVE_DECODER_LZMA2 1
#define HAVE_ENCODERS 1
#define HAVE_ENCODER_LZMA2 1
#define HAVE_INTTYPES_H 1
#define HAVE_LIMITS_H 1
#define HAVE_MF_HC4 1
#define HAVE_PTHREAD 1
#define HAVE_STDBOOL_H 1
#define HAVE_STDINT_H 1
#define HAVE_STRING_H 1
#define MYTHREAD_POSIX 1
#define SIZEOF_SIZE_T 8
