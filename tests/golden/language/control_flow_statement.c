#include "control_flow.c"
