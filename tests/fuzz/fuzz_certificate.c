/* The parser and the checker of certificates on arbitrary bytes, for a fixed program. The digest would keep almost
 * everything out: the word DIGEST in the input stands for the right one. What is accepted must print to text that is
 * accepted and prints the same, and is certified as before; what is certified must hold in the reachable states for
 * few threads. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kernel/certify.h"
#include "program/scpl/parse.h"
#include "proof/text/proof_text.h"
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

static Proof *print_and_parse(const Proof *proof, Str *printed)
{
    str_init(proof->p->run, printed);
    proof_print(proof, &options, printed);
    return proof_parse(&proof->subject, &options, "printed", str_text(printed), printed->length);
}

/* Each part's invariant holds by itself only where it is about the whole program. */
static bool can_confirm(const Proof *proof)
{
    if (!proof_is_whole(proof)) return false;
    const Certificate *c = proof->parts.data[0].invariant;
    return c->kind == CERTIFICATE_VIEWS || c->size <= CONFIRM_THREADS;
}

static void parse_and_certify(Run *run, void *arg)
{
    Program *p = scpl_parse(run, term_manager_new(run), "program", program, sizeof program - 1, false);
    Str text, printed, twice;
    str_init(run, &text);
    expand(&text, arg, evidence_digest(p));
    ProofSubject subject = {.p = p};
    Proof *proof = proof_parse(&subject, &options, "input", str_text(&text), text.length);
    Proof *again = print_and_parse(proof, &printed);
    print_and_parse(again, &twice);
    RUN_CHECK(run, strcmp(str_text(&printed), str_text(&twice)) == 0);
    CertifyResult result = certify(proof, NULL);
    RUN_CHECK(run, result.certified == !result.problem && certify(again, NULL).certified == result.certified);
    if (result.certified && can_confirm(proof))
        RUN_CHECK(run, !confirm_certificate(proof->parts.data[0].invariant).problem);
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
