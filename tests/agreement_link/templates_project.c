/* What a compilation database says: files compiled twice, several programs, where main is. */
#include <stddef.h>

#include "agreement_link/templates.h"

const Template templates_project[] = {
    {"twice",
     "=file x@.c int NAME(void)\n{\n    static int n = V;\n    return n++;\n}\n"
     "=entry x@.c -DNAME=f1@ -DV=$k\n=entry x@.c -DNAME=f2@ -DV=$k\n%[=entry x@.c -DNAME=f3@ -DV=$k\n%|%]"
     "=h int f1@(void), f2@(void);\n"
     "=do f1@();\n"
     "=check f1@()\n"
     "=check f2@()\n",
     2},
    {"twice", /* constructors of both; compiled in the same way they would be one */
     "=file x@.c extern long t@;\n__attribute__((constructor)) static void c(void) { t@ = t@ * 3 + V; }\n"
     "=entry x@.c -DV=$k\n=entry x@.c -DV=1$k\n"
     "=a long t@ = 1;\n"
     "=h extern long t@;\n"
     "=check t@\n",
     2},
    {"twice", /* for two kinds of characters */
     "=file x@.c int NAME(void) { char c = (char)200; return c > 0; }\n"
     "=entry x@.c -DNAME=f1@ -fsigned-char\n=entry x@.c -DNAME=f2@ -funsigned-char\n"
     "=h int f1@(void), f2@(void);\n"
     "=check f1@() * 10 + f2@()\n",
     2},
    {"twice", /* elements of a set */
     "=file x@.c static int e __attribute__((section(\"set@\"), used)) = V;\n"
     "=entry x@.c -DV=$k\n=entry x@.c -DV=1$k\n"
     "=b extern int __start_set@[], __stop_set@[];\n"
     "long sum@(void)\n{\n    int *p;\n    long s = 0;\n    for (p = __start_set@; p < __stop_set@; p++) s = s * 10 + "
     "*p;\n"
     "    return s;\n}\n"
     "=h long sum@(void);\n"
     "=check sum@()\n",
     2},
    {"twice", /* once weak */
     "=file x@.c #ifdef WEAK\n__attribute__((weak))\n#endif\nint f@(void) { return V; }\n"
     "=entry x@.c %[-DWEAK -DV=$k\n=entry x@.c -DV=$k%|-DV=$k\n=entry x@.c -DV=$k -DWEAK%|-DWEAK -DV=$k\n=entry x@.c "
     "-DV=$k "
     "-DWEAK%]\n"
     "=h int f@(void);\n"
     "=check f@()\n",
     2},
    {"twice", /* different parts of it */
     "=file x@.c #ifdef PART_A\nint a@(void) { return $k; }\n#else\nstatic int a@(void) { return $k; }\nint b@(void) { "
     "return a@() + $k; }\n#endif\n"
     "=entry x@.c -DPART_A\n=entry x@.c\n"
     "=h int a@(void), b@(void);\n"
     "=check a@() * 100 + b@()\n",
     2},
    {"twice", /* the same object again */
     "=file x@.c static int n = V;\nint f@(void) { return n++; }\n__attribute__((constructor)) static void c(void) { n "
     "+= "
     "$k; }\n"
     "=entry x@.c -DV=$p\n=again x@.c -DV=$p\n"
     "=h int f@(void);\n"
     "=check f@()\n",
     2},
    {"programs", /* a library of both, compiled for each */
     "=file lib@.c int lib@(void) { return V; }\n"
     "%[=entry lib@.c -DV=$k\n=other lib@.c -DV=$k\n%|=other lib@.c -DV=$k\n=entry lib@.c -DV=$k\n%]"
     "=file other@.c int lib@(void);\nint main(void) { return lib@() < 0; }\n"
     "=other other@.c\n"
     "=h int lib@(void);\n"
     "=check lib@()\n",
     2},
    {"programs", /* each has its own */
     "=file h1@.c int help@(void) { return $k; }\n"
     "=file h2@.c int help@(void) { return $k; }\n"
     "%[=entry h1@.c\n=other h2@.c\n%|=other h2@.c\n=entry h1@.c\n%]"
     "=file other@.c int help@(void);\nint main(void) { return help@() < 0; }\n"
     "=other other@.c\n"
     "=h int help@(void);\n"
     "=check help@()\n",
     2},
    {"programs", /* with signs of their own */
     "=file lib@.c int lib@(void) { char c = (char)$k; c -= 5; return c < 0 ? -1 : c; }\n"
     "=entry lib@.c %[-fsigned-char%|-funsigned-char%]\n=other lib@.c %[-fsigned-char%|-funsigned-char%]\n"
     "=file other@.c int lib@(void);\nint main(void) { return lib@() == 77; }\n"
     "=other other@.c\n"
     "=h int lib@(void);\n"
     "=check lib@()\n",
     2},
    {"programs", /* what runs before another program's main */
     "=claim * folders\n"
     "=file o@.c extern long t@;\n__attribute__((constructor)) static void c(void) { t@ = $k; }\n"
     "=file other@.c long t@;\nint main(void) { return t@ < 0; }\n"
     "%[=other o@.c\n=other other@.c\n%|=other other@.c\n=other o@.c\n%]"
     "=a long t@ = $k;\n"
     "=h extern long t@;\n"
     "=check t@\n",
     2},
    {"programs", /* strong in another program, weak here */
     "=claim * folders\n"
     "=file o@.c int f@(void) { return $k; }\n"
     "=file other@.c int f@(void);\nint main(void) { return f@() < 0; }\n"
     "%[=other o@.c\n=other other@.c\n%|=other other@.c\n=other o@.c\n%]"
     "=a __attribute__((weak)) int f@(void) { return $k; }\n"
     "=h int f@(void);\n"
     "=check f@()\n",
     2},
    {"programs", /* folders do not tell; names do: show is here, and in what the other program needs */
     "=claim * folders\n=flat\n"
     "=file h1@.c int help@(void) { return $k; }\n"
     "=file h2@.c int help@(void) { return $k; }\nint show@(void) { return $k; }\n"
     "%[=entry h1@.c\n=other h2@.c\n%|=other h2@.c\n=entry h1@.c\n%]"
     "=file other@.c int help@(void), show@(void);\nint main(void) { return help@() + show@() < 0; }\n"
     "=other other@.c\n"
     "=m int show@(void) { return $k; }\nint help@(void);\n"
     "=check help@() * 10 + show@()\n",
     2},
    {"main", /* a test of its own in a library's file */
     "=file x@.c int lib@(void) { return $k; }\n#ifdef TEST\nint main(void) { return lib@() == 77; }\n#endif\n"
     "=entry x@.c\n%[=other x@.c -DTEST\n%|%]"
     "=h int lib@(void);\n"
     "=check lib@()\n",
     2},
    {"main", /* the same, the test's entry first */
     "=file x@.c int lib@(void) { return V; }\n#if defined(TEST)\nint main(int argc, char **argv) { return lib@() == "
     "77 && argv[argc]; "
     "}\n#endif\n"
     "=other x@.c -DTEST -DV=$k\n=entry x@.c -DV=$k\n"
     "=h int lib@(void);\n"
     "=check lib@()\n",
     2},
    {"main", /* main renamed */
     "=file x@.c %[%|#define main sub@\n%]int main(void) { return $k; }\n"
     "=entry x@.c -Dmain=sub@\n"
     "=h int sub@(void);\n"
     "=check sub@()\n",
     2},
    {"main", /* no main: in comments, strings, what is left out, members */
     "=file x@.c %[/* int main(void) {\n} */%|const char *text@ = \"int main(void) { \\\" }\";%|#if 0\nint main(void) "
     "{ return 1; "
     "}\n#endif%|struct s@ { int (*main)(void); };%|int lib@(void);\nint lib2@(void) { int main = 3; return main; "
     "}%|#define "
     "M@ int main(void) {%|static int main_@(void) { return 2; }\nint u@(void) { return main_@(); }%]\n"
     "int lib@(void) { return $k; }\n"
     "=entry x@.c\n"
     "=h int lib@(void);\n"
     "=check lib@()\n",
     2},
    {"main", /* braces */
     "=file x@.c int lib@(int x)\n{\n#ifdef NEVER\n    if (x > 1) {\n#else\n    if (x > $k) {\n#endif\n        return "
     "$k;\n    "
     "}\n    return $k;\n}\n"
     "=entry x@.c\n"
     "=h int lib@(int);\n"
     "=check lib@(%[0%|9%])\n",
     2},
    {"main",
     "=head %[#ifdef NEVER\nint main(int argc) {\n#else\nint main(void) {\n#endif%|#define START int "
     "main(void)\nSTART\n{%|"
     "int\nmain (int argc, char *argv[])\n{%|#define BEGIN {\nint main(void)\nBEGIN%|int f@(void) {\n#ifdef NEVER\n    "
     "if (1) "
     "{\n#else\n    {\n#endif\n    }\n    return 0;\n}\nint main(int argc, char **argv, char **envp) {%|#define "
     "main_(x) "
     "main##x\nint main_()(void)\n{%|int main();\nint main(argc, argv) int argc; char **argv;\n{%|int "
     "(main)(void)\n{%]\n"
     "=claim m std\n=flag m -std=%[gnu99%|gnu11%|gnu89%|c99%|c11%]\n"
     "=a int h@ = $k;\n"
     "=h extern int h@;\n"
     "=check h@\n",
     2},
    {NULL, NULL, 0},
};
