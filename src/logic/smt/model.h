/* The model of the last check; internal to smt/. */
#ifndef CHORUS_LOGIC_SMT_MODEL_H
#define CHORUS_LOGIC_SMT_MODEL_H

#include "logic/smt/internal.h"
#include "logic/term/evaluate.h"

/* Reads the model of the last check into a new witness; NULL on failure. */
Witness *smt_read_witness(Smt *smt);
/* The model of the last check, SMT_SAT; NULL on failure. */
Z3_model smt_model(Smt *smt);
/* Forgets it. */
void smt_drop_model(Smt *smt);
/* The value that a model gives to a variable of the sort. Of a mathematical integer the low 64 bits. */
Value value_of_ast(Smt *smt, Sort sort, Z3_ast ast);

#endif
