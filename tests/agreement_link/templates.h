/* Texts that random projects are made of. A template is a list of lines; a line that begins with = says what follows:
 *   =a TEXT, =b, =c    text of one of the project's files, each another one     =m TEXT   of the file with main
 *   =h TEXT            of the header that these files include                    =file NAME  of a file more
 *   =do STATEMENT      in main                              =check NUMBER  what main asserts, after what stands before
 *   =head TEXT         with which main begins
 *   =flag X WORDS      how file a, b, c or m is compiled
 *   =entry NAME WORDS  a file more is compiled so and belongs to the program; with several entries, several times
 *   =again NAME WORDS  likewise, but it is the same object as that of the entry before: compiled again
 *   =other NAME WORDS  likewise, and belongs to another program
 *   =flat              objects of all programs in one folder
 *   =claim X WORD      file a, b, c, m, or * (the project) has the word once: blocks that claim it again are left out
 * CHECK(NUMBER) may stand in any text. In a line
 *   @          is the block's number, behind names            $k         a number from 1 to 9
 *   $p $q      numbers from 1 to 9 that stay in the block      $s         the way from where files are compiled to them
 *   %[x%|y%]   one of several                                  %=[x%|y%]  likewise: the same place of the list each
 * time They are C of 1989 with GNU's words, so that each file can be compiled for any standard, and defined, or of the
 * kind that gcc and clang promise. */
#ifndef TESTS_AGREEMENT_LINK_TEMPLATES_H
#define TESTS_AGREEMENT_LINK_TEMPLATES_H

#include <stdint.h>

typedef struct Template {
    const char *kind, *text;
    uint32_t files; /* that it needs, the one with main among them */
} Template;

uint32_t template_count(void);
const Template *template_at(uint32_t number);

/* Lists that template_at joins: each ends with a row without a text. */
extern const Template templates_link[], templates_start[], templates_flags[], templates_project[];

#endif
