int x;
int main(void){ x = 0;
 __CPROVER_ASYNC_1: x = 1; return 0; }
