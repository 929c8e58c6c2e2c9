/* A user of the installed library: checks a program that is safe and one that is not.
 *
 *   small SAFE.c BUGGY.c */
#include <chorus.h>

#include <stdio.h>
#include <string.h>

static int check(const char *path, ChorusVerdict want)
{
    ChorusSession *session = chorus_new();
    if (!session) return 1;
    int failed = 1;
    if (chorus_load(session, &path, 1) != CHORUS_OK) {
        printf("%s: %s\n", path, chorus_error(session));
        for (size_t i = 0; i < chorus_diagnostic_count(session); i++)
            printf("%s\n", chorus_diagnostic(session, i, NULL));
    } else {
        ChorusVerdict verdict = chorus_check(session);
        printf("%s: %s\n", path, chorus_result_line(session));
        failed = verdict != want || verdict != chorus_verdict(session);
        if (want == CHORUS_FALSE && chorus_step_count(session) == 0) failed = 1;
    }
    chorus_free(session);
    return failed;
}

int main(int argc, char **argv)
{
    if (argc != 3) return 64;
    if (strcmp(chorus_version(), CHORUS_VERSION) != 0) {
        printf("the header says %s, the library %s\n", CHORUS_VERSION, chorus_version());
        return 1;
    }
    return check(argv[1], CHORUS_TRUE) | check(argv[2], CHORUS_FALSE);
}
