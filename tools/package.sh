# Sourced by ./dev: makes the Debian package, the tarball, the npm packages and the wheel of the Python SDK.
# shellcheck shell=bash

package() {
    local binary="$ROOT/build/release/bin/understudy"
    mkdir -p dist
    tools/make_shell_files.py --binary "$binary" --out build/release/shell
    (cd build/release && cpack -G "DEB;TGZ" >package.log 2>&1) || { cat build/release/package.log >&2; die "cpack failed"; }
    mv build/release/understudy-*.deb build/release/understudy-*.tar.gz dist/
    sdk/python/make_wheel.py --binary build/release/bin/understudy --out dist >/dev/null || die "the wheel was not made"
    package_npm "$binary"
    ls -1 dist
}

# package_npm BINARY: the platform package that carries it, the SDK and the plugins.
package_npm() {
    ensure_npm "$ROOT/sdk" some-optional
    node sdk/build.mjs || die "the SDK does not build"
    node sdk/pack.mjs "$1" dist || die "the npm packages were not made"
}
