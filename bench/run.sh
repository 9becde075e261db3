# Sourced by ./dev: measures one topic.
# shellcheck shell=bash

# bench TOPIC [--quick]
bench() {
    local topic=${1:-}
    case "$topic" in
        core) ;;
        "") die "bench needs a topic: core" ;;
        *) die "no such topic: $topic (core)" ;;
    esac
    shift
    ensure_python
    ensure_npm "$ROOT/bench/core"
    mkdir -p build
    cmake --preset release >build/release.configure.log 2>&1 || { cat build/release.configure.log >&2; die "cmake failed"; }
    build release understudy benches
    "$PYTHON" "bench/$topic/run.py" --build build/release "$@"
}
