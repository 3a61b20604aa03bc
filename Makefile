# `make run` and `make test` set up all they need on a machine with Python 3.11+ and make.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
LOG ?= data/logs/examples/torch-cuda-oom.log

.PHONY: run test check clean

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("crashkb needs Python 3.11 or newer; try: make PYTHON=python3.12") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

# On a terminal the chat; elsewhere, or with `make run LOG=path/to/your.log`, the diagnosis of a log.
run: $(VENV)/.installed
	@if [ "$(origin LOG)" = file ] && [ -t 0 ] && [ -t 1 ]; then $(BIN)/crashkb; else $(BIN)/crashkb ask $(LOG); fi

test: $(VENV)/.installed
	$(BIN)/python -m pytest

# Everything that CI checks beside the tests.
check: $(VENV)/.installed
	$(BIN)/ruff check src tests
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/crashkb kb check

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
