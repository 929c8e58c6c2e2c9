/* What stands before programs, as text: for Chorus, and natively. */
#ifndef TESTS_AGREEMENT_LIBRARY_TEXT_H
#define TESTS_AGREEMENT_LIBRARY_TEXT_H

extern const char text_for_both[], text_for_chorus[], text_for_native[];

#endif
