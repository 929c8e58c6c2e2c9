#include "short_circuit_is_one_statement.c"
