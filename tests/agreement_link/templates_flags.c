/* What a file's flags make of it: sizes, signs, layouts, macros, headers. */
#include <stddef.h>

#include "agreement_link/templates.h"

#define SEVERAL(x) "%[" x "%|" x " " x "%]"

const Template templates_flags[] = {
    {"layout",
     "=claim a layout\n=flag a " SEVERAL(
         "-fpack-struct=%[1%|2%|4%|8%]") "\n"
                                         "=a struct s@ { char c; %[int%|long%|short%|double%|long "
                                         "long%|void *%] x; char d; };\n"
                                         "int size@(void) { return (int)sizeof(struct s@) * 100 + "
                                         "(int)__builtin_offsetof(struct s@, x); }\n"
                                         "=h int size@(void);\n"
                                         "=check size@()\n",
     2},
    {"layout",
     "=claim a layout\n=flag a -fpack-struct%[%|=2%]\n"
     "=a static struct { char c; int x; short s; } v@ = {1, 0x01020304, $k};\n"
     "int at@(int i) { return ((unsigned char *)&v@)[i]; }\n"
     "=h int at@(int);\n"
     "=check at@(%[1%|2%|3%|4%|5%|6%])\n",
     2},
    {"chars",
     "=flag a " SEVERAL(
         "%[-fsigned-char%|-funsigned-char%|-fno-signed-char%|-fno-unsigned-char%]") "\n"
                                                                                     "=a int sign@(void) { "
                                                                                     "%[char c = "
                                                                                     "(char)%[200%|255%|"
                                                                                     "128%]; return c %[> "
                                                                                     "0%|>> 1%|+ $k%];%|"
                                                                                     "return (char)-1 < "
                                                                                     "0;%|return '\\377' < "
                                                                                     "0;%|return "
                                                                                     "\"\\200\"[0] > "
                                                                                     "100;%] }\n"
                                                                                     "=h int sign@(void);\n"
                                                                                     "=check sign@()\n",
     2},
    {"chars",
     "=flag a %[%|%[-fsigned-char%|-funsigned-char%]%]\n"
     "=a static char c@ = %[-1%|100%|-128%];\nint step@(void) { c@ += $k; return c@; }\n"
     "#ifdef __CHAR_UNSIGNED__\nint u@(void) { return 1; }\n#else\nint u@(void) { return 0; }\n#endif\n"
     "=h int step@(void), u@(void);\n"
     "=check step@() * 10 + u@()\n",
     2},
    {"enums",
     "=flag a " SEVERAL(
         "%[-fshort-enums%|-fno-short-enums%]") "\n"
                                                "=a enum e@ { A@%[%| = -1%], B@ = "
                                                "%[100%|200%|1000%|70000%] };\nstruct s@ { enum e@ e; char "
                                                "c; };\n"
                                                "int size@(void) { return (int)sizeof(enum e@) * 100 + "
                                                "(int)sizeof(struct s@); }\n"
                                                "int less@(void) { enum e@ e = A@; return (int)(e - 1) < 0 "
                                                "? 1 : (e - 1) > 0 ? 2 : 3; }\n"
                                                "=h int size@(void), less@(void);\n"
                                                "=check size@()\n"
                                                "=check less@()\n",
     2},
    {"wide",
     "=flag a " SEVERAL("%[-fshort-wchar%|-fno-short-wchar%]") "\n"
                                                               "=a #include <stddef.h>\n"
                                                               "int size@(void) { return (int)sizeof L\"abc\" * 10 + "
                                                               "((wchar_t)-1 < 0) + 2 * (L'\\xffff' < 0); }\n"
                                                               "=h int size@(void);\n"
                                                               "=check size@()\n",
     2},
    {"wide",
     "=flag a %[-mlong-double-64%|-mlong-double-128%|-mlong-double-80%]\n"
     "=a int size@(void) { return (int)sizeof(long double) * 1000 + __LDBL_MANT_DIG__; }\n"
     "=h int size@(void);\n"
     "=check size@()\n",
     2},
    {"bits",
     "=flag a " SEVERAL("%[-funsigned-bitfields%|-fsigned-bitfields%|-fsigned-bitfields "
                        "-funsigned-bitfields%]") "\n"
                                                  "=a struct s@ { int b : 3; "
                                                  "%[unsigned%|signed%|short%|char%] d : 5; "
                                                  "};\n"
                                                  "int sign@(void) { struct s@ s; s.b = 7; s.d = "
                                                  "%[31%|16%]; return "
                                                  "s.b * 100 + s.d; }\n"
                                                  "=h int sign@(void);\n"
                                                  "=check sign@()\n",
     2},
    {"wrap",
     "=file w@.c int up@(int x) { return x + 1 %[< 0%|- 1%|> x%]; }\n"
     "int mul@(int x) { return x * 2; }\n"
     "=entry w@.c %[%|-O1 %|-O2 %]%[-fwrapv%|-fno-wrapv -fwrapv%|"
     "-fno-strict-overflow%|-fno-wrapv -fno-strict-overflow%|-fstrict-overflow -fwrapv%]\n"
     "=h int up@(int), mul@(int);\n"
     "=check up@(2147483647)\n"
     "=check mul@(1073741824 + $k)\n",
     2},
    {"macros",
     "=flag a %[-O0%|-O1%|-O2%|-O3%|-Os%|-O%|-Og%|-Ofast%|-O2 -O0%|-fno-inline%|-O2 -fno-inline%]\n"
     "=a int level@(void)\n{\n    int n = 0;\n#ifdef __OPTIMIZE__\n    n += 1;\n#endif\n#ifdef "
     "__OPTIMIZE_SIZE__\n    n "
     "+= 2;\n#endif\n#ifdef __NO_INLINE__\n    n += 4;\n#endif\n#ifdef __FAST_MATH__\n    n += "
     "8;\n#endif\n    return n;\n}\n"
     "=h int level@(void);\n"
     "=check level@()\n",
     2},
    {"macros",
     "=flag a "
     "%[-pthread%|-ffreestanding%|-fhosted%|-ffast-math%|-ffinite-math-only%|-fPIC%|-fPIE%|-"
     "fpic%|"
     "-fpie%|-fno-builtin%|-D_REENTRANT%|-fexceptions%|-fstack-protector%|-fstack-protector-all%|-fno-math-"
     "errno%|"
     "-fno-fast-math%|-fsigned-zeros%|-fasynchronous-unwind-tables%|-fcf-protection%|-mcmodel=medium%|-mno-"
     "red-zone%|%]\n"
     "=a int mode@(void)\n{\n    int n = 0;\n#ifdef _REENTRANT\n    n += 1;\n#endif\n#if __STDC_HOSTED__\n "
     "   n += 2;\n"
     "#endif\n#ifdef __FAST_MATH__\n    n += 4;\n#endif\n#if __FINITE_MATH_ONLY__\n    n += 8;\n#endif\n"
     "#ifdef __SSP__\n    n += 16;\n#endif\n#ifdef __SSP_ALL__\n    n += 32;\n#endif\n#ifdef "
     "__EXCEPTIONS\n    n += 64;\n"
     "#endif\n#ifdef __CET__\n    n += 128 * __CET__;\n#endif\n#ifdef __code_model_medium__\n    n += "
     "1024;\n#endif\n"
     "    return n;\n}\n"
     "int pic@(void)\n{\n    int n = 0;\n#ifdef __PIC__\n    n += __PIC__;\n#endif\n#ifdef __PIE__\n    n "
     "+= 10 * "
     "__PIE__;\n#endif\n    return n;\n}\n"
     "=h int mode@(void), pic@(void);\n"
     "=check mode@()\n"
     "=check pic@()\n",
     2},
    {"macros",
     "=flag a " SEVERAL("%[-march=x86-64%|-march=x86-64-v2%|-march=x86-64-v3%|-msse4.2%|-msse3%|-mno-sse3%|"
                        "-mavx%|-mavx2%|-mpopcnt%|"
                        "-mno-avx2%|-mbmi%|-mtune=generic%|-maes%|-mfma%|-mno-sse4%|-march=haswell%|-msse4%"
                        "]") "\n"
                             "=a int cpu@(void)\n{\n    int n = 0;\n#ifdef __SSE3__\n    n += "
                             "1;\n#endif\n#ifdef __SSE4_2__\n    n += 2;\n#endif\n"
                             "#ifdef __AVX__\n    n += 4;\n#endif\n#ifdef __AVX2__\n    n += "
                             "8;\n#endif\n#ifdef __POPCNT__\n    n += 16;\n#endif\n"
                             "#ifdef __BMI__\n    n += 32;\n#endif\n#ifdef __FMA__\n    n += "
                             "64;\n#endif\n#ifdef __AES__\n    n += 128;\n#endif\n"
                             "#ifdef __haswell__\n    n += 256;\n#endif\n#ifdef "
                             "__GCC_HAVE_SYNC_COMPARE_AND_SWAP_16\n    n += 512;\n#endif\n"
                             "    return n;\n}\n"
                             "=h int cpu@(void);\n"
                             "=check cpu@()\n",
     2},
    {"std",
     "=claim a std\n=flag a "
     "%[-std=%|--std=%]%[c89%|gnu89%|c90%|gnu90%|c99%|gnu99%|c11%|gnu11%|c17%|gnu17%|c18%|"
     "iso9899:1990%|iso9899:199409%|iso9899:1999%|iso9899:2011%]\n"
     "=a #if !defined __STDC_VERSION__\n#define V@ 1\n#else\n#define V@ __STDC_VERSION__\n#endif\n"
     "long std@(void) { return V@; }\n"
     "int mode@(void)\n{\n    int n = 0;\n#ifdef __STRICT_ANSI__\n    n += 1;\n#endif\n#ifdef "
     "__GNUC_STDC_INLINE__\n    n += "
     "2;\n#endif\n#ifdef __GNUC_GNU_INLINE__\n    n += 4;\n#endif\n#ifdef linux\n    n += "
     "8;\n#endif\n#ifdef unix\n    n += "
     "16;\n#endif\n    n += 32 * (sizeof \"?\?=\" != 4);\n    return n;\n}\n"
     "=h long std@(void);\nint mode@(void);\n"
     "=check std@()\n"
     "=check mode@()\n",
     2},
    {"std",
     "=claim a std\n=flag a %[-ansi%|-fgnu89-inline%|-std=c11 -std=gnu99%|-std=gnu89 -std=c17%|-std=c99 "
     "-trigraphs%|-trigraphs%|"
     "-fno-asm%|-std=c17 -fgnu89-inline -fno-gnu89-inline%|-std=gnu17 -ansi%]\n"
     "=a #if !defined __STDC_VERSION__\n#define V@ 1\n#else\n#define V@ __STDC_VERSION__\n#endif\n"
     "long std@(void)\n{\n    long n = V@ * 100 + (sizeof \"?\?=\" != 4);\n#ifdef __GNUC_STDC_INLINE__\n   "
     " n += 2;\n"
     "#endif\n#ifdef __STRICT_ANSI__\n    n += 4;\n#endif\n    return n;\n}\n"
     "=h long std@(void);\n"
     "=check std@()\n",
     2},
    {"std", /* what a standard says of the language */
     "=claim a std\n=flag a -std=%[c89%|gnu89%|c99%|gnu99%|gnu17%]\n"
     "=a enum { one@ = 1, two@ = 2 };\nint lang@(void)\n{\n    int x = 8 //* */ 2\n    ;\n"
     "    if (sizeof(enum { two@, one@ }) != sizeof(int)) return one@;\n    return x * 10 + two@;\n}\n"
     "=h int lang@(void);\n"
     "=check lang@()\n",
     2},
    {"define",
     "=flag a %[-DX@=$k%|-D X@=$k%|-DX@%|-DX@=$k -UX@%|-DX@=$k -U X@%|-UX@ -DX@=$k%|-DX@=1 -UX@ "
     "-DX@=$k%|-Wp,-DX@=$k%|"
     "-Wp,-DX@=$k,-DY@=2%|-Xpreprocessor "
     "-DX@=$k%|-DX@=(1+$k)*2%|-DX@=1+$k%|-DF@(x)=((x)+$k)%|-DX@=sizeof(int)%|"
     "--define-macro=X@=$k%|-DX@=$k --undefine-macro=X@%|-DX@='$k'%|-DX@=\"abc\"[1]%|%]\n"
     "=a #if defined F@\n#define X@ F@($k)\n#endif\n#ifndef X@\n#define X@ 77\n#endif\n"
     "int x@(void) { return +X@ * 2 + $k; }\n"
     "=h int x@(void);\n"
     "=check x@()\n",
     2},
    {"define", /* NDEBUG in one file */
     "=file n@.c #include <assert.h>\nint n@;\nint run@(void) { assert(++n@); assert(n@ += $k); return n@; "
     "}\n"
     "=entry n@.c %[-DNDEBUG%|-DNDEBUG -UNDEBUG%|%|-Wp,-DNDEBUG%|-UNDEBUG -DNDEBUG=1%|-D NDEBUG%]\n"
     "=h int run@(void);\n"
     "=check run@()\n",
     2},
    {"include",
     "=file i@.h #define X@ $k\nstatic int here@ = X@;\n"
     "=file x@.c int x@(void) { return X@ * 10 + here@; }\n"
     "=entry x@.c %[-include $si@.h%|-include i@.h -I$s.%|--include $si@.h%|--include=$si@.h%|-DA -include "
     "$si@.h -O1%]\n"
     "=h int x@(void);\n"
     "=check x@()\n",
     2},
    {"include",
     "=file i@.h #define X@ $k\nint not_here@ = X@;\n"
     "=file x@.c int x@(void) { return X@ * 10; }\nint not_here@;\n"
     "=entry x@.c -imacros $si@.h\n"
     "=h int x@(void);\n"
     "=check x@()\n",
     2},
    {"include", /* two headers of one name */
     "=file one/v@.h #define X@ 1$k\n"
     "=file two/v@.h #define X@ 2$k\n"
     "=file x@.c #include %[<v@.h>%|\"v@.h\"%]\nint x@(void) { return X@; }\n"
     "=entry x@.c %[-I$sone -I$stwo%|-I $stwo -I $sone%|-isystem $sone -I$stwo%|-idirafter $sone "
     "-I$stwo%|-iquote $sone "
     "-I$stwo%|-I$sone/../two -I$sone%|-I$sone -isystem $sone -I$stwo%|--include-directory=$stwo "
     "-I$sone%|-isystem$sone "
     "-idirafter$stwo%]\n"
     "=h int x@(void);\n"
     "=check x@()\n",
     2},
    {"include", /* the next header of that name */
     "=file one/v@.h #include_next <v@.h>\n#define Y@ $k\n"
     "=file two/v@.h #define X@ $k\n"
     "=file x@.c #include <v@.h>\nint x@(void) { return X@ * 10 + Y@; }\n"
     "=entry x@.c -I$sone -I$stwo\n"
     "=h int x@(void);\n"
     "=check x@()\n",
     2},
    {"words", /* flags that change nothing, and odd words for what does */
     "=flag %[a%|b%|m%] %[-O2%|-O1%|-Os%|-O3%|-Wall -Wextra%|-W%|-g%|-g3%|-ggdb%|-pipe%|-fPIC%|-fPIE%|-MMD "
     "-MP%|-w%|-pedantic%|"
     "-Wno-unused%|-fno-strict-aliasing%|-fstack-protector-strong%|-D_FORTIFY_SOURCE=2 -O2%|-D_GNU_SOURCE%|"
     "-fdata-sections "
     "-ffunction-sections%|-fno-omit-frame-pointer%|-fomit-frame-pointer%|-march=x86-64%|-mtune=generic%|"
     "-fno-plt%|-fvisibility=default%|-fno-common%|-fdiagnostics-color=always%|-fno-semantic-interposition%"
     "|"
     "-fno-tree-vectorize%|-funroll-loops%|-fstrict-aliasing%|-Werror=format%|-gdwarf-4%|-fmessage-length="
     "0%|-x c%|"
     "-fno-lto%|-Wp,-D_GLIBCXX_ASSERTIONS%|-D_POSIX_C_SOURCE=200809L%|-pthread%|-fno-ident%"
     "|-Wformat -Wp,-w%|"
     "-isystem "
     "/usr/"
     "include%|--param=ssp-buffer-size=4%|-Wno-everything%|-fno-delete-null-pointer-checks%|-std=gnu17%|"
     "-Winvalid-pch%|-fno-stack-protector%|-nostdlib%|-c%]\n",
     2},
    {NULL, NULL, 0},
};
