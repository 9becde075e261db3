# Sourced by ./dev: makes the Debian package and the tarball.
# shellcheck shell=bash

package() {
    mkdir -p dist
    (cd build/release && cpack -G "DEB;TGZ" >package.log 2>&1) || { cat build/release/package.log >&2; die "cpack failed"; }
    mv build/release/understudy-*.deb build/release/understudy-*.tar.gz dist/
    ls -1 dist
}
