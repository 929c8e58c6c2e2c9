/* What a linker does with names: weak, common, inline, aliases, static ones, arrays of unknown size, sections. */
#include <stddef.h>

#include "agreement_link/templates.h"

#define STD "%[gnu99%|c99%|gnu11%|c11%|gnu17%|c17%]"

const Template templates_link[] = {
    {"weak",
     "=h int f@(void), g@(void);\n"
     "=a __attribute__((weak)) int f@(void) { return $k; }\n"
     "int g@(void) { return f@() * 10 + $k; }\n"
     "=b %[%|%|__attribute__((weak)) %]int %[f%|f%|f%|other%]@(void) { return $k; }\n"
     "=check f@()\n"
     "=check g@()\n",
     2},
    {"weak",
     "=h int f@(void);\n"
     "=a %[__attribute__((weak)) %|%]int f@(void) { return $k; }\n"
     "=b __attribute__((weak)) int f@(void) { return $k; }\n"
     "int g@(void) { return f@() * 10 + $k; }\n"
     "=c __attribute__((weak)) int f@(void) { return $k; }\n"
     "=m int g@(void);\n"
     "=check f@() + g@()\n",
     3},
    {"weak",
     "=h extern int v@;\n"
     "int g@(void);\n"
     "=a __attribute__((weak)) int v@%[ = $k%|%];\n"
     "int g@(void) { return v@++; }\n"
     "=b %[int v@ = $k;%|__attribute__((weak)) int v@ = $k;%|int v@;%|%]\n"
     "=do g@();\n"
     "=check g@()\n"
     "=check v@\n",
     2},
    {"weak",
     "=a %[extern int h@(int) __attribute__((weak));%|__attribute__((weak)) int h@(int x);%|extern int h@(int);\n"
     "#pragma weak h@\n%|\n#pragma weak h@\nint h@(int x);%]\n"
     "int c@(void)\n{\n    %[return h@ ? h@($p) : $q;%|if (h@) return h@($p); return $q;%|"
     "int (*p)(int) = h@; return p != 0 ? p($p) : $q;%|return h@ == 0 ? $q : h@($p);%|return !h@;%]\n}\n"
     "=b %[int h@(int x) { return x + $k; }%|__attribute__((weak)) int h@(int x) { return x * $k; }%|%|%]\n"
     "=h int c@(void);\n"
     "=check c@()\n",
     2},
    {"weak",
     "=a extern int h1@(void) __attribute__((weak)), h2@(void) __attribute__((weak)), h3@(void) "
     "__attribute__((weak));\n"
     "%[static %|%]int (*%[const %|%]t@[])(void) = {h1@, h2@, h3@};\n"
     "int c@(void)\n{\n    int i, n = 0;\n    for (i = 0; i < 3; i++) {\n        n = n * 3;\n"
     "        if (t@[i]) n += t@[i]();\n    }\n    return n;\n}\n"
     "=b %[int h1@(void) { return $k; }%|%]\n"
     "%[int h3@(void) { return $k; }%|static int h3@(void) { return $k; }\nint u@(void) { return h3@(); }%|%]\n"
     "=m %[int h2@(void) { return $k; }%|%]\n"
     "=h int c@(void);\n"
     "=check c@()\n",
     2},
    {"weak",
     "=a %[extern int o@ __attribute__((weak));%|extern int o@;\n#pragma weak o@%]\n"
     "int c@(void) { %[return &o@ ? o@ : $q;%|int *p = &o@; if (p) return *p; return $q;%] }\n"
     "=b %[int o@ = $k;%|int o@;%|%|%]\n"
     "=h int c@(void);\n"
     "=check c@()\n",
     2},
    {"weak",
     "=a struct s@ { int x, y; };\nextern struct s@ o@[] __attribute__((weak));\n"
     "int c@(void) { return o@ ? o@[1].y : $q; }\n"
     "=b struct s@ { int x, y; };\n%[struct s@ o@[2] = {{1, 2}, {3, $k}};%|%]\n"
     "=h int c@(void);\n"
     "=check c@()\n",
     2},
    {"weak",
     "=a static int w@(void) __attribute__((weakref(\"h@\")));\n"
     "int c@(void) { return w@ ? w@() : $q; }\n"
     "=b %[int h@(void) { return $k; }%|%]\n"
     "=h int c@(void);\n"
     "=check c@()\n",
     2},
    {"weak",
     "=a int impl@(void) { return $k; }\n"
     "%[#pragma weak f@ = impl@%|int f@(void) __attribute__((weak, alias(\"impl@\")));%]\n"
     "=b %[int f@(void) { return $k; }%|%]\n"
     "int g@(void) { extern int f@(void), impl@(void); return f@() * 10 + impl@(); }\n"
     "=h int g@(void);\n"
     "=check g@()\n",
     2},
    {"weak", /* a hook that one file has, and another sets */
     "=h extern int (*hook@)(int);\nint run@(int);\n"
     "=a %=[__attribute__((weak)) %|%]int (*hook@)(int);\n"
     "int run@(int x) { return hook@ ? hook@(x) : -1; }\n"
     "=b static int mine@(int x) { return x + $k; }\n"
     "%=[int (*hook@)(int) = mine@;%|__attribute__((constructor)) static void set@(void) { hook@ = mine@; }%]\n"
     "=check run@($k)\n",
     2},
    {"alias",
     "=a %[static %|%]int impl@(int x) { return x + $k; }\n"
     "int f@(int x) __attribute__((alias(\"impl@\")%[, visibility(\"hidden\")%|%]));\n"
     "=b int f@(int);\nint g@(void) { return f@($k) * 10; }\n"
     "=h int g@(void);\n"
     "=check g@()\n",
     2},
    {"alias",
     "=a %[static %|%]int v@%[ = $k%|%];\n"
     "extern int w@ __attribute__((alias(\"v@\")));\nint get@(void) { return v@; }\n"
     "=b extern int w@;\nvoid set@(int x) { w@ %[+%|%]= x; }\n"
     "=h int get@(void);\nvoid set@(int);\n"
     "=do set@($k);\n"
     "=check get@()\n",
     2},
    {"alias",
     "=a int f@(void) __asm__(\"real@\");\nint f@(void) { return $k; }\n"
     "extern int v@ __asm__(\"place@\");\nint v@ = $k;\n"
     "=b int %[real@%|g@%](void);\n"
     "int u@(void) { %[return 0;%|extern int place@; return place@++;%] }\n"
     "=m int h@(void) __asm__(\"real@\");\nextern int p@ __asm__(\"place@\");\nint u@(void);\n"
     "=do u@();\n"
     "=check h@() * 10 + p@\n",
     2},
    {"alias",
     "=a int low@(int x) { return x - $k; }\nint high@(int x) { return x + $k; }\n"
     "static int (*pick@(void))(int) { return %[low@%|high@%]; }\n"
     "int f@(int x) __attribute__((ifunc(\"pick@\")));\n"
     "=h int f@(int);\n"
     "=check f@($k)\n",
     2},
    {"inline",
     "=h static __inline__ int up@(void)\n{\n    static int n = $k;\n    return n++;\n}\n"
     "=a int ga@(void) { int x = up@(); return x * 10 + up@(); }\n"
     "=b int gb@(void) { return up@(); }\n"
     "=m int ga@(void), gb@(void);\n"
     "=check ga@()\n"
     "=check gb@()\n",
     2},
    {"inline", /* C99: one file has the external definition */
     "=claim a std\n=flag a -std=" STD "\n=claim b std\n=flag b -std=" STD "\n"
     "=a __inline__ int f@(int x) { return x + $p; }\n"
     "%[extern __inline__ int f@(int);\n%|int f@(int);\n%|extern int f@(int);\n%]"
     "int ga@(void) { return f@($k); }\n"
     "int (*pa@(void))(int) { return f@; }\n"
     "=b __inline__ int f@(int x) { return x + $p; }\n"
     "int gb@(void) { return f@($k); }\n"
     "int (*pb@(void))(int) { return f@; }\n"
     "=m int ga@(void), gb@(void), (*pa@(void))(int), (*pb@(void))(int);\n"
     "=check ga@() * 10 + gb@()\n"
     "=check pa@() == pb@()\n",
     2},
    {"inline", /* C99: extern inline defines it */
     "=claim a std\n=flag a -std=" STD "\n"
     "=a extern __inline__ int f@(void) { return $k; }\n"
     "=b %[__attribute__((weak)) int f@(void) { return $k; }%|int b@(void) { extern int f@(void); return f@(); }%]\n"
     "=h int f@(void);\n"
     "=check f@()\n",
     2},
    {"inline", /* C99: a weak reference to what extern inline defines */
     "=claim a std\n=flag a -std=" STD "\n"
     "=a extern __inline__ int up@(int x) { return x + $k; }\n"
     "=b extern int up@(int) __attribute__((weak));\nint g@(void) { return up@ ? up@($k) : $k; }\n"
     "=h int g@(void);\n"
     "=check g@()\n",
     2},
    {"inline", /* GNU's of 1989: the definition is elsewhere */
     "=claim a std\n=flag a %[-std=gnu89%|-std=gnu11 -fgnu89-inline%|-fgnu89-inline%|-std=c89%]\n"
     "=a extern __inline__ int f@(int x) { return x * $p; }\nint g@(void) { return f@($k); }\n"
     "=b int f@(int x) { return x * $p; }\n"
     "=h int g@(void);\n"
     "=check g@()\n",
     2},
    {"inline", /* GNU's of 1989: inline alone defines it */
     "=claim a std\n=flag a %[-std=gnu89%|-std=gnu17 -fgnu89-inline%|-ansi%]\n"
     "=a __inline__ int f@(int x) { return x * $k; }\n"
     "=b int f@(int);\nint g@(void) { return f@($k); }\n"
     "=h int g@(void);\n"
     "=check g@()\n",
     2},
    {"inline",
     "=a extern __inline__ __attribute__((gnu_inline)) int f@(int x) { return x + $p; }\n"
     "int g@(void) { return f@($k); }\n"
     "=b int f@(int x) { return x + $p; }\n"
     "=h int g@(void);\n"
     "=check g@()\n",
     2},
    {"inline",
     "=a #ifdef __GNUC_STDC_INLINE__\n#define I@ __inline__\n#define E@ extern __inline__\n#else\n"
     "#define I@ extern __inline__\n#define E@ __inline__\n#endif\n"
     "I@ int f@(int x) { return x ^ $p; }\nint g@(void) { return f@($k); }\n"
     "=b #ifdef __GNUC_STDC_INLINE__\n#define E@ extern __inline__\n#else\n#define E@ __inline__\n#endif\n"
     "E@ int f@(int x) { return x ^ $p; }\n"
     "=h int g@(void);\n"
     "=check g@()\n",
     2},
    {"inline",
     "=%[a%|b%|m%] static __inline__ __attribute__((always_inline)) int f@(int x) { return x + $k; }\n"
     "int g@(void) { return f@($k); }\n"
     "=h int g@(void);\n"
     "=check g@()\n",
     2},
    {"common",
     "=claim a common\n=claim b common\n=flag a -fcommon\n=flag b -fcommon\n"
     "=a int v@;\nint get@(void) { return v@; }\n"
     "=b int v@%[%|%| = $k%];\nvoid set@(void) { v@ += $k; }\n"
     "=h int get@(void);\nvoid set@(void);\n"
     "=do set@();\n"
     "=check get@()\n",
     2},
    {"common",
     "=claim a common\n=claim b common\n=flag a -fcommon\n=flag b %[-fcommon%|-fno-common%|-fno-common -fcommon%]\n"
     "=a int t@[$p];\nint at@(int i) { return t@[i]; }\n"
     "=b int t@[9]%[%| = {1, $k, 2, $k, 3, $k, 4, 5, $k}%];\nvoid set@(int i) { t@[i] += $k; }\n"
     "=h int at@(int);\nvoid set@(int);\n"
     "=do set@(0);\n"
     "=do set@(8);\n"
     "=check at@(0) * 100 + at@($p - 1)\n",
     2},
    {"common",
     "=a int v@;\nint v@%[ = $k%|%];\nextern int v@;\nint v@;\n"
     "static int s@;\nstatic int s@ = $k;\nint get@(void) { return v@ * 10 + s@; }\n"
     "=b extern int v@;\nvoid set@(void) { v@ += $k; }\n"
     "=h int get@(void);\nvoid set@(void);\n"
     "=do set@();\n"
     "=check get@()\n",
     2},
    {"common",
     "=a __attribute__((common)) int v@;\nint get@(void) { return v@; }\n"
     "=b %[__attribute__((common)) int v@;%|int v@ = $k;%]\nvoid set@(void) { v@ = v@ * 10 + $k; }\n"
     "=h int get@(void);\nvoid set@(void);\n"
     "=do set@();\n"
     "=check get@()\n",
     2},
    {"static",
     "=a static int v@ = $k;\nstatic int f@(void) { return v@++; }\nint ga@(void) { return f@() + f@(); }\n"
     "=b static int v@ = $k;\nstatic int f@(void) { return v@--; }\nint gb@(void) { int x = f@(); return x * 10 + "
     "f@(); }\n"
     "=m int ga@(void), gb@(void);\n"
     "=check ga@()\n"
     "=check gb@()\n"
     "=check ga@()\n",
     2},
    {"static",
     "=a %[int%|__attribute__((weak)) int%] f@(void) { return $k; }\nint ga@(void) { return f@(); }\n"
     "=b static int f@(void) { return $k; }\nint gb@(void) { return f@(); }\n"
     "=m int ga@(void), gb@(void);\n"
     "=check ga@() * 10 + gb@()\n",
     2},
    {"static",
     "=a struct s@ { char c; int x; };\nenum { N@ = $k };\nint ga@(void) { struct s@ s; s.c = N@; s.x = N@; "
     "return (int)sizeof s + s.c * s.x; }\n"
     "=b struct s@ { long a, b; char c; };\nenum { N@ = $k };\nint gb@(void) { struct s@ s; s.a = N@; s.c = N@; "
     "return (int)sizeof s * 10 + s.c * (int)s.a; }\n"
     "=m int ga@(void), gb@(void);\n"
     "=check ga@()\n"
     "=check gb@()\n",
     2},
    {"static",
     "=a int v@ = $k;\nint ga@(void) { static int v@ = $k; { extern int w@; v@ += w@; } return v@; }\nint w@ = $k;\n"
     "=b extern int v@;\nint gb@(void) { static int n = $k; v@ += n++; return v@; }\n"
     "=m int ga@(void), gb@(void);\n"
     "=do gb@();\n"
     "=check gb@()\n"
     "=check ga@()\n",
     2},
    {"array",
     "=a int t@[] = {$k, $k, $k};\nint n@(void) { return (int)(sizeof t@ / sizeof t@[0]); }\n"
     "=b extern int t@[];\nint n@(void);\nint sum@(void) { int i, s = 0; for (i = 0; i < n@(); i++) s = s * 10 + "
     "t@[i]; "
     "return s; }\n"
     "=h int sum@(void);\n"
     "=check sum@()\n",
     2},
    {"array",
     "=a %[const %|%]char name@[] = \"a$kb\";\nint %[(*table@[])(void) = {0}%|size@ = sizeof name@%];\n"
     "=b extern %=[const %|%]char name@[];\nint at@(int i) { return name@[i]; }\n"
     "=h int at@(int);\n"
     "=check at@(1) * 1000 + at@(3)\n",
     2},
    {"array",
     "=a static int one@(void) { return $k; }\nstatic int two@(void) { return $k; }\n"
     "int (*%[const %|%]ops@[])(void) = {one@, two@, one@};\n"
     "=b extern int (*%[const %|%]ops@[])(void);\nint call@(int i) { return ops@[i](); }\n"
     "=h int call@(int);\n"
     "=check call@(0) * 100 + call@(1) * 10 + call@(2)\n",
     2},
    {"sets",
     "=a static int a@ __attribute__((section(\"set@\"), used)) = $k;\n%[static int d@ "
     "__attribute__((section(\"set@\"), "
     "used)) = $k;\n%|%]"
     "=b %[static %|%]int b@ __attribute__((section(\"set@\"), used)) = $k;\n"
     "=m extern int __start_set@[], __stop_set@[];\n"
     "static long sum@(void)\n{\n    int *p;\n    long s = 0;\n"
     "    for (p = __start_set@; p < __stop_set@; p++) s = s %[* 10 %|%]+ *p;\n    return s;\n}\n"
     "=check sum@()\n"
     "=check __stop_set@ - __start_set@\n",
     2},
    {"sets",
     "=h typedef int F@(int);\nint run@(int);\n"
     "=a static int a@(int x) { return x + $k; }\nstatic F@ *ra@ __attribute__((section(\"set@\"), used)) = a@;\n"
     "=b static int b@(int x) { return x * $k; }\nstatic F@ *rb@ __attribute__((section(\"set@\"), used)) = b@;\n"
     "=%[a%|b%|m%] extern F@ *__start_set@[], *__stop_set@[];\n"
     "int run@(int x)\n{\n    F@ **p;\n    for (p = __start_set@; p != __stop_set@; p++) x = (*p)(x);\n    return "
     "x;\n}\n"
     "=check run@($k)\n",
     2},
    {"sets",
     "=h struct item@ { const char *name; int (*f)(void); };\nint find@(char);\n"
     "=a static int a@(void) { return $k; }\nstatic struct item@ ia@ __attribute__((section(\"set@\"), used)) = "
     "{\"x\", a@};\n"
     "=b static int b@(void) { return $k; }\n%[%|static struct item@ ib@ __attribute__((section(\"set@\"), used)) = "
     "{\"y\", "
     "b@};%]\n"
     "=m extern struct item@ __start_set@[], __stop_set@[];\n"
     "int find@(char c)\n{\n    struct item@ *p;\n    for (p = __start_set@; p < __stop_set@; p++)\n"
     "        if (p->name[0] == c) return p->f();\n    return -1;\n}\n"
     "=check find@('x') * 10 + find@('y')\n",
     2},
    {"sets", /* perhaps without an element */
     "=a %[static int a@ __attribute__((section(\"set@\"), used)) = $k;%|%]\n"
     "=b extern int __start_set@[] __attribute__((weak)), __stop_set@[] __attribute__((weak));\n"
     "int count@(void) { return (int)(__stop_set@ - __start_set@) * 10 + (__start_set@ != 0); }\n"
     "=h int count@(void);\n"
     "=check count@()\n",
     2},
    {"sets", /* elements change what one file's variable holds */
     "=a static int i@;\nstatic int *p@ __attribute__((section(\"set@\"), used)) = &i@;\nint get@(void) { return i@; "
     "}\n"
     "=b extern int *__start_set@[], *__stop_set@[];\nvoid put@(void) { int **q; for (q = __start_set@; q < "
     "__stop_set@; q++) **q += $k; }\n"
     "=h int get@(void);\nvoid put@(void);\n"
     "=do put@();\n"
     "=check get@()\n",
     2},
    {"sets", /* sections that nobody looks at */
     "=a __attribute__((section(\"%[.data.hot@%|mine@%|.mydata@%]\"))) int v@ = $k;\n"
     "__attribute__((section(\".text.cold@\"))) int f@(void) { return v@++; }\n"
     "=h int f@(void);\n"
     "=do f@();\n"
     "=check f@()\n",
     2},
    {NULL, NULL, 0},
};
