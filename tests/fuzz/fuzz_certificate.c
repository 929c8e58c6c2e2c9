/* The parser and the checker of certificates on arbitrary bytes, for a fixed program. The digest would keep almost
 * everything out: the word DIGEST in the input stands for the right one. What is accepted must print to text that is
 * accepted and prints the same, and is certified as before; what is certified must hold in the reachable states for
 * few threads. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "certificate/certificate_parse.h"
#include "certificate/certificate_print.h"
#include "scpl/parse.h"
#include "support/confirm.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char program[] = "shared u2 n = 0; shared bool busy = 0;\n"
                              "template main 1 { local bool b; b = *; if (b) spawn worker(2); }\n"
                              "template worker (u2 k = 1) * { local u2 l = 0; while (l != k) l = k;\n"
                              "  atomic { assume !busy; busy = 1; }\n"
                              "  n = n + 1; assert n == 1 && l == k; n = n - 1; busy = 0; }\n";

typedef struct Input {
    const char *text;
    size_t size;
} Input;

static void expand(Str *out, const Input *input, const char *digest)
{
    static const char word[] = "DIGEST";
    size_t n = sizeof word - 1, i = 0;
    while (i + n <= input->size && memcmp(input->text + i, word, n) != 0)
        i++;
    bool found = i + n <= input->size;
    size_t end = found ? i + n : input->size;
    str_add_bytes(out, input->text, found ? i : input->size);
    if (found) str_add(out, digest);
    if (end < input->size) str_add_bytes(out, input->text + end, input->size - end);
}

static const TraceOptions options = {NULL, 0, NULL, 0, NULL};

static Certificate *print_and_parse(const Certificate *c, Str *printed)
{
    str_init(c->p->run, printed);
    certificate_print(c, &options, printed);
    return certificate_parse(c->p, &options, "printed", str_text(printed), printed->length);
}

static void parse_and_certify(Run *run, void *arg)
{
    Program *p = scpl_parse(run, term_manager_new(run), "program", program, sizeof program - 1, false);
    Str text, printed, twice;
    str_init(run, &text);
    expand(&text, arg, evidence_digest(p));
    Certificate *c = certificate_parse(p, &options, "input", str_text(&text), text.length);
    Certificate *again = print_and_parse(c, &printed);
    print_and_parse(again, &twice);
    RUN_CHECK(run, strcmp(str_text(&printed), str_text(&twice)) == 0);
    CertifyResult result = certify(c, NULL);
    RUN_CHECK(run, result.certified == !result.problem && certify(again, NULL).certified == result.certified);
    if (result.certified && (c->kind == CERTIFICATE_VIEWS || c->size <= CONFIRM_THREADS))
        RUN_CHECK(run, !confirm_certificate(c).problem);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Run *run = run_new();
    if (!run) return 0;
    Input input = {(const char *)data, size};
    run_set_time_limit(run, 20);
    StopKind stop = run_guard(run, parse_and_certify, &input);
    if (stop == STOP_INTERNAL) __builtin_trap();
    run_free(run);
    return 0;
}
