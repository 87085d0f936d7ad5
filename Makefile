# The one door, for people and for CI alike. Every target sets up what it needs.
.PHONY: play quick test check slow bench parity words wire pictures screenshots docs ladder clean
# Processes start twice as fast from bytecode, and a test run starts hundreds.
unexport PYTHONDONTWRITEBYTECODE
SETUP := sh tools/setup
RUN := .venv/bin/
# Translations are compiled here, and are not in git.
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard src/ludotheque/drawing/locale/*/LC_MESSAGES/*.po))
READY := .venv/ready $(CATALOGUES)
# One test process more than cores: while a test waits for a browser or a server, another one computes.
PROCESSES ?= $(shell expr $$(nproc 2>/dev/null || echo 2) + 1)
PYTEST := $(RUN)pytest -n $(PROCESSES) --dist worksteal -q
COUNTED := $(PYTEST) tests/games tests/test_*.py --durations=10 -m "not slow and not uncounted" --cov --cov-report=term:skip-covered --cov-fail-under=100
UNCOUNTED := $(PYTEST) --durations=10 -m "not slow and uncounted"
TIMED := sh tools/timed

play: $(READY)  ## play in the browser (in the terminal: .venv/bin/ludotheque play)
	@$(RUN)ludotheque serve --open $(ARGS)

quick: $(READY)  ## after every change: style and types, golden games, log, drawing, a game in a browser; a minute
	@sh tools/chromium
	@$(RUN)python tools/prepare.py
	@$(RUN)python tools/quick.py

test: $(READY)  ## all tests that take minutes at most
	@$(TIMED) "  PostgreSQL, Node, Chromium" sh -c 'sh tools/postgres && sh tools/node && sh tools/chromium'
	@$(TIMED) "  compiling rules and bots" $(RUN)python tools/prepare.py
	@$(if $(ARGS),:,$(TIMED) "  scripts" node --test --test-reporter=dot tests/js/*.test.js)
	@$(if $(ARGS),$(PYTEST) -m "not slow" $(ARGS),status=0; $(TIMED) "  tests, lines counted" $(COUNTED) || status=$$?; $(TIMED) "  tests, not counted" $(UNCOUNTED) || status=$$?; exit $$status)

check: $(READY)  ## style, types, scripts, rooms, dependencies, translations
	@$(TIMED) "  style" sh -c '$(RUN)ruff check . && $(RUN)ruff format --check .'
	@$(TIMED) "  types" $(RUN)python -m tools.typed_games
	@$(TIMED) "  scripts" sh tools/scripts
	@$(TIMED) "  rooms, names, dependencies, words" sh -c '$(RUN)lint-imports && $(RUN)python -m tools.names && $(RUN)deptry src && $(RUN)python -m tools.words --check'

slow: $(READY)  ## the long tests: a million steps per setup against the reference, the great audit, two Ray nodes
	@sh tools/postgres && sh tools/node && sh tools/chromium
	@$(SETUP) --extra ray --extra bench || echo "Ray and OpenSpiel cannot be installed here: their tests are skipped." >&2
	@$(RUN)python tools/prepare.py
	@$(PYTEST) -m slow $(ARGS)
	@$(PYTEST) -m "hypothesis and not slow" --hypothesis-profile=new $(ARGS)

bench: $(READY)  ## speed against peers, as ratios of one run
	@$(SETUP) --extra bench
	@$(RUN)python tools/prepare.py
	@$(RUN)python -m bench.run $(ARGS)

words: $(READY)  ## extract what is said, update the catalogues of all languages and compile them
	@$(RUN)python -m tools.words $(ARGS)

wire: $(READY)  ## write the declarations of the server's messages for the scripts
	@$(RUN)python tools/wire.py

docs: $(READY)  ## the docs site in build/site; a link that leads nowhere ends it
	@$(RUN)python -m tools.site

pictures: $(READY)  ## draw docs/pictures anew, and contact sheets into build/contact_sheets
	@$(RUN)python -m tools.doc_pictures
	@$(RUN)python -m tools.game_pages
	@$(RUN)python tools/contact_sheet.py $(ARGS)

screenshots: $(READY)  ## every page, phase, light and size as pictures in build/screenshots
	@sh tools/chromium
	@$(RUN)python tools/prepare.py
	@$(RUN)python -m tools.screenshots $(ARGS)

ladder: $(READY)  ## every level against the one below; goes on where it stopped, 18 minutes at a time
	@$(RUN)python tools/prepare.py
	@$(RUN)python -m bench.ladder --write $(ARGS)

parity: $(READY)  ## interpreted = compiled = GPU, byte for byte (needs an NVIDIA GPU)
	@$(SETUP) --extra gpu
	@$(RUN)python -m bench.parity $(ARGS)

.venv/ready: pyproject.toml uv.lock tools/setup
	@$(TIMED) "  set-up" $(SETUP)

%.mo: %.po | .venv/ready
	@$(RUN)python hatch_build.py

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
