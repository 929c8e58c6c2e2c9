int main(void){
 __asm__("call exit" ::: "memory"); return 0; }
