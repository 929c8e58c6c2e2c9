union U {int *p; char c;} u; int x;
int main(void){ u.p = &x;
 return u.c; }
