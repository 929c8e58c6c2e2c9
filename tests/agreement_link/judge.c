#include "agreement_link/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agreement_link/native.h"

typedef struct Case {
    const JudgeSettings *settings;
    Run *run;
    Project *project;
    Plan *plan;
    char folder[64];
    Values values[COMPILERS];
    Judgement *judgement;
} Case;

/* ---- natively ---- */

static bool is_known(const Case *c, uint32_t check)
{
    for (int i = 0; i < COMPILERS; i++) {
        const Values *v = &c->values[i];
        if (!v->is_seen[check] || v->is_changing[check] || v->number[check] != c->values[0].number[check]) return false;
    }
    return true;
}

static void run_natively(Case *c)
{
    Judgement *j = c->judgement;
    j->is_program = true;
    for (int i = 0; i < COMPILERS && j->is_program; i++) {
        Str said;
        str_init(c->run, &said);
        j->is_program = native_values(c->project, c->folder, native_compilers[i], &c->values[i], &said);
        if (!j->is_program) snprintf(j->failure, sizeof j->failure, "%s: %s", native_compilers[i], str_text(&said));
        str_clear(&said);
    }
    for (uint32_t i = 0; i < c->project->check_count && j->is_program; i++)
        *(is_known(c, i) ? &j->checks : &j->open) += 1;
}

/* ---- Chorus ---- */

/* Writes the header with what is asserted. wrong: the number of the check that has another number. */
static void write_expectation(const Case *c, uint32_t wrong, uint64_t chooses)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%sexpect.h", c->folder, *c->project->sources ? "src/" : "");
    FILE *f = fopen(path, "w");
    if (!f) exit(2);
    for (uint32_t i = 0; i < c->project->check_count; i++) {
        long number = c->values[0].number[i];
        if (i == wrong) number += chooses & 1 ? 1 : -1;
        if (is_known(c, i))
            fprintf(f, "#define IS_%u(e) assert((long)(e) == %ldL)\n", i, number);
        else
            fprintf(f, "#define IS_%u(e) ((void)(e))\n", i);
    }
    fclose(f);
}

static void read_answer(const char *text, int status, Answer *a)
{
    static const struct {
        const char *word;
        Verdict verdict;
    } verdicts[] = {{"true", VERDICT_TRUE}, {"false", VERDICT_FALSE}, {"unknown", VERDICT_UNKNOWN}};
    const char *result = strstr(text, "RESULT: ");
    a->verdict = status >= 64 && status <= 66 ? VERDICT_REFUSED : VERDICT_NONE;
    for (int i = 0; i < 3 && result; i++)
        if (status == i && strncmp(result + 8, verdicts[i].word, strlen(verdicts[i].word)) == 0)
            a->verdict = verdicts[i].verdict;
    if (!result) result = strstr(text, "error") ? text : "no result";
    snprintf(a->line, sizeof a->line, "%.*s", (int)strcspn(result, "\n"), result);
}

static void ask(Case *c, Question question, const char *options)
{
    Answer *a = &c->judgement->answers[question];
    Str command, said;
    str_init(c->run, &command);
    str_init(c->run, &said);
    bool is_named = c->project->has_other || c->plan->seed % 2;
    str_addf(&command, "cd '%s' && timeout 120 '%s' check -q -p %s --time-limit=%s%s%s 2>&1", c->folder,
             c->settings->chorus, *c->project->place ? c->project->place : ".", c->settings->limit,
             is_named ? " --program=main" : "", options);
    int status = native_shell(str_text(&command), &said);
    a->is_asked = true;
    read_answer(str_text(&said), status, a);
    if (c->settings->prints) printf("$ %s\n%s\n", str_text(&command), str_text(&said));
    str_clear(&command);
    str_clear(&said);
}

/* One of the block's checks, or of all when it has none; CHECKS_MAX: there is none. */
static uint32_t choose_wrong(const Case *c, uint64_t wrong)
{
    uint32_t fitting[CHECKS_MAX], n = 0;
    for (int any = 0; any < 2 && n == 0; any++)
        for (uint32_t i = 0; i < c->project->check_count; i++)
            if (is_known(c, i) && (any || c->project->check_block[i] == wrong % BLOCKS_MAX)) fitting[n++] = i;
    return n ? fitting[wrong / BLOCKS_MAX % n] : CHECKS_MAX;
}

static void ask_all(Case *c, uint64_t chooses)
{
    Judgement *j = c->judgement;
    write_expectation(c, CHECKS_MAX, chooses);
    ask(c, ASK_RIGHT, "");
    uint32_t wrong = choose_wrong(c, chooses);
    if (wrong != CHECKS_MAX) {
        write_expectation(c, wrong, chooses >> 32);
        if (c->settings->prints)
            printf("(now check %u of block %u has a wrong number)\n", wrong, c->project->check_block[wrong]);
        ask(c, ASK_WRONG, "");
        if (c->plan->seed / 2 % 4 == 0) ask(c, ASK_OUTLINE, " --model=outline");
    }
    if (j->answers[ASK_RIGHT].verdict == VERDICT_FALSE)
        j->problem = "false, and both compilers' programs compute what is asserted";
    else if (j->answers[ASK_WRONG].verdict == VERDICT_TRUE)
        j->problem = "true, and both compilers' programs compute another number";
    else if (j->answers[ASK_OUTLINE].verdict == VERDICT_TRUE)
        j->problem = "true by an outline, and both compilers' programs compute another number";
    for (int i = 0; i < QUESTIONS; i++)
        if (j->answers[i].is_asked && j->answers[i].verdict == VERDICT_NONE) j->problem = "no verdict";
}

/* ---- all of it ---- */

static void print_project(const Case *c)
{
    const Project *p = c->project;
    for (uint32_t i = 0; i < p->file_count; i++)
        if (p->files[i].text.length > p->files[i].start)
            printf("---- %s%s\n%s", p->sources, p->files[i].name, str_text(&p->files[i].text) + p->files[i].start);
    printf("---- compiled%s%s:\n", *p->place ? " in " : "", p->place);
    for (uint32_t i = 0; i < p->entry_count; i++) {
        Str command;
        str_init(c->run, &command);
        project_command(p, &p->entries[i], "cc", "", &command);
        printf("%s%s\n", str_text(&command), p->entries[i].is_other ? "   (another program)" : "");
        str_clear(&command);
    }
}

static void print_values(const Case *c)
{
    for (uint32_t i = 0; i < c->project->check_count && c->judgement->is_program; i++)
        printf("check %u: gcc %ld, clang %ld%s\n", i, c->values[0].number[i], c->values[1].number[i],
               is_known(c, i) ? "" : " (left out)");
}

Judgement judge_project(const JudgeSettings *s, Plan *plan, uint64_t wrong)
{
    Judgement j = {0};
    Case c = {.settings = s, .run = run_new(), .plan = plan, .judgement = &j};
    strcpy(c.folder, "/tmp/chorus-agreement-link-XXXXXX");
    if (!mkdtemp(c.folder)) exit(2);
    c.project = project_make(c.run, plan);
    if (!project_write(c.project, plan, c.folder)) exit(2);
    if (s->prints) print_project(&c);
    run_natively(&c);
    if (s->prints && !j.is_program) printf("no program: %s\n", j.failure);
    if (s->prints) print_values(&c);
    if (j.is_program && *s->chorus) ask_all(&c, wrong);
    Str command;
    str_init(c.run, &command);
    str_addf(&command, "rm -rf '%s'", c.folder);
    if (s->keeps) printf("# kept: %s\n", c.folder);
    if (!s->keeps) native_shell(str_text(&command), &command);
    str_clear(&command);
    project_free(c.project);
    run_free(c.run);
    return j;
}
