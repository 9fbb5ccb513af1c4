# make play   set up, and play in the browser on 127.0.0.1:8000      make play ARGS="--port 8001"
# make terminal  play in the terminal    make terminal GAME=shear-panic PLAYERS=3 ARGS="--seed 7"
# make test   every check, on the compiled and on the pure-Python build
# Needs python3, make and a shell. A C compiler makes it fast; without one it runs as plain Python.

PYTHON ?= python3
ARGS ?=
GAME ?= fragile
SEEDS ?= 1000
WORKERS ?= auto

SHELL := /bin/sh
MAKEFLAGS += --no-builtin-rules

RUN := .venv/bin/python
PIP := -m pip --disable-pip-version-check --quiet
# Groups only save time. pytest 9.2 ignores them: pytest-xdist 3.8 notes them where it does not look.
PYTEST := -m pytest -n $(WORKERS) --dist loadgroup

RECIPE := pyproject.toml setup.py $(wildcard build_backend/*.py) src/tablee/_build.py
SOURCES := $(shell find src -type f ! -name '*.so' ! -name '*.py[co]' ! -path '*.egg-info/*' \
	! -path 'src/tablee/static/*' ! -path 'src/tablee/site/*')
WEB := $(shell find web -type f ! -path 'web/node_modules/*')
KERNELS := $(filter %/kernel.py %_kernel.py %/codes.py,$(SOURCES))
DOCS := $(shell find docs examples -type f ! -name '*.py[co]') README.md CONTRIBUTING.md CHANGELOG.md
ISSUE_FORMS := $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))

# An unfinished environment is removed: `.unfinished` marks one whose installation was killed, and
# `.home` names the folder for which it was made.
BROKEN := $(shell for env in .venv .venv-pure; do \
	if [ -e $$env/.unfinished ] \
		|| { [ -e $$env/.home ] && [ "$$(cat $$env/.home)" != "$(CURDIR)" ]; }; \
	then rm -rf $$env; echo $$env; fi; done)

.PHONY: help play serve terminal test lint lint-github format test-web test-compiled test-pure check-games simulate bench docs docs-rules kit screenshots clean FORCE

help:
	@sed -n 's/^# //p' Makefile | head -4
	@echo 'also: make lint, format, check-games, simulate, bench, docs, docs-rules, kit, screenshots, clean'

play: .venv/.installed .make/page
	@sed -n 's/^pure: /tablee runs as pure Python, which is slower: /p' .make/toolchain
	@$(RUN) -m tablee serve --browser $(ARGS)

serve: .venv/.installed .make/page
	@$(RUN) -m tablee serve $(ARGS)

terminal: .venv/.installed
	@sed -n 's/^pure: /tablee runs as pure Python, which is slower: /p' .make/toolchain
	@$(RUN) -m tablee play $(GAME) $(if $(PLAYERS),--players $(PLAYERS)) \
		$(if $(EDITION),--edition $(EDITION)) $(ARGS)

test: lint test-web docs test-compiled test-pure

lint: .venv/.dev
	$(RUN) -m ruff check
	$(RUN) -m ruff format --check
	$(RUN) -m mypy
	.venv/bin/lint-imports
	@$(MAKE) --no-print-directory lint-github

# Checks the form and the safety of workflows and issue forms, without asking GitHub.
lint-github: .venv/.dev
	.venv/bin/zizmor --offline --no-progress --quiet --strict-collection .github
	.venv/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	.venv/bin/check-jsonschema --builtin-schema github-workflows-require-timeout .github/workflows/*.yml
	.venv/bin/check-jsonschema --builtin-schema vendor.github-issue-forms $(ISSUE_FORMS)
	.venv/bin/check-jsonschema --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	.venv/bin/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml

format: .venv/.dev
	$(RUN) build_backend/make_types.py
	$(RUN) build_backend/make_art.py
	$(RUN) -m ruff check --fix
	$(RUN) -m ruff format

test-web: .venv/.installed .make/page
	@$(RUN) build_backend/page.py --check

# The driver of the browser keeps an event loop running, so its tests have a run of their own.
test-compiled: .venv/.dev .make/page
	@if grep -q '^compile' .make/toolchain; then \
		echo "pytest on the compiled build"; \
		export TABLEE_EXPECT_BUILD=compiled; \
		$(RUN) $(PYTEST) --ignore tests/browser && $(RUN) $(PYTEST) tests/browser; \
	else \
		echo "SKIPPED: the tests of the compiled build ($$(cat .make/toolchain))"; \
	fi

test-pure: .venv-pure/.installed
	@echo "pytest on the pure-Python build"
	@export TABLEE_EXPECT_BUILD=pure; \
		.venv-pure/bin/python $(PYTEST) --ignore tests/browser

check-games: .venv/.dev
	$(RUN) $(PYTEST) -m long --timeout 0

# Runs the server in many simulated worlds, with faults from a seed.   make simulate SEEDS=10000
simulate: .venv/.dev
	@PYTHONPATH=tests/simulation $(RUN) -m simulated --seeds $(SEEDS) $(ARGS)

bench: .venv/.installed
	@for script in bench/bench_*.py; do \
		[ -e "$$script" ] || { echo "no benchmarks yet: bench/bench_*.py"; exit 0; }; \
		$(RUN) "$$script" $(ARGS) || exit 1; \
	done

docs-rules: .venv/.installed
	@$(RUN) docs/rules.py
	@$(RUN) docs/tables.py

# Makes the conformance kit anew. Takes minutes.
kit: .venv/.installed
	@$(RUN) -m tablee kit make --force src/tablee/testing/kit \
		$(filter-out %.playthrough.txt,$(wildcard tests/golden/version_1/*.txt tests/playthroughs/*.txt))

# Builds the site into src/tablee/site. The server shows it under /docs.
docs: .make/docs

# A new folder each time, so that no page of an earlier build stays.
.make/docs: $(DOCS) $(SOURCES) .make/sources | .venv/.dev
	@echo "building the documents"
	@rm -rf .make/site
	@$(RUN) -m sphinx --fail-on-warning --fresh-env --quiet --jobs auto -d .make/doctrees docs .make/site
	@rm -rf src/tablee/site .make/site/.buildinfo
	@mv .make/site src/tablee/site
	@touch $@

screenshots: .venv/.dev .make/page
	@$(RUN) docs/screenshots.py $(ARGS)

clean:
	rm -rf .venv .venv-pure .make build dist src/*.egg-info src/tablee/static src/tablee/site web/node_modules
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests bench build_backend \( -name '*.so' -o -name '*.py[co]' \) -delete 2>/dev/null || :

# Says whether to compile. It is checked on every run and written when it changes, so that a compiler
# installed later is used without `make clean`.
.make/toolchain: FORCE
	@mkdir -p .make
	@if [ "$${TABLEE_PURE:-0}" != 0 ]; then now='pure: TABLEE_PURE is set'; \
	elif why=$$($(PYTHON) build_backend/c_compiler.py); then now='compile'; \
	else now="pure: no working C compiler: $$why"; fi; \
	[ "$$now" = "$$(cat $@ 2>/dev/null)" ] || printf '%s\n' "$$now" > $@

# A removed file makes no other file newer, so the list of files is a file, too.
.make/sources: FORCE
	@mkdir -p .make
	@echo '$(sort $(SOURCES))' | cmp -s - $@ || echo '$(sort $(SOURCES))' > $@

# Installing tablee builds the page. Later changes of the page need no new installation.
.make/page: $(WEB) build_backend/page.py | .venv/.installed
	@needs=$$($(RUN) build_backend/page.py --needs) && \
		{ [ -z "$$needs" ] || $(RUN) $(PIP) install $$needs; }
	@$(RUN) build_backend/page.py
	@touch $@

define environment
	@mkdir -p $(1) && touch $(1)/.unfinished
	@[ -e $(1)/.home ] || $(PYTHON) -m venv $(1)
	@printf '%s\n' "$(CURDIR)" > $(1)/.home
endef

# An installation that fails leaves a good environment. One that is killed does not.
failed = rm $(1)/.unfinished; exit 1

.venv/.installed: $(RECIPE) $(KERNELS) .make/toolchain requirements-server.txt
	$(call environment,.venv)
	@echo "installing tablee into .venv"
	@$(RUN) $(PIP) install --requirement requirements-server.txt --editable . || { $(call failed,.venv); }
	@$(RUN) -m tablee --version || { $(call failed,.venv); }
	@if grep -q '^compile' .make/toolchain && [ -n '$(KERNELS)' ] \
		&& ! $(RUN) -m tablee --version | grep -qF '(compiled)'; then \
		echo "tablee: the C compiler works, but refused a kernel; to see why:" \
			"$(RUN) -m pip install -v -e ."; \
	fi
	@rm .venv/.unfinished
	@touch $@

.venv/.dev: requirements-dev.txt requirements-docs.txt requirements-tune.txt requirements-test.txt requirements-server.txt | .venv/.installed
	$(call environment,.venv)
	@echo "installing development tools into .venv"
	@$(RUN) $(PIP) install --requirement requirements-dev.txt || { $(call failed,.venv); }
	@rm .venv/.unfinished
	@touch $@

# Installed as users get it, not editable, so that compiled files in src stay out of it.
.venv-pure/.installed: $(RECIPE) $(SOURCES) .make/sources requirements-test.txt requirements-server.txt
	$(call environment,.venv-pure)
	@echo "installing tablee, pure Python, into .venv-pure"
	@.venv-pure/bin/python $(PIP) install --requirement requirements-test.txt || { $(call failed,.venv-pure); }
	@TABLEE_PURE=1 .venv-pure/bin/python $(PIP) install --force-reinstall --no-deps . \
		|| { $(call failed,.venv-pure); }
	@rm .venv-pure/.unfinished
	@touch $@
