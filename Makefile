# make run    the whole site on this machine      make test   every test, with real servers and a real browser
# make check  style, types, structure             make bench  figures beside yardsticks
# make lock   pin requirements/*.in anew          make screenshots  pictures of every table and page
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SERVICES := $(BIN)/python -m boatzee_site.services
PLAIN := STATICFILES=django.contrib.staticfiles.storage.StaticFilesStorage

export PORT EVENTS_PORT HOST
ifeq ($(PORT),)
unexport PORT
endif
ifeq ($(EVENTS_PORT),)
unexport EVENTS_PORT
endif
ifeq ($(HOST),)
unexport HOST
endif

.PHONY: run test check bench lock

run: $(VENV)/local
	@exec $(BIN)/python -m boatzee_site.run

test: $(VENV)/dev
	$(PLAIN) $(SERVICES) $(BIN)/python -m pytest -n 2 --dist loadgroup $(ARGS)

check: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy .
	$(BIN)/lint-imports
	$(BIN)/djlint templates --lint --quiet
	$(SERVICES) $(BIN)/python manage.py makemigrations --check --dry-run
	@! ls */migrations/*_auto_*.py 2>/dev/null || { echo "Give these migrations a name."; exit 1; }
	HTTPS=1 $(SERVICES) $(BIN)/python manage.py check --deploy --fail-level WARNING

bench: $(VENV)/dev
	BOATZEE_FSYNC=1 $(SERVICES) $(BIN)/python -m tests.benchmarks $(ARGS)

lock: $(VENV)/dev
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate --no-header requirements/base.in -o requirements/base.txt
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate --no-header -c requirements/base.txt requirements/local.in -o requirements/local.txt
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate --no-header -c requirements/local.txt requirements/dev.in -o requirements/dev.txt

# The stamps are files: what is installed is not asked for again, so the network may be down.
$(VENV)/dev: requirements/dev.txt | $(VENV)/made
	@echo "Installing what the tests need …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@ $(VENV)/local

$(VENV)/local: requirements/local.txt | $(VENV)/made
	@echo "Installing what the site needs …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Boatzee needs Python 3.11 or newer; name it so: make run PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@
