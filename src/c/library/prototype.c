#include "c/library/prototype.h"

#include <string.h>

typedef struct Row {
    const char *kinds, *names; /* with a blank before and behind each */
} Row;

/* As the headers of glibc declare them. Not here: functions that other libraries declare otherwise, and those that pass
 * structures or complex numbers by value, as each machine does in its own way. */
static const Row rows[] = {
    {"f", " drand48 "},
    {"ff", " __exp10 __exp10f acos acosf acosh acoshf acoshl acosl asin asinf asinh asinhf asinhl asinl "
           " atan atanf atanh atanhf atanhl atanl cbrt cbrtf cbrtl ceil ceilf ceill cos cosf cosh coshf "
           " coshl cosl erf erfc erfcf erfcl erff erfl exp exp10 exp2 exp2f exp2l expf expl expm1 expm1f "
           " expm1l fabs fabsf fabsl floor floorf floorl lgamma lgammaf lgammal log log10 log10f log10l "
           " log1p log1pf log1pl log2 log2f log2l logb logbf logbl logf logl nearbyint nearbyintf "
           " nearbyintl rint rintf rintl round roundeven roundevenf roundevenl roundf roundl sin sinf sinh "
           " sinhf sinhl sinl sqrt sqrtf sqrtl tan tanf tanh tanhf tanhl tanl tgamma tgammaf tgammal trunc "
           " truncf truncl "},
    {"fff", " atan2 atan2f atan2l copysign copysignf copysignl fdim fdimf fdiml fmax fmaxf fmaxl fmin fminf "
            " fminl fmod fmodf fmodl hypot hypotf hypotl nextafter nextafterf nextafterl nexttoward "
            " nexttowardf nexttowardl pow powf powl remainder remainderf remainderl "},
    {"ffff", " fma fmaf fmal "},
    {"fffp", " remquo remquof remquol "},
    {"ffi", " ldexp ldexpf ldexpl scalbln scalblnf scalblnl scalbn scalbnf scalbnl "},
    {"ffp", " frexp frexpf frexpl modf modff modfl "},
    {"fii", " difftime "},
    {"fp", " atof nan nanf nanl "},
    {"fpp", " strtod strtof strtold wcstod wcstof wcstold "},
    {"i", " __ctype_get_mb_cur_max arc4random clearenv clock fcloseall fork get_avphys_pages get_nprocs "
          " get_nprocs_conf get_phys_pages getchar getchar_unlocked getdtablesize getegid geteuid getgid "
          " gethostid getpagesize getpid getppid gettid getuid getwchar getwchar_unlocked inotify_init "
          " lrand48 mrand48 munlockall pause pthread_getconcurrency pthread_self pthread_yield rand "
          " random sched_getcpu sched_yield setsid siggetmask thrd_current vfork "},
    {"if", " __finite __finitef __finitel __isinf __isnan finite finitef finitel ilogb ilogbf ilogbl isinf "
           " isinff isinfl isnan isnanf isnanl llrint llrintf llrintl llround llroundf llroundl lrint "
           " lrintf lrintl lround lroundf lroundl "},
    {"ii", " abs alarm arc4random_uniform btowc close dup epoll_create epoll_create1 fchdir fdatasync ffs "
           " ffsl ffsll fsync getauxval getpgid grantpt htonl htons imaxabs inotify_init1 isalnum isalpha "
           " isascii isatty isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper "
           " iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace "
           " iswupper iswxdigit isxdigit labs llabs mlockall mq_close nice ntohl ntohs personality "
           " pthread_cancel pthread_detach pthread_key_delete pthread_setconcurrency putchar "
           " putchar_unlocked putwchar putwchar_unlocked raise sched_get_priority_max "
           " sched_get_priority_min sched_getscheduler setegid seteuid setfsgid setfsuid setgid sethostid "
           " setlogmask setuid sigblock sigsetmask sleep sockatmark syncfs sysconf tcdrain tcgetpgrp "
           " tcgetsid thrd_detach toascii tolower toupper towlower towupper umask unlockpt unshare usleep "
           " wctob wcwidth "},
    {"ii.", " prctl syscall ulimit "},
    {"iii", " daemon dup2 eventfd eventfd_write fchmod flock fpathconf ftruncate ftruncate64 getpriority "
            " inotify_rm_watch isfdtype iswctype kill killpg listen mallopt msgget pthread_equal "
            " pthread_kill pthread_setschedprio setns setpgid setregid setreuid shutdown siginterrupt "
            " tcflow tcflush tcsendbreak tcsetpgrp thrd_equal timerfd_create ualarm "},
    {"iii.", " fcntl fcntl64 ioctl "},
    {"iiii", " close_range dup3 fchown lockf lockf64 lseek lseek64 posix_fallocate readahead semget "
             " setpriority setresgid setresuid shmget socket tgkill "},
    {"iiii.", " semctl "},
    {"iiiii", " fallocate fallocate64 posix_fadvise "},
    {"iiiip", " epoll_ctl socketpair "},
    {"iiiipi", " setsockopt "},
    {"iiiipp", " getsockopt "},
    {"iiip", " __fxstat __fxstat64 msgctl pthread_getaffinity_np pthread_setaffinity_np "
             " pthread_setschedparam sched_getaffinity sched_setaffinity sched_setscheduler shmctl tcsetattr "},
    {"iiipi", " sendfile sendfile64 waitid "},
    {"iiipp", " clock_nanosleep prlimit prlimit64 timerfd_settime "},
    {"iip", " __sched_cpucount aio_cancel aio_cancel64 aio_fsync aio_fsync64 clock_getcpuclockid "
            " clock_getres clock_gettime clock_settime eventfd_read fputc fputc_unlocked fputwc "
            " fputwc_unlocked fremovexattr fstat fstat64 fstatfs fstatfs64 fstatvfs fstatvfs64 futimens "
            " futimes getgroups getitimer getrlimit getrlimit64 getrusage mq_getattr mq_notify "
            " pthread_getattr_np pthread_getcpuclockid pthread_join pthread_setcancelstate "
            " pthread_setcanceltype pthread_setspecific putc putc_unlocked putw putwc putwc_unlocked "
            " sched_getparam sched_rr_get_interval sched_setparam setgroups setrlimit setrlimit64 srandom_r "
            " tcgetattr thrd_join timerfd_gettime towctrans tss_set ungetc ungetwc "},
    {"iip.", " dprintf "},
    {"iipi", " bind confstr connect flistxattr getdents64 inotify_add_watch mkdirat mkfifoat "
             " pthread_getname_np ptsname_r read readv recvmsg semop sendmsg signalfd ttyname_r unlinkat "
             " waitpid write writev "},
    {"iipi.", " openat openat64 "},
    {"iipii", " epoll_wait faccessat fchmodat mknodat mq_send msgsnd pread pread64 preadv preadv64 pwrite "
              " pwrite64 pwritev pwritev64 recv send sendmmsg "},
    {"iipiii", " fchownat msgrcv preadv2 preadv64v2 pwritev2 pwritev64v2 "},
    {"iipiip", " epoll_pwait mq_timedsend recvmmsg statx "},
    {"iipiipi", " sendto "},
    {"iipiipp", " recvfrom "},
    {"iipip", " getaddrinfo_a initstate_r lio_listio lio_listio64 mq_receive renameat semtimedop wait4 "},
    {"iipipi", " linkat renameat2 "},
    {"iipipii", " copy_file_range "},
    {"iipipp", " epoll_pwait2 mq_timedreceive "},
    {"iipp", " __lxstat __lxstat64 __xstat __xstat64 accept fexecve getopt getpeername getsockname inet_pton "
             " mq_setattr pthread_getschedparam pthread_sigmask setitimer sigaction sigprocmask timer_create "
             " vdprintf "},
    {"iippi", " accept4 fgetxattr fstatat fstatat64 readlinkat regerror utimensat "},
    {"iippii", " fsetxattr "},
    {"iippip", " getgrgid_r getpwuid_r "},
    {"iipppp", " getopt_long getopt_long_only scandirat scandirat64 select "},
    {"iippppp", " pselect "},
    {"ip", " _setjmp a64l aio_error aio_error64 aio_read aio_read64 aio_return aio_return64 aio_write "
           " aio_write64 at_quick_exit atexit atoi atol atoll brk cfgetispeed cfgetospeed chdir chroot "
           " closedir cnd_broadcast cnd_init cnd_signal dirfd dlclose fclose feof feof_unlocked ferror "
           " ferror_unlocked fflush fflush_unlocked fgetc fgetc_unlocked fgetwc fgetwc_unlocked fileno "
           " fileno_unlocked ftell ftello ftello64 ftrylockfile getc getc_unlocked getifaddrs getw getwc "
           " getwc_unlocked iconv_close if_nametoindex inet_addr inet_network jrand48 mbsinit mkstemp "
           " mkstemp64 mktime mq_unlink mtx_lock mtx_trylock mtx_unlock nrand48 pclose pipe "
           " pthread_attr_destroy pthread_attr_init pthread_barrier_destroy pthread_barrier_wait "
           " pthread_barrierattr_destroy pthread_barrierattr_init pthread_cond_broadcast "
           " pthread_cond_destroy pthread_cond_signal pthread_condattr_destroy pthread_condattr_init "
           " pthread_mutex_consistent pthread_mutex_destroy pthread_mutex_lock pthread_mutex_trylock "
           " pthread_mutex_unlock pthread_mutexattr_destroy pthread_mutexattr_init pthread_rwlock_destroy "
           " pthread_rwlock_rdlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock pthread_rwlock_unlock "
           " pthread_rwlock_wrlock pthread_rwlockattr_destroy pthread_rwlockattr_init pthread_spin_destroy "
           " pthread_spin_lock pthread_spin_trylock pthread_spin_unlock putenv puts rand_r remove rmdir "
           " rpmatch sem_close sem_destroy sem_post sem_trywait sem_unlink sem_wait setcontext setjmp "
           " shm_unlink shmdt sigemptyset sigfillset sigisemptyset sigpending sigsuspend strlen swapoff "
           " sysinfo system telldir time timegm timer_delete timer_getoverrun times umount uname unlink "
           " unsetenv wait wcslen wctype "},
    {"ip.", " __isoc99_scanf __isoc99_wscanf printf scanf wprintf wscanf "},
    {"ipi", " __sigsetjmp access backtrace cfsetispeed cfsetospeed cfsetspeed chmod creat creat64 ftok "
            " fwide getdomainname getentropy gethostname getloadavg getlogin_r mblen mkdir mkfifo mkostemp "
            " mkostemp64 mkstemps mkstemps64 mlock mtx_init munlock munmap pathconf pipe2 "
            " pthread_attr_setdetachstate pthread_attr_setstacksize pthread_barrierattr_setpshared "
            " pthread_condattr_setclock pthread_condattr_setpshared pthread_mutexattr_setprotocol "
            " pthread_mutexattr_setpshared pthread_mutexattr_setrobust pthread_mutexattr_settype "
            " pthread_rwlockattr_setkind_np pthread_rwlockattr_setpshared pthread_spin_init setdomainname "
            " sethostname sigaddset sigdelset sigismember sigsetjmp strnlen timespec_get timespec_getres "
            " truncate truncate64 umount2 wcsnlen wcswidth wctomb "},
    {"ipi.", " mq_open open open64 "},
    {"ipii", " chown fseek fseeko fseeko64 getrandom lchown madvise mknod mkostemps mkostemps64 mprotect "
             " msync poll posix_madvise posix_memalign sem_init shm_open "},
    {"ipiip", " fread fread_unlocked fwrite fwrite_unlocked "},
    {"ipiippipp", " gethostbyaddr_r "},
    {"ipip", " aio_suspend aio_suspend64 c16rtomb c32rtomb c8rtomb dlinfo mbrlen mincore "
             " pthread_mutex_clocklock pthread_rwlock_clockrdlock pthread_rwlock_clockwrlock sem_clockwait "
             " symlinkat wait3 wcrtomb "},
    {"ipip.", " snprintf swprintf "},
    {"ipipipii", " getnameinfo "},
    {"ipipp", " glob glob64 ppoll strftime timer_settime vsnprintf vswprintf wcsftime "},
    {"ipippipp", " gethostbyname2_r "},
    {"ipp", " __isoc99_vscanf __isoc99_vwscanf addmntent adjtime alphasort alphasort64 cnd_wait dladdr "
            " execv execvp fgetpos fgetpos64 fputs fputs_unlocked fputws fputws_unlocked fsetpos fsetpos64 "
            " getcpu getdate_r gettimeofday inet_aton link lremovexattr lstat lstat64 mtx_timedlock "
            " nanosleep pthread_attr_getdetachstate pthread_attr_getschedparam pthread_attr_getstacksize "
            " pthread_cond_init pthread_cond_wait pthread_key_create pthread_mutex_getprioceiling "
            " pthread_mutex_init pthread_mutex_timedlock pthread_once pthread_rwlock_init "
            " pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock random_r removexattr rename "
            " sem_getvalue sem_timedwait setstate_r settimeofday sigaltstack sigwait sigwaitinfo stat "
            " stat64 statfs statfs64 statvfs statvfs64 strcasecmp strcmp strcoll strcspn strspn strverscmp "
            " swapcontext symlink thrd_sleep timer_gettime tss_create utime utimes versionsort "
            " versionsort64 vprintf vscanf vwprintf vwscanf wcscasecmp wcscmp wcscoll wcscspn wcsspn "},
    {"ipp.", " __isoc99_fscanf __isoc99_fwscanf __isoc99_sscanf __isoc99_swscanf asprintf execl execle "
             " execlp fprintf fscanf fwprintf fwscanf sprintf sscanf swscanf "},
    {"ippi", " bcmp fnmatch ftw ftw64 listxattr llistxattr mbstowcs mbtowc memcmp pthread_barrier_init "
             " readlink regcomp setenv strncasecmp strncmp strtoimax strtol strtoll strtoq strtoul strtoull "
             " strtoumax strxfrm wcsncasecmp wcsncmp wcstol wcstoll wcstombs wcstoul wcstoull wcsxfrm "
             " wmemcmp wordexp "},
    {"ippii", " __strtol_internal __strtoll_internal __strtoul_internal __strtoull_internal nftw nftw64 "
              " setvbuf "},
    {"ippiip", " mbsnrtowcs wcsnrtombs "},
    {"ippip", " getdelim getgrent_r getpwent_r mbrtoc16 mbrtoc32 mbrtoc8 mbrtowc mbsrtowcs "
              " pthread_cond_clockwait wcsrtombs "},
    {"ippip.", " clone "},
    {"ippipi", " regexec "},
    {"ippipp", " gethostent_r "},
    {"ippp", " __isoc99_vfscanf __isoc99_vfwscanf __isoc99_vsscanf __isoc99_vswscanf cnd_timedwait execve "
             " execvpe getline getresgid getresuid getsubopt pthread_atfork pthread_cond_timedwait "
             " readdir64_r readdir_r sigtimedwait thrd_create vasprintf vfprintf vfscanf vfwprintf vfwscanf "
             " vsprintf vsscanf vswscanf "},
    {"ipppi", " dladdr1 getxattr lgetxattr "},
    {"ipppii", " lsetxattr setxattr "},
    {"ipppip", " fgetgrent_r fgetpwent_r getgrnam_r getpwnam_r mount "},
    {"ipppipp", " gethostbyname_r "},
    {"ipppp", " forkpty getaddrinfo pthread_create scandir scandir64 "},
    {"ippppp", " iconv openpty "},
    {"ipppppp", " posix_spawn "},
    {"p", " __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __errno_location __h_errno_location "
          " dlerror get_current_dir_name getgrent gethostent getlogin getpwent if_nameindex localeconv "
          " tmpfile tmpfile64 "},
    {"pi", " alloca fdopendir gai_strerror getgrgid getpwuid hstrerror l64a malloc nl_langinfo "
           " pthread_getspecific ptsname pvalloc strerror strsignal tss_get ttyname valloc "},
    {"pii", " aligned_alloc calloc memalign "},
    {"pip", " bsd_signal fdopen getservbyport if_indextoname setlocale signal sigset "},
    {"pipi", " initstate shmat "},
    {"pipp", " newlocale "},
    {"pippi", " inet_ntop "},
    {"pp", " __strdup __xpg_basename asctime basename canonicalize_file_name ctermid ctime dirname "
           " duplocale fgetgrent fgetpwent getdate getenv getgrnam gethostbyname getmntent getpass "
           " getprotobyname getpwnam gets gettext gmtime localtime mkdtemp opendir readdir readdir64 "
           " secure_getenv setstate strdup textdomain tmpnam tmpnam_r uselocale wcsdup wctrans "},
    {"ppi", " __strndup backtrace_symbols dlopen getcwd gethostbyname2 index rawmemchr realloc rindex "
            " strchr strchrnul strndup strrchr wcschr wcschrnul wcsrchr "},
    {"ppi.", " sem_open "},
    {"ppii", " gethostbyaddr memchr memrchr memset reallocarray wmemchr wmemset "},
    {"ppiii.", " mremap "},
    {"ppiiiii", " mmap mmap64 "},
    {"ppip", " fgets fgets_unlocked fgetws fgetws_unlocked fmemopen "},
    {"ppipi", " memmem "},
    {"ppp", " asctime_r bind_textdomain_codeset bindtextdomain ctime_r dgettext dlsym fopen fopen64 "
            " getservbyname gmtime_r hasmntopt iconv_open localtime_r open_memstream open_wmemstream popen "
            " realpath setmntent stpcpy strcasestr strcat strcpy strpbrk strsep strstr strtok tempnam "
            " wcpcpy wcscat wcscpy wcspbrk wcsstr "},
    {"pppi", " dcgettext memcpy memmove mempcpy ngettext stpncpy strncat strncpy wcpncpy wcsncat wcsncpy "
             " wmemcpy wmemmove wmempcpy "},
    {"pppii", " memccpy "},
    {"pppiip", " bsearch "},
    {"pppp", " freopen freopen64 strptime strtok_r tdelete tfind tsearch wcstok "},
    {"ppppi", " dngettext getmntent_r "},
    {"ppppii", " dcngettext "},
    {"ppppip", " lfind lsearch "},
    {"v", " abort closelog endgrent endhostent endpwent endservent pthread_testcancel setgrent setpwent "
          " sync thrd_yield tzset "},
    {"vi", " _Exit _exit closefrom exit quick_exit sethostent setnetent srand srand48 srandom thrd_exit "
           " tss_delete "},
    {"vip.", " syslog "},
    {"vipip", " __assert_perror_fail "},
    {"vipp", " vsyslog "},
    {"vp", " __pthread_register_cancel __pthread_unregister_cancel aio_init cfmakeraw clearerr "
           " clearerr_unlocked cnd_destroy free mtx_destroy perror pthread_exit regfree rewind "},
    {"vpi", " _longjmp bzero longjmp siglongjmp "},
    {"vpii", " backtrace_symbols_fd "},
    {"vpp", " call_once setbuf "},
    {"vppi", " __assert bcopy setbuffer "},
    {"vppip", " __assert_fail "},
};

const char *prototype_find(const char *name)
{
    size_t n = strlen(name);
    for (size_t i = 0; n > 0 && i < sizeof rows / sizeof *rows; i++)
        for (const char *at = strstr(rows[i].names, name); at; at = strstr(at + 1, name))
            if (at > rows[i].names && at[-1] == ' ' && at[n] == ' ') return rows[i].kinds;
    return NULL;
}
