/* Clients call a function that is not there. */
int f(int k) { return k; }
