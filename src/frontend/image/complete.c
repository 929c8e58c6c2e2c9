#include "frontend/image/complete.h"

#include "frontend/image/declared.h"
#include "frontend/image/bounds.h"
#include "frontend/image/sets.h"
#include "frontend/image/symbols.h"
#include "frontend/module/source.h"

void image_complete(Run *run, LLVMModuleRef module, const char *const *paths, uint32_t count)
{
    Sources *sources = sources_new(run, paths, count);
    bounds_refuse(run, module, sources);
    sets_join(run, module, sources); /* first: what it replaces is declared only */
    declared_complete(run, module, sources);
    symbols_complete(run, module);
}
