#include "section_plain_buggy.c"
