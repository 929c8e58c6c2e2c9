# A short front for CMake; see CMakePresets.json for the builds.
.POSIX:
PREFIX = /usr/local
PRESET = release
BUILD = build/$(PRESET)

all:
	@test -f $(BUILD)/build.ninja || cmake --preset $(PRESET) >/dev/null
	@cmake --build $(BUILD)

demo:
	@./demo.sh

# What to run while working: under a minute. ./test.sh is the whole. Warnings are errors here as they are there.
check:
	@cmake --preset $(PRESET) -DCHORUS_WERROR=ON >/dev/null
	@$(MAKE) all
	@scripts/check.sh $(BUILD)

test:
	@./test.sh

# RECORD=FOLDER: see scripts/runner/record.py.
record: all
	@scripts/run.py record $(RECORD)

bench: all
	$(BUILD)/chorus-bench $(BENCH_ARGS)

# The papers' tables with our figures; ORIGINALS=DIR for the papers' own programs, DIR/NAME/main.c.
reproduce: all
	$(BUILD)/chorus-reproduce -o docs/measured/reproduction.md -c docs/measured/reproduction.svg --originals "$(ORIGINALS)" \
	    $(REPRODUCE_ARGS)
	$(BUILD)/chorus-reproduce-modular -o docs/measured/reproduction-modular.md -c docs/measured/reproduction-modular.svg

# Every counterexample of the benchmarks, replayed as a real run 20 times in a row.
bench-native: all
	bench/native.sh $(BENCH_ARGS) $(BUILD)/chorus

format:
	@scripts/check-format.sh --fix

bless: all
	@scripts/run.py golden --bless

# Which lines of src the tests run; CONTRIBUTING.md says what is missing.
coverage:
	@scripts/coverage.sh

asan:
	@$(MAKE) PRESET=asan all
	@scripts/run.py tap build/asan/tests

# All golden tests with sanitizers: an hour.
asan-golden:
	@$(MAKE) PRESET=asan all
	@ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99 CHORUS=build/asan/chorus GOLDEN_LIMIT=300 scripts/run.py golden

install: all
	@cmake --install $(BUILD) --prefix $(PREFIX)

# build/package/chorus_VERSION_ARCHITECTURE.deb
deb:
	@cmake -S . -B build/package -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DCHORUS_PACKAGE=ON -DCHORUS_TESTS=OFF >/dev/null
	@cmake --build build/package
	@cd build/package && cpack -G DEB >/dev/null && ../../scripts/deb-triggers.sh *.deb && ls *.deb

clean:
	@rm -rf build

.PHONY: all check demo test record bench reproduce bench-native format bless asan coverage install clean
