# Every target creates the environment first, so a new machine needs only python3 (3.11 or newer) and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# Tests start hundreds of Python processes, which would all compile the same sources again.
unexport PYTHONDONTWRITEBYTECODE
CORES := $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 2)')

.DEFAULT_GOAL := help
.PHONY: help demo serve play test test-all nightly durations test-fast lint-web check lint structure format schemas transcripts stories train bench bench-abuse bench-backgammon bench-chess bench-cluster bench-engine bench-feed bench-go bench-hidden bench-page bench-poker bench-server bench-strength chaos simulate fuzz soak picture page-pictures books levels secrets up up-local down-local clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# uv is several times faster where it is installed; pip does the same job everywhere else.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Kibitz needs Python 3.11 or newer; try: make PYTHON=python3.12"; exit 2; }
	@if command -v uv >/dev/null 2>&1; then \
		uv venv --quiet --allow-existing --python $(PYTHON) $(VENV) && uv pip install --quiet --python $(BIN)/python -e '.[server,dev]'; \
	else \
		$(PYTHON) -m venv $(VENV) && $(BIN)/pip install --quiet --disable-pip-version-check -e '.[server,dev]'; \
	fi
	@$(BIN)/kibitz-server warm connect4 tictactoe --algorithm alphabeta >/dev/null
	@touch $@

demo: $(READY) ## watch two engines play, and what they think (ARGS="chess --seed 7")
	@$(BIN)/kibitz demo $(ARGS)

serve: $(READY) ## host games for the local network on port 8765
	@$(BIN)/kibitz-server serve --host 0.0.0.0

play: $(READY) ## play Connect Four against the engine
	@$(BIN)/kibitz play connect4 --against alphabeta:seconds=1

# TypeScript checks the types of the page, and ESLint its style, which only developers need.
TYPES := tests/web/node_modules/.package-lock.json
$(TYPES): tests/web/package-lock.json
	@command -v npm >/dev/null 2>&1 || { echo "the checks of the page need npm; try: apt-get install nodejs npm"; exit 2; }
	@npm ci --prefix tests/web --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# The tests of the page use npm's packages, where npm is installed.
test: $(READY) $(if $(shell command -v npm),$(TYPES)) ## run a test of every behaviour, in about eight minutes on two cores
	@exec $(BIN)/python -m tests.run test

test-all: $(READY) $(if $(shell command -v npm),$(TYPES)) ## run the long tests that `make test` leaves out
	@exec $(BIN)/python -m tests.run rest

nightly: $(READY) ## run the longest tests, short forms of all benchmarks and endurance runs, and planted bugs
	@exec $(BIN)/python -m tests.run nightly

durations: $(READY) ## measure the processor time of each test, by which `make test` chooses
	@exec $(BIN)/python -m tests.run durations

lint-web: $(TYPES) ## check types and style of the page
	@tests/web/node_modules/.bin/tsc -p tests/web/tsconfig.json
	@tests/web/node_modules/.bin/eslint --config tests/web/eslint.config.mjs client examples bench/page tests/web

test-fast: $(READY) ## run the tests without sockets, processes, browsers and the running terminal app
	@exec $(BIN)/python -m tests.run fast

lint: $(READY) lint-web ## check format, style and types
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy

# mypy uses one core, so the tests begin beside it.
check: $(READY) ## check format, style, types and import rules, and run the fast tests
	@$(MAKE) --no-print-directory -j2 lint test-fast

structure: $(READY) ## print modules per folder, import cycles, refused words and docstrings to mend
	@$(BIN)/python -m tests.structure

format: $(READY) ## format the sources
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

schemas: $(READY) ## generate docs/protocol from the message models
	@$(BIN)/python -m kibitz_protocol.spec docs/protocol
	@$(BIN)/python -m kibitz_protocol.mqtt.feed docs/mqtt.md

transcripts: $(READY) ## generate the protocol transcripts and their page; review the diff
	@$(BIN)/python -m tests.transcripts

stories: $(READY) ## regenerate the golden stories of matches; review the diff
	@$(BIN)/python -m tests.stories.story

picture: $(READY) ## redraw docs/terminal.svg, the picture of the README, from the app
	@$(BIN)/python -m tests.client.tui.screenshot

page-pictures: $(READY) ## take the pictures of docs/web.md and of the tests from the page, which needs Chromium; look at them
	@$(BIN)/python -m tests.web.screens

bench: $(READY) ## measure the answer time of a move while every engine searches, and the terminal app
	@$(BIN)/python -m bench.answers; answers=$$?; $(BIN)/python -m bench.terminal && exit $$answers

chaos: $(READY) ## cause 50 faults under load (kills of server, workers, Postgres, broker), and check that nothing is lost
	@$(BIN)/python -m bench.chaos $(ARGS)

soak: $(READY) ## load a server for MINUTES=30, and check that memory, files, tasks and threads do not grow
	@$(BIN)/python -m bench.soak $(if $(MINUTES),--minutes $(MINUTES)) $(ARGS)

fuzz: ## search for inputs that break a reader, a minute for each; ARGS="position server --minutes 10"
	@$(PYTHON) -m venv $(VENV)-fuzz && $(VENV)-fuzz/bin/pip install --quiet --disable-pip-version-check -e '.[fuzz]'
	@$(VENV)-fuzz/bin/python -m tests.fuzz $(ARGS)

HOURS ?= 10000
FIRST ?= 1

simulate: $(READY) ## run HOURS=10000 match-hours (or SEEDS=1-1000) of random play and faults on virtual time, from seed FIRST=1 on
	@$(BIN)/python -m tests.simulation $(if $(SEEDS),--seeds $(SEEDS),--hours $(HOURS) --first $(FIRST)) --processes $(CORES)

bench-feed: $(READY) ## measure cost and delivery of the MQTT feed, into docs/benchmarks
	@$(BIN)/python -m bench.feed $(ARGS)

# The public programs go into a separate environment. The table skips a program that cannot be installed.
bench-engine: $(READY) ## measure the engine against C and public programs, into docs/benchmarks
	@$(PYTHON) -m venv $(VENV)-bench && $(VENV)-bench/bin/pip install --quiet --disable-pip-version-check -e '.[bench]' || true
	@if [ -x $(VENV)-bench/bin/python ] && $(VENV)-bench/bin/python -c 'import numba' 2>/dev/null; then \
		$(VENV)-bench/bin/python -m bench.engine $(ARGS); \
	else \
		$(BIN)/python -m bench.engine $(ARGS); \
	fi

bench-cluster: $(READY) ## measure searches on the workers of a cluster beside local ones, into docs/benchmarks (three minutes)
	@$(BIN)/python -m bench.cluster $(ARGS)

bench-chess: $(READY) ## play chess against public programs, into docs/benchmarks (ARGS="--games 20 --against sjeng")
	@$(BIN)/python -m bench.strength.chess $(ARGS)

# GNU Go runs as a process of its own. The table skips it if it is not installed (apt-get install gnugo).
bench-go: $(READY) ## play Go against GNU Go, into docs/benchmarks (ARGS="--sizes 9 --games 20 --seconds 1")
	@$(BIN)/python -m bench.strength.go $(ARGS)

# GNU Backgammon runs as processes of its own. The table skips it if it is not installed (apt-get install gnubg).
bench-backgammon: $(READY) ## play backgammon against GNU Backgammon, into docs/benchmarks (ARGS="--sequences 200 --only 0")
	@$(BIN)/python -m bench.backgammon $(ARGS)

bench-poker: $(READY) ## play limit hold'em against simple players, into docs/benchmarks (ARGS="--deals 100000")
	@$(BIN)/python -m bench.poker $(ARGS)

train: $(READY) ## list the scripts that make shipped data, or run one (ARGS="holdem"), which takes up to three hours
	@$(BIN)/python -m training $(ARGS)

# Names of earlier versions.
train-%: ; @$(MAKE) --no-print-directory train ARGS="$* $(ARGS)"
books levels: ; @$(MAKE) --no-print-directory train ARGS="$@ $(ARGS)"

bench-hidden: $(READY) ## compute how far the engine is from best play in Kuhn and Leduc poker, into docs/benchmarks
	@$(PYTHON) -m venv $(VENV)-bench && $(VENV)-bench/bin/pip install --quiet --disable-pip-version-check -e '.[bench]' || true
	@if [ -x $(VENV)-bench/bin/python ] && $(VENV)-bench/bin/python -c 'import numba' 2>/dev/null; then \
		$(VENV)-bench/bin/python -m bench.hidden $(ARGS); \
	else \
		$(BIN)/python -m bench.hidden $(ARGS); \
	fi

bench-strength: $(READY) ## measure how well the engine plays, into docs/benchmarks (ARGS="--only reversi peers")
	@$(PYTHON) -m venv $(VENV)-bench && $(VENV)-bench/bin/pip install --quiet --disable-pip-version-check -e '.[bench]' || true
	@if [ -x $(VENV)-bench/bin/python ] && $(VENV)-bench/bin/python -c 'import numba' 2>/dev/null; then \
		$(VENV)-bench/bin/python -m bench.strength $(ARGS); \
	else \
		$(BIN)/python -m bench.strength $(ARGS); \
	fi

# The rows against other projects say why they are missing if node or npm is.
bench-server: $(READY) ## measure the server against a bare websockets server and other projects, into docs/benchmarks (five minutes)
	@[ bench/peers/node_modules/.package-lock.json -nt bench/peers/package-lock.json ] || \
		{ command -v npm >/dev/null 2>&1 && npm ci --prefix bench/peers --ignore-scripts --no-audit --no-fund --loglevel=error; } || true
	@$(BIN)/python -m bench.server $(ARGS)

bench-page: $(READY) ## measure the web page in Chromium, into docs/benchmarks (four minutes)
	@$(BIN)/python -m bench.page $(ARGS)

bench-abuse: $(READY) ## let 16 clients of one address send each command, and measure the others (ten minutes)
	@$(BIN)/python -m bench.abuse $(ARGS)

secrets: ## create the compose file's passwords, once
	@deploy/secrets.sh

up: secrets ## run server, Postgres and Mosquitto in containers
	@docker compose up -d --build

up-local: $(READY) ## run the services of the compose file as local processes (COMPOSE_PROFILES=cluster: two workers too)
	@$(BIN)/python deploy/local.py up

down-local: $(READY) ## stop the processes of up-local
	@$(BIN)/python deploy/local.py down

clean: ## remove the environment and all build output
	@rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
