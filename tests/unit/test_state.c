/* The table of the state that functions of the library keep (c/library/state.c): a program for each function, two
 * threads of which call it, without a lock and with one; and the page that has the table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/run.h"
#include "base/str.h"
#include "c/compile/intrinsics.h"
#include "c/library/library_name.h"
#include "c/library/state.h"
#include "c/library/summary.h"
#include "chorus.h"
#include "tap.h"

/* clang-format off: one line for each function */
static const struct Call {
    const char *function, *header, *call;
} calls[] = {
    {"strtok", "string.h", "strtok(0, \" \")"},
    {"localtime", "time.h", "localtime(&now)"},
    {"gmtime", "time.h", "gmtime(&now)"},
    {"ctime", "time.h", "ctime(&now)"},
    {"asctime", "time.h", "asctime(&date)"},
    {"getdate", "time.h", "getdate(\"1\")"},
    {"getenv", "stdlib.h", "getenv(\"A\")"},
    {"secure_getenv", "stdlib.h", "secure_getenv(\"A\")"},
    {"setenv", "stdlib.h", "setenv(\"A\", \"b\", 1)"},
    {"unsetenv", "stdlib.h", "unsetenv(\"A\")"},
    {"clearenv", "stdlib.h", "clearenv()"},
    {"putenv", "stdlib.h", "putenv(\"A=b\")"},
    {"tzset", "time.h", "tzset()"},
    {"mktime", "time.h", "mktime(&date)"},
    {"timelocal", "time.h", "timelocal(&date)"},
    {"localtime_r", "time.h", "localtime_r(&now, &date)"},
    {"ctime_r", "time.h", "ctime_r(&now, text)"},
    {"getdate_r", "time.h", "getdate_r(\"1\", &date)"},
    {"strftime", "time.h", "strftime(text, sizeof text, \"%H\", &date)"},
    {"strftime_l", "time.h", "strftime_l(text, sizeof text, \"%H\", &date, 0)"},
    {"wcsftime", "wchar.h", "wcsftime(wide, 64, L\"%H\", &date)"},
    {"system", "stdlib.h", "system(\"true\")"},
    {"popen", "stdio.h", "popen(\"true\", \"r\")"},
    {"execl", "unistd.h", "execl(\"/bin/true\", \"true\", (char *)0)"},
    {"execlp", "unistd.h", "execlp(\"true\", \"true\", (char *)0)"},
    {"execv", "unistd.h", "execv(\"/bin/true\", words)"},
    {"execvp", "unistd.h", "execvp(\"true\", words)"},
    {"execvpe", "unistd.h", "execvpe(\"true\", words, words)"},
    {"posix_spawnp", "spawn.h", "posix_spawnp(0, \"true\", 0, 0, words, words)"},
    {"tempnam", "stdio.h", "tempnam(0, 0)"},
    {"setlocale", "locale.h", "setlocale(LC_ALL, \"C\")"},
    {"newlocale", "locale.h", "newlocale(LC_ALL_MASK, \"C\", 0)"},
    {"duplocale", "locale.h", "duplocale(LC_GLOBAL_LOCALE)"},
    {"catopen", "nl_types.h", "catopen(\"a\", 0)"},
    {"catgets", "nl_types.h", "catgets(0, 1, 1, \"a\")"},
    {"gettext", "libintl.h", "gettext(\"a\")"},
    {"dgettext", "libintl.h", "dgettext(\"a\", \"a\")"},
    {"dcgettext", "libintl.h", "dcgettext(\"a\", \"a\", 0)"},
    {"ngettext", "libintl.h", "ngettext(\"a\", \"b\", 1)"},
    {"syslog", "syslog.h", "syslog(0, \"a\")"},
    {"fmtmsg", "fmtmsg.h", "fmtmsg(0, \"a:b\", 0, \"c\", \"d\", \"e\")"},
    {"gethostbyname", "netdb.h", "gethostbyname(\"a\")"},
    {"gethostbyname2", "netdb.h", "gethostbyname2(\"a\", 2)"},
    {"gethostbyaddr", "netdb.h", "gethostbyaddr(\"a\", 4, 2)"},
    {"gethostent", "netdb.h", "gethostent()"},
    {"sethostent", "netdb.h", "sethostent(0)"},
    {"endhostent", "netdb.h", "endhostent()"},
    {"getopt", "unistd.h", "getopt(1, words, \"a\")"},
    {"getopt_long", "getopt.h", "getopt_long(1, words, \"a\", 0, 0)"},
    {"getopt_long_only", "getopt.h", "getopt_long_only(1, words, \"a\", 0, 0)"},
    {"iconv_open", "iconv.h", "iconv_open(\"A\", \"B\")"},
    {"dlopen", "dlfcn.h", "dlopen(\"a\", 0)"},
    {"dlerror", "dlfcn.h", "dlerror()"},
    {"localeconv", "locale.h", "localeconv()"},
    {"nl_langinfo", "langinfo.h", "nl_langinfo(CODESET)"},
    {"strcoll", "string.h", "strcoll(\"a\", \"b\")"},
    {"strxfrm", "string.h", "strxfrm(text, \"b\", sizeof text)"},
    {"wcscoll", "wchar.h", "wcscoll(L\"a\", L\"b\")"},
    {"wcsxfrm", "wchar.h", "wcsxfrm(wide, L\"b\", 64)"},
    {"printf", "stdio.h", "printf(\"a\")"},
    {"fprintf", "stdio.h", "fprintf(stderr, \"a\")"},
    {"sprintf", "stdio.h", "sprintf(text, \"a\")"},
    {"snprintf", "stdio.h", "snprintf(text, sizeof text, \"a\")"},
    {"strtod", "stdlib.h", "strtod(\"1\", 0)"},
    {"atof", "stdlib.h", "atof(\"1\")"},
    {"scanf", "stdio.h", "scanf(\"a\")"},
    {"sscanf", "stdio.h", "sscanf(\"a\", \"a\")"},
    {"fscanf", "stdio.h", "fscanf(stdin, \"a\")"},
    {"toupper", "ctype.h", "toupper(text[0])"},
    {"tolower", "ctype.h", "tolower(text[0])"},
    {"isalpha", "ctype.h", "isalpha(text[0])"},
    {"mbtowc", "stdlib.h", "mbtowc(wide, \"a\", 1)"},
    {"mbstowcs", "stdlib.h", "mbstowcs(wide, \"a\", 1)"},
    {"wctomb", "stdlib.h", "wctomb(text, L'a')"},
    {"wcstombs", "stdlib.h", "wcstombs(text, L\"a\", 1)"},
    {"mblen", "stdlib.h", "mblen(\"a\", 1)"},
    {"mbrlen", "wchar.h", "mbrlen(\"a\", 1, 0)"},
    {"mbrtowc", "wchar.h", "mbrtowc(wide, \"a\", 1, 0)"},
    {"wcrtomb", "wchar.h", "wcrtomb(text, L'a', 0)"},
    {"mbsrtowcs", "wchar.h", "mbsrtowcs(0, (const char **)words, 1, 0)"},
    {"mbsnrtowcs", "wchar.h", "mbsnrtowcs(0, (const char **)words, 1, 1, 0)"},
    {"wcsrtombs", "wchar.h", "wcsrtombs(0, (const wchar_t **)words, 1, 0)"},
    {"wcsnrtombs", "wchar.h", "wcsnrtombs(0, (const wchar_t **)words, 1, 1, 0)"},
    {"mbrtoc16", "uchar.h", "mbrtoc16(0, \"a\", 1, 0)"},
    {"c16rtomb", "uchar.h", "c16rtomb(text, 1, 0)"},
    {"mbrtoc32", "uchar.h", "mbrtoc32(0, \"a\", 1, 0)"},
    {"c32rtomb", "uchar.h", "c32rtomb(text, 1, 0)"},
    {"getpwnam", "pwd.h", "getpwnam(\"a\")"},
    {"getpwuid", "pwd.h", "getpwuid(0)"},
    {"getpwent", "pwd.h", "getpwent()"},
    {"setpwent", "pwd.h", "setpwent()"},
    {"endpwent", "pwd.h", "endpwent()"},
    {"fgetpwent", "pwd.h", "fgetpwent(stdin)"},
    {"getgrnam", "grp.h", "getgrnam(\"a\")"},
    {"getgrgid", "grp.h", "getgrgid(0)"},
    {"getgrent", "grp.h", "getgrent()"},
    {"setgrent", "grp.h", "setgrent()"},
    {"endgrent", "grp.h", "endgrent()"},
    {"fgetgrent", "grp.h", "fgetgrent(stdin)"},
    {"getspnam", "shadow.h", "getspnam(\"a\")"},
    {"getspent", "shadow.h", "getspent()"},
    {"setspent", "shadow.h", "setspent()"},
    {"endspent", "shadow.h", "endspent()"},
    {"fgetspent", "shadow.h", "fgetspent(stdin)"},
    {"sgetspent", "shadow.h", "sgetspent(\"a\")"},
    {"getnetbyname", "netdb.h", "getnetbyname(\"a\")"},
    {"getnetbyaddr", "netdb.h", "getnetbyaddr(1, 2)"},
    {"getnetent", "netdb.h", "getnetent()"},
    {"setnetent", "netdb.h", "setnetent(0)"},
    {"endnetent", "netdb.h", "endnetent()"},
    {"setnetgrent", "netdb.h", "setnetgrent(\"a\")"},
    {"endnetgrent", "netdb.h", "endnetgrent()"},
    {"innetgr", "netdb.h", "innetgr(\"a\", 0, 0, 0)"},
    {"getprotobyname", "netdb.h", "getprotobyname(\"tcp\")"},
    {"getprotobynumber", "netdb.h", "getprotobynumber(1)"},
    {"getprotoent", "netdb.h", "getprotoent()"},
    {"setprotoent", "netdb.h", "setprotoent(0)"},
    {"endprotoent", "netdb.h", "endprotoent()"},
    {"getservbyname", "netdb.h", "getservbyname(\"a\", \"tcp\")"},
    {"getservbyport", "netdb.h", "getservbyport(1, \"tcp\")"},
    {"getservent", "netdb.h", "getservent()"},
    {"setservent", "netdb.h", "setservent(0)"},
    {"endservent", "netdb.h", "endservent()"},
    {"getrpcent", "netdb.h", "getrpcent()"},
    {"getrpcbyname", "netdb.h", "getrpcbyname(\"a\")"},
    {"getrpcbynumber", "netdb.h", "getrpcbynumber(1)"},
    {"getaliasent", "aliases.h", "getaliasent()"},
    {"getaliasbyname", "aliases.h", "getaliasbyname(\"a\")"},
    {"ether_ntoa", "netinet/ether.h", "ether_ntoa(ether_aton(\"1\"))"},
    {"ether_aton", "netinet/ether.h", "ether_aton(\"1\")"},
    {"getfsent", "fstab.h", "getfsent()"},
    {"getfsspec", "fstab.h", "getfsspec(\"a\")"},
    {"getfsfile", "fstab.h", "getfsfile(\"a\")"},
    {"setfsent", "fstab.h", "setfsent()"},
    {"endfsent", "fstab.h", "endfsent()"},
    {"getmntent", "mntent.h", "getmntent(stdin)"},
    {"getttyent", "ttyent.h", "getttyent()"},
    {"getttynam", "ttyent.h", "getttynam(\"a\")"},
    {"setttyent", "ttyent.h", "setttyent()"},
    {"endttyent", "ttyent.h", "endttyent()"},
    {"getusershell", "unistd.h", "getusershell()"},
    {"setusershell", "unistd.h", "setusershell()"},
    {"endusershell", "unistd.h", "endusershell()"},
    {"getutxent", "utmpx.h", "getutxent()"},
    {"getutxid", "utmpx.h", "getutxid(getutxent())"},
    {"getutxline", "utmpx.h", "getutxline(getutxent())"},
    {"pututxline", "utmpx.h", "pututxline(getutxent())"},
    {"setutxent", "utmpx.h", "setutxent()"},
    {"endutxent", "utmpx.h", "endutxent()"},
    {"getutent", "utmp.h", "getutent()"},
    {"getutid", "utmp.h", "getutid(getutent())"},
    {"getutline", "utmp.h", "getutline(getutent())"},
    {"pututline", "utmp.h", "pututline(getutent())"},
    {"setutent", "utmp.h", "setutent()"},
    {"endutent", "utmp.h", "endutent()"},
    {"utmpname", "utmp.h", "utmpname(\"a\")"},
    {"utmpxname", "utmpx.h", "utmpxname(\"a\")"},
    {"logout", "utmp.h", "logout(\"a\")"},
    {"login_tty", "utmp.h", "login_tty(0)"},
    {"getlogin_r", "unistd.h", "getlogin_r(text, sizeof text)"},
    {"getlogin", "unistd.h", "getlogin()"},
    {"ttyname", "unistd.h", "ttyname(0)"},
    {"ptsname", "stdlib.h", "ptsname(0)"},
    {"cuserid", "stdio.h", "cuserid(0)"},
    {"ctermid", "stdio.h", "ctermid(0)"},
    {"getpass", "unistd.h", "getpass(\"a\")"},
    {"tmpnam", "stdio.h", "tmpnam(0)"},
    {"readdir", "dirent.h", "readdir(opendir(\"a\"))"},
    {"rewinddir", "dirent.h", "rewinddir(opendir(\"a\"))"},
    {"seekdir", "dirent.h", "seekdir(opendir(\"a\"), 0)"},
    {"closedir", "dirent.h", "closedir(opendir(\"a\"))"},
    {"getc_unlocked", "stdio.h", "getc_unlocked(stdin)"},
    {"putc_unlocked", "stdio.h", "putc_unlocked(1, stdout)"},
    {"fgetc_unlocked", "stdio.h", "fgetc_unlocked(stdin)"},
    {"fputc_unlocked", "stdio.h", "fputc_unlocked(1, stdout)"},
    {"fread_unlocked", "stdio.h", "fread_unlocked(text, 1, 1, stdin)"},
    {"fwrite_unlocked", "stdio.h", "fwrite_unlocked(\"a\", 1, 1, stdout)"},
    {"fgets_unlocked", "stdio.h", "fgets_unlocked(text, 2, stdin)"},
    {"fputs_unlocked", "stdio.h", "fputs_unlocked(\"a\", stdout)"},
    {"fflush_unlocked", "stdio.h", "fflush_unlocked(stdout)"},
    {"clearerr_unlocked", "stdio.h", "clearerr_unlocked(stdout)"},
    {"getwc_unlocked", "wchar.h", "getwc_unlocked(stdin)"},
    {"putwc_unlocked", "wchar.h", "putwc_unlocked(L'a', stdout)"},
    {"fgetwc_unlocked", "wchar.h", "fgetwc_unlocked(stdin)"},
    {"fputwc_unlocked", "wchar.h", "fputwc_unlocked(L'a', stdout)"},
    {"fgetws_unlocked", "wchar.h", "fgetws_unlocked(wide, 2, stdin)"},
    {"fputws_unlocked", "wchar.h", "fputws_unlocked(L\"a\", stdout)"},
    {"putwchar_unlocked", "wchar.h", "putwchar_unlocked(L'a')"},
    {"getwchar_unlocked", "wchar.h", "getwchar_unlocked()"},
    {"getchar_unlocked", "stdio.h", "getchar_unlocked()"},
    {"putchar_unlocked", "stdio.h", "putchar_unlocked(1)"},
    {"feof_unlocked", "stdio.h", "feof_unlocked(stdin)"},
    {"ferror_unlocked", "stdio.h", "ferror_unlocked(stdin)"},
    {"fcloseall", "stdio.h", "fcloseall()"},
    {"puts", "stdio.h", "puts(\"a\")"},
    {"fputs", "stdio.h", "fputs(\"a\", stdout)"},
    {"putchar", "stdio.h", "putchar(1)"},
    {"fputc", "stdio.h", "fputc(1, stdout)"},
    {"putc", "stdio.h", "putc(1, stdout)"},
    {"fwrite", "stdio.h", "fwrite(\"a\", 1, 1, stdout)"},
    {"fread", "stdio.h", "fread(text, 1, 1, stdin)"},
    {"getc", "stdio.h", "getc(stdin)"},
    {"fgetc", "stdio.h", "fgetc(stdin)"},
    {"getchar", "stdio.h", "getchar()"},
    {"fgets", "stdio.h", "fgets(text, 2, stdin)"},
    {"fflush", "stdio.h", "fflush(stdout)"},
    {"ungetc", "stdio.h", "ungetc(1, stdin)"},
    {"perror", "stdio.h", "perror(\"a\")"},
    {"fclose", "stdio.h", "fclose(stdin)"},
    {"fseek", "stdio.h", "fseek(stdin, 0, 0)"},
    {"fseeko", "stdio.h", "fseeko(stdin, 0, 0)"},
    {"rewind", "stdio.h", "rewind(stdin)"},
    {"ftell", "stdio.h", "ftell(stdin)"},
    {"setvbuf", "stdio.h", "setvbuf(stdin, 0, 0, 0)"},
    {"setbuf", "stdio.h", "setbuf(stdin, 0)"},
    {"setbuffer", "stdio.h", "setbuffer(stdin, 0, 0)"},
    {"setlinebuf", "stdio.h", "setlinebuf(stdin)"},
    {"wprintf", "wchar.h", "wprintf(L\"a\")"},
    {"fwprintf", "wchar.h", "fwprintf(stdout, L\"a\")"},
    {"freopen", "stdio.h", "freopen(\"a\", \"r\", stdin)"},
    {"drand48", "stdlib.h", "drand48()"},
    {"lrand48", "stdlib.h", "lrand48()"},
    {"mrand48", "stdlib.h", "mrand48()"},
    {"srand48", "stdlib.h", "srand48(1)"},
    {"seed48", "stdlib.h", "seed48(seed)"},
    {"lcong48", "stdlib.h", "lcong48(seed)"},
    {"erand48", "stdlib.h", "erand48(seed)"},
    {"nrand48", "stdlib.h", "nrand48(seed)"},
    {"jrand48", "stdlib.h", "jrand48(seed)"},
    {"rand", "stdlib.h", "rand()"},
    {"srand", "stdlib.h", "srand(1)"},
    {"random", "stdlib.h", "random()"},
    {"srandom", "stdlib.h", "srandom(1)"},
    {"initstate", "stdlib.h", "initstate(1, 0, 64)"},
    {"setstate", "stdlib.h", "setstate(0)"},
    {"hsearch", "search.h", "hsearch(entry, ENTER)"},
    {"hcreate", "search.h", "hcreate(1)"},
    {"hdestroy", "search.h", "hdestroy()"},
    {"lgamma", "math.h", "lgamma(1)"},
    {"lgammaf", "math.h", "lgammaf(1)"},
    {"lgammal", "math.h", "lgammal(1)"},
    {"gamma", "math.h", "gamma(1)"},
    {"gammaf", "math.h", "gammaf(1)"},
    {"gammal", "math.h", "gammal(1)"},
    {"ecvt", "stdlib.h", "ecvt(1, 1, &numbers[0], &numbers[1])"},
    {"fcvt", "stdlib.h", "fcvt(1, 1, &numbers[0], &numbers[1])"},
    {"qecvt", "stdlib.h", "qecvt(1, 1, &numbers[0], &numbers[1])"},
    {"qfcvt", "stdlib.h", "qfcvt(1, 1, &numbers[0], &numbers[1])"},
    {"gcvt", "stdlib.h", "gcvt(1, 1, text)"},
    {"l64a", "stdlib.h", "l64a(1)"},
    {"setlogmask", "syslog.h", "setlogmask(1)"},
    {"sethostid", "unistd.h", "sethostid(1)"},
    {"gethostid", "unistd.h", "gethostid()"},
    {"strerror", "string.h", "strerror(1)"},
    {"strsignal", "string.h", "strsignal(1)"},
    {"inet_ntoa", "arpa/inet.h", "inet_ntoa(address)"},
    {"ftw", "ftw.h", "ftw(\"a\", 0, 1)"},
    {"nftw", "ftw.h", "nftw(\"a\", 0, 1, 0)"},
    {"basename", "string.h", "basename(text)"},
    {"__xpg_basename", "libgen.h", "__xpg_basename(text)"},
    {"dirname", "libgen.h", "dirname(text)"},
    {"gmtime_r", "time.h", "gmtime_r(&now, &date)"},
    {"timegm", "time.h", "timegm(&date)"},
    {"strptime", "time.h", "strptime(\"1\", \"%H\", &date)"},
    {"asctime_r", "time.h", "asctime_r(&date, text)"},
    {"sysconf", "unistd.h", "sysconf(1)"},
    {"confstr", "unistd.h", "confstr(1, text, 1)"},
    {"regerror", "regex.h", "regerror(1, 0, text, 1)"},
    {"fnmatch", "fnmatch.h", "fnmatch(\"a\", \"b\", 0)"},
    {"dngettext", "libintl.h", "dngettext(\"a\", \"b\", \"c\", 1)"},
    {"dcngettext", "libintl.h", "dcngettext(\"a\", \"b\", \"c\", 1, 0)"},
    {"strtof", "stdlib.h", "strtof(\"1\", 0)"},
    {"strtold", "stdlib.h", "strtold(\"1\", 0)"},
    {"strtol", "stdlib.h", "strtol(\"1\", 0, 10)"},
    {"strtoul", "stdlib.h", "strtoul(\"1\", 0, 10)"},
    {"strtoll", "stdlib.h", "strtoll(\"1\", 0, 10)"},
    {"strtoull", "stdlib.h", "strtoull(\"1\", 0, 10)"},
    {"strtoimax", "inttypes.h", "strtoimax(\"1\", 0, 10)"},
    {"strtoumax", "inttypes.h", "strtoumax(\"1\", 0, 10)"},
    {"atoi", "stdlib.h", "atoi(\"1\")"},
    {"atol", "stdlib.h", "atol(\"1\")"},
    {"atoll", "stdlib.h", "atoll(\"1\")"},
    {"strcasecmp", "strings.h", "strcasecmp(\"a\", \"b\")"},
    {"strncasecmp", "strings.h", "strncasecmp(\"a\", \"b\", 1)"},
    {"strcasestr", "string.h", "strcasestr(\"a\", \"b\")"},
    {"wcscasecmp", "wchar.h", "wcscasecmp(L\"a\", L\"b\")"},
    {"wcsncasecmp", "wchar.h", "wcsncasecmp(L\"a\", L\"b\", 1)"},
    {"wcstod", "wchar.h", "wcstod(L\"1\", 0)"},
    {"wcstof", "wchar.h", "wcstof(L\"1\", 0)"},
    {"wcstold", "wchar.h", "wcstold(L\"1\", 0)"},
    {"wcstol", "wchar.h", "wcstol(L\"1\", 0, 10)"},
    {"dprintf", "stdio.h", "dprintf(1, \"a\")"},
    {"swprintf", "wchar.h", "swprintf(wide, 64, L\"a\")"},
    {"error", "error.h", "(error(0, 0, \"a\"), 0)"},
    {"error_at_line", "error.h", "(error_at_line(0, 0, \"a\", 1, \"b\"), 0)"},
    {"fts_read", "fts.h", "fts_read(fts_open(words, 0, 0))"},
    {"fts_children", "fts.h", "fts_children(fts_open(words, 0, 0), 0)"},
    {"fts_close", "fts.h", "fts_close(fts_open(words, 0, 0))"},
    {"argp_parse", "argp.h", "argp_parse(0, 1, words, 0, 0, 0)"},
    {"siginterrupt", "signal.h", "siginterrupt(2, 1)"},
    {"ttyslot", "unistd.h", "ttyslot()"},
    {"mallopt", "malloc.h", "mallopt(1, 1)"},
    {"mallinfo", "malloc.h", "mallinfo()"},
    {"mtrace", "mcheck.h", "mtrace()"},
    {"muntrace", "mcheck.h", "muntrace()"},
    {"iswalpha", "wctype.h", "iswalpha(wide[0])"},
    {"iswspace", "wctype.h", "iswspace(wide[0])"},
    {"towupper", "wctype.h", "towupper(wide[0])"},
    {"towlower", "wctype.h", "towlower(wide[0])"},
    {"wcwidth", "wchar.h", "wcwidth(wide[0])"},
};
/* clang-format on */

#define CALLS (sizeof calls / sizeof *calls)

/* Functions that have the same rows as others, and arguments that take more than a line. */
static const char *const others =
    " __ctype_b_loc __ctype_get_mb_cur_max __ctype_tolower_loc __ctype_toupper_loc aligned_alloc argp_error "
    "argp_failure argp_help argp_state_help argp_usage asprintf bsd_signal btowc calloc crypt crypt_gensalt "
    "dbm_clearerr dbm_close dbm_delete dbm_error dbm_fetch dbm_firstkey dbm_nextkey dbm_open dbm_store encrypt free "
    "fts_set fwscanf getaddrinfo getdelim getgrent_r gethostbyaddr_r gethostbyname2_r gethostbyname_r gethostent_r "
    "getline getnameinfo getnetent_r getnetgrent getnetgrent_r getprotoent_r getpwent_r getservent_r getspent_r glob "
    "inet_addr inet_aton inet_network inet_ntop inet_pton isalnum isblank iscntrl isdigit isgraph islower isprint "
    "ispunct isspace isupper iswalnum iswblank iswcntrl iswctype iswdigit iswgraph iswlower iswprint iswpunct "
    "iswupper iswxdigit isxdigit login mallinfo2 malloc mcheck mcheck_check_all mcheck_pedantic memalign mprobe "
    "posix_memalign puts_unlocked re_comp re_exec readdir64 realloc regcomp regexec rpmatch setkey signal strfmon "
    "strtoq swscanf towctrans valloc vasprintf vdprintf vfprintf vfscanf vfwprintf vfwscanf vprintf vscanf vsnprintf "
    "vsprintf vsscanf vswprintf vswscanf vsyslog vwprintf vwscanf wcstoll wcstoul wcstoull wcswidth wctob wctrans "
    "wctype wordexp wscanf ";

/* ---- the table ---- */

static const struct Call *find_call(const char *function)
{
    for (size_t i = 0; i < CALLS; i++)
        if (strcmp(calls[i].function, function) == 0) return &calls[i];
    return NULL;
}

TEST(each_row_is_of_a_function_that_is_known_and_called)
{
    const StateUse *row;
    for (size_t i = 0; (row = state_row(i)) != NULL; i++) {
        char word[80];
        snprintf(word, sizeof word, " %s ", row->function);
        bool is_known = summary_find(row->function) || library_has_name(row->function) ||
                        intrinsic_find(row->function, false) != INTRINSIC_NONE;
        bool is_called = find_call(row->function) || strstr(others, word);
        if (!is_known || !is_called) printf("# %s\n", row->function);
        CHECK(is_known && is_called);
        CHECK(state_name(row->state) != NULL);
        for (size_t k = 0; k < i; k++) /* none is there twice */
            CHECK(state_row(k)->state != row->state || state_row(k)->access != row->access ||
                  strcmp(state_row(k)->function, row->function) != 0);
    }
}

TEST(states_race_with_themselves_only)
{
    const StateUse *a, *b;
    for (size_t i = 0; (a = state_row(i)) != NULL; i++)
        for (size_t k = 0; (b = state_row(k)) != NULL; k++) {
            CHECK(state_uses_race(a, b) == state_uses_race(b, a));
            CHECK(!state_uses_race(a, b) || a->state == b->state);
        }
}

/* ---- programs ---- */

static char path[] = "/tmp/chorus-state-XXXXXX.c";

static void remove_file(void) { unlink(path); }

static void write_use(FILE *f, int number, const struct Call *const *calls_of_it, size_t count, bool is_locked)
{
    fprintf(f,
            "static void use%d(void)\n{\n    time_t now = 0;\n    struct tm date = {0};\n    char text[64] = \"a\";\n"
            "    wchar_t wide[64] = {0};\n    char *words[2] = {\"a\", 0};\n    unsigned short seed[7] = {0};\n"
            "    int numbers[2];\n    ENTRY entry = {\"a\", 0};\n    struct in_addr address = {0};\n",
            number);
    for (size_t i = 0; i < count; i++)
        fprintf(f, "    %s(void)(%s);\n    %s\n", is_locked ? "pthread_mutex_lock(&m);\n    " : "",
                calls_of_it[i]->call, is_locked ? "pthread_mutex_unlock(&m);" : "");
    fprintf(f, "}\n");
}

/* One thread calls those of a, the other those of b. */
static void write_program(const struct Call *const *a, const struct Call *const *b, size_t count, bool is_locked)
{
    static bool is_made;
    if (!is_made) {
        int file = mkstemps(path, 2);
        REQUIRE(file >= 0);
        close(file);
        atexit(remove_file);
        is_made = true;
    }
    FILE *f = fopen(path, "w");
    REQUIRE(f);
    fprintf(f, "#define _GNU_SOURCE\n#include <pthread.h>\n#include <search.h>\n#include <stdio.h>\n#include <time.h>\n"
               "#include <wchar.h>\n#include <netinet/in.h>\n");
    for (size_t i = 0; i < count; i++)
        fprintf(f, "#include <%s>\n#include <%s>\n", a[i]->header, b[i]->header);
    fprintf(f, "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n");
    write_use(f, 0, a, count, is_locked);
    write_use(f, 1, b, count, is_locked);
    fprintf(f, "static void *worker(void *a)\n{\n    use0();\n    return a;\n}\nint main(void)\n{\n    pthread_t t;\n"
               "    pthread_create(&t, 0, worker, 0);\n    use1();\n    pthread_join(t, 0);\n    return 0;\n}\n");
    fclose(f);
}

/* The verdict; *is_assumed: the proof rests on what glibc does with the first of a. */
static ChorusVerdict ask_all(const struct Call *const *a, const struct Call *const *b, size_t count, bool is_locked,
                             bool *is_assumed)
{
    const char *file = path;
    write_program(a, b, count, is_locked);
    ChorusSession *s = chorus_new();
    REQUIRE(s);
    CHECK_EQ_INT(chorus_set_option(s, "property", "no-data-race"), CHORUS_OK);
    if (chorus_load(s, &file, 1) != CHORUS_OK) printf("# %s: %s\n", a[0]->function, chorus_error(s));
    ChorusVerdict verdict = chorus_check(s);
    *is_assumed = false;
    for (size_t i = 0; i < chorus_assumption_count(s); i++) {
        const char *property, *source;
        uint32_t line;
        const char *text = chorus_assumption(s, i, &property, &source, &line);
        *is_assumed |= strstr(text, "glibc") && strstr(text, a[0]->function);
    }
    chorus_free(s);
    return verdict;
}

static ChorusVerdict ask(const struct Call *a, const struct Call *b, bool is_locked, bool *is_assumed)
{
    return ask_all(&a, &b, 1, is_locked, is_assumed);
}

static bool has_access(const char *function, StateAccess access)
{
    const StateUse *row;
    for (size_t i = 0; (row = state_next(function, &i)) != NULL;)
        if (row->access == access) return true;
    return false;
}

/* Of others it is not known what they access. */
static bool is_known(const struct Call *c)
{
    bool may_race = has_access(c->function, STATE_MAY_WRITE) || has_access(c->function, STATE_CHANGES);
    return may_race || summary_find(c->function) != NULL;
}

static void check_unlocked(const struct Call *c)
{
    bool is_assumed, is_safe = has_access(c->function, STATE_SAFE);
    bool may_race = has_access(c->function, STATE_MAY_WRITE) || has_access(c->function, STATE_CHANGES);
    ChorusVerdict racy = ask(c, c, false, &is_assumed);
    bool fits = has_access(c->function, STATE_WRITES) ? racy == CHORUS_FALSE
                : may_race                            ? racy != CHORUS_TRUE
                : is_known(c)                         ? racy == CHORUS_TRUE && is_assumed == is_safe
                                                      : racy != CHORUS_FALSE;
    if (!fits) printf("# %s: %d without a lock (%d)\n", c->function, (int)racy, (int)is_assumed);
    CHECK(fits);
}

static void check_locked(const struct Call *c)
{
    bool is_assumed;
    ChorusVerdict locked = ask(c, c, true, &is_assumed);
    bool fits = is_known(c) ? locked == CHORUS_TRUE : locked != CHORUS_FALSE;
    if (!fits) printf("# %s: %d with a lock\n", c->function, (int)locked);
    CHECK(fits);
}

/* What is true of all of them together is true of each. */
static void check_all_locked(const struct Call *const *some, size_t count)
{
    bool is_assumed;
    if (count == 0 || ask_all(some, some, count, true, &is_assumed) == CHORUS_TRUE) return;
    for (size_t i = 0; i < count; i++)
        check_locked(some[i]);
}

TEST(some_functions_race_without_a_lock)
{
    static const char *const names[] = {"strtok", "localtime", "getpwnam", "drand48", "setenv", "rand", "mbrtowc"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_unlocked(find_call(names[i])), check_locked(find_call(names[i]));
}

#define PARTS 8
#define TOGETHER 6 /* calls under a lock in one program */

static void check_part(size_t part)
{
    const struct Call *some[TOGETHER];
    size_t count = 0;
    for (size_t i = part; i < CALLS; i += PARTS) {
        if (!tap_is_sampled(i / PARTS)) continue;
        check_unlocked(&calls[i]);
        if (!is_known(&calls[i])) {
            check_locked(&calls[i]);
            continue;
        }
        some[count++] = &calls[i];
        if (count == TOGETHER) {
            check_all_locked(some, count);
            count = 0;
        }
    }
    check_all_locked(some, count);
}

SLOW_TEST(functions_race_without_a_lock_1) { check_part(0); }
SLOW_TEST(functions_race_without_a_lock_2) { check_part(1); }
SLOW_TEST(functions_race_without_a_lock_3) { check_part(2); }
SLOW_TEST(functions_race_without_a_lock_4) { check_part(3); }
SLOW_TEST(functions_race_without_a_lock_5) { check_part(4); }
SLOW_TEST(functions_race_without_a_lock_6) { check_part(5); }
SLOW_TEST(functions_race_without_a_lock_7) { check_part(6); }
SLOW_TEST(functions_race_without_a_lock_8) { check_part(7); }

/* Who only reads races with the first function that certainly writes. */
SLOW_TEST(readers_race_with_writers)
{
    const StateUse *row, *other;
    for (size_t i = 0; (row = state_row(i)) != NULL; i++) {
        const struct Call *reader = find_call(row->function), *writer = NULL;
        for (size_t k = 0; row->access == STATE_READS && !writer && (other = state_row(k)) != NULL; k++)
            if (state_uses_race(row, other)) writer = find_call(other->function);
        if (!reader || !writer) continue;
        bool is_assumed;
        ChorusVerdict verdict = ask(reader, writer, false, &is_assumed);
        if (verdict != CHORUS_FALSE) printf("# %s and %s: %d\n", reader->function, writer->function, (int)verdict);
        CHECK_EQ_INT(verdict, CHORUS_FALSE);
    }
}

TEST(different_states_do_not_race)
{
    static const char *const pairs[][2] = {
        {"localtime", "getpwnam"}, {"strtok", "drand48"}, {"ttyname", "gethostbyname"}, {"localtime_r", "localtime_r"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        bool is_assumed;
        CHECK_EQ_INT(ask(find_call(pairs[i][0]), find_call(pairs[i][1]), false, &is_assumed), CHORUS_TRUE);
    }
}

/* ---- the page ---- */

#define PAGE CHORUS_TESTS_DIR "/../docs/library.md"
#define BEGIN "<!-- states: written by test_state -->\n"
#define END "<!-- end of states -->\n"

static bool is_alike(const StateUse *a, const StateUse *b)
{
    return a->state == b->state && a->access == b->access && !a->if_null == !b->if_null && a->if_set == b->if_set &&
           a->if_given == b->if_given && a->keeps == b->keeps && a->kept == b->kept;
}

static void add_name(Str *out, const char *function, bool *is_next)
{
    str_addf(out, "%s`%s`", *is_next ? ", " : "", function);
    *is_next = true;
}

static const char *access_text(StateAccess access)
{
    switch (access) {
    case STATE_READS: return "read";
    case STATE_WRITES: return "written";
    case STATE_MAY_READ: return "perhaps read";
    case STATE_MAY_WRITE: return "perhaps written";
    case STATE_CHANGES: return "written under a lock of its own";
    case STATE_LOCKS: return "used under a lock of its own";
    case STATE_SAFE: return "safe in glibc";
    }
    return "";
}

/* Functions of all rows that are like this one; then who else may race with them. */
static void add_row(Str *out, const StateUse *row)
{
    const StateUse *other;
    bool is_next = false;
    str_add(out, "| ");
    for (size_t i = 0; (other = state_row(i)) != NULL; i++)
        if (is_alike(row, other)) add_name(out, other->function, &is_next);
    str_addf(out, " | %s | %s%s | ", state_name(row->state), access_text(row->access),
             row->if_null    ? ", if no other is given"
             : row->if_given ? ", if the argument is not NULL"
                             : "");
    is_next = false;
    if (state_uses_race(row, row)) {
        str_add(out, "each other");
        is_next = true;
    }
    for (size_t i = 0; (other = state_row(i)) != NULL; i++)
        if (state_uses_race(row, other) && !is_alike(row, other)) add_name(out, other->function, &is_next);
    str_addf(out, "%s | %s%s |\n", is_next ? "" : "nobody", row->keeps ? "its argument" : "",
             row->kept == 'w'   ? ", which is written later"
             : row->kept == 'r' ? row->keeps ? ", which is read later" : "reads what was kept"
                                : "");
}

static char *page_table(Run *run)
{
    Str out;
    const StateUse *row;
    str_init(run, &out);
    str_add(&out, "| functions | state | which is | not thread-safe with | keeps |\n|---|---|---|---|---|\n");
    for (LibraryState state = 0; state < STATES; state++)
        for (size_t i = 0; (row = state_row(i)) != NULL; i++) {
            bool is_first = row->state == state;
            for (size_t k = 0; k < i; k++)
                is_first &= !is_alike(state_row(k), row);
            if (is_first) add_row(&out, row);
        }
    return run_strdup(run, str_text(&out));
}

static char *read_page(Run *run)
{
    FILE *f = fopen(PAGE, "r");
    REQUIRE(f);
    char *text = run_alloc(run, 1 << 20);
    size_t n = fread(text, 1, (1 << 20) - 1, f);
    text[n] = 0;
    fclose(f);
    return text;
}

/* With CHORUS_WRITE_PAGE in the environment it is written anew. */
TEST(the_page_has_the_table)
{
    Run *run = run_new();
    REQUIRE(run);
    char *page = read_page(run), *begin = strstr(page, BEGIN), *end = strstr(page, END);
    REQUIRE(begin && end && begin < end);
    begin += strlen(BEGIN);
    const char *table = page_table(run);
    bool is_same = strlen(table) == (size_t)(end - begin) && strncmp(table, begin, strlen(table)) == 0;
    if (!is_same && getenv("CHORUS_WRITE_PAGE")) {
        FILE *f = fopen(PAGE, "w");
        REQUIRE(f);
        fprintf(f, "%.*s%s%s", (int)(begin - page), page, table, end);
        fclose(f);
    } else if (!is_same) {
        printf("# docs/library.md has another table: CHORUS_WRITE_PAGE=1 build/release/tests/test_state page\n");
    }
    CHECK(is_same || getenv("CHORUS_WRITE_PAGE"));
    run_free(run);
}

TAP_MAIN();
