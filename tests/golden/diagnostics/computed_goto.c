int main(void){ static void *t[] = {&&a, &&b}; volatile int i = 0;
 goto *t[i]; a: return 1; b: return 2; }
