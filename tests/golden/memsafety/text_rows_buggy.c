#include <stdio.h>
#include <string.h>
int main(int c, char **v) { char n[2][8]; snprintf(n[0], 8, "%s", v[0]); memset(n[1], 'x', 8); puts(n[c & 1]); return 0; }
