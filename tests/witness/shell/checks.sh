# The greeting is a whole talk that ends well.
set -eu
jq -se '
  map(select(.type != "beat")) as $talk
  | all(.[]; .talk | type == "string")
    and ($talk | map(.talk) | unique | length == 1)
    and ($talk | first.type == "open")
    and ($talk | last | .type == "close" and .mood == "glad" and (.whole | type == "string"))
    and ($talk[1:-1] | all(.type == "say" and (.part | type == "string")))
    and (($talk[1:-1] | map(.part) | add) == ($talk | last.whole))
' "$(dirname "$0")/fixtures/greeting.jsonl" >/dev/null
