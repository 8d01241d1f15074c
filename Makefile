# What needs only Go, make and git. `make demo` and `make test` set up what they
# need by themselves.

GO       ?= go
FUZZTIME ?= 30s
ROUNDS   ?= 3
TOOL     := $(CURDIR)/bin/retryvet

# Modules of their own, which ./... in the root leaves out. Those below testdata
# are not listed: the tests that need them run them. internal/bench/closure is
# only there to be measured.
NESTED := examples internal/report/schematest internal/sharedcache golangci

# What a release is made for, and which it is.
PLATFORMS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
VERSION   ?= $(shell git describe --tags --always --dirty)
EPOCH     ?= $(shell git log -1 --format=%ct)
RELEASED  := github.com/retryvet/retryvet/internal/driver.released

.PHONY: all build demo test vet format bench bench-scale fuzz soak install release clean
all: build

build:
	$(GO) build -o "$(TOOL)" ./cmd/retryvet

# Findings are what the demo is for: only a run that could not analyze fails.
demo: build
	@cd examples && { "$(TOOL)" ./...; status=$$?; \
	if [ $$status -gt 1 ]; then exit $$status; fi; }

test: format vet
	$(GO) test ./...
	@set -e; for module in $(NESTED); do \
		echo "(cd $$module && $(GO) test ./...)"; (cd $$module && $(GO) test ./...); \
	done

vet:
	$(GO) vet ./...
	@set -e; for module in $(NESTED); do \
		echo "(cd $$module && $(GO) vet ./...)"; (cd $$module && $(GO) vet ./...); \
	done

# Test data may be badly formatted on purpose.
format:
	@gofmt="$$($(GO) env GOROOT)/bin/gofmt"; \
	bad=$$(find . -name '*.go' -not -path '*/testdata/*' -exec "$$gofmt" -l {} +) || exit 1; \
	if [ -n "$$bad" ]; then echo "not formatted as gofmt does:"; echo "$$bad"; exit 1; fi

# CPU time beside go vet and an empty vettool, and how long an editor waits after
# a save in a module of 300 packages; some minutes on two cores.
bench:
	$(GO) run ./internal/bench -rounds $(ROUNDS)
	$(GO) test ./cmd/retryvet -run '^$$' -bench EditorSave -benchtime 20x

# How CPU time and memory grow with the code, over generated modules.
bench-scale:
	$(GO) run ./internal/bench -scale

# Each fuzz target in turn, since `go test -fuzz` takes one at a time.
fuzz:
	@set -e; for file in $$(grep -rl '^func Fuzz' --include='*_test.go' \
			--exclude-dir=testdata $(NESTED:%=--exclude-dir=%) .); do \
		for target in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' $$file); do \
			echo "fuzzing $$target in $$(dirname $$file)"; \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x ./$$(dirname $$file); \
		done; \
	done

# All analyzers over the standard library, x/tools and 330 modules, which
# it downloads: an hour on two cores.
soak:
	$(GO) run ./internal/soak

install:
	$(GO) install ./cmd/retryvet

# Archives with the static binaries of a release, and their checksums, in dist.
# The same source and the same Go give the same bytes: no path, no time and no
# name of a builder is in them.
release:
	rm -rf dist
	@set -e; for platform in $(PLATFORMS); do \
		os=$${platform%/*} arch=$${platform#*/}; \
		folder=dist/retryvet_$(VERSION)_$${os}_$$arch; \
		exe=; [ $$os = windows ] && exe=.exe; \
		mkdir -p $$folder; cp LICENSE README.md CHANGELOG.md $$folder; \
		echo $$folder; \
		CGO_ENABLED=0 GOOS=$$os GOARCH=$$arch $(GO) build -trimpath -buildvcs=false \
			-ldflags='-s -w -X $(RELEASED)=$(VERSION)' -o $$folder/retryvet$$exe ./cmd/retryvet; \
		tar --sort=name --mtime=@$(EPOCH) --mode=u=rwX,go=rX --owner=0 --group=0 --numeric-owner \
			-C dist -cf - $${folder#dist/} | gzip -n >$$folder.tar.gz; \
		rm -rf $$folder; \
	done
	cd dist && sha256sum *.tar.gz >checksums.txt && cat checksums.txt

clean:
	rm -rf bin dist
