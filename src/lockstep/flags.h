/* Flags: variables whose values the nodes of a product know. */
#ifndef CHORUS_LOCKSTEP_FLAGS_H
#define CHORUS_LOCKSTEP_FLAGS_H

#include "lockstep/product.h"

/* Fills in flags and flag_of: variables of at most 8 bits that are assigned constants. */
void flags_find(Product *p);
void flags_free(Product *p);
/* May thread `owner` of the flag, which is at that location, still read it? The program may leave out assignments to
 * locals that are dead, so that nothing is known of these. */
bool flags_is_live(const Product *p, uint32_t flag, const uint32_t *at);
/* The value that is known of a variable at the node; TERM_NONE: none. */
Term product_known(const Product *p, const Node *node, uint32_t v);

#endif
