#include "frontend/linker/linker.h"

#include "frontend/linker/declared.h"
#include "frontend/linker/image.h"
#include "frontend/linker/sets.h"
#include "frontend/linker/symbols.h"
#include "frontend/module/source.h"

void linker_complete(Run *run, LLVMModuleRef module, const char *const *paths, uint32_t count)
{
    Sources *sources = sources_new(run, paths, count);
    image_refuse(run, module, sources);
    sets_join(run, module, sources); /* first: what it replaces is declared only */
    declared_complete(run, module, sources);
    symbols_complete(run, module);
}
