# Sourced by ./dev: measures one topic.
# shellcheck shell=bash

STRIPE_MOCK_PINNED="v0.203.0"

# bench TOPIC [--quick]
bench() {
    local topic=${1:-}
    case "$topic" in
        core | http | worlds) ;;
        "") die "bench needs a topic: core, http, worlds" ;;
        *) die "no such topic: $topic (core, http, worlds)" ;;
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
    ensure_stripe_mock
    EXTRA+=(--stripe-mock "$STRIPE_MOCK")
}

prepare_worlds() {
    ensure_nginx
    TARGETS=(understudy world_bench)
    EXTRA=(--nginx "$NGINX")
    [[ " $* " == *" --quick "* ]] && return
    ensure_node
    (ensure_npm "$ROOT/bench/http") || note "mountebank is left out"
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

# ensure_stripe_mock: sets STRIPE_MOCK, a binary, or nothing where there is no Go to build it.
ensure_stripe_mock() {
    local place="$CACHE/stripe-mock-$STRIPE_MOCK_PINNED"
    STRIPE_MOCK="$place/stripe-mock"
    [ -x "$STRIPE_MOCK" ] && return
    STRIPE_MOCK=""
    command -v go >/dev/null || { note "there is no Go: stripe-mock is left out"; return; }
    note "building stripe-mock $STRIPE_MOCK_PINNED"
    if GOBIN="$place" go install "github.com/stripe/stripe-mock@$STRIPE_MOCK_PINNED" >"$CACHE/stripe-mock.log" 2>&1; then
        STRIPE_MOCK="$place/stripe-mock"
    else
        note "building stripe-mock failed, it is left out; the log is $CACHE/stripe-mock.log"
    fi
}
