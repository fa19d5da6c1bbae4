# Two commands do everything on a fresh machine: `make reports` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

.PHONY: reports test verify bench lab lock clean

reports: $(READY)
	$(BIN)/kessel run --all
	$(BIN)/kessel report

test: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2 --dist loadgroup

verify: $(READY)
	$(BIN)/pytest -n 2 -m verification

bench: $(READY)
	$(BIN)/python benchmarks/bench.py

lab: $(READY)
	$(BIN)/jupyter lab $(if $(filter 0,$(shell id -u)),--allow-root) notebooks

# The lock is complete: nothing beside it is looked for, so that it can leave out what a package asks for in vain.
$(READY): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Kessel needs Python 3.11 or newer, found " + sys.version)'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --disable-pip-version-check --no-deps --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $(READY)

# Needs `uv`; only for those who change a dependency.
lock:
	uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet -o requirements.lock

clean:
	rm -rf .venv data/runs data/warehouse.duckdb reports/*.html reports/*.pdf
