int f(int n) {
 return n ? f(n - 1) : 0; }
int main(int count, char **words){ return f(count); }
