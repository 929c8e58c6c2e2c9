/* What each verdict means: see check.c. A step that starts a thread makes one in the counterexamples of these methods,
 * so that no lossy starts are needed for their numbers of threads. */
#include "agreement/inference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chorus.h"

static bool disagree(CheckResult *r, CheckKind kind, const char *line, const char *why)
{
    r->status = CHECK_DISAGREES;
    r->kind = kind;
    snprintf(r->message, sizeof r->message, "%s: %s", line, why);
    return false;
}

static bool method_agrees(const char *path, const char *property, const char *method, const InferenceTruth *truth,
                          const CheckOptions *options, CheckKind kind, CheckResult *result)
{
    ChorusSession *s = chorus_new();
    bool ready = chorus_set_option(s, "property", property) == CHORUS_OK &&
                 chorus_set_option(s, "method", method) == CHORUS_OK &&
                 chorus_set_option(s, "time-limit", options->engine_time) == CHORUS_OK &&
                 chorus_load(s, &path, 1) == CHORUS_OK;
    ChorusVerdict verdict = ready ? chorus_check(s) : CHORUS_NONE;
    uint32_t threads = ready ? (uint32_t)strtoul(chorus_scope(s), NULL, 10) : 0;
    char line[300];
    snprintf(line, sizeof line, "%s, %s: %s", method, property, ready ? chorus_result_line(s) : chorus_error(s));
    chorus_free(s);
    result->runs[kind]++;
    result->unknown[kind] += verdict == CHORUS_UNKNOWN;
    if (!ready || strstr(line, "internal error") || strstr(line, "self-check failed"))
        return disagree(result, kind, line, "that is broken");
    for (uint32_t n = 1; n <= CHECK_THREADS; n++) {
        if (!truth->known[n]) continue;
        if (verdict == CHORUS_TRUE && truth->fails[n]) return disagree(result, kind, line, "the interpreter finds one");
        if (verdict == CHORUS_FALSE && threads == n && !truth->fails[n])
            return disagree(result, kind, line, "the interpreter finds none");
    }
    return true;
}

bool inference_agrees(const char *path, const char *property, const InferenceTruth *truth, const CheckOptions *options,
                      CheckResult *result)
{
    static const char *const methods[] = {"circ", "omega-circ", "finite"};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (!method_agrees(path, property, methods[i], truth, options, CHECK_INFERENCE, result)) return false;
    return method_agrees(path, property, "exhaustive", truth, options, CHECK_LOCKSTEP, result);
}

bool modular_agrees(const char *path, const InferenceTruth *truth, const CheckOptions *options, CheckResult *result)
{
    return method_agrees(path, "unreach-call", "modular", truth, options, CHECK_MODULAR, result);
}

bool lockstep_agrees(const char *path, const InferenceTruth *truth, const CheckOptions *options, CheckResult *result)
{
    return method_agrees(path, "unreach-call", "lockstep", truth, options, CHECK_LOCKSTEP, result) &&
           method_agrees(path, "unreach-call", "exhaustive", truth, options, CHECK_LOCKSTEP, result);
}
