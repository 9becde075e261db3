# There is a greeting.
set -eu
grep -q . "$(dirname "$0")/fixtures/greeting.jsonl"
