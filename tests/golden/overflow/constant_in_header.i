# 1 "o2.c"
# 1 "/usr/include/foo.h" 1 3 4
int f(void) { return 2147483647 + 1; }
# 2 "o2.c" 2
int main(void) { return f(); }
