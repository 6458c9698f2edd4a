# Every target creates the environment first, so a new machine needs only python3 (3.11 or newer) and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# Tests start hundreds of Python processes, which would all compile the same sources again.
unexport PYTHONDONTWRITEBYTECODE
CORES := $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 2)')

.DEFAULT_GOAL := help
.PHONY: help demo serve play test test-all nightly durations test-fast wheel lint-web check lint structure format generated bench train simulate fuzz secrets up up-local down-local clean chaos soak books levels schemas transcripts stories picture page-pictures

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

# TypeScript checks the types of the page, ESLint its style, and esbuild bundles it for releases.
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

nightly: $(READY) ## run the longest tests, short forms of benchmarks and endurance runs, and planted bugs
	@exec $(BIN)/python -m tests.run nightly

durations: $(READY) ## measure the processor time of each test, by which `make test` chooses
	@exec $(BIN)/python -m tests.run durations

wheel: $(READY) $(TYPES) ## build the wheel of a release into dist, with the page bundled by esbuild
	@KIBITZ_PAGE=bundled $(BIN)/python -m hatchling build --target wheel

lint-web: $(READY) $(TYPES) ## check types and style of the page
	@$(BIN)/python -m kibitz_protocol.spec docs/protocol
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

generated: $(READY) ## list the files that programs make, or make some (ARGS="schemas transcripts"); read the diff
	@$(BIN)/python -m tests.generated $(ARGS)

bench: $(READY) ## list the benchmarks, or run one, most into docs/benchmarks (ARGS="server --only moves")
	@$(BIN)/python -m bench $(ARGS)

train: $(READY) ## list the scripts that make shipped data, or run one (ARGS=holdem), which takes up to three hours
	@$(BIN)/python -m training $(ARGS)

fuzz: ## search for inputs that break a reader, a minute for each; ARGS="position server --minutes 10"
	@$(PYTHON) -m venv $(VENV)-fuzz && $(VENV)-fuzz/bin/pip install --quiet --disable-pip-version-check -e '.[fuzz]'
	@$(VENV)-fuzz/bin/python -m tests.fuzz $(ARGS)

HOURS ?= 10000
FIRST ?= 1

simulate: $(READY) ## run HOURS=10000 match-hours (or SEEDS=1-1000) of random play and faults on virtual time, from seed FIRST=1 on
	@$(BIN)/python -m tests.simulation $(if $(SEEDS),--seeds $(SEEDS),--hours $(HOURS) --first $(FIRST)) --processes $(CORES)

# Names of earlier versions.
bench-%: ; @$(MAKE) --no-print-directory bench ARGS="$* $(ARGS)"
train-%: ; @$(MAKE) --no-print-directory train ARGS="$* $(ARGS)"
chaos soak: ; @$(MAKE) --no-print-directory bench ARGS="$@ $(if $(MINUTES),--minutes $(MINUTES)) $(ARGS)"
books levels: ; @$(MAKE) --no-print-directory train ARGS="$@ $(ARGS)"
schemas transcripts stories picture page-pictures: ; @$(MAKE) --no-print-directory generated ARGS="$@"

secrets: ## create the compose file's passwords, once
	@deploy/secrets.sh

up: secrets ## run server, Postgres and Mosquitto in containers
	@docker compose up -d --build

up-local: $(READY) ## run the services of the compose file as local processes (COMPOSE_PROFILES=cluster: two workers too)
	@$(BIN)/python deploy/local.py up

down-local: $(READY) ## stop the processes of up-local
	@$(BIN)/python deploy/local.py down

clean: ## remove the environment and all build output
	@rm -rf docs/protocol/*.schema.json docs/protocol/asyncapi.yaml docs/protocol/protocol.d.ts
	@rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
