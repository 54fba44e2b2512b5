# make demo: install, run the main jobs on shipped examples.  make test: all tests.  make help: the rest.
PYTHON ?= $(shell command -v python3.13 || command -v python3.12 || command -v python3.11 || command -v python3)
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
JOBS   ?= auto

.PHONY: help demo test lint types layers docs bench coverage clean check
help:  ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort | expand -t 12

$(READY): pyproject.toml hatch_build.py $(wildcard hexmeister/locale/*/LC_MESSAGES/*.po)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group dev
	@touch $@

demo: $(READY)  ## install and run the main jobs on shipped examples
	$(BIN)/python -m hexmeister.demo

test: $(READY)  ## all tests
	$(BIN)/python -m pytest -n $(JOBS)

coverage: $(READY)  ## all tests, with the coverage floor
	$(BIN)/python -m coverage erase
	COVERAGE_PROCESS_START=pyproject.toml $(BIN)/python -m coverage run -m pytest -n $(JOBS)
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report

lint: $(READY)  ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)  ## strict types
	$(BIN)/mypy

layers: $(READY)  ## who may import whom
	$(BIN)/lint-imports

docs: $(READY)  ## the documentation, without a warning
	$(BIN)/mkdocs build --strict --quiet

bench: $(READY)  ## benchmarks, as ratios against a stated baseline
	$(BIN)/python -m benchmarks

check: lint types layers test docs  ## all that CI runs

clean:  ## remove what was built
	rm -rf build dist site demo htmlcov .coverage* .mypy_cache .ruff_cache .pytest_cache
