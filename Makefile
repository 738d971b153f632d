# Two commands do everything, the virtual environment and its packages included:
#   make play   starts the bot (the playground if there is no DISCORD_TOKEN)
#   make test   ruff, mypy, the import arrows and the fast tests, in two minutes
# And before a change lands:
#   make test-all   the same, then the slow tests: whole games, kills, floods, PostgreSQL, each command
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

.PHONY: play test test-all checks lint types arrows rewritten tests slow-tests nightly lab coverage mutants bench words pictures
.PHONY: figures ladder audit lock backup dist notes clean

play: export PYTHONDONTWRITEBYTECODE :=
play: $(VENV)/.playground
	@$(BIN)/carcassonne run

test: checks tests

# Two at a time, as mypy takes one core and as long as the others together.
checks: $(VENV)/.dev
	$(MAKE) --no-print-directory --jobs=2 types lint arrows rewritten

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

arrows: $(VENV)/.dev
	$(BIN)/lint-imports --no-cache

# The asserts of the tests, rewritten by pytest once, while mypy runs: else each worker rewrites them all.
# What is wrong with a test is said by the tests.
rewritten: $(VENV)/.rewritten

$(VENV)/.rewritten: export PYTHONDONTWRITEBYTECODE :=
$(VENV)/.rewritten: $(VENV)/.dev $(shell find tests -name '*.py')
	@$(BIN)/pytest -m "not slow" --collect-only -q > /dev/null || true
	@touch $@

# A worker that has nothing left takes from the others': the last tests would else wait in one queue.
# Three on two cores, as tests also wait, for a database or a process. What is compiled is kept, also
# where Python is told not to: each of the many processes that tests start would compile it anew.
tests: export PYTHONDONTWRITEBYTECODE :=
tests: $(VENV)/.dev
	$(BIN)/pytest -n 3 --dist worksteal -m "not slow"

test-all: test slow-tests

slow-tests: export PYTHONDONTWRITEBYTECODE :=
slow-tests: $(VENV)/.dev
	$(BIN)/pytest -n 3 --dist worksteal -m slow

# The slow tests that find what no fast one can: PostgreSQL, kills, two processes, the wheel.
.PHONY: landing-tests
landing-tests: export PYTHONDONTWRITEBYTECODE :=
landing-tests: $(VENV)/.dev
	$(BIN)/pytest -n 3 --dist worksteal -m "slow and landing"

# How many lines of the rules and of the storage their own tests run: 98 of 100 at least.
coverage: $(VENV)/.dev
	$(BIN)/pytest -n 2 --dist worksteal --cov=rules --cov=storage --cov-report= tests/rules tests/storage
	$(BIN)/coverage report --include='rules/*' --fail-under=98
	$(BIN)/coverage report --include='storage/*' --fail-under=98

# Whether the tests notice the small mistakes of tests/mutants.txt: an hour or two; it resumes where it stopped.
mutants: $(VENV)/.dev
	nice -n 15 $(BIN)/python -m tools.mutants

bench: $(VENV)/.dev
	$(BIN)/python -m tools.bench

# The laboratory: load, floods, forged interactions, kills, a cluster on PostgreSQL, half a year of tables, an outage,
# an hour of steady play; hours in all. LAB names phases or options, as in `make lab LAB="crash --minutes 2"`.
lab: $(VENV)/.dev
	$(BIN)/python -m tools.lab $(LAB)

# What a posted move costs at eight tables, one of each kind: processor time, and the functions that take it.
.PHONY: profile
profile: $(VENV)/.dev
	$(BIN)/python -m tools.lab profile

# What is too long for each change: every slow test, with ten times the forged inputs, the browser, and the
# laboratory.
nightly: export CARCASSONNE_FUZZ ?= 20000
nightly: slow-tests browser lab

.PHONY: browser
browser: $(VENV)/.dev
	.ci/browser tests/browser

# All levels of opponents against each other in five games, with their Elo: days of one core.
# It goes on where it stopped: what was played is kept in docs/ladder, and docs/opponents.md made from it.
ladder: $(VENV)/.dev
	nice -n 15 $(BIN)/python -m tools.arena ladder --jobs 2

# How long the ways through the code are: files a command touches, database reads, importers.
figures: $(VENV)/.dev
	$(BIN)/python -m tools.code_paths

# Brings the message catalogues up to date with the sentences in the code, and prints what complete languages lack.
words: $(VENV)/.dev
	$(BIN)/pybabel -q extract -F pyproject.toml --no-location --sort-output -o $(VENV)/messages.pot .
	$(BIN)/pybabel -q update --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --no-wrap -d bot/locale -i $(VENV)/messages.pot
	@$(BIN)/python -m tools.untranslated

# Rewrite what the bot says and posts in every situation and story: a minute. Then review
# the difference in tests/transcripts/goldens.
.PHONY: transcripts
transcripts: $(VENV)/.dev
	$(BIN)/python -m tests.transcripts $(ONLY)

# The pictures of README and docs/playing.md, from the records beside them. The one of a channel is taken
# by hand: python -m tools.channel_picture URL docs/channel.webp, where URL is what `make play` prints.
pictures: $(VENV)/.dev
	$(BIN)/python -m tools.callouts docs/turn.record docs/turn-explained.png
	$(BIN)/carcassonne record crop docs/crop.record docs/crop.png --names Ana Bo Cleo
	$(BIN)/carcassonne record picture docs/hunters.record docs/board-hunters.png --names Ana Bo Cleo
	$(BIN)/carcassonne record picture docs/base.record docs/board-base.png --names Ana Bo Cleo
	$(BIN)/carcassonne record picture docs/base-ferries.record docs/board-base-ferries.png --names Ana Bo Cleo Dan
	$(BIN)/carcassonne record picture docs/ark.record docs/board-ark.png --names Ana Bo Cleo
	$(BIN)/carcassonne record picture docs/sets.record docs/board-sets.png --names Ana Bo Cleo Dan Eve Fay
	$(BIN)/carcassonne record film docs/hunters.record docs/replay.webp --names Ana Bo Cleo

# Whether weaknesses are known in the packages; it fails where nobody can tell, too. pip-audit is to be
# the newest: it has an environment of its own, made anew each time.
audit: $(VENV)/.made
	@$(BIN)/python -m venv --clear $(VENV)/audit
	@$(VENV)/audit/bin/python -m pip install -qq --disable-pip-version-check pip-audit
	@$(VENV)/audit/bin/pip-audit --strict --no-deps --disable-pip --progress-spinner off --requirement constraints.txt

# What the image installs, by version and hash: requirements.txt, and requirements-build.txt for the build.
# Run it after each change of constraints.txt or of the dependencies. uv has an environment of its own.
LOCK = $(VENV)/lock/bin/uv pip compile -q --universal --python-version 3.11 -c constraints.txt \
  --generate-hashes --no-header --no-annotate --no-emit-index-url
lock: $(VENV)/.made
	@$(BIN)/python -m venv --clear $(VENV)/lock
	@$(VENV)/lock/bin/python -m pip install -qq --disable-pip-version-check uv
	@$(LOCK) --extra postgres -o requirements.txt pyproject.toml
	@echo 'setuptools>=77' | $(LOCK) -o requirements-build.txt -

# The sdist and the wheel, built from the sdist, in dist/; and the notes of the release.
dist: $(VENV)/.dev
	@rm -rf dist $(VENV)/build
	$(BIN)/python -m venv $(VENV)/build
	$(VENV)/build/bin/python -m pip install -qq --disable-pip-version-check 'setuptools>=77'
	$(VENV)/build/bin/python -c 'from setuptools.build_meta import build_sdist; build_sdist("dist")'
	$(VENV)/build/bin/python -m pip wheel -qq --no-deps --wheel-dir dist dist/*.tar.gz

notes: $(VENV)/.dev
	@mkdir -p dist
	@$(BIN)/python -m tools.release notes > dist/notes.md

backup: $(VENV)/.playground
	$(BIN)/carcassonne backup backup-$$(date +%Y%m%d-%H%M%S).sqlite3

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit("This needs Python 3.11 or newer, as in: make play PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	@echo "Making a virtual environment in $(VENV)"
	@$(PYTHON) -m venv --without-pip $(VENV)
	@touch $@

# The first start installs by the pip outside if it can, as a pip inside takes 4 s of the processor to make; and
# Python compiles what it imports, not all of the packages. 15 s of the processor instead of 21.
PIP_OUTSIDE = $(PYTHON) -m pip --python $(BIN)/python
PIP_INSIDE = $(BIN)/python -m pip --version > /dev/null 2>&1 || $(PYTHON) -m venv $(VENV)

$(VENV)/.playground: $(VENV)/.made pyproject.toml constraints.txt
	@echo "Installing what the bot needs (60 MB, half a minute):"
	@pip="$(PIP_OUTSIDE)"; $$pip --version > /dev/null 2>&1 || { pip="$(BIN)/python -m pip"; $(PIP_INSIDE); }; \
	  { $$pip install --no-compile --disable-pip-version-check --progress-bar off -c constraints.txt \
	  -e '.[playground]' 2>&1 || echo FAILED; } | awk '/^ *(ERROR|error)/ {print} /^Collecting/ {sub(/[[<>=!~;].*/, "", $$2); printf " %s", $$2} \
	  /^Installing/ {printf "\nWriting them to $(VENV), then the bot starts\n"} {fflush()} /^FAILED/ {bad = 1} END {exit bad}'
	@touch $@

$(VENV)/.dev: $(VENV)/.made pyproject.toml constraints.txt
	@$(PIP_INSIDE)
	$(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@ $(VENV)/.playground

clean:
	rm -rf $(VENV)
