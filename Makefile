# Everything a person needs of this tree. `make` alone prints the list.

# Debian 13 installs its Swift here, and makes no /usr/bin/swift unless asked to.
SWIFT ?= $(shell command -v swift || echo /usr/libexec/swift/bin/swift)
PREFIX ?= /usr/local
HUD := .build/release/hud

# The same flags everywhere, so that building and testing share their objects. For a processor that is known, add its
# name: make build FLAGS+=-Xcc FLAGS+=-march=x86-64-v3 (any PC since 2015: half the time for pixels), or
# FLAGS+=-Xcc FLAGS+=-mcpu=cortex-a72; make bench BENCH=--v3 then holds the numbers to the bars for such a build.
FLAGS := --configuration release --explicit-target-dependency-import-check error -Xswiftc -warnings-as-errors -Xcc -Wall -Xcc -Wextra -Xcc -Werror
SWIFT_SOURCES := Package.swift Sources Tests Benchmarks Examples
SCRIPTS := $(shell find deploy docs .ci Tests Benchmarks -name .build -prune -o -type f \( -name '*.sh' -o -path .ci/run \) -print)

.PHONY: help
help: ## this list
	@sed -n 's/^\([a-z0-9]*\):.*## /\1\t/p' Makefile | while IFS='	' read -r name text; do \
		printf '  make %-10s %s\n' "$$name" "$$text"; done

.PHONY: run
run: build ## build, and show "Tagged" on this machine's display, or render it where there is none
	@status=0; $(HUD) show Tagged || status=$$?; \
	case $$status in \
	0) ;; \
	69|75|77) mkdir -p out && $(HUD) render Tagged -o out/tagged.png && \
		echo "Nothing could be shown here, so the picture is in out/tagged.png" ;; \
	*) exit $$status ;; \
	esac

.PHONY: build
build: ## the release program, .build/release/hud
	@deploy/install-dependencies.sh build
	$(SWIFT) build $(FLAGS)

.PHONY: test
test: ## lint, build, and run all tests, those in virtual kiosks too
	@deploy/install-dependencies.sh test
	@$(MAKE) --no-print-directory lint
	$(SWIFT) build $(FLAGS)
	deploy/check-binary.sh --self-test
	deploy/check-binary.sh $(HUD)
	@if command -v docc >/dev/null; then $(MAKE) --no-print-directory docs; \
	else echo "test: no docc here, documentation not built"; fi
	$(SWIFT) build --build-tests --disable-xctest $(FLAGS)
	Tests/run.sh .build/release/KioskHUDPackageTests.xctest
	Tests/Fuzz/run.sh

.PHONY: soak
soak: ## the tests that take long as well
	@HUD_SOAK=1 $(MAKE) --no-print-directory test

.PHONY: lint
lint: ## what the style of sources and scripts forbids
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_SOURCES)
	@if command -v shellcheck >/dev/null; then shellcheck $(SCRIPTS) && echo "shellcheck: $(words $(SCRIPTS)) scripts"; \
	else echo "lint: no shellcheck here, scripts not looked at"; fi

.PHONY: format
format: ## lay out the sources as lint wants them
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_SOURCES)

.PHONY: kiosk
kiosk: ## a virtual kiosk to play with, `hud` on its PATH
	@deploy/install-dependencies.sh kiosk
	$(SWIFT) build $(FLAGS)
	Tests/Kiosk/play.sh $(HUD)

.PHONY: debian13
debian13: ## build and test with Debian 13's own Swift, in a root of its own
	@deploy/debian13.sh

.PHONY: deb
deb: ## a Debian package in out/, for the release that this machine runs
	@deploy/install-dependencies.sh build deb
	$(SWIFT) build $(FLAGS) --product hud
	@deploy/deb.sh

# Needs a release build.
.PHONY: docs
docs: ## the library's documentation, out/docs
	@deploy/docs.sh $(shell command -v $(SWIFT)) out/docs

.PHONY: bench
bench: ## pixels beside pixman and cairo, a cold start beside a C program
	@deploy/install-dependencies.sh bench
	$(SWIFT) build $(FLAGS)
	$(SWIFT) build --package-path Benchmarks $(FLAGS)
	Benchmarks/.build/release/pixels $(BENCH)
	Benchmarks/ColdStart/run.sh

# Builds nothing: `sudo make install` must not leave root's files in .build.
.PHONY: install
install: ## copy what `make build` built below PREFIX (/usr/local), DESTDIR before it
	@test -x $(HUD) || { echo "install: nothing is built yet; make build" >&2; exit 1; }
	install -D -m 755 $(HUD) $(DESTDIR)$(PREFIX)/bin/hud
	install -d $(DESTDIR)$(PREFIX)/share/kiosk-hud/themes
	install -m 644 Themes/*.ini $(DESTDIR)$(PREFIX)/share/kiosk-hud/themes
	install -D -m 644 deploy/kiosk-hud.conf $(DESTDIR)$(PREFIX)/lib/tmpfiles.d/kiosk-hud.conf
	@test -n "$(DESTDIR)" || ! command -v systemd-tmpfiles >/dev/null || \
		systemd-tmpfiles --create $(PREFIX)/lib/tmpfiles.d/kiosk-hud.conf || \
		echo "install: /run/kiosk-hud is not made yet; it will be when the machine starts"

.PHONY: clean
clean: ## remove all that was built
	rm -rf .build Benchmarks/.build Tests/Fuzz/.build out
