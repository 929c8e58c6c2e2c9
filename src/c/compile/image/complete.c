#include "c/compile/image/complete.h"

#include "c/compile/image/bounds.h"
#include "c/compile/image/declared.h"
#include "c/compile/image/foreign.h"
#include "c/compile/image/sets.h"
#include "c/compile/image/symbols.h"
#include "c/compile/sequence.h"
#include "c/compile/source.h"

void image_complete(Run *run, LLVMModuleRef module, const char *const *paths, uint32_t count)
{
    Sources *sources = sources_new(run, paths, count);
    bounds_refuse(run, module, sources);
    foreign_join(run, module);
    sets_join(run, module, sources); /* first: what it replaces is declared only */
    declared_complete(run, module, sources);
    symbols_complete(run, module);
    sequence_tell(run, module, sources);
}
