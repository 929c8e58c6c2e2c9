#include "c/library/variable.h"

#include <string.h>

typedef struct VariableUse {
    const char *function, *variable; /* a trailing * of a function matches any rest */
} VariableUse;

static const VariableUse written[] = {
    {"getopt*", "optarg"},
    {"getopt*", "optind"},
    {"getopt*", "optopt"},
    {"getopt*", "opterr"},
    {"tzset", "timezone"},
    {"tzset", "daylight"},
    {"tzset", "tzname"},
    {"mktime", "timezone"},
    {"mktime", "daylight"},
    {"mktime", "tzname"},
    {"strftime", "timezone"},
    {"strftime", "daylight"},
    {"strftime", "tzname"},
    {"localtime*", "timezone"},
    {"localtime*", "tzname"},
    {"ctime*", "timezone"},
    {"ctime*", "tzname"},
    {"ctime*", "daylight"},
    {"setenv", "environ"},
    {"putenv", "environ"},
    {"unsetenv", "environ"},
    {"clearenv", "environ"},
    {"localtime*", "daylight"},
    {"gmtime*", "timezone"},
    {"gmtime*", "daylight"},
    {"gmtime*", "tzname"},
    {"timegm", "timezone"},
    {"timegm", "daylight"},
    {"timegm", "tzname"},
    {"timelocal", "timezone"},
    {"timelocal", "daylight"},
    {"timelocal", "tzname"},
    {"getdate*", "timezone"},
    {"getdate*", "daylight"},
    {"getdate*", "tzname"},
    {"wcsftime", "timezone"},
    {"wcsftime", "daylight"},
    {"wcsftime", "tzname"},
    {"getdate", "getdate_err"},
    {"error", "error_message_count"},
    {"error_at_line", "error_message_count"},
    {"error", "error_print_progname"},
    {"error_at_line", "error_print_progname"},
    {"lgamma", "signgam"},
    {"lgammaf", "signgam"},
    {"lgammal", "signgam"},
    {"gamma", "signgam"},
    {"gammaf", "signgam"},
    {"gammal", "signgam"},
    {"argp_parse", "__progname"},
    {"argp_parse", "__progname_full"},
};

static const VariableUse read_only[] = {
    {"error_at_line", "error_one_per_line"},
    {"error", "__progname_full"},
    {"error_at_line", "__progname_full"},
    {"warn*", "__progname"},
    {"vwarn*", "__progname"},
    {"err", "__progname"},
    {"errx", "__progname"},
    {"verr", "__progname"},
    {"verrx", "__progname"},
    {"argp_parse", "argp_program_version"},
    {"argp_parse", "argp_program_version_hook"},
    {"argp_parse", "argp_program_bug_address"},
    {"argp_parse", "argp_err_exit_status"},
    {"argp_*", "stderr"},
    {"re_compile_*", "re_syntax_options"},
    {"regcomp", "re_syntax_options"},
    {"obstack_*", "obstack_alloc_failed_handler"},
    {"printf", "stdout"},
    {"vprintf", "stdout"},
    {"wprintf", "stdout"},
    {"vwprintf", "stdout"},
    {"puts", "stdout"},
    {"putchar*", "stdout"},
    {"putwchar*", "stdout"},
    {"__printf_chk", "stdout"},
    {"__vprintf_chk", "stdout"},
    {"scanf", "stdin"},
    {"vscanf", "stdin"},
    {"wscanf", "stdin"},
    {"vwscanf", "stdin"},
    {"__isoc99_scanf", "stdin"},
    {"__isoc99_vscanf", "stdin"},
    {"__isoc99_wscanf", "stdin"},
    {"__isoc99_vwscanf", "stdin"},
    {"__isoc23_scanf", "stdin"},
    {"__isoc23_vscanf", "stdin"},
    {"getchar*", "stdin"},
    {"getwchar*", "stdin"},
    {"gets", "stdin"},
    {"getpass", "stderr"},
    {"perror", "stderr"},
    {"warn*", "stderr"},
    {"vwarn*", "stderr"},
    {"err", "stderr"},
    {"errx", "stderr"},
    {"verr", "stderr"},
    {"verrx", "stderr"},
    {"error", "stderr"},
    {"error", "stdout"},
    {"error_at_line", "stderr"},
    {"error_at_line", "stdout"},
    {"getopt*", "stderr"},
    {"psignal", "stderr"},
    {"psiginfo", "stderr"},
    {"herror", "stderr"},
    {"fmtmsg", "stderr"},
};

/* The latter is the one that the tables have. */
static const char *const aliases[][2] = {
    {"__environ", "environ"},
    {"_environ", "environ"},
    {"__timezone", "timezone"},
    {"__daylight", "daylight"},
    {"__tzname", "tzname"},
    {"program_invocation_short_name", "__progname"},
    {"program_invocation_name", "__progname_full"},
};

static bool is_variable_named(const char *pattern, const char *name)
{
    size_t n = strlen(pattern);
    return pattern[n - 1] == '*' ? strncmp(pattern, name, n - 1) == 0 : strcmp(pattern, name) == 0;
}

static const char *next_variable(const VariableUse *rows, size_t count, const char *function, size_t *row)
{
    while (*row < count) {
        size_t i = (*row)++;
        if (is_variable_named(rows[i].function, function)) return rows[i].variable;
    }
    return NULL;
}

const char *variable_written(const char *function, size_t *row)
{
    return next_variable(written, sizeof written / sizeof *written, function, row);
}

const char *variable_read(const char *function, size_t *row)
{
    return next_variable(read_only, sizeof read_only / sizeof *read_only, function, row);
}

const char *variable_alias(size_t i, const char **name)
{
    if (i >= sizeof aliases / sizeof *aliases) return NULL;
    *name = aliases[i][1];
    return aliases[i][0];
}

static const char *const variables[] = {
    "stdin",
    "stdout",
    "stderr",
    "environ",
    "__environ",
    "_environ",
    "optarg",
    "optind",
    "opterr",
    "optopt",
    "errno",
    "tzname",
    "__tzname",
    "timezone",
    "__timezone",
    "daylight",
    "__daylight",
    "signgam",
    "h_errno",
    "getdate_err",
    "program_invocation_name",
    "program_invocation_short_name",
    "__progname",
    "__progname_full",
    "sys_errlist",
    "_sys_errlist",
    "sys_nerr",
    "_sys_nerr",
    "sys_siglist",
    "_sys_siglist",
    "in6addr_any",
    "in6addr_loopback",
    "error_print_progname",
    "error_message_count",
    "error_one_per_line",
    "re_syntax_options",
    "loc1",
    "loc2",
    "locs",
    "argp_program_version",
    "argp_program_bug_address",
    "argp_program_version_hook",
    "argp_err_exit_status",
    "rpc_createerr",
    "svc_fdset",
    "svc_pollfd",
    "svc_max_pollfd",
    "_IO_2_1_stdin_",
    "_IO_2_1_stdout_",
    "_IO_2_1_stderr_",
    "_ns_flagdata",
    "_res",
    "obstack_alloc_failed_handler",
    "obstack_exit_failure",
    "__libc_single_threaded",
    "_nl_msg_cat_cntr",
    "__stack_chk_guard",
    "__dso_handle",
    "_dl_argv",
};

bool variable_is_library(const char *name)
{
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        if (strcmp(variables[i], name) == 0) return true;
    return false;
}
