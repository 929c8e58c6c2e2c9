#include "sections.c"
