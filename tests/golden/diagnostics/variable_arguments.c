#include <stdarg.h>
int f(int n, ...) { va_list a;
 va_start(a, n); return 0; }
int main(void){ return f(1, 2); }
