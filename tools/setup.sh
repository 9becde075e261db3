# Sourced by ./dev: makes the machine ready. Everything here is idempotent and costs next to nothing when there
# is nothing to do.
# shellcheck shell=bash

NODE_NEEDED="20.19.0"
NODE_PINNED="20.19.5"
CACHE="$ROOT/.cache"

note() { printf '%s\n' "dev: $*" >&2; }
die() { note "$*"; exit 1; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; return; fi
    command -v sudo >/dev/null || die "this needs root or sudo; as root, run: $*"
    sudo "$@"
}

# packages_of SECTION...: the names listed under those sections of packages.txt.
packages_of() {
    local section
    for section in "$@"; do
        awk -v want="[$section]" '/^\[/ { on = ($1 == want); next } on && $1 != "" && $1 !~ /^#/ { print $1 }' \
            "$ROOT/tools/packages.txt"
    done
}

# ensure_packages SECTION...: installs what is missing of them.
ensure_packages() {
    local wanted missing
    mapfile -t wanted < <(packages_of "$@")
    mapfile -t missing < <(
        comm -23 <(printf '%s\n' "${wanted[@]}" | sort -u) \
            <(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null |
                awk '$1 == "installed" { print $2 }' | sort -u)
    )
    [ "${#missing[@]}" -eq 0 ] && return
    note "installing ${#missing[@]} Debian packages: ${missing[*]}"
    local log="$CACHE/apt.log"
    mkdir -p "$CACHE"
    { as_root apt-get update && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"; } \
        >"$log" 2>&1 || { tail -n 20 "$log" >&2; die "installing packages failed; the whole log is $log"; }
    note "installed ${#missing[@]} Debian packages"
}

# version_at_least HAVE NEED
version_at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# ensure_node: sets NODE_BIN, a folder with a node of at least NODE_NEEDED, and puts it on the PATH.
ensure_node() {
    local have
    have=$(node --version 2>/dev/null | tr -d v) || true
    if [ -n "$have" ] && version_at_least "$have" "$NODE_NEEDED"; then return; fi
    local place="$CACHE/node-$NODE_PINNED"
    if [ ! -x "$place/node_modules/node/bin/node" ]; then
        command -v npm >/dev/null || { note "installing Debian's nodejs and npm to fetch Node $NODE_PINNED"
            as_root apt-get update >/dev/null
            as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends nodejs npm >"$CACHE/apt-node.log" 2>&1 ||
                die "installing nodejs and npm failed; the log is $CACHE/apt-node.log"; }
        note "installing Node $NODE_PINNED (npm package node)"
        mkdir -p "$place"
        npm install --prefix "$place" --no-save --no-audit --no-fund "node@$NODE_PINNED" >"$CACHE/node.log" 2>&1 ||
            die "installing Node failed; the log is $CACHE/node.log"
    fi
    export PATH="$place/node_modules/node/bin:$PATH"
}

# ensure_npm FOLDER [some-optional]: node_modules as its lock file says.
ensure_npm() {
    ensure_node
    local stamp="$1/node_modules/.installed"
    [ -f "$stamp" ] && cmp -s "$1/package-lock.json" "$stamp" && return
    note "installing npm packages of ${1#"$ROOT"/}"
    # `npm ci` refuses a lock file without the optional packages of other platforms; `install --no-save` takes the
    # pinned versions from it all the same, and writes nothing.
    local how=(ci)
    [ "${2:-}" = some-optional ] && how=(install --no-save)
    (cd "$1" && npm "${how[@]}" --no-audit --no-fund --ignore-scripts >"$CACHE/npm.log" 2>&1) ||
        die "npm ${how[0]} failed in ${1#"$ROOT"/}; the log is $CACHE/npm.log"
    cp "$1/package-lock.json" "$stamp"
}

# ensure_python: a virtual environment with the pinned judges; sets PYTHON.
ensure_python() {
    local place="$CACHE/venv" pinned="$ROOT/tools/requirements.txt"
    PYTHON="$place/bin/python"
    export PYTHON
    [ -f "$place/.installed" ] && cmp -s "$pinned" "$place/.installed" && return
    note "making the Python environment"
    rm -rf "$place"
    mkdir -p "$CACHE"
    /usr/bin/python3 -m venv "$place" || die "python3 -m venv failed"
    "$place/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$pinned" >"$CACHE/pip.log" 2>&1 ||
        { tail -n 20 "$CACHE/pip.log" >&2; die "pip install failed; the log is $CACHE/pip.log"; }
    cp "$pinned" "$place/.installed"
}

# ensure_mitmproxy: the judge of recordings, in an environment of its own. Where it cannot be had, what it judges is
# skipped and says so.
ensure_mitmproxy() {
    local place="$CACHE/mitmproxy" pinned="$ROOT/tests/proxy/requirements.txt"
    [ -f "$place/.installed" ] && cmp -s "$pinned" "$place/.installed" && return
    note "making the environment of mitmproxy"
    rm -rf "$place"
    mkdir -p "$CACHE"
    if /usr/bin/python3 -m venv "$place" &&
        "$place/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$pinned" >"$CACHE/mitmproxy.log" 2>&1; then
        cp "$pinned" "$place/.installed"
    else
        note "mitmproxy cannot be had; the log is $CACHE/mitmproxy.log"
        rm -rf "$place"
    fi
}
