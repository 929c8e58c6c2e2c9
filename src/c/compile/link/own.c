#include "c/compile/link/own.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/diag.h"
#include "c/compile/link/known.h"
#include "c/library/prototype.h"

/* ---- flags ---- */

static bool is_defined_for_others(LLVMValueRef function)
{
    LLVMLinkage linkage = LLVMGetLinkage(function);
    return !LLVMIsDeclaration(function) && linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage;
}

/* Functions that gcc or clang compute, or call in place of others, without being told that the library's are not
 * meant. */
static bool is_built_in(Run *run, const char *name)
{
    static const char names[] =
        " abort abs aligned_alloc alloca bcmp bcopy bzero calloc exit _exit _Exit ffs ffsl ffsll fprintf fputc fputs "
        "free fwrite imaxabs index isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct "
        "isspace isupper isxdigit labs llabs malloc memalign memccpy memchr memcmp memcpy memmove mempcpy memrchr "
        "memset posix_memalign printf putc putchar puts realloc rindex scanf snprintf sprintf sscanf stpcpy stpncpy "
        "strcasecmp strcat strchr strchrnul strcmp strcpy strcspn strdup strlen strncasecmp strncat strncmp strncpy "
        "strndup strnlen strpbrk strrchr strspn strstr toascii tolower toupper vfprintf vprintf vscanf vsnprintf "
        "vsprintf vsscanf ";
    return strstr(names, run_format(run, " %s ", name)) != NULL;
}

/* Whether the flags say so. */
static bool is_told(const FrontendOptions *options, const char *name)
{
    bool is_off = false;
    for (uint32_t i = 0; i < options->flag_count; i++) {
        const char *flag = options->flags[i], one[] = "-fno-builtin-";
        if (strcmp(flag, "-fno-builtin") == 0 || strcmp(flag, "-ffreestanding") == 0) is_off = true;
        if (strncmp(flag, one, strlen(one)) == 0 && strcmp(flag + strlen(one), name) == 0) is_off = true;
        if (strcmp(flag, "-fbuiltin") == 0 || strcmp(flag, "-fhosted") == 0) is_off = false;
    }
    return is_off;
}

static void tell_own(Run *run, LLVMValueRef function, const char *path, const char *name)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    SourcePos pos = {path, subprogram ? LLVMDISubprogramGetLine(subprogram) : 0, 0};
    diag_assume(run, SEVERITY_NOTE, pos,
                (Assumption){"functions that have names of the library's are called as with -fno-builtin", NULL},
                "compilers may not call this `%s`, or call it in place of other functions; -fno-builtin-%s makes them "
                "do as is checked",
                name, name);
}

void own_flags_add(Run *run, LLVMModuleRef module, const char *path, const FrontendOptions *options, OwnFlags *flags)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        size_t n = 0;
        const char *name = LLVMGetValueName2(f, &n);
        bool is_own = LLVMIsDeclaration(f) ? !known_fits(f) : is_defined_for_others(f);
        if (!is_own || !known_function(name)) continue;
        vec_push(run, flags, run_format(run, "-fno-builtin-%s", name));
        if (!LLVMIsDeclaration(f) && is_built_in(run, name) && !is_told(options, name)) tell_own(run, f, path, name);
    }
}

/* ---- calls that the compiler has made operations ---- */

/* The program's own function; NULL: it has none that takes such operands. */
static LLVMValueRef own_function(LLVMModuleRef module, const char *operation)
{
    static const char *const names[] = {"memset", "memcpy", "memmove"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strncmp(operation, "llvm.", 5) != 0 || strncmp(operation + 5, names[i], strlen(names[i])) != 0) continue;
        if (operation[5 + strlen(names[i])] != '.') continue;
        LLVMValueRef f = LLVMGetNamedFunction(module, names[i]);
        bool fits = f && is_defined_for_others(f) && LLVMCountParams(f) == 3 && known_fits(f);
        return fits ? f : NULL;
    }
    return NULL;
}

static LLVMValueRef cast_to_type(LLVMBuilderRef builder, LLVMValueRef value, LLVMTypeRef type)
{
    bool is_number = LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
    return is_number ? LLVMBuildIntCast2(builder, value, type, false, "") : value;
}

/* The compiler copies structures of a size that it knows, and so does the machine: they stay what they are. */
static void replace_copy_call(LLVMValueRef call, LLVMValueRef function)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(function)));
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef args[3];
    for (unsigned k = 0; k < 3; k++)
        args[k] = cast_to_type(builder, LLVMGetOperand(call, k), LLVMTypeOf(LLVMGetParam(function, k)));
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, args, 3, "");
    LLVMDisposeBuilder(builder);
    LLVMInstructionEraseFromParent(call);
}

void own_replace_builtins(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        size_t n = 0;
        LLVMValueRef function = own_function(module, LLVMGetValueName2(f, &n));
        for (LLVMUseRef u = function ? LLVMGetFirstUse(f) : NULL, next; u; u = next) {
            next = LLVMGetNextUse(u);
            LLVMValueRef call = LLVMGetUser(u);
            bool is_call = LLVMIsACallInst(call) && LLVMGetCalledValue(call) == f;
            if (is_call && !LLVMIsAConstantInt(LLVMGetOperand(call, 2))) replace_copy_call(call, function);
        }
    }
}
