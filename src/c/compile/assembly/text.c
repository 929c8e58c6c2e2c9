#include "c/compile/assembly/text.h"

#include <ctype.h>
#include <string.h>

#define WORD 80 /* characters of one instruction that is looked at */

static bool is_one_of(const char *text, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(text, list[i]) == 0) return true;
    return false;
}

/* Instructions, written without spaces, that change nothing which the model knows of: fences, the locked addition of 0
 * that x86 uses as one, hints to the processor, interrupts on and off, prefixes alone. */
static bool is_no_operation(const char *instruction)
{
    static const char *const names[] = {"",
                                        "nop",
                                        "pause",
                                        "rep",
                                        "repnop",
                                        "rep;nop",
                                        "mfence",
                                        "lfence",
                                        "sfence",
                                        "cli",
                                        "sti",
                                        "lock",
                                        "yield",
                                        "wfe",
                                        "sev",
                                        "isb",
                                        "isbsy",
                                        "dmb",
                                        "dmbsy",
                                        "dmbish",
                                        "dmbishld",
                                        "dmbishst",
                                        "dsb",
                                        "dsbsy",
                                        "dsbish",
                                        "sync",
                                        "lwsync",
                                        "isync",
                                        "eieio",
                                        "hint#0",
                                        "addl$$0,0(%rsp)",
                                        "addl$$0,0(%esp)",
                                        "orl$$0,0(%rsp)",
                                        "addl$$0,(%rsp)",
                                        "orl$$0,(%rsp)",
                                        "lockaddl$$0,0(%rsp)",
                                        "lockaddl$$0,0(%esp)",
                                        "lockorl$$0,(%rsp)",
                                        "lockaddl$$0,(%rsp)",
                                        "lockorl$$0,0(%rsp)",
                                        "lockorq$$0,(%rsp)"};
    return is_one_of(instruction, names, sizeof names / sizeof *names);
}

bool assembly_is_idle(const char *text, size_t length)
{
    char word[WORD] = "";
    size_t n = 0;
    for (size_t i = 0; i <= length; i++) {
        bool is_end = i == length || text[i] == ';' || text[i] == '\n';
        if (is_end) {
            word[n] = 0;
            if (!is_no_operation(word)) return false;
            n = 0;
        } else if (!isspace((unsigned char)text[i])) {
            if (n + 1 == WORD) return false;
            word[n++] = text[i];
        }
    }
    return true;
}

static bool is_name_character(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.'; }

/* Whether an instruction begins at text[at]. */
static bool starts_instruction(const char *text, size_t at)
{
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t'))
        at--;
    return at == 0 || text[at - 1] == ';' || text[at - 1] == '\n';
}

/* Whether the text has the word as the name of an instruction, or anywhere else. */
static bool has_word(const char *text, size_t length, const char *word, bool as_instruction)
{
    size_t n = strlen(word);
    for (size_t i = 0; n && i + n <= length; i++)
        if (memcmp(text + i, word, n) == 0 && (i == 0 || !is_name_character(text[i - 1])) &&
            (i + n == length || !is_name_character(text[i + n])) && starts_instruction(text, i) == as_instruction)
            return true;
    return false;
}

bool assembly_names_program(LLVMModuleRef module, const char *text, size_t length)
{
    static const char *const calls[] = {"call", "callq", "syscall", "sysenter", "int", "bl", "blr", "svc"};
    size_t n = 0;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (has_word(text, length, calls[i], true)) return true;
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        if (has_word(text, length, LLVMGetValueName2(g, &n), false)) return true;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (has_word(text, length, LLVMGetValueName2(f, &n), false)) return true;
    return false;
}

bool assembly_of_module_names_program(LLVMModuleRef module)
{
    size_t length = 0;
    const char *text = LLVMGetModuleInlineAsm(module, &length), *end = text + length;
    while (text < end) {
        size_t n = strcspn(text, "\n;");
        if (n > (size_t)(end - text)) n = (size_t)(end - text);
        size_t blank = strspn(text, " \t");
        bool is_version = blank < n && strncmp(text + blank, ".symver", 7) == 0;
        if (!is_version && assembly_names_program(module, text, n)) return true;
        text += n + 1;
    }
    return false;
}
