# What a person needs: make run, make test. Everything else is a part of these or for developers.

SWIFT ?= swift
STRIP ?= strip
# The Swift runtime goes into the programs, so that they need no Swift where they run.
RELEASE = --configuration release --static-swift-stdlib $(OPTIMISATION) $(LINKER)
BIN := .build/release
# A quarter of what a touch frame cost beyond the C program's was the question whether two parts of one thread change a
# variable at once. Debug builds, and so all unit tests, ask it. Modules see into each other, as in a program of one.
# A section for each function, so that the linker can leave out what is not called, and lay together what is the same.
OPTIMISATION = -Xswiftc -enforce-exclusivity=unchecked -Xswiftc -cross-module-optimization \
  -Xswiftc -Xfrontend -Xswiftc -function-sections $(ANYWHERE)
# What is built is the same wherever it is built: without paths, a note of what the compiler was told (which has them), and
# an identity that is made of all that is stripped.
ANYWHERE = -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xlinker --build-id=none \
  -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=.
# Half of a start is the dynamic linker's work. Less of it: no symbols for others to look up, addresses
# that are packed (glibc 2.36), the C++ library and libgcc, which only the Swift runtime uses, as archives, and no folder
# (SwiftPM's is the program's own) in which each library is looked for first.
# What a start executes lies together, of 5 MB.
LINKER = --disable-local-rpath -Xswiftc -use-ld=lld -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
  -Xlinker --no-export-dynamic -Xlinker --as-needed -Xlinker --icf=all \
  -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -L$(CURDIR)/$(ARCHIVES) \
  -Xlinker --symbol-ordering-file=$(CURDIR)/$(ORDER) -Xlinker --no-warn-symbol-ordering
ORDER := Sources/link-order.txt
ARCHIVES := .build/archives

# Where things are installed. systemd, udev and the bus look for what is theirs below /usr only.
prefix ?= /usr
bindir ?= $(prefix)/bin
unitdir ?= /usr/lib/systemd/system
userunitdir ?= /usr/lib/systemd/user
sysusersdir ?= /usr/lib/sysusers.d
catalogdir ?= /usr/lib/systemd/catalog
udevdir ?= /usr/lib/udev
dbusdir ?= /usr/share/dbus-1/system.d
configdir ?= /usr/lib/swiped
datadir ?= $(prefix)/share
mandir ?= $(datadir)/man
docdir ?= $(datadir)/doc/swiped
bashdir ?= $(datadir)/bash-completion/completions
zshdir ?= $(datadir)/zsh/site-functions
fishdir ?= $(datadir)/fish/vendor_completions.d
INSTALLED = $(bindir)/swiped $(bindir)/swipectl $(udevdir)/haptic-touchpad-id $(udevdir)/rules.d/70-swiped.rules \
  $(unitdir)/swiped.service $(catalogdir)/swiped.catalog $(sysusersdir)/swiped.conf \
  $(dbusdir)/org.swiped.Swiped1.conf $(configdir)/swiped.yaml \
  $(mandir)/man8/swiped.8 $(mandir)/man1/swipectl*.1 $(mandir)/man5/swiped.yaml.5 $(mandir)/man5/swipes.yaml.5 \
  $(mandir)/man5/org.swiped.Swiped1.5 $(bashdir)/swiped $(bashdir)/swipectl $(zshdir)/_swiped $(zshdir)/_swipectl \
  $(fishdir)/swiped.fish $(fishdir)/swipectl.fish $(addprefix $(userunitdir)/,$(notdir $(USER_UNITS)))
USER_UNITS := $(wildcard systemd/user/*.service)

DEB := .build/deb
# Swift comes from wherever it is here, which no package of Debian's stands for before its own swiftlang is 6.2.
DEB_PROFILES := pkg.swiped.toolchain
DEB_ENVIRONMENT = DEB_BUILD_PROFILES=$(DEB_PROFILES) DEB_RULES_REQUIRES_ROOT=no DEB_BUILD_OPTIONS=noautodbgsym \
  SOURCE_DATE_EPOCH=$$(dpkg-parsechangelog -S Timestamp) DEB_DESTINATION=$(CURDIR)/$(DEB)

# Both stand in one place each.
VERSION := $(shell sed -n 's/.*swipedVersion = "\(.*\)"/\1/p' Sources/SwipeConfig/Version.swift)
DATE := $(shell sed -n 's/^\#\# .* (\(.*\))$$/\1/p' NEWS.md | head -n 1)
# Manual pages and completions, made anew with the programs.
MANUAL := $(BIN)/manual

# Debian's names of what the build needs, and of what the tests and the measurements need besides.
BUILD_PACKAGES := g++ libcairo2-dev libinput-dev libudev-dev libevdev-dev libseccomp-dev libsystemd-dev libyaml-dev libexpat1-dev libncurses-dev pkg-config
TEST_PACKAGES := tmux bsdextrautils fish fonts-dejavu-core imagemagick libgtk-4-dev man-db mandoc shellcheck valgrind xdotool xvfb zsh dbus-daemon dbus-user-session python3-dbus python3-gi util-linux $(shell sed 's/\#.*//' Tests/VirtualLaptop/packages)
BENCH_PACKAGES := valgrind python3-minimal gnuplot-nox fonts-dejavu-core
PICTURE_PACKAGES := fonts-dejavu-core chromium
DEB_PACKAGES := build-essential debhelper dpkg-dev systemd udev
SHELL_SCRIPTS = $(shell grep -rIlE -m1 '^\#!.*(bash|/sh)' .ci Benchmarks Examples/*/try Tests)

# Root needs no sudo, and a machine that is only used by root has none.
AS_ROOT := $(if $(filter 0,$(shell id -u)),,sudo)

# Installs those of the packages named that are missing; elsewhere than on Debian it can only say so.
define need
@missing=; for package in $(1); do \
  dpkg-query -W -f '$${db:Status-Status}\n' $$package 2>/dev/null | grep -qx installed \
    || missing="$$missing $$package"; \
done; \
if [ -n "$$missing" ]; then \
  if ! command -v apt-get >/dev/null; then \
    echo "not installed, and no apt-get here to install it (names as in Debian):$$missing" >&2; \
  else \
    echo "installing$$missing"; \
    $(AS_ROOT) apt-get update -qq && \
      $(AS_ROOT) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
  fi; \
fi
endef

.PHONY: help run build programs install uninstall deb matrix release test lint format bench order pads pictures clean packages test-packages soak faults mutation fuzz coverage sanitize manual

help:
	@echo 'make run         build swiped and run it: on your touchpad, or playing recordings without one'
	@echo 'make test        run all tests, those in the virtual laptop included'
	@echo 'make build       build swiped and swipectl into $(BIN)'
	@echo 'make install     install what was built, and the service; as root'
	@echo 'make uninstall   remove what was installed'
	@echo 'make deb         a Debian package of what was built, in $(DEB)'
	@echo 'make matrix      the package and all scenarios on bookworm, trixie and sid; as root'
	@echo 'make release     source archive, package, checksums and bill of materials'
	@echo 'make soak        a simulated year of swipes, and a thousand plugs and reloads of the service'
	@echo 'make faults      let each of the system calls fail once'
	@echo 'make mutation    change the engine in every place, and see whether its tests notice'
	@echo 'make fuzz        feed what comes from outside with anything, SECONDS=60 each'
	@echo 'make coverage    how many lines of the libraries the tests execute'
	@echo 'make sanitize    the unit tests, watched for faults of memory and of threads'
	@echo 'make lint        check the style of the code; make format mends what it can'
	@echo 'make bench       measure, and print the figures of docs/performance.md'
	@echo 'make order       find anew what of the programs is to lie together'
	@echo 'make pads        what a three-finger swipe gives on each of the recorded touchpads'
	@echo 'make pictures    draw the pictures of the README anew, into docs/images'
	@echo 'make clean       remove what was built'

# On a terminal with the row that follows the fingers; elsewhere in lines.
run: build
	@screen=$$(test -t 0 && test -t 1 && test "$${TERM:-dumb}" != dumb || echo --plain); \
	if grep -qs . /run/udev/data/c13:* && $(AS_ROOT) $(BIN)/swiped --list-devices | grep -q '^/dev/'; then \
	  exec $(AS_ROOT) $(BIN)/swipectl feel $$screen; \
	else \
	  exec $(BIN)/swipectl feel $$screen; \
	fi

build: packages programs

# Where what they need has been seen to already, as in the building of a package.
programs:
	@mkdir -p $(ARCHIVES) && ln -sf "$$($(CC) -print-file-name=libstdc++.a)" $(ARCHIVES)/
	@# SwiftPM does not know of it.
	@if [ $(ORDER) -nt $(BIN)/swiped ]; then rm -f $(BIN)/swiped $(BIN)/swipectl; fi
	$(SWIFT) build $(RELEASE)
	@$(MAKE) --no-print-directory manual

# What the programs in $(BIN) say of themselves, and udev's name for one of them.
manual:
	ln -sf swiped $(BIN)/haptic-touchpad-id
	rm -rf $(MANUAL)
	$(BIN)/swiped-manual $(DATE) docs $(MANUAL)

# Not after `build`, which is no work for root. What is installed runs without Swift.
install:
	@test -x $(BIN)/swiped || { echo 'nothing is built yet: make build' >&2; exit 1; }
	install -D -m 755 -t '$(DESTDIR)$(bindir)' $(BIN)/swiped $(BIN)/swipectl
	$(STRIP) '$(DESTDIR)$(bindir)/swiped' '$(DESTDIR)$(bindir)/swipectl'
	install -d '$(DESTDIR)$(udevdir)'
	ln -sfr '$(DESTDIR)$(bindir)/swiped' '$(DESTDIR)$(udevdir)/haptic-touchpad-id'
	install -D -m 644 -t '$(DESTDIR)$(udevdir)/rules.d' systemd/70-swiped.rules
	install -D -m 644 -t '$(DESTDIR)$(dbusdir)' systemd/org.swiped.Swiped1.conf
	install -D -m 644 -t '$(DESTDIR)$(configdir)' config/swiped.yaml
	install -D -m 644 -t '$(DESTDIR)$(catalogdir)' systemd/swiped.catalog
	install -D -m 644 systemd/swiped.sysusers '$(DESTDIR)$(sysusersdir)/swiped.conf'
	install -d '$(DESTDIR)$(unitdir)'
	sed 's|/usr/bin/swiped|$(bindir)/swiped|' systemd/swiped.service >'$(DESTDIR)$(unitdir)/swiped.service'
	chmod 644 '$(DESTDIR)$(unitdir)/swiped.service'
	$(foreach unit,$(USER_UNITS),$(call install_user_unit,$(unit),$(userunitdir)/$(notdir $(unit))))
	cd $(MANUAL)/man && find . -name '*.[0-9]' -exec install -D -m 644 {} '$(DESTDIR)$(mandir)/{}' \;
	install -D -m 644 -t '$(DESTDIR)$(bashdir)' $(MANUAL)/bash-completion/completions/*
	install -D -m 644 -t '$(DESTDIR)$(zshdir)' $(MANUAL)/zsh/vendor-completions/*
	install -D -m 644 -t '$(DESTDIR)$(fishdir)' $(MANUAL)/fish/vendor_completions.d/*
	install -D -m 644 -t '$(DESTDIR)$(datadir)/swiped/recordings' Recordings/*.jsonl
	install -D -m 644 -t '$(DESTDIR)$(docdir)' README.md NEWS.md LICENSE
	install -D -m 644 -t '$(DESTDIR)$(docdir)/docs' docs/*.md
	install -D -m 644 -t '$(DESTDIR)$(docdir)/docs/pads' docs/pads/*.md
	$(if $(DESTDIR),,$(take_up))

define install_user_unit
install -d '$(DESTDIR)$(userunitdir)'
	sed 's|/usr/bin/swipectl|$(bindir)/swipectl|' $(1) >'$(DESTDIR)$(2)'
	chmod 644 '$(DESTDIR)$(2)'

endef

# Packagers set DESTDIR, and do this on the machine where the package is installed: the user first, who is named
# in the bus's policy and in the rules, which then are applied to the touchpads that are there.
define take_up
systemd-sysusers swiped.conf
	systemctl daemon-reload
	journalctl --update-catalog
	busctl call org.freedesktop.DBus / org.freedesktop.DBus ReloadConfig || true
	udevadm control --reload
	udevadm trigger --settle --subsystem-match=input --subsystem-match=hidraw
	@echo 'now: systemctl enable --now swiped; and as the user whose swipes they are: systemctl --user enable --now swiped-agent'
endef

uninstall:
	$(if $(DESTDIR),,-systemctl disable --now swiped.service)
	$(if $(DESTDIR),,-setfacl -x g:swiped /dev/input/event* /dev/hidraw* 2>/dev/null)
	rm -f $(addprefix $(DESTDIR),$(INSTALLED))
	rm -rf '$(DESTDIR)$(datadir)/swiped' '$(DESTDIR)$(docdir)'
	-rmdir '$(DESTDIR)$(configdir)'
	$(if $(DESTDIR),,-systemctl daemon-reload; journalctl --update-catalog; udevadm control --reload)

test: build test-packages
	Tests/run

# A year of random fingers in virtual time, and a thousand plugs and reloads of the service.
soak: build test-packages
	SWIPED_PROGRAMS=$(CURDIR)/$(BIN) Tests/Soak/run
	SWIPED_PROGRAMS=$(CURDIR)/$(BIN) Tests/ServiceLab/run

faults: build test-packages
	SWIPED_PROGRAMS=$(CURDIR)/$(BIN) Tests/Faults/run

mutation: packages
	Tests/Mutation/run

SECONDS ?= 60
fuzz: build test-packages
	SWIPED_PROGRAMS=$(CURDIR)/$(BIN) Tests/Fuzz/run $(SECONDS)

coverage: packages test-packages
	Tests/coverage

# The unit tests with the compiler's own watchers of memory and of threads. What a global refers to counts as leaked where
# Swift keeps something else in the unused bits of the reference.
sanitize: packages test-packages
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --disable-xctest --sanitize=address --scratch-path .build/address
	TSAN_OPTIONS=exitcode=66 $(SWIFT) test --disable-xctest --sanitize=thread --scratch-path .build/thread

# The package for this machine's release of Debian, in $(DEB). What is built already is taken as it is.
deb: build
	$(call need,$(DEB_PACKAGES))
	dpkg-checkbuilddeps -P$(DEB_PROFILES)
	@mkdir -p $(DEB) && rm -f $(DEB)/*.deb
	$(DEB_ENVIRONMENT) debian/rules binary
	$(DEB_ENVIRONMENT) debian/rules clean
	@ls -l $(DEB)/*.deb

# Roots of three releases, made once, are kept in ~/.cache/swiped-roots.
matrix: deb test-packages
	$(call need,debootstrap)
	Tests/Packages/run bookworm trixie sid
	Tests/Packages/matrix bookworm trixie sid

release: build
	$(call need,$(DEB_PACKAGES))
	.ci/release

lint:
	$(call need,shellcheck)
	$(SWIFT) format lint --strict --parallel --recursive Examples Package.swift Sources Tests
	shellcheck $(SHELL_SCRIPTS)
	shellcheck --shell=sh Tests/VirtualLaptop/init Tests/VirtualLaptop/init-systemd

format:
	$(SWIFT) format --in-place --parallel --recursive Examples Package.swift Sources Tests

order: build test-packages
	Benchmarks/run order >$(ORDER).new
	mv $(ORDER).new $(ORDER)

bench: build test-packages
	$(call need,$(BENCH_PACKAGES))
	@mkdir -p docs/images
	bash -o pipefail -c 'Benchmarks/run | tee .build/figures.md'
	Benchmarks/plot docs/images/figures.png <.build/figures.md

pads: build test-packages
	SWIPED_PROGRAMS=$(CURDIR)/$(BIN) Tests/VirtualLaptop/laptop pads

# The recordings that are shipped, and how fast the ticks of a touchpad in the virtual laptop come.
pictures: build test-packages
	$(call need,$(PICTURE_PACKAGES))
	@mkdir -p docs/images
	$(BIN)/swipectl plot Recordings/back-out.jsonl -o docs/images/back-out.png
	$(BIN)/swipectl plot Recordings/commit.jsonl Recordings/back-out.jsonl Recordings/hover.jsonl -o docs/images/overlaid.png
	SWIPED_PROGRAMS=$(CURDIR)/$(BIN) Tests/VirtualLaptop/laptop exec --real-time -- \
	  Tests/RecordLab/latencies $(CURDIR)/$(BIN) >.build/latencies.jsonl
	$(BIN)/swipectl plot --latency .build/latencies.jsonl -o docs/images/latency.png
	for swipe in commit back-out hover two-stops drift flick; do \
	  $(BIN)/swipectl plot Recordings/$$swipe.jsonl -o docs/images/the-feel-$$swipe.png || exit 1; \
	done
	sed '1s/"name":"[^"]*"/"name":"The same hand, were there no hysteresis"/; 1s/}$$/,"config":{"hysteresis_mm":0}}/' \
	  Recordings/hover.jsonl >.build/no-hysteresis.jsonl
	$(BIN)/swipectl plot .build/no-hysteresis.jsonl -o docs/images/the-feel-no-hysteresis.png
	$(BIN)/swipectl report Recordings --title 'The shipped recordings' -o .build/report.html
	chromium --headless --no-sandbox --hide-scrollbars --window-size=900,1150 \
	  --screenshot=docs/images/report.png .build/report.html 2>/dev/null

clean:
	$(SWIFT) package clean

packages:
	@command -v $(SWIFT) >/dev/null || { \
	  echo 'swift is not installed: swiped needs Swift 6.2 or newer (https://swift.org/install)' >&2; exit 1; }
	$(call need,$(BUILD_PACKAGES))

test-packages:
	$(call need,$(TEST_PACKAGES))
