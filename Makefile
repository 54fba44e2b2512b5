# make demo: install, run the main jobs on shipped examples.  make test: all tests.  make help: the rest.
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
JOBS   ?= auto
WORDS  := $(wildcard hexmeister/locale/*/LC_MESSAGES/*.po)
SPOKEN := $(WORDS:.po=.mo)
PYTEST := -m pytest -n $(JOBS) --dist worksteal
export PYTHONDONTWRITEBYTECODE :=  # what is compiled is kept: each process would do it anew

.PHONY: help demo test long proof quick plays lint types layers docs bench coverage fuzz messages wheel web check clean
help:  ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort | expand -t 12

$(READY): pyproject.toml hatch_build.py
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed (make PYTHON=/path/to/it)"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group dev
	@touch $@

%.mo: %.po | $(READY)
	$(BIN)/pybabel --quiet compile --input-file $< --output-file $@

demo: $(READY) $(SPOKEN)  ## install and run the main jobs on shipped examples
	$(BIN)/python -m hexmeister.demo

test: $(READY) $(SPOKEN)  ## all tests
	rm -rf build/tests
	$(if $(COVERAGE),$(BIN)/python -m coverage erase)
	$(BIN)/python $(if $(COVERAGE),-m coverage run) $(PYTEST)
	$(BIN)/python $(PYTEST) --logs
	$(if $(COVERAGE),$(BIN)/python -m coverage combine --quiet)
	$(if $(COVERAGE),$(BIN)/python -m coverage report)

long: $(READY) $(SPOKEN)  ## what is slower: the cases that `make test` leaves out
	$(BIN)/python $(PYTEST) --rest

proof: $(READY)  ## every kind of proof on fresh seeds for MINUTES, and its figures kept: other orders, slips and more
	$(BIN)/python -m tests.rules.shared.proof --minutes $(or $(MINUTES),60) --write

quick: $(READY) $(SPOKEN)  ## the tests that what changed since main concerns, without the long ones
	@tests=$$($(BIN)/python -m tools.quick) && test -z "$$tests" || $(BIN)/python $(PYTEST) -m "not long" $$tests

plays: $(READY)  ## what tests of rules play, through logs; TESTS=FILE or FILE::TEST for some of them
	$(BIN)/python -m pytest -n $(if $(TESTS),0,$(JOBS)) --logs $(TESTS)

coverage:  ## all tests, with the coverage floor
	@$(MAKE) --no-print-directory test COVERAGE=yes

fuzz: $(READY)  ## 200,000 broken files through every reader
	$(BIN)/python -m tests.fuzz --count 200000

lint: $(READY)  ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)  ## strict types
	$(BIN)/mypy

layers: $(READY)  ## who may import whom
	$(BIN)/lint-imports

docs: $(READY) $(SPOKEN)  ## the documentation, without a warning
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

bench: $(READY)  ## benchmarks, as ratios against a stated baseline
	$(BIN)/python -m benchmarks

messages: $(READY)  ## bring the translations up to date with the code
	$(BIN)/python -m tools.messages

wheel: $(READY)  ## the package that pip installs
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

web: $(READY) $(SPOKEN)  ## the referee as one page, dist/hexmeister.html: needs npm, and a network the first time
	$(BIN)/python -m tools.web

check:  ## all that CI runs
	.ci/run

clean:  ## remove what was built
	rm -rf build dist site demo htmlcov .coverage* .mypy_cache .ruff_cache .pytest_cache
