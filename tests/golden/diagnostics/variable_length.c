int n = 3; int main(void){ for (;;) { n++;
 int a[n]; a[0] = 1; } return 0; }
