# make run    the whole site on this machine      make test   the tests, with real servers and a real browser
# make check  style, types, structure             make bench  figures beside yardsticks
# make long   the tests that make test leaves out because they take long, whole: before a release (an hour)
# COVERAGE=1 make test  the same, and how much of the code the tests reach, by branches
# make soak   players in a hurry against the whole site, and a verdict (ARGS="--players 24 --minutes 3")
# make season  thousands of small events under all that can happen to them (ARGS="--events 2000 --seed 1")
# make schemathesis  every operation of the API by all that its description allows, on the site as it is served
# make abuse  what honest players feel while the production shape is abused
# make failover  sixteen players on a cluster of machines that are killed one by one; installs the cluster's parts (Debian)
# make upgrade  people play while the site goes from the release before to this one (FROM=a commit or tag)
# make screenshots  every table and page as pictures, into screenshots/, and which components have changed since
# make openapi  writes docs/openapi.json anew (ARGS=--promise for a release; --break where programs may break)
# make messages  takes the sentences into locale/, checks their translations and compiles them (LANGS="nl de")
# make clients  writes the client in Python anew from docs/openapi.json (npm run build makes the one in TypeScript)
# make bots   whole matches of every game by both example bots with the site's robots, over HTTP (needs npm)
# make languages  every page in a language that nobody speaks: what is not marked for translation, what does not fit
# make mutants  drops each guard of a list and sees that a test dies of it
# make lock   pin requirements/*.in anew
# The quickest that is here, asked once, and only where a venv is made or filled. Two variables, for macOS's make (3.81)
# goes on reading the text of one that has just set itself anew, which is gone by then.
PYTHON ?= $(or $(QUICKEST),$(eval QUICKEST := $(CHOOSE))$(QUICKEST))
PYTHONS := python3 /usr/bin/python3 python3.14 python3.13 python3.12 python3.11
CHOOSE = $(or $(shell boatzee_site/local/choose_python $(PYTHONS)),python3)
QUICKEST :=
VENV := .venv
BIN := $(VENV)/bin
SERVICES := $(BIN)/python -m boatzee_site.local.services
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

.PHONY: run test long check soak season abuse schemathesis failover upgrade screenshots bench languages messages mutants openapi clients bots lock

run: $(VENV)/local
	@exec $(BIN)/python -m boatzee_site.local.run

# Counting what is reached takes twice the processor's time on Python 3.11: only where it is asked for.
COUNTED := $(if $(filter 1,$(COVERAGE)),--cov --cov-report=term)

# What ARGS names is run whole: make test ARGS=tests/faults/test_lock_order.py
test: $(VENV)/dev
	$(PLAIN) $(SERVICES) $(BIN)/python -m pytest -p tests.apart -n 3 --dist loadgroup $(COUNTED) $(ARGS)

long: $(VENV)/dev
	$(PLAIN) $(SERVICES) $(BIN)/python -m pytest -m long -p tests.apart -n 3 --dist loadgroup $(COUNTED) $(if $(COUNTED),--cov-fail-under=0) $(ARGS)

check: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy .
	$(BIN)/lint-imports
	$(BIN)/djlint templates --lint --quiet
	@$(BIN)/python manage.py messages --check
	@tests/js/lint
	$(SERVICES) $(BIN)/python manage.py makemigrations --check --dry-run
	@! ls */migrations/*_auto_*.py 2>/dev/null || { echo "Give these migrations a name."; exit 1; }
	HTTPS=1 $(SERVICES) $(BIN)/python manage.py check --deploy --fail-level WARNING

screenshots: $(VENV)/dev
	@mkdir -p screenshots && : > screenshots/changed.txt
	$(PLAIN) $(SERVICES) $(BIN)/python -m pytest -q tests/screenshots/take.py $(ARGS)
	@test ! -s screenshots/changed.txt || { echo "These components do not look as they did the last time:"; cat screenshots/changed.txt; }

abuse: $(VENV)/dev
	$(SERVICES) $(BIN)/python -m tests.abuse $(ARGS)

schemathesis: $(VENV)/dev
	$(PLAIN) $(SERVICES) $(BIN)/python -m tests.api $(ARGS)

bench: $(VENV)/dev
	BOATZEE_FSYNC=1 $(SERVICES) $(BIN)/python -m tests.benchmarks $(ARGS)

mutants: $(VENV)/dev
	$(PLAIN) $(BIN)/python -m tests.mutants $(ARGS)

languages: $(VENV)/dev
	ALL_PAGES=1 $(PLAIN) $(SERVICES) $(BIN)/python -m pytest -p tests.apart -n 2 --dist loadgroup tests/languages tests/browser/test_languages.py tests/site/test_catalogues.py $(ARGS)

messages: $(VENV)/dev
	@command -v xgettext >/dev/null || { echo "make messages needs GNU gettext: apt install gettext"; exit 1; }
	@$(BIN)/python manage.py messages $(LANGS) $(ARGS)

openapi: $(VENV)/dev
	$(SERVICES) $(BIN)/python manage.py openapi $(ARGS)

clients: $(VENV)/dev
	$(BIN)/python clients/python/generate.py

bots: $(VENV)/dev
	EVERY_GAME=1 $(PLAIN) $(SERVICES) $(BIN)/python -m pytest -p tests.apart -n 2 --dist loadgroup tests/examples --durations=3 $(ARGS)

soak: $(VENV)/dev
	BOATZEE_FSYNC=1 $(SERVICES) $(BIN)/python -m tests.soak $(ARGS)

failover: $(VENV)/dev
	$(PLAIN) $(BIN)/python -m tests.failover $(ARGS)

upgrade: $(VENV)/dev
	@BOATZEE_FSYNC=1 $(PLAIN) $(SERVICES) $(BIN)/python -m tests.upgrade $(if $(FROM),--from $(FROM)) $(ARGS)

season: $(VENV)/dev
	$(SERVICES) $(BIN)/python -m tests.ladders.stateful $(ARGS)

lock: $(VENV)/dev
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-strip-extras --no-annotate --no-header requirements/base.in -o requirements/base.txt
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-strip-extras --no-annotate --no-header -c requirements/base.txt requirements/local.in -o requirements/local.txt
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-strip-extras --no-annotate --no-header -c requirements/local.txt requirements/dev.in -o requirements/dev.txt

# The stamps are files: what is installed is not asked for again, so the network may be down.
# A venv whose Python is gone, or is not the one that is asked for by name, is made anew.
ifneq ($(wildcard $(VENV)/made),)
VERSION := import sys; print(sys.version_info[:2])
MADE_WITH := $(shell $(BIN)/python -c '$(VERSION)' 2>/dev/null || echo gone)
ASKED_FOR := $(if $(filter file,$(origin PYTHON)),$(MADE_WITH),$(shell $(PYTHON) -c '$(VERSION)'))
ifneq ($(MADE_WITH),$(filter-out gone,$(ASKED_FOR)))
.PHONY: $(VENV)/made $(VENV)/local $(VENV)/dev
endif
endif

# Where Python comes without the pip that venvs are made with (Debian without python3-venv), its own pip serves.
define INSTALL
@$(BIN)/python -m pip --version >/dev/null 2>&1 && pip="$(BIN)/python -m pip" || pip="$(PYTHON) -m pip --python $(BIN)/python"; \
$$pip install --quiet --disable-pip-version-check --no-input --require-hashes -r $<
endef

$(VENV)/dev: requirements/dev.txt | $(VENV)/made
	@echo "Installing what the tests need …"
	$(INSTALL)
	@touch $@ $(VENV)/local

$(VENV)/local: requirements/local.txt | $(VENV)/made
	@echo "Installing what the site needs …"
	$(INSTALL)
	@touch $@

$(VENV)/made:
	@command -v "$(PYTHON)" >/dev/null || { echo "There is no $(PYTHON); name another: make run PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Boatzee needs Python 3.11 or newer; name it so: make run PYTHON=python3.12"; exit 1; }
	@echo "Taking $(PYTHON) for the venv …"
	@$(PYTHON) -m venv --clear $(VENV) >/dev/null 2>&1 || $(PYTHON) -m venv --clear --without-pip $(VENV)
	@touch $@
