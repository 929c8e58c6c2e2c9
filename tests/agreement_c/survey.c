#define _GNU_SOURCE /* dladdr */
#include "agreement_c/survey.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "c/survey/cells/survey.h"

typedef struct Call {
    const char *path;
    bool is_32_bit;
    const Exploration *truth;
    SurveyAnswer *answer;
} Call;

/* The global that an address is in, as the program calls it: natively its name is followed by "_" and a number. */
static bool find_global(const void *at, char *name, size_t size)
{
    Dl_info info;
    const char *end = dladdr(at, &info) && info.dli_sname ? strrchr(info.dli_sname, '_') : NULL;
    if (!end || (size_t)(end - info.dli_sname) >= size) return false;
    memcpy(name, info.dli_sname, (size_t)(end - info.dli_sname));
    name[end - info.dli_sname] = 0;
    return true;
}

static bool has_open_cell(const SurveyResult *r, const char *global)
{
    size_t n = strlen(global);
    for (uint32_t i = 0; i < r->cells.count; i++) {
        const char *name = r->cells.data[i].name;
        bool is_of = strncmp(name, global, n) == 0 && (name[n] == 0 || strchr(".[+", name[n]));
        if (is_of && !r->cells.data[i].safe) return true;
    }
    return false;
}

static void judge(const SurveyResult *r, const Exploration *truth, SurveyAnswer *answer)
{
    char name[40];
    if (r->gap || truth->violates[QUESTION_RACE] != TRUTH_YES) return;
    if (r->safe == r->cells.count) {
        answer->is_wrong = true;
        snprintf(answer->why, sizeof answer->why, "all %u cells are safe by the survey", r->safe);
    }
    for (unsigned i = 0; i < truth->raced.count && !answer->is_wrong; i++) {
        if (!find_global(truth->raced.at[i], name, sizeof name) || has_open_cell(r, name)) continue;
        answer->is_wrong = true;
        snprintf(answer->why, sizeof answer->why, "all cells of %s are safe by the survey", name);
    }
}

static void survey(Run *run, void *arg)
{
    static const char *const flags[] = {"-m32"};
    Call *call = arg;
    SurveyResult result;
    FrontendOptions options;
    memset(&options, 0, sizeof options);
    options.flags = flags;
    options.flag_count = call->is_32_bit;
    survey_files(run, &call->path, 1, &options, &result);
    call->answer->cells = result.cells.count;
    call->answer->safe = result.safe;
    judge(&result, call->truth, call->answer);
}

SurveyAnswer survey_compare(const char *path, const Exploration *truth, bool is_32_bit)
{
    SurveyAnswer answer;
    memset(&answer, 0, sizeof answer);
    Run *run = run_new();
    Call call = {path, is_32_bit, truth, &answer};
    if (run_guard(run, survey, &call) != STOP_NONE) {
        answer.is_wrong = true; /* it is correct C */
        snprintf(answer.why, sizeof answer.why, "no survey: %s", run_reason(run));
    }
    run_free(run);
    return answer;
}
