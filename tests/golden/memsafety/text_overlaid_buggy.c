#include <stdio.h>
int main(int c, char **v) { union { char t[8]; long l; } u; snprintf(u.t, 8, "%s", v[0]); u.l = -1; puts(u.t); return 0; }
