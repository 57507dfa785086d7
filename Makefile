# `make test` does all its set-up itself and is what CI runs.

# Nothing is compiled twice here, and what the compiler keeps for a second time is half of the disk.
export CARGO_INCREMENTAL ?= 0

# Seconds each fuzz target runs in `make test`.
FUZZ_SECONDS ?= 10

# `make test BROWSER=no API=no` leaves the tests of the page in Chromium and the random
# questions to the API out.
BROWSER ?= yes
API ?= yes
# `make test FORMAL=no` leaves the theorems in Coq out.
FORMAL ?= yes

# The program that `make build` builds.
PROGRAM = $(abspath $(or $(CARGO_TARGET_DIR),target))/debug/sprague

.PHONY: test setup lint build unit browser questions api fuzz docs page python site tab test32 deploy formal formal-install formal-corpus atlas proofs bench sanitize book dist newcomer clean

# What is compiled first uses every core by itself; the tests then run two at a time, the long ones first.
test: setup lint build
	tools/side-by-side.sh $(MAKE) unit tab browser deploy proofs fuzz questions docs
	@echo "all tests passed"

# Rust is there, what Debian has is installed where it is missing.
setup:
	@command -v cargo >/dev/null || { echo "install Rust first: the stable toolchain with rustfmt and clippy"; exit 1; }
	BROWSER=$(BROWSER) FORMAL=$(FORMAL) tools/packages.sh

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

# All crates with their tests, and the program.
build:
	cargo test --workspace --no-run

unit: build
	cargo test --workspace --quiet --no-fail-fast

# The page in headless Chromium, against the program that `make build` has built. Sets up
# what it needs (Debian packages, npm packages).
browser: build
ifneq ($(BROWSER),no)
	SPRAGUE=$(PROGRAM) crates/server/page/test.sh
endif

# A few random questions to the API, always the same ones; for more: make api
questions: build
ifneq ($(API),no)
	SPRAGUE=$(PROGRAM) crates/server/schemathesis.sh 3 1
endif

# Short runs; for long ones: FUZZ_SECONDS=3600 make fuzz
fuzz:
	@for target in fuzz/fuzz_targets/*.rs; do \
	  name=$$(basename $$target .rs); echo "fuzzing $$name for $(FUZZ_SECONDS) s"; \
	  fuzz/run.sh $$name $(FUZZ_SECONDS) > target/fuzz-$$name.log 2>&1 || { tail -40 target/fuzz-$$name.log; exit 1; }; \
	done

docs:
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

# The page in headless Chromium, with a program built for it alone.
page:
	crates/server/page/test.sh

# Random questions made from the OpenAPI description; EXAMPLES for each operation.
EXAMPLES ?= 30
api:
	crates/server/schemathesis.sh $(EXAMPLES)

# The Python package in clean environments; sets up what it needs (venv, PyPI packages).
python:
	crates/python/test.sh

# The whole program for a browser's tab, in target/site.
site:
	tools/site.sh

# The same in headless Chromium: from a plain file server, from a sub-folder, without a network; and the
# npm package in Node and in Chromium; and random questions to the module and to the server, which must
# answer the same bytes. `make test SITE=no` leaves it out.
SITE ?= yes
tab: build
ifneq ($(SITE),no)
	SPRAGUE=$(PROGRAM) crates/server/page/test.sh site
endif

# The crates that are trusted, and those that compute, on 32 bits; sets the target up. Some minutes.
test32:
	tools/test32.sh

# A census by the scripts in deploy, on this machine; with the package that `make python` has built.
deploy: python
	deploy/test.sh

# The theory in Coq; sets Coq up by Debian's package.
formal:
	formal/make.sh

# The same where Coq looks for libraries of the user: coqc then needs no -R.
formal-install:
	formal/make.sh install COQLIBINSTALL="$${XDG_DATA_HOME:-$$HOME/.local/share}/coq"

# Theorems of each kind, and forged certificates, which Coq must refuse; some minutes.
proofs: build
ifneq ($(FORMAL),no)
	SPRAGUE=$(PROGRAM) formal/test.sh
endif

# Theorems for the named games, the octal seed and all automata of results/, with coqchk at the end;
# an hour or two, and goes on where it was stopped.
formal-corpus:
	formal/corpus.sh --coqchk

# The atlas from nothing, hours; resumable, and says how long each part takes. `make atlas QUICK=quick`
# takes minutes.
atlas:
	tools/atlas.sh $(QUICK)

bench:
	cargo run --release --locked -- bench

# The tests of the vector kernels with the address sanitizer; some minutes.
sanitize:
	tools/sanitize.sh

# The documentation as a book in target/book (cargo install mdbook).
book:
	mdbook build docs

# The release tarball and its checksum in target/dist.
dist:
	tools/dist.sh

# Everything a newcomer would do, in a clean clone with a clean HOME.
newcomer:
	tools/newcomer.sh

clean:
	cargo clean
	rm -rf fuzz/target fuzz/corpus fuzz/artifacts
