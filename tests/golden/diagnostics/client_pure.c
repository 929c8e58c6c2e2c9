/* The memory of clients is not that of functions that do nothing. */
int f(int *k) { return *k; }
