/* Flags: variables whose values the nodes of a product know. */
#ifndef CHORUS_ENGINES_LOCKSTEP_FLAGS_H
#define CHORUS_ENGINES_LOCKSTEP_FLAGS_H

#include "engines/lockstep/product.h"

#define FLAG_WIDTH 8 /* and narrower */

/* Fills in flags and flag_of: narrow variables that are assigned constants, and counters, where they are to be known.
 */
void flags_find(Product *p);
void flags_free(Product *p);
/* May the flag still be read by its owner, which is at that location? The program may leave out assignments to locals
 * that are dead, so that nothing is known of these. Where counters are known, so many nodes differ in what nobody reads
 * any more that this is asked of variables of all threads, too. */
bool flags_is_live(const Product *p, uint32_t flag, const uint32_t *at);
/* A value as nodes keep it (Node.known). */
uint32_t flags_word(const Product *p, Term value);
/* The value that is known of a variable at the node; TERM_NONE: none. */
Term product_known(const Product *p, const ProductNode *node, uint32_t v);

#endif
