# `make run` and `make test` set up all they need on a machine with Python 3.11+ and make.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
LOG ?= data/logs/examples/torch-cuda-oom.log

.PHONY: run test check bench clean

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

# Every figure beside its goal, against other tools in an environment of their own (downloads 1.5 GB the first time).
# `make bench BENCH="cold scan --quick"` runs a part.
BENCH ?=
bench: $(VENV)/.installed benchmarks/.venv/.installed
	$(BIN)/python benchmarks/run.py $(BENCH)

benchmarks/.venv/.installed: benchmarks/requirements.txt
	$(PYTHON) -m venv benchmarks/.venv
	benchmarks/.venv/bin/python -m pip install --quiet --disable-pip-version-check --requirement $<
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[fast,dask]'
	touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
