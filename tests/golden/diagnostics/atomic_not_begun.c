int c;
int main(void){
 __VERIFIER_atomic_end(); return c; }
