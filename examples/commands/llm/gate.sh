#!/bin/sh
# The gate of this project: no secret in what is committed, and the fake says what the cassettes say.
set -eu
cd "$(dirname "$0")"
understudy scan .
understudy check
