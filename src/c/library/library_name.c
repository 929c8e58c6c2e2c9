#include "c/library/library_name.h"

#include <string.h>

/* Of C's library, POSIX and glibc: those that programs call for a result, and that no other table has. */
static const char *const names[] = {
    " a64l addmntent adjtime aio_cancel aio_cancel64 aio_error aio_error64 aio_fsync aio_fsync64 aio_init ",
    " aio_read aio_read64 aio_return aio_return64 aio_suspend aio_suspend64 aio_write aio_write64 aligned_alloc ",
    " alphasort alphasort64 arc4random arc4random_uniform asprintf at_quick_exit atexit backtrace ",
    " backtrace_symbols backtrace_symbols_fd bind_textdomain_codeset bindtextdomain brk bsd_signal bsearch ",
    " c8rtomb canonicalize_file_name clock_getcpuclockid ",
    " clock_settime clone close_range closefrom confstr copy_file_range creat64 ctermid dcgettext dcngettext ",
    " dgettext dirfd div dladdr dladdr1 dlclose dlinfo dngettext duplocale epoll_pwait2 eventfd_read ",
    " eventfd_write execl execle execlp execv execve execvp execvpe faccessat fallocate fallocate64 fchmodat ",
    " fchownat fcntl fcntl64 fdopendir fexecve ",
    " fgetgrent_r fgetpos fgetpos64 fgetpwent_r fgetwc ",
    " fgetws fgetws_unlocked fgetxattr finitef finitel flistxattr fopencookie forkpty fpathconf fputwc ",
    " fputws fputws_unlocked fremovexattr freopen64 fscanf fseeko64 fsetpos fsetpos64 fsetxattr ",
    " fstatat fstatat64 fstatfs fstatfs64 fstatvfs fstatvfs64 ftello64 ftrylockfile ftw ftw64 futimens fwide ",
    " fwscanf get_avphys_pages get_current_dir_name get_phys_pages getaddrinfo getaddrinfo_a getauxval ",
    " getcpu getcwd getdate_r getdelim getdents64 getentropy getgrent_r getgrgid_r ",
    " getgrnam_r getgroups gethostbyaddr_r gethostbyname2_r gethostbyname_r gethostent_r ",
    " getifaddrs getline getlogin_r getmntent_r getnameinfo getpgid getpwent_r getpwnam_r ",
    " getpwuid_r getrandom getresgid getresuid getsubopt getwc getwchar ",
    " getxattr glob glob64 grantpt hasmntopt iconv iconv_close iconv_open if_indextoname if_nameindex ilogb ",
    " ilogbf ilogbl imaxabs imaxdiv inet_ntop initstate_r inotify_add_watch inotify_init1 ioctl ",
    " isfdtype isinff isinfl isnanf isnanl iswblank iswcntrl iswctype iswgraph iswxdigit ldiv ",
    " lfind lgetxattr linkat lio_listio lio_listio64 listxattr lldiv llistxattr llrint llrintf llrintl llroundf ",
    " llroundl lockf lockf64 lremovexattr lrintf lrintl lroundf lroundl lsearch lsetxattr mallopt ",
    " mbrtoc8 mbsinit mbsnrtowcs mbsrtowcs memalign mincore mkdirat mkfifoat mknodat ",
    " mkostemp mkostemp64 mkostemps mkostemps64 mkstemps mkstemps64 mount mq_close mq_getattr ",
    " mq_notify mq_open mq_receive mq_setattr mq_timedreceive mq_timedsend mq_unlink mremap msgctl msgrcv ",
    " newlocale nftw nftw64 ngettext open_wmemstream openat openat64 openpty pathconf ppoll prctl ",
    " preadv preadv2 preadv64 preadv64v2 prlimit prlimit64 ptsname_r putwc putwchar ",
    " pvalloc pwritev pwritev2 pwritev64 pwritev64v2 readahead readdir64_r readdir_r ",
    " readlinkat readv reallocarray realpath recvmmsg recvmsg removexattr renameat renameat2 scandir scandir64 ",
    " scandirat scandirat64 scanf sched_getparam sched_rr_get_interval sem_close sem_open semctl semop ",
    " semtimedop sendfile sendfile64 sendmmsg sendmsg setdomainname setfsgid setfsuid setgroups ",
    " sethostname setmntent setresgid setresuid setstate_r settimeofday ",
    " setxattr shm_open shm_unlink shmctl sigaction sigaltstack signal signalfd sigtimedwait ",
    " sockatmark srandom_r sscanf statvfs64 statx strerror_r strptime strsep strtok_r strxfrm ",
    " swscanf symlinkat syncfs syscall tcdrain tcgetpgrp tcgetsid tcsetpgrp tdelete telldir tempnam tfind ",
    " tgkill timer_create timer_delete timer_getoverrun timer_gettime timer_settime timerfd_gettime ",
    " timerfd_settime timespec_getres tmpfile64 tmpnam tmpnam_r towctrans truncate64 tsearch ungetwc unlinkat ",
    " unlockpt uselocale utimensat valloc vasprintf versionsort versionsort64 vfscanf vfwscanf vscanf vsscanf ",
    " vswscanf vwscanf wait4 waitid wcpcpy wcpncpy wcscasecmp wcschrnul wcscoll wcscspn wcsftime ",
    " wcsncasecmp wcsncat wcsnlen wcsnrtombs wcspbrk wcsrtombs wcsspn wcstod wcstof wcstok wcstol wcstold ",
    " wcstoll wcstoul wcstoull wcsxfrm wctrans wctype wmemchr wmemcmp wmemcpy wmemmove wmempcpy wordexp ",
    " writev wscanf catclose catgets catopen cuserid dbm_clearerr dbm_close dbm_delete dbm_error dbm_fetch ",
    " dbm_firstkey dbm_nextkey dbm_open dbm_store fmtmsg gcvt getnetent_r getnetgrent getnetgrent_r getprotoent_r ",
    " getservent_r getspent_r hsearch hsearch_r hcreate_r hdestroy_r insque login login_tty logout qgcvt remque ",
    " strftime_l __strtok_r ",
    " error error_at_line argp_parse argp_help argp_usage argp_error argp_failure argp_state_help fts_open ",
    " fts_read fts_children fts_close fts_set mallinfo mallinfo2 mtrace muntrace mcheck mcheck_pedantic ",
    " mcheck_check_all mprobe ttyslot strfmon ",
};

static bool is_listed_name(const char *name)
{
    size_t n = strlen(name);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (const char *at = strstr(names[i], name); at; at = strstr(at + 1, name))
            if (at > names[i] && at[-1] == ' ' && at[n] == ' ') return true;
    return false;
}

static bool starts_with(const char *name, const char *start) { return strncmp(name, start, strlen(start)) == 0; }

bool library_has_name(const char *name)
{
    static const char *const starts[] = {"__isoc99_", "__isoc23_", "posix_", "pthread_"};
    size_t n = strlen(name);
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (starts_with(name, starts[i])) return true;
    bool is_checked = n > 6 && starts_with(name, "__") && strcmp(name + n - 4, "_chk") == 0; /* _FORTIFY_SOURCE */
    return is_checked || is_listed_name(name);
}

bool library_is_confined(const char *name)
{
    static const char *const confined[] = {"strtok_r", "__strtok_r", "strsep", "wcstok"};
    for (size_t i = 0; i < sizeof confined / sizeof *confined; i++)
        if (strcmp(name, confined[i]) == 0) return true;
    return false;
}
