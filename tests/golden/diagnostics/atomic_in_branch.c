volatile int c; int main(void){ c = 1; if (c)
 __VERIFIER_atomic_begin(); c = 1; return 0; }
