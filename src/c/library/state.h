/* State that functions of the library keep from one call to the next, which is not that of an argument: which functions
 * use which, and how. Two calls race if they use one state, one of them writes it, and nothing orders them. A row a
 * function and state; docs/library.md has a table of them, which a unit test compares.
 *
 * What POSIX lets be unsafe in several threads (2.9.1) and glibc documents as unsafe (attributes(7)) is unsafe. Where
 * glibc says more than POSIX, that functions use different memory or have memory for each thread, it is believed; that
 * a function is safe which POSIX lets be unsafe is an assumption (STATE_SAFE). */
#ifndef CHORUS_C_LIBRARY_STATE_H
#define CHORUS_C_LIBRARY_STATE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum LibraryState {
    STATE_STRTOK,
    STATE_TIME,
    STATE_TIME_TEXT,
    STATE_GETDATE,
    STATE_ENVIRONMENT,
    STATE_LOCALE,
    STATE_LCONV,
    STATE_PWNAM,
    STATE_PWUID,
    STATE_PWENT,
    STATE_FGETPWENT,
    STATE_GRNAM,
    STATE_GRGID,
    STATE_GRENT,
    STATE_FGETGRENT,
    STATE_SPNAM,
    STATE_SPENT,
    STATE_FGETSPENT,
    STATE_SGETSPENT,
    STATE_HOSTBYNAME,
    STATE_HOSTBYNAME2,
    STATE_HOSTBYADDR,
    STATE_HOSTENT,
    STATE_NETBYNAME,
    STATE_NETBYADDR,
    STATE_NETENT,
    STATE_NETGRENT,
    STATE_PROTOBYNAME,
    STATE_PROTOBYNUMBER,
    STATE_PROTOENT,
    STATE_SERVBYNAME,
    STATE_SERVBYPORT,
    STATE_SERVENT,
    STATE_RPCENT,
    STATE_ALIASENT,
    STATE_ETHER,
    STATE_FSENT,
    STATE_MNTENT,
    STATE_TTYENT,
    STATE_USERSHELL,
    STATE_UTENT,
    STATE_LOGIN,
    STATE_TTYNAME,
    STATE_PTSNAME,
    STATE_CUSERID,
    STATE_CTERMID,
    STATE_PASS,
    STATE_TMPNAM,
    STATE_DIRECTORY,
    STATE_STREAM,
    STATE_STDIN,
    STATE_STDOUT,
    STATE_DRAND48,
    STATE_RANDOM,
    STATE_HSEARCH,
    STATE_SIGNGAM,
    STATE_GETOPT,
    STATE_CRYPT,
    STATE_GENSALT,
    STATE_ECVT,
    STATE_FCVT,
    STATE_QECVT,
    STATE_QFCVT,
    STATE_L64A,
    STATE_RE_COMP,
    STATE_DBM,
    STATE_LOG_MASK,
    STATE_HOSTID,
    STATE_ERROR_LINE,
    STATE_ARGP,
    STATE_FTS,
    STATE_SIGNALS,
    STATE_ALLOCATOR,
    STATE_MBLEN,
    STATE_MBTOWC,
    STATE_WCTOMB,
    STATE_MBRLEN,
    STATE_MBRTOWC,
    STATE_WCRTOMB,
    STATE_MBSRTOWCS,
    STATE_MBSNRTOWCS,
    STATE_WCSRTOMBS,
    STATE_WCSNRTOMBS,
    STATE_MBRTOC16,
    STATE_C16RTOMB,
    STATE_MBRTOC32,
    STATE_C32RTOMB,
    STATE_OWN, /* what only functions use that are safe in glibc */
    STATES
} LibraryState;

typedef enum StateAccess {
    STATE_READS,
    STATE_WRITES,
    STATE_MAY_READ,  /* not in every call, or not all of it */
    STATE_MAY_WRITE, /* likewise */
    STATE_CHANGES, /* written under a lock of the library: certainly a race with who reads without, perhaps with others
                    */
    STATE_LOCKS,   /* perhaps accessed, under a lock of the library: perhaps a race with who takes none */
    STATE_SAFE     /* in glibc, by a lock or memory for each thread; POSIX lets it be unsafe */
} StateAccess;

typedef struct StateUse {
    const char *function;
    LibraryState state;
    StateAccess access;
    unsigned if_null;  /* 0, or one more than the argument that must be NULL for it */
    unsigned keeps;    /* 0, or one more than the argument whose text, or array, is kept: later calls go on with it */
    char kept;         /* what was kept is read ('r') or written ('w'), as a part of the state; or 0 */
    unsigned if_set;   /* 0, or one more than the argument that must not be 0: else it only may write */
    unsigned if_given; /* 0, or one more than the argument that must not be NULL: else it only may read */
} StateUse;

/* Row i of the table; NULL at its end. */
const StateUse *state_row(size_t i);
/* Name i that programs have for the variable that leads to the environment; NULL: there are no more. */
const char *state_environment(size_t i);
/* The next row of a function, from row *i on, which is then behind it; NULL: there is none. A function has also the
 * rows of the one that it stands for: __isoc99_scanf, __printf_chk. */
const StateUse *state_next(const char *function, size_t *i);
/* Whether the function is that of the row, or stands for it. */
bool state_is_of(const StateUse *row, const char *function);
/* For people: "the state of strtok". */
const char *state_name(LibraryState state);
/* Memory that calls give the address of, by a word; the same for states that POSIX lets share it. NULL: they give none.
 * Addresses that are kept there lead to the same memory. */
const char *state_shown(LibraryState state);
/* Whether the access is certain: two calls race. */
bool state_access_is_certain(StateAccess access);
bool state_access_is_write(StateAccess access);
/* Whether two rows may race, in different threads without a lock. */
bool state_uses_race(const StateUse *a, const StateUse *b);

/* Functions that go on writing memory that can be reached from their arguments when they have returned (aio_read). */
bool state_is_pending(const char *function);
/* Functions whose arguments other calls give back (hsearch). */
bool state_gives_back(const char *function);

#endif
