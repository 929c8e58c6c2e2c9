#include "frontend/tables/state.h"

#include <string.h>

#include "base/check.h"

/* ---- states ---- */

static const struct {
    const char *name, *shown;
} states[STATES] = {
    [STATE_STRTOK] = {"the state of strtok", NULL},
    [STATE_TIME] = {"the time of localtime and gmtime", "time"},
    [STATE_TIME_TEXT] = {"the text of asctime", "time.text"},
    [STATE_GETDATE] = {"the time of getdate", "getdate"},
    [STATE_ENVIRONMENT] = {"the environment", NULL},
    [STATE_LOCALE] = {"the locale", "locale"},
    [STATE_LCONV] = {"the result of localeconv", "locale"},
    [STATE_PWNAM] = {"the entry of getpwnam", "passwd"},
    [STATE_PWUID] = {"the entry of getpwuid", "passwd"},
    [STATE_PWENT] = {"the entry of getpwent", "passwd"},
    [STATE_FGETPWENT] = {"the entry of fgetpwent", "passwd"},
    [STATE_GRNAM] = {"the entry of getgrnam", "group"},
    [STATE_GRGID] = {"the entry of getgrgid", "group"},
    [STATE_GRENT] = {"the entry of getgrent", "group"},
    [STATE_FGETGRENT] = {"the entry of fgetgrent", "group"},
    [STATE_SPNAM] = {"the entry of getspnam", "shadow"},
    [STATE_SPENT] = {"the entry of getspent", "shadow"},
    [STATE_FGETSPENT] = {"the entry of fgetspent", "shadow"},
    [STATE_SGETSPENT] = {"the entry of sgetspent", "shadow"},
    [STATE_HOSTBYNAME] = {"the entry of gethostbyname", "host"},
    [STATE_HOSTBYNAME2] = {"the entry of gethostbyname2", "host"},
    [STATE_HOSTBYADDR] = {"the entry of gethostbyaddr", "host"},
    [STATE_HOSTENT] = {"the entry of gethostent", "host"},
    [STATE_NETBYNAME] = {"the entry of getnetbyname", "net"},
    [STATE_NETBYADDR] = {"the entry of getnetbyaddr", "net"},
    [STATE_NETENT] = {"the entry of getnetent", "net"},
    [STATE_NETGRENT] = {"the entry of getnetgrent", "netgroup"},
    [STATE_PROTOBYNAME] = {"the entry of getprotobyname", "protocol"},
    [STATE_PROTOBYNUMBER] = {"the entry of getprotobynumber", "protocol"},
    [STATE_PROTOENT] = {"the entry of getprotoent", "protocol"},
    [STATE_SERVBYNAME] = {"the entry of getservbyname", "service"},
    [STATE_SERVBYPORT] = {"the entry of getservbyport", "service"},
    [STATE_SERVENT] = {"the entry of getservent", "service"},
    [STATE_RPCENT] = {"the entry of getrpcent", "rpc"},
    [STATE_ALIASENT] = {"the entry of getaliasent", "alias"},
    [STATE_ETHER] = {"the result of ether_ntoa", "ether"},
    [STATE_FSENT] = {"the entry of getfsent", "fs"},
    [STATE_MNTENT] = {"the entry of getmntent", "mount"},
    [STATE_TTYENT] = {"the entry of getttyent", "tty"},
    [STATE_USERSHELL] = {"the entry of getusershell", "shell"},
    [STATE_UTENT] = {"the entry of getutent", "utmp"},
    [STATE_LOGIN] = {"the result of getlogin", "login"},
    [STATE_TTYNAME] = {"the result of ttyname", "ttyname"},
    [STATE_PTSNAME] = {"the result of ptsname", "ptsname"},
    [STATE_CUSERID] = {"the result of cuserid", "cuserid"},
    [STATE_CTERMID] = {"the result of ctermid", "ctermid"},
    [STATE_PASS] = {"the result of getpass", "getpass"},
    [STATE_TMPNAM] = {"the result of tmpnam", "tmpnam"},
    [STATE_DIRECTORY] = {"a directory stream", "directory"},
    [STATE_STREAM] = {"a stream", NULL},
    [STATE_STDIN] = {"stdin's buffer", NULL},
    [STATE_STDOUT] = {"stdout's buffer", NULL},
    [STATE_DRAND48] = {"the numbers of drand48", "drand48"},
    [STATE_RANDOM] = {"the numbers of random", NULL},
    [STATE_HSEARCH] = {"the table of hsearch", "hsearch"},
    [STATE_SIGNGAM] = {"signgam", NULL},
    [STATE_GETOPT] = {"the state of getopt", NULL},
    [STATE_CRYPT] = {"the state of crypt", "crypt"},
    [STATE_GENSALT] = {"the result of crypt_gensalt", "gensalt"},
    [STATE_ECVT] = {"the result of ecvt", "ecvt"},
    [STATE_FCVT] = {"the result of fcvt", "ecvt"},
    [STATE_QECVT] = {"the result of qecvt", "qecvt"},
    [STATE_QFCVT] = {"the result of qfcvt", "qecvt"},
    [STATE_L64A] = {"the result of l64a", "l64a"},
    [STATE_RE_COMP] = {"the expression of re_comp", "re_comp"},
    [STATE_DBM] = {"the databases of dbm_open", "dbm"},
    [STATE_LOG_MASK] = {"the mask of setlogmask", NULL},
    [STATE_HOSTID] = {"the number of the host", NULL},
    [STATE_MBLEN] = {"the state of mblen", NULL},
    [STATE_MBTOWC] = {"the state of mbtowc", NULL},
    [STATE_WCTOMB] = {"the state of wctomb", NULL},
    [STATE_MBRLEN] = {"the state of mbrlen", NULL},
    [STATE_MBRTOWC] = {"the state of mbrtowc", NULL},
    [STATE_WCRTOMB] = {"the state of wcrtomb", NULL},
    [STATE_MBSRTOWCS] = {"the state of mbsrtowcs", NULL},
    [STATE_MBSNRTOWCS] = {"the state of mbsnrtowcs", NULL},
    [STATE_WCSRTOMBS] = {"the state of wcsrtombs", NULL},
    [STATE_WCSNRTOMBS] = {"the state of wcsnrtombs", NULL},
    [STATE_MBRTOC16] = {"the state of mbrtoc16", NULL},
    [STATE_C16RTOMB] = {"the state of c16rtomb", NULL},
    [STATE_MBRTOC32] = {"the state of mbrtoc32", NULL},
    [STATE_C32RTOMB] = {"the state of c32rtomb", NULL},
    [STATE_OWN] = {"memory of each thread's own", NULL},
};

/* ---- functions ---- */

#define READS(f, s) {f, STATE_##s, STATE_READS, 0, 0, 0, 0}
#define WRITES(f, s) {f, STATE_##s, STATE_WRITES, 0, 0, 0, 0}
#define WRITES_IF_NULL(f, s, k) {f, STATE_##s, STATE_WRITES, (k) + 1, 0, 0, 0}
#define MAY_READ(f, s) {f, STATE_##s, STATE_MAY_READ, 0, 0, 0, 0}
#define MAY_WRITE(f, s) {f, STATE_##s, STATE_MAY_WRITE, 0, 0, 0, 0}
#define CHANGES(f, s) {f, STATE_##s, STATE_CHANGES, 0, 0, 0, 0}
#define LOCKS(f, s) {f, STATE_##s, STATE_LOCKS, 0, 0, 0, 0}
#define SAFE(f, s) {f, STATE_##s, STATE_SAFE, 0, 0, 0, 0}

/* clang-format off: a line for each state, more where there is no room */
static const StateUse rows[] = {
    {"strtok", STATE_STRTOK, STATE_WRITES, 0, 1, 'w', 0},

    WRITES("localtime", TIME),
    WRITES("gmtime", TIME),
    WRITES("ctime", TIME),
    WRITES("asctime", TIME_TEXT),
    WRITES("ctime", TIME_TEXT),
    WRITES("getdate", GETDATE),

    {"getenv", STATE_ENVIRONMENT, STATE_READS, 0, 0, 'r', 0},
    {"secure_getenv", STATE_ENVIRONMENT, STATE_READS, 0, 0, 'r', 0},
    CHANGES("setenv", ENVIRONMENT),
    CHANGES("unsetenv", ENVIRONMENT),
    CHANGES("clearenv", ENVIRONMENT),
    {"putenv", STATE_ENVIRONMENT, STATE_CHANGES, 0, 1, 0, 0},
    READS("tzset", ENVIRONMENT),
    READS("mktime", ENVIRONMENT),
    READS("localtime", ENVIRONMENT),
    READS("ctime", ENVIRONMENT),
    READS("timelocal", ENVIRONMENT),
    READS("getdate", ENVIRONMENT),
    MAY_READ("localtime_r", ENVIRONMENT),
    MAY_READ("ctime_r", ENVIRONMENT),
    MAY_READ("getdate_r", ENVIRONMENT),
    MAY_READ("strftime", ENVIRONMENT),
    MAY_READ("strftime_l", ENVIRONMENT),
    MAY_READ("wcsftime", ENVIRONMENT),
    MAY_READ("system", ENVIRONMENT),
    MAY_READ("popen", ENVIRONMENT),
    MAY_READ("execl", ENVIRONMENT),
    MAY_READ("execlp", ENVIRONMENT),
    MAY_READ("execv", ENVIRONMENT),
    MAY_READ("execvp", ENVIRONMENT),
    MAY_READ("posix_spawnp", ENVIRONMENT),
    MAY_READ("execvpe", ENVIRONMENT),
    MAY_READ("tempnam", ENVIRONMENT),
    MAY_READ("setlocale", ENVIRONMENT),
    MAY_READ("newlocale", ENVIRONMENT),
    MAY_READ("catopen", ENVIRONMENT),
    MAY_READ("gettext", ENVIRONMENT),
    MAY_READ("dgettext", ENVIRONMENT),
    MAY_READ("dcgettext", ENVIRONMENT),
    MAY_READ("ngettext", ENVIRONMENT),
    MAY_READ("syslog", ENVIRONMENT),
    MAY_READ("vsyslog", ENVIRONMENT),
    MAY_READ("getaddrinfo", ENVIRONMENT),
    MAY_READ("getnameinfo", ENVIRONMENT),
    MAY_READ("glob", ENVIRONMENT),
    MAY_READ("gethostbyname", ENVIRONMENT),
    MAY_READ("gethostbyaddr", ENVIRONMENT),
    MAY_READ("fmtmsg", ENVIRONMENT),
    MAY_READ("wordexp", ENVIRONMENT),
    MAY_READ("getopt", ENVIRONMENT),
    MAY_READ("getopt_long", ENVIRONMENT),
    MAY_READ("iconv_open", ENVIRONMENT),
    MAY_READ("dlopen", ENVIRONMENT),

    CHANGES("setlocale", LOCALE),
    WRITES("localeconv", LCONV),
    READS("localeconv", LOCALE),
    SAFE("nl_langinfo", LOCALE),
    READS("nl_langinfo", LOCALE),
    MAY_READ("strcoll", LOCALE),
    MAY_READ("strxfrm", LOCALE),
    MAY_READ("wcscoll", LOCALE),
    MAY_READ("wcsxfrm", LOCALE),
    MAY_READ("strftime", LOCALE),
    MAY_READ("printf", LOCALE),
    MAY_READ("fprintf", LOCALE),
    MAY_READ("sprintf", LOCALE),
    MAY_READ("snprintf", LOCALE),
    MAY_READ("vprintf", LOCALE),
    MAY_READ("vfprintf", LOCALE),
    MAY_READ("vsnprintf", LOCALE),
    MAY_READ("vsprintf", LOCALE),
    MAY_READ("strtod", LOCALE),
    MAY_READ("atof", LOCALE),
    MAY_READ("scanf", LOCALE),
    MAY_READ("sscanf", LOCALE),
    MAY_READ("fscanf", LOCALE),
    MAY_READ("toupper", LOCALE),
    MAY_READ("tolower", LOCALE),
    MAY_READ("isalpha", LOCALE),
    MAY_READ("mbtowc", LOCALE),
    MAY_READ("mbstowcs", LOCALE),
    MAY_READ("wctomb", LOCALE),
    MAY_READ("wcstombs", LOCALE),
    MAY_READ("mbrtowc", LOCALE),
    MAY_READ("wcrtomb", LOCALE),
    MAY_READ("strerror", LOCALE),
    MAY_READ("strsignal", LOCALE),
    MAY_READ("__ctype_b_loc", LOCALE),
    MAY_READ("__ctype_tolower_loc", LOCALE),
    MAY_READ("gettext", LOCALE),
    MAY_READ("__ctype_toupper_loc", LOCALE),
    MAY_READ("duplocale", LOCALE),
    MAY_READ("regcomp", LOCALE),

    WRITES("getpwnam", PWNAM),
    WRITES("getpwuid", PWUID),
    WRITES("getpwent", PWENT),
    WRITES("setpwent", PWENT),
    WRITES("endpwent", PWENT),
    WRITES("fgetpwent", FGETPWENT),
    LOCKS("getpwent_r", PWENT),
    WRITES("getgrnam", GRNAM),
    WRITES("getgrgid", GRGID),
    WRITES("getgrent", GRENT),
    WRITES("setgrent", GRENT),
    WRITES("endgrent", GRENT),
    WRITES("fgetgrent", FGETGRENT),
    LOCKS("getgrent_r", GRENT),
    WRITES("getspnam", SPNAM),
    WRITES("getspent", SPENT),
    WRITES("setspent", SPENT),
    WRITES("endspent", SPENT),
    WRITES("fgetspent", FGETSPENT),
    WRITES("sgetspent", SGETSPENT),
    LOCKS("getspent_r", SPENT),

    WRITES("gethostbyname", HOSTBYNAME),
    WRITES("gethostbyname2", HOSTBYNAME2),
    WRITES("gethostbyaddr", HOSTBYADDR),
    WRITES("gethostent", HOSTENT),
    WRITES("sethostent", HOSTENT),
    WRITES("endhostent", HOSTENT),
    LOCKS("gethostent_r", HOSTENT),
    WRITES("getnetbyname", NETBYNAME),
    WRITES("getnetbyaddr", NETBYADDR),
    WRITES("getnetent", NETENT),
    WRITES("setnetent", NETENT),
    WRITES("endnetent", NETENT),
    LOCKS("getnetent_r", NETENT),
    WRITES("setnetgrent", NETGRENT),
    WRITES("endnetgrent", NETGRENT),
    WRITES("getnetgrent", NETGRENT),
    LOCKS("getnetgrent_r", NETGRENT),
    WRITES("innetgr", NETGRENT),
    WRITES("getprotobyname", PROTOBYNAME),
    WRITES("getprotobynumber", PROTOBYNUMBER),
    WRITES("getprotoent", PROTOENT),
    WRITES("setprotoent", PROTOENT),
    WRITES("endprotoent", PROTOENT),
    LOCKS("getprotoent_r", PROTOENT),
    WRITES("getservbyname", SERVBYNAME),
    WRITES("getservbyport", SERVBYPORT),
    WRITES("getservent", SERVENT),
    WRITES("setservent", SERVENT),
    WRITES("endservent", SERVENT),
    LOCKS("getservent_r", SERVENT),
    WRITES("getrpcent", RPCENT),
    WRITES("getrpcbyname", RPCENT),
    WRITES("getrpcbynumber", RPCENT),
    WRITES("getaliasent", ALIASENT),
    WRITES("getaliasbyname", ALIASENT),
    WRITES("ether_ntoa", ETHER),
    WRITES("ether_aton", ETHER),

    WRITES("getfsent", FSENT),
    WRITES("getfsspec", FSENT),
    WRITES("getfsfile", FSENT),
    WRITES("setfsent", FSENT),
    WRITES("endfsent", FSENT),
    WRITES("getmntent", MNTENT),
    WRITES("getttyent", TTYENT),
    WRITES("getttynam", TTYENT),
    WRITES("setttyent", TTYENT),
    WRITES("endttyent", TTYENT),
    WRITES("getusershell", USERSHELL),
    WRITES("setusershell", USERSHELL),
    WRITES("endusershell", USERSHELL),
    WRITES("getutxent", UTENT),
    WRITES("getutxid", UTENT),
    WRITES("getutxline", UTENT),
    WRITES("pututxline", UTENT),
    WRITES("setutxent", UTENT),
    WRITES("endutxent", UTENT),
    WRITES("getutent", UTENT),
    WRITES("getutid", UTENT),
    WRITES("getutline", UTENT),
    WRITES("pututline", UTENT),
    WRITES("setutent", UTENT),
    WRITES("endutent", UTENT),
    WRITES("utmpname", UTENT),
    WRITES("utmpxname", UTENT),
    MAY_WRITE("login", UTENT),
    MAY_WRITE("logout", UTENT),
    LOCKS("getlogin_r", UTENT),
    MAY_WRITE("getlogin", UTENT),

    WRITES("getlogin", LOGIN),
    WRITES("ttyname", TTYNAME),
    MAY_WRITE("login_tty", TTYNAME),
    WRITES("ptsname", PTSNAME),
    WRITES_IF_NULL("cuserid", CUSERID, 0),
    WRITES_IF_NULL("ctermid", CTERMID, 0),
    WRITES("getpass", PASS),
    WRITES_IF_NULL("tmpnam", TMPNAM, 0),

    MAY_WRITE("readdir", DIRECTORY),
    MAY_WRITE("readdir64", DIRECTORY),
    MAY_WRITE("rewinddir", DIRECTORY),
    MAY_WRITE("seekdir", DIRECTORY),
    MAY_WRITE("closedir", DIRECTORY),

    MAY_WRITE("getc_unlocked", STREAM),
    MAY_WRITE("putc_unlocked", STREAM),
    MAY_WRITE("fgetc_unlocked", STREAM),
    MAY_WRITE("fputc_unlocked", STREAM),
    MAY_WRITE("fread_unlocked", STREAM),
    MAY_WRITE("fwrite_unlocked", STREAM),
    MAY_WRITE("fgets_unlocked", STREAM),
    MAY_WRITE("fputs_unlocked", STREAM),
    MAY_WRITE("fflush_unlocked", STREAM),
    MAY_WRITE("clearerr_unlocked", STREAM),
    MAY_WRITE("puts_unlocked", STREAM),
    MAY_WRITE("getwc_unlocked", STREAM),
    MAY_WRITE("putwc_unlocked", STREAM),
    MAY_WRITE("fgetwc_unlocked", STREAM),
    MAY_WRITE("fputwc_unlocked", STREAM),
    MAY_WRITE("fgetws_unlocked", STREAM),
    MAY_WRITE("fputws_unlocked", STREAM),
    MAY_WRITE("putwchar_unlocked", STREAM),
    MAY_WRITE("getwchar_unlocked", STREAM),
    MAY_WRITE("getchar_unlocked", STREAM),
    MAY_WRITE("putchar_unlocked", STREAM),
    MAY_READ("feof_unlocked", STREAM),
    MAY_READ("ferror_unlocked", STREAM),
    MAY_WRITE("fcloseall", STREAM),
    WRITES("getchar_unlocked", STDIN),
    WRITES("getwchar_unlocked", STDIN),
    WRITES("putchar_unlocked", STDOUT),
    WRITES("putwchar_unlocked", STDOUT),
    LOCKS("printf", STREAM),
    LOCKS("fprintf", STREAM),
    LOCKS("vprintf", STREAM),
    LOCKS("vfprintf", STREAM),
    LOCKS("puts", STREAM),
    LOCKS("fputs", STREAM),
    LOCKS("putchar", STREAM),
    LOCKS("fputc", STREAM),
    LOCKS("putc", STREAM),
    LOCKS("fwrite", STREAM),
    LOCKS("fread", STREAM),
    LOCKS("getc", STREAM),
    LOCKS("fgetc", STREAM),
    LOCKS("getchar", STREAM),
    LOCKS("fgets", STREAM),
    LOCKS("fflush", STREAM),
    LOCKS("ungetc", STREAM),
    LOCKS("scanf", STREAM),
    LOCKS("fscanf", STREAM),
    LOCKS("getline", STREAM),
    LOCKS("getdelim", STREAM),
    LOCKS("perror", STREAM),
    LOCKS("fclose", STREAM),
    LOCKS("fseek", STREAM),
    LOCKS("fseeko", STREAM),
    LOCKS("rewind", STREAM),
    LOCKS("ftell", STREAM),
    LOCKS("setvbuf", STREAM),
    LOCKS("setbuf", STREAM),
    LOCKS("wprintf", STREAM),
    LOCKS("fwprintf", STREAM),
    LOCKS("freopen", STREAM),

    WRITES("drand48", DRAND48),
    WRITES("lrand48", DRAND48),
    WRITES("mrand48", DRAND48),
    WRITES("srand48", DRAND48),
    WRITES("seed48", DRAND48),
    WRITES("lcong48", DRAND48),
    MAY_READ("erand48", DRAND48),
    MAY_READ("nrand48", DRAND48),
    MAY_READ("jrand48", DRAND48),
    SAFE("rand", RANDOM),
    SAFE("srand", RANDOM),
    SAFE("random", RANDOM),
    SAFE("srandom", RANDOM),
    SAFE("initstate", RANDOM),
    SAFE("setstate", RANDOM),

    {"hsearch", STATE_HSEARCH, STATE_WRITES, 0, 1, 'r', 3},
    WRITES("hcreate", HSEARCH),
    WRITES("hdestroy", HSEARCH),
    WRITES("lgamma", SIGNGAM),
    WRITES("lgammaf", SIGNGAM),
    WRITES("lgammal", SIGNGAM),
    WRITES("gamma", SIGNGAM),
    WRITES("gammaf", SIGNGAM),
    WRITES("gammal", SIGNGAM),
    WRITES("getopt", GETOPT),
    WRITES("getopt_long", GETOPT),
    WRITES("getopt_long_only", GETOPT),
    WRITES("crypt", CRYPT),
    WRITES("encrypt", CRYPT),
    WRITES("setkey", CRYPT),
    WRITES("crypt_gensalt", GENSALT),
    WRITES("ecvt", ECVT),
    WRITES("fcvt", FCVT),
    WRITES("qecvt", QECVT),
    WRITES("qfcvt", QFCVT),
    WRITES("l64a", L64A),
    WRITES("re_comp", RE_COMP),
    WRITES("re_exec", RE_COMP),
    MAY_WRITE("dbm_clearerr", DBM),
    MAY_WRITE("dbm_close", DBM),
    MAY_WRITE("dbm_delete", DBM),
    MAY_WRITE("dbm_error", DBM),
    MAY_WRITE("dbm_fetch", DBM),
    MAY_WRITE("dbm_firstkey", DBM),
    MAY_WRITE("dbm_nextkey", DBM),
    MAY_WRITE("dbm_open", DBM),
    MAY_WRITE("dbm_store", DBM),
    MAY_WRITE("setlogmask", LOG_MASK),
    MAY_READ("syslog", LOG_MASK),
    MAY_READ("vsyslog", LOG_MASK),
    CHANGES("sethostid", HOSTID),
    MAY_READ("gethostid", HOSTID),

    WRITES("mblen", MBLEN),
    WRITES("mbtowc", MBTOWC),
    WRITES("wctomb", WCTOMB),
    WRITES_IF_NULL("mbrlen", MBRLEN, 2),
    WRITES_IF_NULL("mbrtowc", MBRTOWC, 3),
    WRITES_IF_NULL("wcrtomb", WCRTOMB, 2),
    WRITES_IF_NULL("mbsrtowcs", MBSRTOWCS, 3),
    WRITES_IF_NULL("mbsnrtowcs", MBSNRTOWCS, 4),
    WRITES_IF_NULL("wcsrtombs", WCSRTOMBS, 3),
    WRITES_IF_NULL("wcsnrtombs", WCSNRTOMBS, 4),
    WRITES_IF_NULL("mbrtoc16", MBRTOC16, 3),
    WRITES_IF_NULL("c16rtomb", C16RTOMB, 2),
    WRITES_IF_NULL("mbrtoc32", MBRTOC32, 3),
    WRITES_IF_NULL("c32rtomb", C32RTOMB, 2),

    SAFE("strerror", OWN),
    SAFE("strsignal", OWN),
    SAFE("inet_ntoa", OWN),
    SAFE("dlerror", OWN),
    SAFE("system", OWN),
    SAFE("ftw", OWN),
    SAFE("nftw", OWN),
    SAFE("basename", OWN),
    SAFE("__xpg_basename", OWN),
    SAFE("dirname", OWN),
    SAFE("catgets", OWN),
    SAFE("gcvt", OWN),
    SAFE("wcstombs", OWN),
};
/* clang-format on */

#define ROWS (sizeof rows / sizeof *rows)

const StateUse *state_row(size_t i) { return i < ROWS ? &rows[i] : NULL; }

const StateUse *state_next(const char *function, size_t *i)
{
    while (*i < ROWS) {
        const StateUse *row = &rows[(*i)++];
        if (strcmp(row->function, function) == 0) return row;
    }
    return NULL;
}

const char *state_name(State state)
{
    CHECK(state < STATES && states[state].name);
    return states[state].name;
}

const char *state_shown(State state) { return states[state].shown; }

bool state_access_is_certain(StateAccess access)
{
    return access == STATE_READS || access == STATE_WRITES || access == STATE_CHANGES;
}

bool state_access_is_write(StateAccess access)
{
    switch (access) {
    case STATE_READS:
    case STATE_MAY_READ:
    case STATE_SAFE: return false;
    case STATE_WRITES:
    case STATE_MAY_WRITE:
    case STATE_CHANGES:
    case STATE_LOCKS: return true;
    }
    return false;
}

bool state_uses_race(const StateUse *a, const StateUse *b)
{
    if (a->state != b->state || a->access == STATE_SAFE || b->access == STATE_SAFE) return false;
    if (a->access == STATE_LOCKS && b->access == STATE_LOCKS) return false;
    return state_access_is_write(a->access) || state_access_is_write(b->access);
}

static bool is_one_of(const char *name, const char *const *names)
{
    while (*names && strcmp(name, *names) != 0)
        names++;
    return *names != NULL;
}

bool state_is_pending(const char *function)
{
    static const char *const names[] = {"aio_read",    "aio_write",  "aio_fsync",    "aio_read64",    "aio_write64",
                                        "aio_fsync64", "lio_listio", "lio_listio64", "getaddrinfo_a", NULL};
    return is_one_of(function, names);
}

bool state_gives_back(const char *function)
{
    static const char *const names[] = {"hsearch", "hsearch_r", "tsearch", "insque", "initstate", "setstate", NULL};
    return is_one_of(function, names);
}
