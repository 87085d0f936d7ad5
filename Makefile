# The one door, for people and for CI alike. Every target sets up what it needs.
.PHONY: play test check slow bench parity words pictures ladder clean
SETUP := sh tools/setup
RUN := .venv/bin/

play: .venv/ready  ## play in the terminal
	@$(RUN)python tools/prepare.py
	@$(RUN)ludotheque play

test: .venv/ready  ## all tests that take minutes at most
	@sh tools/postgres
	@$(RUN)python tools/prepare.py
	@$(RUN)pytest -m "not slow" -n 2 --dist worksteal -q --cov --cov-report=term:skip-covered --cov-fail-under=100 $(ARGS)

check: .venv/ready  ## style, types, rooms, dependencies, translations
	@$(RUN)ruff check .
	@$(RUN)ruff format --check .
	@$(RUN)mypy
	@$(RUN)lint-imports
	@$(RUN)deptry src
	@$(RUN)python tools/words.py --check

slow: .venv/ready  ## the long tests: a million steps per setup against the reference, the great audit, two Ray nodes
	@$(SETUP) --extra ray --extra bench || echo "Ray and OpenSpiel cannot be installed here: their tests are skipped." >&2
	@$(RUN)python tools/prepare.py
	@$(RUN)pytest -m slow -n 2 --dist worksteal -q $(ARGS)

bench: .venv/ready  ## speed against peers, as ratios of one run
	@$(SETUP) --extra bench
	@$(RUN)python tools/prepare.py
	@$(RUN)python -m bench.run $(ARGS)

words: .venv/ready  ## extract what is said, update the catalogues of all languages and compile them
	@$(RUN)python tools/words.py $(ARGS)

pictures: .venv/ready  ## draw the contact sheets of docs/pictures anew
	@$(RUN)python tools/contact_sheet.py $(ARGS)

ladder: .venv/ready  ## every level against the one below; goes on where it stopped, 18 minutes at a time
	@$(RUN)python tools/prepare.py
	@$(RUN)python -m bench.ladder --write $(ARGS)

parity: .venv/ready  ## interpreted = compiled = GPU, byte for byte (needs an NVIDIA GPU)
	@$(SETUP) --extra gpu
	@$(RUN)python -m ludotheque.gpu.parity $(ARGS)

.venv/ready: pyproject.toml uv.lock tools/setup
	@$(SETUP)

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
