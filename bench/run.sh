# Sourced by ./dev: measures one topic.
# shellcheck shell=bash

STRIPE_MOCK_PINNED="v0.203.0"
GITLEAKS_PINNED="v8.30.1"

# bench TOPIC [--quick]
bench() {
    local topic=${1:-}
    case "$topic" in
        core | http | worlds | lint | commands | cassettes | sdk) ;;
        "") die "bench needs a topic: core, http, worlds, lint, commands, cassettes, sdk" ;;
        *) die "no such topic: $topic (core, http, worlds, lint, commands, cassettes, sdk)" ;;
    esac
    shift
    ensure_python
    "prepare_$topic" "$@"
    mkdir -p build
    cmake --preset release >build/release.configure.log 2>&1 || { cat build/release.configure.log >&2; die "cmake failed"; }
    build release "${TARGETS[@]}"
    "$PYTHON" "bench/$topic/run.py" --build build/release "${EXTRA[@]}" "$@"
}

# What a topic needs. Sets TARGETS, what is to be built, and EXTRA, further arguments of its program.
prepare_core() {
    TARGETS=(understudy benches)
    EXTRA=()
    ensure_npm "$ROOT/bench/core"
}

# The other servers are for the full run only; one that cannot be had is reported as such and holds up nothing.
prepare_http() {
    ensure_nginx
    TARGETS=(understudy)
    EXTRA=(--nginx "$NGINX")
    [[ " $* " == *" --quick "* ]] && return
    command -v java >/dev/null || (ensure_packages bench-peers) || note "there is no Java: its servers are left out"
    ensure_node
    (ensure_npm "$ROOT/bench/http") || note "the servers from npm are left out"
    ensure_go_program stripe-mock github.com/stripe/stripe-mock "$STRIPE_MOCK_PINNED"
    EXTRA+=(--stripe-mock "$PROGRAM")
}

prepare_worlds() {
    ensure_nginx
    TARGETS=(understudy world_bench)
    EXTRA=(--nginx "$NGINX")
    [[ " $* " == *" --quick "* ]] && return
    ensure_node
    (ensure_npm "$ROOT/bench/http") || note "mountebank and Prism are left out"
    ensure_go_program stripe-mock github.com/stripe/stripe-mock "$STRIPE_MOCK_PINNED"
    EXTRA+=(--stripe-mock "$PROGRAM")
}

prepare_lint() {
    TARGETS=(understudy scan_raw_bench noop)
    EXTRA=()
    [[ " $* " == *" --quick "* ]] && return
    command -v rg >/dev/null || (ensure_packages bench-lint) || note "ripgrep is left out"
    ensure_go_program gitleaks github.com/zricethezav/gitleaks/v8 "$GITLEAKS_PINNED"
    EXTRA=(--gitleaks "$PROGRAM")
}

prepare_commands() {
    TARGETS=(understudy noop)
    EXTRA=()
}

prepare_cassettes() {
    ensure_nginx
    TARGETS=(understudy)
    EXTRA=(--nginx "$NGINX")
}

prepare_sdk() {
    TARGETS=(understudy)
    EXTRA=()
    ensure_npm "$ROOT/sdk" some-optional
}

# ensure_nginx: sets NGINX, a binary. The Debian package would start a service on port 80, so where nginx is not
# installed already its package is only taken apart.
ensure_nginx() {
    NGINX=$(command -v nginx || true)
    [ -n "$NGINX" ] || [ ! -x /usr/sbin/nginx ] || NGINX=/usr/sbin/nginx
    [ -n "$NGINX" ] && return
    local place="$CACHE/unpacked"
    NGINX="$place/usr/sbin/nginx"
    [ -x "$NGINX" ] && return
    note "unpacking nginx, without installing it"
    mkdir -p "$place"
    local names
    mapfile -t names < <(packages_of bench-unpacked)
    {
        as_root apt-get update &&
            (cd "$place" && apt-get download "${names[@]}" && for file in ./*.deb; do dpkg-deb -x "$file" . || exit 1; done)
    } >"$CACHE/unpacked.log" 2>&1 || die "unpacking nginx failed; the log is $CACHE/unpacked.log"
    [ -x "$NGINX" ] || die "there is no nginx in its package; the log is $CACHE/unpacked.log"
}

# ensure_go_program NAME PACKAGE VERSION: sets PROGRAM, a binary, or nothing where it cannot be built.
ensure_go_program() {
    local name=$1 package=$2 version=$3
    local place="$CACHE/$name-$version"
    PROGRAM="$place/$name"
    [ -x "$PROGRAM" ] && return
    PROGRAM=""
    command -v go >/dev/null || { note "there is no Go: $name is left out"; return; }
    note "building $name $version"
    if GOBIN="$place" go install "$package@$version" >"$CACHE/$name.log" 2>&1; then
        PROGRAM="$place/$name"
    else
        note "building $name failed, it is left out; the log is $CACHE/$name.log"
    fi
}
