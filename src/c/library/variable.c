#include "c/library/variable.h"

#include <string.h>

static const struct {
    const char *function, *variable; /* a trailing * of a function matches any rest */
} rows[] = {
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
    {"error_at_line", "error_one_per_line"},
};

static bool is_variable_named(const char *pattern, const char *name)
{
    size_t n = strlen(pattern);
    return pattern[n - 1] == '*' ? strncmp(pattern, name, n - 1) == 0 : strcmp(pattern, name) == 0;
}

const char *variable_written(const char *function, size_t *row)
{
    while (*row < sizeof rows / sizeof *rows) {
        size_t i = (*row)++;
        if (is_variable_named(rows[i].function, function)) return rows[i].variable;
    }
    return NULL;
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
