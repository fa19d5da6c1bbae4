# Two commands do everything on a fresh machine: `make reports` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
DEVELOP := .venv/ready-to-develop
LAB := .venv/ready-for-lab
TWO := -n 2 --dist loadfile --no-loadscope-reorder
# Most of what is installed is never imported: Python compiles a module when it is first asked for.
# Where Python brings its installer along, that one installs: an environment without one of its own is made sooner.
HAS_PIP := $(shell $(PYTHON) -c 'import pip; print("yes" * (tuple(map(int, pip.__version__.split(".")[:2])) >= (22, 3)))' 2>/dev/null)
PIP := $(if $(HAS_PIP),$(PYTHON) -m pip --python $(BIN)/python,$(BIN)/python -m pip) install --disable-pip-version-check --no-deps --no-compile

# So it is compiled once, and not by each of the processes that a command starts: where this is set, by each.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: reports test verify bench lab lock clean

reports: $(READY)
	$(BIN)/kessel run --all
	$(BIN)/kessel report

test: $(DEVELOP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy > .venv/types & types=$$!; $(BIN)/pytest $(TWO); tests=$$?; \
	wait $$types; types=$$?; cat .venv/types; exit $$((tests + types))

verify: $(DEVELOP)
	$(BIN)/pytest $(TWO) -m 'verification or sampled'

bench: $(DEVELOP)
	$(BIN)/python benchmarks/bench.py

lab: $(LAB)
	$(BIN)/jupyter lab $(if $(filter 0,$(shell id -u)),--allow-root) notebooks

# The lock has three parts: what is needed to run, what more to develop, what more for JupyterLab. Together they are
# complete: nothing beside them is looked for, so that they can leave out what a package asks for in vain.
$(READY): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Kessel needs Python 3.11 or newer, found " + sys.version)'
	test -x $(BIN)/python || $(PYTHON) -m venv $(if $(HAS_PIP),--without-pip) .venv
	$(PIP) --require-hashes -r requirements.lock
	$(PIP) --quiet --no-build-isolation -e .
	touch $(READY)

$(DEVELOP): $(READY) requirements-dev.lock
	$(PIP) --require-hashes -r requirements-dev.lock
	touch $(DEVELOP)

$(LAB): $(DEVELOP) requirements-lab.lock
	$(PIP) --require-hashes -r requirements-lab.lock
	touch $(LAB)

# Needs `uv`; only for those who change a dependency.
LOCK := uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet
lock:
	$(LOCK) -o requirements.lock
	$(LOCK) --group dev --extra dask -c requirements.lock -o .dev.lock
	$(LOCK) --group dev --extra dask --extra lab -c .dev.lock -o .lab.lock
	$(PYTHON) -c "$$LOCK_PARTS"
	rm .dev.lock .lab.lock

# Each part without what stands in those before it.
define LOCK_PARTS
import re
before = set()
for made, part in ("requirements.lock", None), (".dev.lock", "requirements-dev.lock"), (".lab.lock", "requirements-lab.lock"):
    found = [one for one in re.split(r"(?m)^(?=\S)", open(made).read()) if one not in before]
    before |= set(found)
    if part:
        open(part, "w").write("".join(found))
endef
export LOCK_PARTS

clean:
	rm -rf .venv data/runs data/warehouse.duckdb reports/*.html reports/*.pdf
