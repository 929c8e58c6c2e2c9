#include <setjmp.h>
jmp_buf b;
int main(int n, char **v){
 if (setjmp(b) == 0 && v[n]) longjmp(b, 1); return 0; }
