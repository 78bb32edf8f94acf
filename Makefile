# make play   sets everything up, starts Amity and opens it in the browser
# make test   everything that is checked
# make dev    an editable install for working on Amity; make test-full, docs, bench, clean: see CONTRIBUTING.md

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAY ?= --open
SELECT ?= not slow

# Each install leaves a mark; an installed wheel is out of date when a file it is made from is newer than its mark.
WHEEL := $(VENV)/.amity-wheel
EDITABLE := $(VENV)/.amity-editable
INSTALLED := $(if $(wildcard $(EDITABLE)),$(EDITABLE),$(WHEEL))
SOURCES := pyproject.toml constraints.txt hatch_build.py $(shell find src web cardart build_tools -type f \
	-not -path '*/node_modules/*' -not -path '*/__pycache__/*' -not -path 'src/amity/server/static/*' \
	-not -path 'src/amity/locale/*.json' -not -path 'web/src/generated/*' -not -path 'web/public/cards/*' \
	-not -path '*/.*' 2>/dev/null)

.PHONY: play dev assets docs test test-full checks lint types client-test warm python-test bench audit clean

play: $(INSTALLED)
	@$(if $(wildcard $(EDITABLE)),$(BIN)/python -m build_tools.assets,true)
	@exec $(BIN)/amity serve $(PLAY)

$(BIN)/python:
	@$(PYTHON) -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo 'Amity needs Python 3.11 or newer with venv. Install it with this line, then run make again:'; \
		echo '    sudo apt-get update && sudo apt-get install -y python3 python3-venv'; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(WHEEL): $(SOURCES) | $(BIN)/python
	@echo 'Installing Amity: about two minutes the first time.'
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt .
	@touch $@

$(EDITABLE): pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[test]'
	@rm -f $(WHEEL)
	@touch $@

dev: $(EDITABLE) assets

assets: $(EDITABLE)
	$(BIN)/python -m build_tools.assets

# The documentation site, in build/site.
docs: assets
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

# The quick whole. pytest comes last, so that the run ends with its closing line.
test: dev
	@$(MAKE) --no-print-directory -j 2 --output-sync=target checks
	@$(MAKE) --no-print-directory python-test SELECT='$(SELECT)' PYTEST='$(PYTEST)'

# What needs one processor each.
checks: types warm lint client-test

lint: $(EDITABLE)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(EDITABLE)
	$(BIN)/mypy

client-test: assets
	$(BIN)/python -m build_tools.client run check
	$(BIN)/python -m build_tools.client run test

# What is compiled is compiled once, before several processes would all do it.
warm: $(EDITABLE)
	@$(BIN)/python -c 'from importlib import import_module as load; from amity.server.workers import COMPILED; \
		[load(name).warm_up() for name in COMPILED.values()]'

python-test: assets warm
	$(BIN)/pytest -n 3 --dist loadfile -m '$(SELECT)' $(PYTEST)

# Every size, preset and long run as well.
test-full: SELECT := slow or not slow
test-full: test

# All measurements beside the peers, and the page about them, bench/figures.md.
bench: $(EDITABLE) assets warm
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[test,bench]'
	$(BIN)/python bench/everything.py $(BENCH)

# Known weaknesses of what Amity depends on; asks the package registries.
AUDIT := build/audit
audit: $(EDITABLE)
	test -x $(AUDIT)/bin/pip-audit || { $(PYTHON) -m venv $(AUDIT) && $(AUDIT)/bin/pip install --quiet 'pip-audit>=2.10,<3'; }
	$(AUDIT)/bin/pip-audit --strict --requirement constraints.txt --no-deps --disable-pip --progress-spinner off
	$(BIN)/python -m build_tools.client audit

clean:
	rm -rf $(VENV) build dist web/node_modules web/src/generated web/public/cards src/amity/server/static
	rm -f src/amity/locale/*.json
	rm -rf .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
