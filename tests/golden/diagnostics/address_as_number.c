int x;
int main(void){ long k = (long)&x;
 return k == 12345678; }
