/* Flags of compilers: what is passed on changes for Chorus what it changes for gcc and for clang; what is passed over
 * changes nothing for either. Macros are compared by what a flag changes against no flag; sizes, signs and layouts are
 * compared as they are. A flag that is refused is in order. */
#include "c/compile/flags/flags.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/process.h"
#include "base/run.h"
#include "base/vec.h"
#include "c/compile/driver.h"
#include "tap.h"

typedef VEC(const char *) Words;

/* Macros in which Chorus may differ from both. The compilers' headers define some themselves, before any file (_STDC,
 * __STDC_IEC, __STDC_ISO), gcc alone has others about itself (__GCC_IEC) or about how code is tuned (__tune), and
 * whether assembly may have directives about stack frames is said with -ffreestanding by one only. */
static const char *const ignorable[] = {
    "_STDC_PREDEF_H", "__STDC_IEC_", "__STDC_ISO_10646__", "__GCC_IEC_", "__tune_", "__GCC_HAVE_DWARF2_CFI_ASM", NULL};

static const char layout_text[] =
    "typedef __WCHAR_TYPE__ wide;\n"
    "#define offsetof(t, m) __builtin_offsetof(t, m)\n"
    "typedef struct { char a; int b; } S1; typedef struct { char a; long long b; } S2;\n"
    "typedef struct { char a; double b; } S3; typedef struct { char a; long double b; } S4;\n"
    "typedef struct { char a; short b; } S5; typedef struct { char a; void *b; } S6;\n"
    "typedef struct { int a : 3; char b; int c : 9; } S7; enum E { A, B }; enum F { F1 = -1, F2 = 300 };\n"
    "typedef struct { int a : 3; } S8; typedef struct { char c; enum E e; } S9;\n"
    "typedef struct { char a; int b : 20; int : 0; char c; } S10; typedef struct { short s; long l; } S11;\n"
    "typedef struct { char a; short b : 9; long long c : 33; char d : 5; } S12;\n"
    "#define V(x) 100 + (int)(x)\n"
    "const int v[] = { V(sizeof(char)), V(sizeof(int)), V(sizeof(long)), V(sizeof(void *)), V(sizeof(long long)),\n"
    "V(sizeof(float)), V(sizeof(double)), V(sizeof(long double)), V(sizeof(L'x')), V(sizeof(enum E)),\n"
    "V(sizeof(enum F)), V((char)-1 < 0), V((wide)-1 < 0), V((enum E)-1 < 0), V('\\377' < 0), V(sizeof(1.0)),\n"
    "V(sizeof(1.0f * 1.0f)), V(sizeof(S1)), V(sizeof(S2)), V(sizeof(S3)), V(sizeof(S4)), V(sizeof(S5)),\n"
    "V(sizeof(S6)), V(sizeof(S7)), V(sizeof(S8)), V(sizeof(S9)), V(sizeof(S10)), V(sizeof(S11)), V(sizeof(S12)),\n"
    "V(offsetof(S1, b)), V(offsetof(S2, b)), V(offsetof(S3, b)), V(offsetof(S4, b)), V(offsetof(S5, b)),\n"
    "V(offsetof(S6, b)), V(offsetof(S7, b)), V(offsetof(S9, e)), V(offsetof(S10, c)), V(offsetof(S11, l)),\n"
    "V(__alignof__(long long)), V(__alignof__(double)), V(__alignof__(long double)), V(__alignof__(S1)),\n"
    "V(__alignof__(S12)), V(__alignof__(wide)) };\n";

#define LAYOUT_NUMBERS 45

/* ---- compilers ---- */

typedef enum Compiler { CHORUS, CLANG, GCC, COMPILERS } Compiler;

/* One compiler with the flags that all its commands have. */
typedef struct Tool {
    Compiler compiler;
    bool is_there;
    Words base;
    Words macros; /* without a flag, sorted */
    char *layout;
} Tool;

typedef struct Bench {
    Run *run;
    Tool tools[COMPILERS];
    char folder[64], path[80]; /* where the compilers run, and may leave files (--coverage); what they read */
    int back;                  /* the folder before */
} Bench;

static bool run_words(Run *run, Words *words, Str *out)
{
    Str err;
    int code = 0;
    ProcessLimits limits = {20, UINT64_C(4) << 30, (size_t)8 << 20};
    str_init(run, out);
    str_init(run, &err);
    vec_push(run, words, NULL);
    ProcessEnd end = process_run(run, words->data, "", &limits, out, &err, &code);
    str_clear(&err);
    return end == PROCESS_EXITED && code == 0;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The command of a tool with more flags; of Chorus: those that it passes, without its files that replace headers. */
static Words command(Bench *b, const Tool *tool, const Words *flags, bool macros)
{
    Words words = {0};
    if (tool->compiler != CHORUS) {
        for (uint32_t i = 0; i < tool->base.count; i++)
            vec_push(b->run, &words, tool->base.data[i]);
        for (uint32_t i = 0; i < flags->count; i++)
            vec_push(b->run, &words, flags->data[i]);
        vec_push(b->run, &words, macros ? "-dM" : "-S");
        if (macros) vec_push(b->run, &words, "-E");
        vec_push(b->run, &words, "-o");
        vec_push(b->run, &words, "-");
        vec_push(b->run, &words, b->path);
        return words;
    }
    FrontendOptions options = {.flags = flags->data, .flag_count = flags->count};
    for (const char *const *w = driver_command(b->run, b->path, &options); *w; w++) {
        if (strcmp(*w, "-ivfsoverlay") == 0 || (w[1] && strncmp(w[1], "/chorus-include", 15) == 0)) {
            w++;
        } else if (strcmp(*w, "-emit-llvm") == 0 || strcmp(*w, "-g") == 0) {
            continue;
        } else if (strcmp(*w, "-c") == 0) {
            vec_push(b->run, &words, macros ? "-dM" : "-S");
            if (macros) vec_push(b->run, &words, "-E");
        } else {
            vec_push(b->run, &words, *w);
        }
    }
    return words;
}

/* Those that are defined, sorted; false: the flags are not taken. */
static bool find_macros(Bench *b, const Tool *tool, const Words *flags, Words *macros)
{
    static const char define[] = "#define ";
    Str out;
    Words words = command(b, tool, flags, true);
    if (!run_words(b->run, &words, &out)) return false;
    for (char *at = out.data, *end; at && *at; at = end) {
        end = strchr(at, '\n');
        if (end) *end++ = 0;
        if (strncmp(at, define, sizeof define - 1) == 0) vec_push(b->run, macros, at + sizeof define - 1);
        if (!end) break;
    }
    if (macros->count) qsort(macros->data, macros->count, sizeof *macros->data, compare_texts);
    return macros->count > 0;
}

/* The numbers of v, as text; NULL: the flags are not taken. */
static char *find_layout(Bench *b, const Tool *tool, const Words *flags)
{
    Str out, numbers;
    Words words = command(b, tool, flags, false);
    if (!run_words(b->run, &words, &out)) return NULL;
    str_init(b->run, &numbers);
    const char *at = strstr(str_text(&out), "\nv:");
    at = at ? strstr(at, ".long") : NULL;
    for (int i = 0; at && i < LAYOUT_NUMBERS; i++, at = strstr(at + 1, ".long"))
        str_addf(&numbers, "%ld ", strtol(at + 5, NULL, 10));
    return (char *)str_text(&numbers);
}

/* ---- comparing ---- */

static bool has(const Words *sorted, const char *text)
{
    return bsearch(&text, sorted->data, sorted->count, sizeof *sorted->data, compare_texts) != NULL;
}

/* What the flags change: "-NAME VALUE" and "+NAME VALUE", sorted. */
static Words change(Bench *b, const Words *before, const Words *after)
{
    Words changes = {0};
    for (uint32_t i = 0; i < before->count; i++)
        if (!has(after, before->data[i])) vec_push(b->run, &changes, run_format(b->run, "-%s", before->data[i]));
    for (uint32_t i = 0; i < after->count; i++)
        if (!has(before, after->data[i])) vec_push(b->run, &changes, run_format(b->run, "+%s", after->data[i]));
    if (changes.count) qsort(changes.data, changes.count, sizeof *changes.data, compare_texts);
    return changes;
}

static bool is_ignorable(const char *text)
{
    for (const char *const *i = ignorable; *i; i++)
        if (strncmp(text + 1, *i, strlen(*i)) == 0) return true;
    return false;
}

/* Where gcc and clang disagree, Chorus is like one of them. */
static bool is_excused(const char *text, bool is_of_chorus, const Words *clang, const Words *gcc)
{
    bool of_clang = clang && has(clang, text) == is_of_chorus, of_gcc = gcc && has(gcc, text) == is_of_chorus;
    return of_clang || of_gcc || (!clang && !gcc) || is_ignorable(text);
}

/* Of a macro whose value differs only the name is compared, if one of the compilers has it by another value. */
static bool agree(const char *flag, const Words *own, const Words *clang, const Words *gcc)
{
    bool ok = true;
    const Words *all[] = {own, clang, gcc};
    for (size_t a = 0; a < 3; a++)
        for (uint32_t i = 0; all[a] && i < all[a]->count; i++) {
            const char *text = all[a]->data[i];
            if (is_excused(text, has(own, text), clang, gcc)) continue;
            printf("# %s: %s: %s\n", flag, has(own, text) ? "only Chorus" : "not Chorus", text);
            ok = false;
        }
    return ok;
}

/* ---- one flag ---- */

static void push_word(void *arg, const char *word, size_t length)
{
    void **call = arg;
    Bench *b = call[0];
    vec_push(b->run, (Words *)call[1], run_strndup(b->run, word, length));
}

static void push_blanks(Run *run, Words *words, const char *flag)
{
    for (const char *at = flag; *at; at += strspn(at, " ")) {
        size_t n = strcspn(at, " ");
        vec_push(run, words, run_strndup(run, at, n));
        at += n;
    }
}

/* The flags, with blanks between them, as Chorus passes them; false: one is refused. */
static bool passed_words(Bench *b, const char *flags, Words *words)
{
    void *call[] = {b, words};
    Words single = {0};
    push_blanks(b->run, &single, flags);
    for (uint32_t i = 0; i < single.count; i++) {
        FlagUse use = flag_use(single.data[i], NULL);
        if (use == FLAG_UNKNOWN || use == FLAG_REFUSED) return false;
        if (use == FLAG_PASSED) flag_words(single.data[i], push_word, call);
    }
    return true;
}

/* Whether all compilers that take the flag make the same of it. */
static bool flag_is_followed(Bench *b, const char *flag)
{
    Words own = {0}, plain = {0}, changes[COMPILERS] = {{0}}, macros;
    const Words *known[COMPILERS] = {NULL};
    char *layouts[COMPILERS] = {NULL};
    if (!passed_words(b, flag, &own)) return true;
    push_blanks(b->run, &plain, flag);
    for (int t = 0; t < COMPILERS; t++) {
        Tool *tool = &b->tools[t];
        macros = (Words){0};
        bool is_same = t == CHORUS && !own.count;
        const Words *flags = t == CHORUS ? &own : &plain;
        if (!tool->is_there || (!is_same && !find_macros(b, tool, flags, &macros))) continue;
        if (!is_same) changes[t] = change(b, &tool->macros, &macros);
        known[t] = &changes[t];
        layouts[t] = is_same ? tool->layout : find_layout(b, tool, flags);
    }
    if (!known[CHORUS]) { /* clang refuses what is passed, and the user is told */
        if (known[CLANG]) printf("# %s: clang takes it, and not with the flags of Chorus\n", flag);
        return !known[CLANG];
    }
    bool ok = agree(flag, known[CHORUS], known[CLANG], known[GCC]);
    for (int t = CLANG; t < COMPILERS; t++) {
        if (!layouts[t] || !*layouts[t] || !layouts[CHORUS] || strcmp(layouts[t], layouts[CHORUS]) == 0) continue;
        printf("# %s: layout of %s: %s\n# Chorus: %s\n", flag, t == GCC ? "gcc" : "clang", layouts[t], layouts[CHORUS]);
        ok = false;
    }
    return ok;
}

/* ---- many ---- */

static Bench *bench_new(Run *run)
{
    Bench *b = run_alloc(run, sizeof *b);
    *b = (Bench){.run = run, .folder = "/tmp/chorus-flags-XXXXXX"};
    REQUIRE(mkdtemp(b->folder));
    snprintf(b->path, sizeof b->path, "%s/layout.c", b->folder);
    FILE *f = fopen(b->path, "w");
    REQUIRE(f && fputs(layout_text, f) >= 0 && fclose(f) == 0);
    b->back = open(".", O_RDONLY | O_DIRECTORY);
    REQUIRE(b->back >= 0 && chdir(b->folder) == 0);
    Words none = {0};
    for (int t = 0; t < COMPILERS; t++) {
        Tool *tool = &b->tools[t];
        tool->compiler = (Compiler)t;
        vec_push(run, &tool->base, t == GCC ? "gcc" : "clang-19");
        FrontendOptions options = {.flag_count = 0};
        for (const char *const *w = driver_command(run, b->path, &options); *w && t != CHORUS; w++)
            if (strncmp(*w, "-std=", 5) == 0 || strcmp(*w, "-fgnu89-inline") == 0) vec_push(run, &tool->base, *w);
        tool->is_there = find_macros(b, tool, &none, &tool->macros);
        tool->layout = tool->is_there ? find_layout(b, tool, &none) : NULL;
        if (!tool->is_there) printf("# %s is not there: not compared\n", t == GCC ? "gcc" : "clang-19");
    }
    return b;
}

static void bench_leave(Bench *b)
{
    DIR *dir = opendir(".");
    REQUIRE(dir);
    for (struct dirent *d; (d = readdir(dir));)
        unlink(d->d_name);
    closedir(dir);
    REQUIRE(fchdir(b->back) == 0);
    close(b->back);
    CHECK(rmdir(b->folder) == 0);
}

static void compare_flags(const char *flags, bool all)
{
    Run *run = run_new();
    Bench *b = bench_new(run);
    Words list = {0};
    char *rest = NULL;
    for (char *word = strtok_r(run_strdup(run, flags), "\n", &rest); word; word = strtok_r(NULL, "\n", &rest))
        vec_push(run, &list, word);
    if (b->tools[CHORUS].is_there)
        for (uint32_t i = 0; i < list.count; i++)
            if (all || tap_is_sampled(i)) CHECK(flag_is_followed(b, list.data[i]));
    bench_leave(b);
    run_free(run);
}

SLOW_TEST(each_kind_of_flag_changes_for_chorus_what_it_changes_for_gcc_and_clang)
{
    compare_flags("-O2\n-fno-signed-char\n-fpack-struct=2\n-pthread\n-ffreestanding\n-mavx2\n-ffast-math\n-fno-plt\n",
                  true);
}

SLOW_TEST(standards_and_optimisation)
{
    compare_flags(
        "-O0\n-O\n-O1\n-O2\n-O3\n-Os\n-Oz\n-Og\n-Ofast\n-O2 -O0\n-Os -O2\n-O2 -fno-inline\n-ansi\n--ansi\n-std=c89\n"
        "-std=c90\n-std=c99\n-std=c9x\n-std=c11\n-std=c1x\n-std=c17\n-std=c18\n-std=gnu89\n-std=gnu90\n"
        "-std=gnu99\n-std=gnu9x\n-std=gnu11\n-std=gnu1x\n-std=gnu17\n-std=gnu18\n-std=iso9899:1990\n"
        "-std=iso9899:199409\n-std=iso9899:1999\n-std=iso9899:2011\n-std=iso9899:2017\n--std=c99\n-std=c++11\n"
        "-Wp,-DQ=1\n-Wp,-DQ=1,-UQ\n-DQ -UQ\n-UQ -DQ=2\n-trigraphs\n-undef\n-nostdinc\n-pthread\n-static\n-shared\n"
        "-rdynamic\n-pie\n-no-pie\n-nostdlib\n-nostartfiles\n-nodefaultlibs\n-static-pie\n-s\n-pipe\n-pg\n-g\n-g3\n"
        "-ggdb\n-gdwarf-4\n-gz\n-w\n-W\n-Wall\n-Wextra\n-Werror\n-pedantic\n-pedantic-errors\n--coverage\n",
        false);
}

SLOW_TEST(flags_about_the_language)
{
    compare_flags(
        "-fsigned-char\n-funsigned-char\n-fno-signed-char\n-fno-unsigned-char\n-fsigned-char -funsigned-char\n"
        "-funsigned-char -fsigned-char\n-fno-signed-char -fsigned-char\n--unsigned-char\n-fsigned-bitfields\n"
        "-funsigned-bitfields\n-fno-signed-bitfields\n-fno-unsigned-bitfields\n-fshort-enums\n-fno-short-enums\n"
        "-fshort-enums -fno-short-enums\n-fshort-wchar\n-fno-short-wchar\n-fpack-struct\n-fpack-struct=1\n"
        "-fpack-struct=2\n-fpack-struct=4\n-fno-pack-struct\n-fcommon\n-fno-common\n-fgnu89-inline\n"
        "-fno-gnu89-inline\n-fasm\n-fno-asm\n-fms-extensions\n-fno-ms-extensions\n-fplan9-extensions\n"
        "-fexec-charset=UTF-8\n-fexec-charset=IBM1047\n-finput-charset=UTF-8\n-fwide-exec-charset=UTF-32\n"
        "-fexceptions\n-fno-exceptions\n-fnon-call-exceptions\n-fwrapv\n-fno-wrapv\n-fwrapv-pointer\n"
        "-fstrict-overflow\n-fno-strict-overflow\n-ftrapv\n-fbuiltin\n-fno-builtin\n-fno-builtin-memset\n"
        "-ffreestanding\n-fhosted\n-fno-hosted\n-ffast-math\n-fno-fast-math\n-ffast-math -fno-fast-math\n"
        "-ffinite-math-only\n-fno-finite-math-only\n-funsafe-math-optimizations\n-fno-math-errno\n-fmath-errno\n"
        "-fno-trapping-math\n-fno-signed-zeros\n-fassociative-math\n-freciprocal-math\n-frounding-math\n"
        "-fsignaling-nans\n-fno-signaling-nans\n-fsingle-precision-constant\n-fcx-limited-range\n"
        "-fexcess-precision=fast\n-ffp-contract=off\n-ffloat-store\n-fopenmp\n-fopenmp-simd\n-fopenacc\n-fblocks\n"
        "-fgnu-tm\n-fleading-underscore\n-fno-leading-underscore\n-fdollars-in-identifiers\n"
        "-fno-dollars-in-identifiers\n-fcond-mismatch\n-flax-vector-conversions\n",
        false);
}

SLOW_TEST(flags_about_code)
{
    compare_flags(
        "-fstack-protector\n-fstack-protector-all\n-fstack-protector-strong\n-fstack-protector-explicit\n"
        "-fno-stack-protector\n-fcf-protection\n-fcf-protection=none\n-fcf-protection=full\n-fcf-protection=branch\n"
        "-fPIC\n-fpic\n-fPIE\n-fpie\n-fno-pic\n-fno-PIC\n-fno-pie\n-fno-PIE\n-fvisibility=hidden\n-ffunction-sections\n"
        "-fdata-sections\n-fdiagnostics-color=always\n-fno-plt\n-fstack-clash-protection\n-fomit-frame-pointer\n"
        "-fno-omit-frame-pointer\n-ffile-prefix-map=/a=/b\n-fdebug-prefix-map=/a=/b\n-fmacro-prefix-map=/a=/b\n-flto\n"
        "-flto=auto\n-fno-lto\n-ffat-lto-objects\n-fprofile-arcs\n-fprofile-generate\n-ftest-coverage\n-fsanitize="
        "address\n"
        "-fsanitize=thread\n-fsanitize=undefined\n-fsanitize=leak\n-fsanitize=memory\n-fsanitize=address,undefined\n"
        "-fno-sanitize=all\n-fsanitize-recover\n-fstrict-aliasing\n-fno-strict-aliasing\n-fasynchronous-unwind-tables\n"
        "-fno-asynchronous-unwind-tables\n-funwind-tables\n-fno-delete-null-pointer-checks\n-fno-jump-tables\n"
        "-fno-zero-initialized-in-bss\n-ftls-model=initial-exec\n-ftree-vectorize\n-fno-inline\n-finline-functions\n"
        "-finline-limit=100\n-fkeep-inline-functions\n-funroll-loops\n-fmerge-constants\n-fno-ident\n"
        "-fno-semantic-interposition\n-fipa-pta\n-fgcse\n-freorder-blocks\n-fmax-errors=1\n-fmessage-length=0\n"
        "-frecord-gcc-switches\n-fvar-tracking\n-finstrument-functions\n-fstack-check\n-ftrivial-auto-var-init=zero\n"
        "-ftrivial-auto-var-init=pattern\n-fzero-call-used-regs=used-gpr\n-fstrict-volatile-bitfields\n-fverbose-asm\n"
        "-frandom-seed=1\n-fuse-ld=gold\n-falign-functions=16\n-fconserve-stack\n-fno-toplevel-reorder\n-fcolor-"
        "diagnostics\n"
        "-fintegrated-as\n-fno-such-flag\n",
        false);
}

SLOW_TEST(flags_about_the_processor)
{
    compare_flags(
        "-m32\n-m64\n-mx32\n-m16\n-m32 -m64\n-march=native\n-march=x86-64\n-march=x86-64-v2\n-march=x86-64-v3\n"
        "-march=haswell\n-march=core2\n-march=nocona\n-mtune=generic\n-mtune=native\n-mtune=haswell\n"
        "-mcpu=native\n-msse\n-msse2\n-msse3\n-mssse3\n-msse4\n-msse4.1\n-msse4.2\n-mno-sse4.2\n"
        "-msse4.2 -mno-sse4.2\n-mavx\n-mavx2\n-mno-avx\n-mavx512f\n-mfma\n-mno-fma\n-mf16c\n-mbmi\n-mbmi2\n"
        "-mpopcnt\n-mlzcnt\n-maes\n-mpclmul\n-mrdrnd\n-mrdseed\n-mcx16\n-mno-cx16\n-msahf\n-mmmx\n-mno-mmx\n"
        "-m3dnow\n-mfxsr\n-mxsave\n-mmovbe\n-mfsgsbase\n-msha\n-mgfni\n-mvaes\n-madx\n-mrtm\n-mwaitpkg\n"
        "-mgeneral-regs-only\n-mfpmath=sse\n-mfpmath=387\n-msoft-float\n-mno-sse -mno-mmx -msoft-float\n"
        "-mno-red-zone\n-mcmodel=small\n-mcmodel=medium\n-mcmodel=large\n-mcmodel=kernel\n"
        "-mpreferred-stack-boundary=4\n-malign-double\n-m32 -malign-double\n-mno-align-double\n"
        "-m96bit-long-double\n-m128bit-long-double\n-mlong-double-64\n-mlong-double-80\n-mlong-double-128\n"
        "-mms-bitfields\n-mno-ms-bitfields\n-mregparm=3\n-mabi=sysv\n-mabi=ms\n-mtls-dialect=gnu2\n"
        "-mindirect-branch=thunk\n-mfunction-return=thunk-extern\n-mshstk\n-mharden-sls=all\n-mvzeroupper\n"
        "-mrecip\n-mglibc\n-mmusl\n-muclibc\n-masm=att\n-masm=intel\n-mno-80387\n-mcrc32\n-mfentry\n"
        "-mskip-rax-setup\n-mno-avx512f\n-muintr\n-mno-such-flag\n",
        false);
}

TEST(the_last_of_contradicting_flags_and_names_with_two_hyphens)
{
    static const char *const same[][2] = {{"--std=c99", "-std=c99"},           {"--include-directory=x", "-Ix"},
                                          {"--define-macro X", "-DX"},         {"--undefine-macro=X", "-UX"},
                                          {"-fno-strict-overflow", "-fwrapv"}, {"-fno-hosted", "-ffreestanding"}};
    Run *run = run_new();
    Bench b = {.run = run};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        Words words = {0};
        void *call[] = {&b, &words};
        CHECK(flag_use(same[i][0], NULL) == FLAG_PASSED);
        flag_words(same[i][0], push_word, call);
        CHECK(words.count == 1 && strcmp(words.data[0], same[i][1]) == 0);
    }
    run_free(run);
}

TEST(what_is_not_known_is_refused)
{
    const char *why = NULL;
    CHECK(flag_use("-fno-such-thing", &why) == FLAG_UNKNOWN && !why);
    CHECK(flag_use("-mno-such-thing", &why) == FLAG_UNKNOWN && !why);
    CHECK(flag_use("-Onothing", NULL) == FLAG_UNKNOWN);
    CHECK(flag_use("-fopenmp", &why) == FLAG_REFUSED && why);
    CHECK(flag_use("-std=c++17", &why) == FLAG_REFUSED && why);
    CHECK(flag_use("-funsigned-bitfields", NULL) == FLAG_REFUSED);
    CHECK(flag_use("-W", NULL) == FLAG_IGNORED && flag_use("-Wl,-z,now", NULL) == FLAG_IGNORED);
    CHECK(flag_use("-Wl,--wrap=malloc", NULL) == FLAG_REFUSED);
    CHECK(flag_lacks_value("-D") && flag_lacks_value("-isystem") && flag_lacks_value("--include"));
    CHECK(!flag_lacks_value("-undef") && !flag_lacks_value("--debug") && !flag_lacks_value("-DX"));
}

TAP_MAIN();
