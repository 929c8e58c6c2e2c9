#include "c/compile/link_place.h"

#include <string.h>

#include "base/check.h"

static unsigned place_mark_kind(LLVMContextRef context)
{
    static const char name[] = "chorus.place";
    return LLVMGetMDKindIDInContext(context, name, sizeof name - 1);
}

void link_place_note(LLVMModuleRef module, uint64_t file)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef word = LLVMInt64TypeInContext(context);
    uint64_t index = 0;
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g), index++) {
        const char *section = LLVMGetSection(g);
        if (!section || !*section || strncmp(section, "llvm.", 5) == 0) continue;
        LLVMMetadataRef numbers[] = {LLVMValueAsMetadata(LLVMConstInt(word, file, false)),
                                     LLVMValueAsMetadata(LLVMConstInt(word, index, false))};
        LLVMGlobalSetMetadata(g, place_mark_kind(context), LLVMMDNodeInContext2(context, numbers, 2));
    }
}

LinkPlace link_place(LLVMValueRef global)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(global));
    LinkPlace place = {0, 0};
    size_t n = 0;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef numbers[2];
        if (LLVMValueMetadataEntriesGetKind(entries, i) != place_mark_kind(context)) continue;
        LLVMValueRef node = LLVMMetadataAsValue(context, LLVMValueMetadataEntriesGetMetadata(entries, i));
        CHECK(LLVMGetMDNodeNumOperands(node) == 2);
        LLVMGetMDNodeOperands(node, numbers);
        place = (LinkPlace){LLVMConstIntGetZExtValue(numbers[0]), LLVMConstIntGetZExtValue(numbers[1])};
    }
    LLVMDisposeValueMetadataEntries(entries);
    return place;
}
