volatile double d;
int main(void){
 d = 1.5; return 0; }
