/* Clients cannot make up structs that are passed in memory. */
struct large { int a[20]; };
int f(struct large s) { return s.a[3]; }
