PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TOOLS := $(CURDIR)/.tools/bin
LIVEKIT_VERSION := v1.13.5
STAMP := $(VENV)/.installed

.PHONY: setup demo test lint check schema server sound clean

setup: $(STAMP) sound server ## everything a debate needs
	@$(BIN)/rostrum doctor || true

$(STAMP): pyproject.toml tools/models.txt
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 13))' || { echo "Python 3.11 or 3.12 is needed: make setup PYTHON=python3.11"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable .
	$(BIN)/python tools/install_models.py
	@touch $@

$(VENV)/.dev: $(STAMP) tools/models_for_tests.txt
	$(BIN)/pip install --quiet --editable '.[dev,neural,coqui,evidence]' # torch brings CUDA: 6 GB, minutes
	$(BIN)/python tools/install_models.py tools/models_for_tests.txt
	@touch $@

sound: # flite stands in for the natural voices, PortAudio brings a microphone; a match in a room works without them
	@sh tools/sound.sh

server:
	@command -v livekit-server >/dev/null || test -x $(TOOLS)/livekit-server || sh tools/livekit.sh $(LIVEKIT_VERSION) $(TOOLS)

demo: setup ## a short debate in a real room
	$(BIN)/rostrum demo

schema: $(STAMP) ## the types that the page has of the events
	$(BIN)/rostrum schema typescript > agent/web/events.ts.new && mv agent/web/events.ts.new agent/web/events.ts

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: $(STAMP) $(VENV)/.dev sound server lint ## all checks and tests, from nothing
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile --cov --cov-report=term

clean:
	rm -rf $(VENV) .tools build *.egg-info
