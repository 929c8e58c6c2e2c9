/* From templates to the text of a project's files. */
#ifndef TESTS_AGREEMENT_LINK_EXPAND_H
#define TESTS_AGREEMENT_LINK_EXPAND_H

#include "agreement_link/project.h"

/* Adds files and entries, those of the project itself first. Whether a block wants all objects in one folder. */
bool expand_blocks(Project *p, Plan *plan);

#endif
