int main(void){
 __asm__("nop" ::: "memory"); return 0; }
