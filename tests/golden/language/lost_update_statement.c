#include "lost_update.c"
