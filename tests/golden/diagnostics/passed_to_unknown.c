int x; void use(int *);
int main(void){
 use(&x); return 0; }
