#include "c/compile/flags/table.h"

#include <stddef.h>

/* -On: optimisation keeps what a program means, but for these macros. The library's headers look at them, too: see
 * c/compile/driver.c. */
#define OPTIMIZED "-D__OPTIMIZE__=1 -U__NO_INLINE__ -U__OPTIMIZE_SIZE__"
#define FOR_SIZE "-D__OPTIMIZE__=1 -U__NO_INLINE__ -D__OPTIMIZE_SIZE__=1"
#define PLAIN "-U__OPTIMIZE__ -D__NO_INLINE__=1 -U__OPTIMIZE_SIZE__"
/* What floating point computes is arbitrary in every model: only macros are left of the flags about it. */
#define FAST_MATH "-D__FAST_MATH__=1 -D__FINITE_MATH_ONLY__=1 -D__NO_MATH_ERRNO__=1"
#define EXACT_MATH "-U__FAST_MATH__ -D__FINITE_MATH_ONLY__=0 -U__NO_MATH_ERRNO__"
#define CHARSET "only UTF-8 is followed here"
#define LIBC "it is another C library"

const FlagRow flag_rows[] = {
    /* The language. */
    {"-ansi", FLAG_PASSED, NULL},
    {"-undef", FLAG_PASSED, NULL},
    {"-nostdinc", FLAG_PASSED, NULL},
    {"-trigraphs", FLAG_PASSED, NULL},
    {"-pthread", FLAG_PASSED, NULL},
    {"-pthreads", FLAG_PASSED, "-pthread"},
    {"-x c", FLAG_IGNORED, NULL},
    {"-xc", FLAG_IGNORED, NULL},
    {"-x none", FLAG_IGNORED, NULL},
    {"-x *", FLAG_REFUSED, "it is no C"},
    {"-x*", FLAG_REFUSED, "it is no C"},
    /* Optimisation. */
    {"-O", FLAG_PASSED, OPTIMIZED},
    {"-O0", FLAG_PASSED, PLAIN},
    {"-Os", FLAG_PASSED, FOR_SIZE},
    {"-Oz", FLAG_PASSED, FOR_SIZE},
    {"-Og", FLAG_PASSED, OPTIMIZED},
    {"-Ofast", FLAG_PASSED, OPTIMIZED " " FAST_MATH},
    {"-O1", FLAG_PASSED, OPTIMIZED},
    {"-O2", FLAG_PASSED, OPTIMIZED},
    {"-O3", FLAG_PASSED, OPTIMIZED},
    {"-O4", FLAG_PASSED, OPTIMIZED},
    {"-O5", FLAG_PASSED, OPTIMIZED},
    {"-O6", FLAG_PASSED, OPTIMIZED},
    {"-O9", FLAG_PASSED, OPTIMIZED},
    {"-fno-inline", FLAG_PASSED, "-D__NO_INLINE__=1"},
    {"-fallow-store-data-races", FLAG_REFUSED, "it may write what the program does not"},
    {"-fno-allow-store-data-races", FLAG_IGNORED, NULL},
    /* Integers. gcc's order: the last of these counts. */
    {"-fstrict-overflow", FLAG_PASSED, "-fno-wrapv"},
    {"-fno-strict-overflow", FLAG_PASSED, "-fwrapv"},
    {"-ftrapv", FLAG_REFUSED, "overflow that traps is not modelled"},
    {"-fno-trapv", FLAG_IGNORED, NULL},
    /* Layout. */
    {"-fpack-struct=", FLAG_PASSED, NULL},
    {"-funsigned-bitfields", FLAG_REFUSED, "a bit-field of type int is signed here"},
    {"-fno-signed-bitfields", FLAG_REFUSED, "a bit-field of type int is signed here"},
    {"-fsigned-bitfields", FLAG_IGNORED, NULL},
    {"-fno-unsigned-bitfields", FLAG_IGNORED, NULL},
    {"-fstrict-volatile-bitfields", FLAG_REFUSED, "accesses to volatile bit-fields are as wide as the compiler likes"},
    {"-fno-strict-volatile-bitfields", FLAG_IGNORED, NULL},
    {"-fsso-struct=", FLAG_REFUSED, "members in another order of bytes are not modelled"},
    {"-malign-double", FLAG_REFUSED, "the layout is another one"},
    {"-mno-3dnow", FLAG_IGNORED, NULL},
    {"-mno-3dnowa", FLAG_IGNORED, NULL},
    {"-mno-align-double", FLAG_IGNORED, NULL},
    {"-m128bit-long-double", FLAG_REFUSED, "the layout may be another one"},
    {"-m96bit-long-double", FLAG_REFUSED, "the layout may be another one"},
    {"-mlong-double-80", FLAG_IGNORED, NULL},
    {"-mlong-double-64", FLAG_REFUSED, "long double is another type"},
    {"-mlong-double-128", FLAG_REFUSED, "long double is another type"},
    {"-m32", FLAG_PASSED, NULL},
    {"-m64", FLAG_PASSED, NULL},
    {"-mx32", FLAG_REFUSED, "this data model is not supported"},
    {"-m16", FLAG_REFUSED, "this data model is not supported"},
    {"-miamcu", FLAG_REFUSED, "this data model is not supported"},
    {"-arch x86_64", FLAG_PASSED, "-m64"},
    {"-arch i386", FLAG_PASSED, "-m32"},
    {"-arch *", FLAG_REFUSED, "only x86 is modelled"},
    {"-target x86_64-linux-gnu", FLAG_PASSED, "-m64"},
    {"-target x86_64-pc-linux-gnu", FLAG_PASSED, "-m64"},
    {"-target x86_64-unknown-linux-gnu", FLAG_PASSED, "-m64"},
    {"-target x86_64-linux", FLAG_PASSED, "-m64"},
    {"-target i386-linux-gnu", FLAG_PASSED, "-m32"},
    {"-target i686-linux-gnu", FLAG_PASSED, "-m32"},
    {"-target i386-pc-linux-gnu", FLAG_PASSED, "-m32"},
    {"-target i686-pc-linux-gnu", FLAG_PASSED, "-m32"},
    {"-target *", FLAG_REFUSED, "only x86 with Linux is modelled"},
    /* Dialects. */
    {"-fno-hosted", FLAG_PASSED, "-ffreestanding"},
    {"-fno-freestanding", FLAG_PASSED, "-fhosted"},
    {"-fno-builtin-*", FLAG_PASSED, NULL},
    {"-fplan9-extensions", FLAG_REFUSED, "clang does not know this language"},
    {"-fblocks", FLAG_REFUSED, "blocks are not modelled"},
    {"-fopenmp", FLAG_REFUSED, "the threads of OpenMP are not modelled"},
    {"-fopenmp=", FLAG_REFUSED, "the threads of OpenMP are not modelled"},
    {"-fno-openmp", FLAG_IGNORED, NULL},
    {"-fopenacc", FLAG_REFUSED, "the threads of OpenACC are not modelled"},
    {"-fcilkplus", FLAG_REFUSED, "the threads of Cilk are not modelled"},
    {"-fgnu-tm", FLAG_REFUSED, "transactions are not modelled"},
    {"-fno-gnu-tm", FLAG_IGNORED, NULL},
    {"-fexec-charset=UTF-8", FLAG_IGNORED, NULL},
    {"-fexec-charset=utf-8", FLAG_IGNORED, NULL},
    {"-fexec-charset=", FLAG_REFUSED, CHARSET},
    {"-finput-charset=UTF-8", FLAG_IGNORED, NULL},
    {"-finput-charset=utf-8", FLAG_IGNORED, NULL},
    {"-finput-charset=", FLAG_REFUSED, CHARSET},
    {"-fwide-exec-charset=", FLAG_REFUSED, CHARSET},
    {"-fsingle-precision-constant", FLAG_REFUSED, "constants have another type"},
    {"-fno-single-precision-constant", FLAG_IGNORED, NULL},
    {"-fleading-underscore", FLAG_REFUSED, "symbols have other names"},
    {"-fno-leading-underscore", FLAG_IGNORED, NULL},
    {"-finstrument-functions", FLAG_REFUSED, "calls at the beginning of functions are not modelled"},
    {"-fno-instrument-functions", FLAG_IGNORED, NULL},
    {"-fexceptions", FLAG_PASSED, NULL},
    {"-fno-exceptions", FLAG_PASSED, NULL},
    {"-fnon-call-exceptions", FLAG_REFUSED, "exceptions are not modelled"},
    {"-fno-non-call-exceptions", FLAG_IGNORED, NULL},
    {"-ftrivial-auto-var-init=", FLAG_PASSED, NULL},
    {"-fmacro-prefix-map=", FLAG_PASSED, NULL},
    /* Floating point. */
    {"-ffast-math", FLAG_PASSED, FAST_MATH},
    {"-fno-fast-math", FLAG_PASSED, EXACT_MATH},
    {"-ffinite-math-only", FLAG_PASSED, "-D__FINITE_MATH_ONLY__=1"},
    {"-fno-finite-math-only", FLAG_PASSED, "-U__FAST_MATH__ -D__FINITE_MATH_ONLY__=0"},
    {"-fno-math-errno", FLAG_PASSED, "-D__NO_MATH_ERRNO__=1"},
    {"-fmath-errno", FLAG_PASSED, "-U__NO_MATH_ERRNO__"},
    {"-mfpmath=sse", FLAG_IGNORED, NULL},
    {"-mfpmath=", FLAG_REFUSED, "floating point has another precision"},
    {"-frounding-math", FLAG_PASSED, "-D__ROUNDING_MATH__=1"},
    {"-fno-rounding-math", FLAG_PASSED, "-U__ROUNDING_MATH__"},
    {"-fsignaling-nans", FLAG_PASSED, "-D__SUPPORT_SNAN__=1"},
    {"-fno-signaling-nans", FLAG_PASSED, "-U__SUPPORT_SNAN__"},
    /* Hardening. */
    {"-fno-stack-protector", FLAG_PASSED, NULL},
    {"-fstack-protector", FLAG_PASSED, NULL},
    {"-fstack-protector-all", FLAG_PASSED, NULL},
    {"-fstack-protector-strong", FLAG_PASSED, NULL},
    {"-fstack-protector-explicit", FLAG_PASSED, "-D__SSP_EXPLICIT__=4"},
    {"-fcf-protection", FLAG_PASSED, NULL},
    {"-fcf-protection=", FLAG_PASSED, NULL},
    /* Sanitizers: those that only watch what the program does. They add nothing before the passes of LLVM. */
    {"-fsanitize=address", FLAG_PASSED,
     "-fsanitize=address -fno-sanitize-address-use-after-scope -D__SANITIZE_ADDRESS__=1"},
    {"-fsanitize=address,undefined", FLAG_PASSED,
     "-fsanitize=address -fno-sanitize-address-use-after-scope -D__SANITIZE_ADDRESS__=1"},
    {"-fsanitize=undefined,address", FLAG_PASSED,
     "-fsanitize=address -fno-sanitize-address-use-after-scope -D__SANITIZE_ADDRESS__=1"},
    {"-fsanitize=thread", FLAG_PASSED, "-fsanitize=thread -D__SANITIZE_THREAD__=1"},
    {"-fsanitize=leak", FLAG_PASSED, NULL},
    {"-fsanitize=undefined", FLAG_IGNORED, NULL},
    {"-fsanitize=", FLAG_REFUSED, "it is followed for address, thread, leak and undefined only"},
    {"-fno-sanitize=", FLAG_PASSED, NULL},
    {"-fsanitize-recover=", FLAG_IGNORED, NULL},
    {"-fno-sanitize-recover=", FLAG_IGNORED, NULL},
    {"-fsanitize-trap=", FLAG_IGNORED, NULL},
    {"-fno-sanitize-trap=", FLAG_IGNORED, NULL},
    {"-fsanitize-ignorelist=", FLAG_IGNORED, NULL},
    {"-fsanitize-blacklist=", FLAG_IGNORED, NULL},
    /* The processor. */
    {"-march=", FLAG_PASSED, NULL},
    {"-mtune=", FLAG_PASSED, NULL},
    {"-mcpu=", FLAG_IGNORED, NULL},
    {"-mcmodel=", FLAG_PASSED, NULL},
    {"-m3dnow", FLAG_REFUSED, "clang does not know these instructions"},
    {"-m3dnowa", FLAG_REFUSED, "clang does not know these instructions"},
    {"-masm=att", FLAG_IGNORED, NULL},
    {"-masm=", FLAG_REFUSED, "assembly is read in AT&T syntax"},
    {"-mintel-syntax", FLAG_REFUSED, "assembly is read in AT&T syntax"},
    {"-mabi=sysv", FLAG_IGNORED, NULL},
    {"-mabi=", FLAG_REFUSED, "this binary interface is not supported"},
    {"-mglibc", FLAG_IGNORED, NULL},
    {"-mmusl", FLAG_REFUSED, LIBC},
    {"-muclibc", FLAG_REFUSED, LIBC},
    {"-mbionic", FLAG_REFUSED, LIBC},
    {"-mandroid", FLAG_REFUSED, LIBC},
    /* Other words for flags of the preprocessor; -Wp, is taken apart. */
    {"-Xclang *", FLAG_REFUSED, "what clang is told inside is not known"},
    {"-mllvm *", FLAG_REFUSED, "what clang is told inside is not known"},
    /* The linker. */
    {"-Wl,--wrap*", FLAG_REFUSED, "calls go elsewhere"},
    {"-Wl,-wrap*", FLAG_REFUSED, "calls go elsewhere"},
    {"-Wl,--defsym*", FLAG_REFUSED, "symbols mean something else"},
    {"-Wl,-defsym*", FLAG_REFUSED, "symbols mean something else"},
    {"-Xlinker --wrap*", FLAG_REFUSED, "calls go elsewhere"},
    {"-Xlinker --defsym*", FLAG_REFUSED, "symbols mean something else"},
    /* What is written where, messages, debug information, libraries. */
    {"-W*", FLAG_IGNORED, NULL},
    {"-W", FLAG_IGNORED, NULL},
    {"-w", FLAG_IGNORED, NULL},
    {"-pedantic", FLAG_IGNORED, NULL},
    {"-pedantic-errors", FLAG_IGNORED, NULL},
    {"-g", FLAG_IGNORED, NULL},
    {"-g*", FLAG_IGNORED, NULL},
    {"-c", FLAG_IGNORED, NULL},
    {"-S", FLAG_IGNORED, NULL},
    {"-E", FLAG_IGNORED, NULL},
    {"-C", FLAG_IGNORED, NULL},
    {"-CC", FLAG_IGNORED, NULL},
    {"-H", FLAG_IGNORED, NULL},
    {"-P", FLAG_IGNORED, NULL},
    {"-Q", FLAG_IGNORED, NULL},
    {"-Qunused-arguments", FLAG_IGNORED, NULL},
    {"-v", FLAG_IGNORED, NULL},
    {"-p", FLAG_IGNORED, NULL},
    {"-pg", FLAG_IGNORED, NULL},
    {"-pipe", FLAG_IGNORED, NULL},
    {"-s", FLAG_IGNORED, NULL},
    {"-r", FLAG_IGNORED, NULL},
    {"-pie", FLAG_IGNORED, NULL},
    {"-no-pie", FLAG_IGNORED, NULL},
    {"-nopie", FLAG_IGNORED, NULL},
    {"-static", FLAG_IGNORED, NULL},
    {"-static-*", FLAG_IGNORED, NULL},
    {"-shared", FLAG_IGNORED, NULL},
    {"-shared-libgcc", FLAG_IGNORED, NULL},
    {"-rdynamic", FLAG_IGNORED, NULL},
    {"-symbolic", FLAG_IGNORED, NULL},
    {"-nostdlib", FLAG_IGNORED, NULL},
    {"-nodefaultlibs", FLAG_IGNORED, NULL},
    {"-nostartfiles", FLAG_IGNORED, NULL},
    {"-nolibc", FLAG_IGNORED, NULL},
    {"-no-canonical-prefixes", FLAG_IGNORED, NULL},
    {"-no-integrated-cpp", FLAG_IGNORED, NULL},
    {"-no-integrated-as", FLAG_IGNORED, NULL},
    {"-integrated-as", FLAG_IGNORED, NULL},
    {"-save-temps", FLAG_IGNORED, NULL},
    {"-save-temps=", FLAG_IGNORED, NULL},
    {"-time", FLAG_IGNORED, NULL},
    {"-M", FLAG_IGNORED, NULL},
    {"-MM", FLAG_IGNORED, NULL},
    {"-MD", FLAG_IGNORED, NULL},
    {"-MMD", FLAG_IGNORED, NULL},
    {"-MP", FLAG_IGNORED, NULL},
    {"-MG", FLAG_IGNORED, NULL},
    {"-MV", FLAG_IGNORED, NULL},
    {"-L*", FLAG_IGNORED, NULL},
    {"-l*", FLAG_IGNORED, NULL},
    {"-coverage", FLAG_IGNORED, NULL},
    {"--coverage", FLAG_IGNORED, NULL},
    {NULL, FLAG_UNKNOWN, NULL},
};

const char *const flag_passed_f[] = {
    "signed-char unsigned-char short-enums short-wchar wrapv pack-struct ms-extensions common gnu89-inline asm builtin "
    "freestanding hosted dollars-in-identifiers lax-vector-conversions asynchronous-unwind-tables unwind-tables pic "
    "PIC "
    "pie PIE",
    NULL};

/* Passes over the program, where code and data are put, hardening that only ends what is wrong already, debug
 * information, messages, C++. Some end what is undefined in another way (-fstrict-aliasing): the program is the same.
 */
const char *const flag_ignored_f[] = {
    "abi-version= aggressive-loop-optimizations align-functions align-functions= align-jumps align-jumps= align-labels "
    "align-labels= align-loops align-loops= allocation-dce analyzer analyzer-* ansi-escape-codes "
    "argument-alias argument-noalias argument-noalias-anything argument-noalias-global associative-math auto-inc-dec "
    "auto-profile auto-profile= basic-block-sections= bit-tests bracket-depth= branch-count-reg branch-probabilities "
    "branch-target-load-optimize caller-saves callgraph-info callgraph-info= canonical-system-headers "
    "caret-diagnostics "
    "check-new checking checking= code-hoisting color-diagnostics combine-stack-adjustments compare-debug compare-elim "
    "conserve-stack coverage-mapping cprop-registers crash-diagnostics crossjumping cse-follow-jumps cse-skip-blocks "
    "cx-fortran-rules cx-limited-range data-sections dce debug-cpp debug-info-for-profiling debug-macro "
    "debug-prefix-map= "
    "debug-types-section defer-pop delayed-branch delete-dead-exceptions delete-null-pointer-checks denormal-fp-math= "
    "devirtualize devirtualize-at-ltrans devirtualize-speculatively diagnostics-* discard-value-names dse dump-* "
    "dwarf2-cfi-asm early-inlining elide-type eliminate-dwarf2-dups eliminate-unused-debug-symbols "
    "eliminate-unused-debug-types "
    "emit-class-debug-always emit-struct-debug-baseonly emit-struct-debug-detailed= emit-struct-debug-reduced "
    "error-limit= excess-precision= expensive-optimizations extended-identifiers fat-lto-objects finite-loops "
    "float-store "
    "fold-simple-inlines force-addr forward-propagate fp-contract= fp-int-builtin-inexact function-cse "
    "function-sections "
    "gcse gcse-after-reload gcse-las gcse-lm gcse-sm gnu-unique graphite graphite-identity guess-branch-probability "
    "harden-compares harden-conditional-branches harden-control-flow-redundancy hoist-adjacent-loads ident "
    "if-conversion if-conversion2 implicit-templates indirect-inlining inhibit-size-directive inline inline-atomics "
    "inline-functions",
    "inline-functions-called-once inline-limit= inline-limit-* inline-small-functions integrated-as "
    "ipa-bit-cp ipa-cp ipa-cp-alignment ipa-cp-clone ipa-icf ipa-icf-functions ipa-icf-variables ipa-modref "
    "ipa-profile "
    "ipa-pta ipa-pure-const ipa-ra ipa-reference ipa-reference-addressable ipa-sra ipa-stack-alignment "
    "ipa-strict-aliasing ipa-vrp ira-algorithm= ira-hoist-pressure ira-loop-pressure ira-region= ira-share-save-slots "
    "ira-share-spill-slots ira-verbose= isolate-erroneous-paths-attribute isolate-erroneous-paths-dereference ivopts "
    "jump-tables keep-gc-roots-live keep-inline-functions keep-static-consts keep-static-functions "
    "keep-system-includes "
    "large-source-files lifetime-dse lifetime-dse= limit-debug-info limit-function-alignment live-patching "
    "live-patching= "
    "live-range-shrinkage loop-block loop-interchange loop-nest-optimize loop-optimize loop-parallelize-all "
    "loop-strip-mine loop-unroll-and-jam lra-remat lto lto= lto-compression-level= lto-odr-type-merging lto-partition= "
    "lto-report lto-jobs= macro-backtrace-limit= max-errors= max-include-depth= mem-report merge-all-constants "
    "merge-constants merge-debug-strings message-length= min-function-alignment= modulo-sched "
    "modulo-sched-allow-regmoves move-loop-invariants move-loop-stores nested-functions nothrow-opt omit-frame-pointer "
    "openmp-simd optimization-record-file= opt-info opt-info-* optimize-register-move optimize-sibling-calls "
    "optimize-strlen partial-inlining "
    "patchable-function-entry= pcc-struct-return pch-deps pch-preprocess peel-loops peephole peephole2 permissive plt "
    "predictive-commoning prefetch-loop-arrays printf-return-value profile profile-* random-seed random-seed= ",
    "reciprocal-math record-gcc-switches record-command-line ree reg-struct-return regmove rename-registers "
    "reorder-blocks reorder-blocks-algorithm= reorder-blocks-and-partition reorder-functions report-bug "
    "rerun-cse-after-loop rerun-loop-opt reschedule-modulo-scheduled-loops rtti sanitize-recover "
    "sanitize-address-use-after-scope sanitize-undefined-trap-on-error save-optimization-record "
    "sched-critical-path-heuristic sched-dep-count-heuristic sched-group-heuristic sched-interblock "
    "sched-last-insn-heuristic sched-pressure sched-rank-heuristic sched-spec sched-spec-insn-heuristic "
    "sched-spec-load "
    "sched-spec-load-dangerous sched-stalled-insns sched-stalled-insns= sched-stalled-insns-dep "
    "sched-stalled-insns-dep= "
    "sched-verbose= sched2-use-superblocks sched2-use-traces schedule-fusion schedule-insns schedule-insns2 "
    "section-anchors sel-sched-pipelining sel-sched-pipelining-outer-loops sel-sched-reschedule-pipelined "
    "selective-scheduling selective-scheduling2 semantic-interposition show-column show-source-location shrink-wrap "
    "shrink-wrap-separate signed-zeros simd-cost-model= slp-vectorize spell-checking split-dwarf-inlining",
    "split-ivs-in-unroller split-loops split-machine-functions split-paths split-stack split-wide-types "
    "split-wide-types-early ssa-backprop ssa-phiopt stack-check stack-check= stack-clash-protection stack-limit "
    "stack-reuse= stack-size-section stack-usage standalone-debug stdarg-opt store-merging strength-reduce "
    "strict-aliasing strict-enums strict-flex-arrays strict-flex-arrays= strict-vtable-pointers sync-libcalls "
    "syntax-only "
    "tabstop= temp-file template-depth= test-coverage thread-jumps threadsafe-statics time-report time-trace "
    "time-trace-granularity= tls-model= toplevel-reorder tracer track-macro-expansion track-macro-expansion= "
    "trampolines "
    "trapping-math tree-bit-ccp tree-builtin-call-dce tree-ccp tree-ch tree-coalesce-inlined-vars tree-coalesce-vars "
    "tree-copy-prop tree-copyrename tree-cselim tree-dce tree-dominator-opts tree-dse tree-forwprop tree-fre "
    "tree-loop-distribute-patterns tree-loop-distribution tree-loop-if-convert tree-loop-if-convert-stores "
    "tree-loop-im "
    "tree-loop-ivcanon tree-loop-linear tree-loop-optimize tree-loop-vectorize tree-lrs tree-parallelize-loops= "
    "tree-partial-pre tree-phiprop tree-pre tree-pta tree-reassoc tree-salias tree-scev-cprop tree-sink "
    "tree-slp-vectorize tree-slsr tree-sra tree-store-ccp tree-switch-conversion tree-tail-merge tree-ter "
    "tree-vect-loop-version tree-vectorize tree-vectorizer-verbose= tree-vrp unconstrained-commons "
    "unique-section-names "
    "unit-at-a-time unroll-all-loops unroll-completely-grow-size unroll-loops unsafe-loop-optimizations "
    "unsafe-math-optimizations unswitch-loops use-ld=* use-linker-plugin var-tracking var-tracking-assignments "
    "var-tracking-assignments-toggle var-tracking-uninit variable-expansion-in-unroller vect-cost-model "
    "vect-cost-model= "
    "vectorize verbose-asm version-loops-for-strides visibility= visibility-inlines-hidden vpt web whole-program "
    "working-directory wrapv-pointer zee zero-call-used-regs= zero-initialized-in-bss",
    NULL};

/* Instructions that the processor has: their macros. */
const char *const flag_passed_m[] = {
    "adx aes amx-bf16 amx-int8 amx-tile avx avx2 avx512bf16 avx512bitalg avx512bw avx512cd avx512dq avx512f avx512fp16 "
    "avx512ifma avx512vbmi avx512vbmi2 avx512vl avx512vnni avx512vp2intersect avx512vpopcntdq avxvnni bmi bmi2 "
    "cldemote "
    "clflushopt clwb clzero crc32 cx16 enqcmd f16c fma fma4 fsgsbase fxsr gfni hreset kl lwp lzcnt mmx movbe movdir64b "
    "movdiri ms-bitfields mwaitx pclmul pku popcnt prfchw ptwrite rdpid rdrnd rdseed rtm sahf serialize sgx sha shstk "
    "sse "
    "sse2 sse3 sse4 sse4.1 sse4.2 sse4a ssse3 tbm tsxldtrk uintr vaes vpclmulqdq waitpkg wbnoinvd widekl xop xsave "
    "xsavec "
    "xsaveopt xsaves general-regs-only",
    NULL};

const char *const flag_ignored_m[] = {
    "80387 8bit-idiv accumulate-outgoing-args align-data= align-functions= align-jumps= align-loops= align-stringops "
    "avx256-split-unaligned-load avx256-split-unaligned-store branch-cost= call-ms2sysv-xlogues cet-switch cld "
    "direct-extern-access dispatch-scheduler fancy-math-387 fentry fentry-name= fentry-section= force-drap "
    "force-indirect-call fp-ret-in-387 function-return= hard-float harden-sls= ieee-fp implicit-float "
    "incoming-stack-boundary= indirect-branch-cs-prefix indirect-branch-register indirect-branch= inline-all-stringops "
    "inline-stringops-dynamically large-data-threshold= lvi-cfi lvi-hardening manual-endbr memcpy-strategy= "
    "memset-strategy= move-max= needed nop-mcount omit-leaf-frame-pointer pc32 pc64 pc80 prefer-avx128 "
    "prefer-vector-width= preferred-stack-boundary= push-args recip recip= record-mcount red-zone regparm= relax-all "
    "relax-cmpxchg-loop retpoline retpoline-external-thunk rtd seses skip-rax-setup soft-float "
    "speculative-load-hardening "
    "sse2avx sseregparm stack-alignment= stack-arg-probe stack-protector-guard= stack-protector-guard-offset= "
    "stack-protector-guard-reg= stack-protector-guard-symbol= stackrealign store-max= stringop-strategy= stv "
    "tls-dialect= tls-direct-seg-refs tune-ctrl= veclibabi= vect8-ret-in-mem vzeroupper",
    NULL};

const char *const flag_long_names[][2] = {
    {"--all-warnings", "-Wall"},
    {"--ansi", "-ansi"},
    {"--assemble", "-S"},
    {"--compile", "-c"},
    {"--debug", "-g"},
    {"--debug=", "-g"},
    {"--define-macro=", "-D"},
    {"--dependencies", "-M"},
    {"--extra-warnings", "-Wextra"},
    {"--for-linker=", "-Xlinker "},
    {"--include=", "-include "},
    {"--include-directory=", "-I"},
    {"--include-directory-after=", "-idirafter "},
    {"--include-prefix=", "-iprefix "},
    {"--include-with-prefix=", "-iwithprefix "},
    {"--include-with-prefix-before=", "-iwithprefixbefore "},
    {"--include-with-prefix-after=", "-iwithprefix "},
    {"--imacros=", "-imacros "},
    {"--language=", "-x "},
    {"--library-directory=", "-L"},
    {"--no-standard-includes", "-nostdinc"},
    {"--no-standard-libraries", "-nostdlib"},
    {"--no-warnings", "-w"},
    {"--optimize", "-O"},
    {"--optimize=", "-O"},
    {"--output=", "-o"},
    {"--param=", "--param "},
    {"--pedantic", "-pedantic"},
    {"--pedantic-errors", "-pedantic-errors"},
    {"--preprocess", "-E"},
    {"--profile", "-p"},
    {"--save-temps", "-save-temps"},
    {"--shared", "-shared"},
    {"--signed-char", "-fsigned-char"},
    {"--static", "-static"},
    {"--std=", "-std="},
    {"--sysroot=", "--sysroot="},
    {"--target=", "-target "},
    {"--trigraphs", "-trigraphs"},
    {"--undefine-macro=", "-U"},
    {"--unsigned-char", "-funsigned-char"},
    {"--user-dependencies", "-MM"},
    {"--verbose", "-v"},
    {"--warn-", "-W"},
    {"-ffile-prefix-map=", "-fmacro-prefix-map="}, /* what else it maps is in debug information */
    {"--write-dependencies", "-MD"},
    {"--write-user-dependencies", "-MMD"},
    {NULL, NULL},
};
