# Changes planted one by one into a stand-in: each is found, and by its right class. P12, P25: a refusal outranks all, and
# a stream is held to its kinds of events. That one fact got two sources is shown by channels.t, the same changes in a
# service over HTTP by target.t, behaviour.t and shape.t.
$ chmod +x bin/shop; PATH="$PWD/bin:$PATH" understudy record --plan plans/shop.yaml 2>&1 | tail -1
4 written, 0 agreed
$ PATH="$PWD/bin:$PATH" understudy verify | tail -1
4 cassettes: 4 agreed, 0 differed, 0 unknown
# A field is renamed.
$ sh plant.sh 's/"total"/"sum"/'
error: order: stdout /total is now called /sum, it seems (50 % sure) [drift.field_renamed] differed
# A value outside the set that was seen so far.
$ sh plant.sh 's/"state": "closed"/"state": "archived"/'
info: list: stdout /1/state has a value that no recording had there: "closed" -> "archived" [drift.enum_grown] differed
# A default flips.
$ sh plant.sh 's/"currency": "usd"/"currency": "eur"/'
warning: order: stdout /currency differs: "usd" -> "eur" [drift.value_changed] differed
# A call that worked is refused.
$ sh plant.sh 's/^  order) /  order) echo "no such command" >\&2; exit 2;; was) /'
error: order used to succeed and is refused now: exit_code 0 -> 2 [drift.now_refused] differed
error: order: stdout is gone: {"id":7,"total":12,"currency":"usd","items":[1,2,3]} -> nothing [drift.field_removed] differed
warning: order: stderr line 1 differs: "reading" -> "no such command" [drift.value_changed] differed
# The order of a list.
$ sh plant.sh 's/\[1, 2, 3\]/[3, 2, 1]/'
warning: order: stdout /items has the same members in another order [drift.order_changed] differed
# The code of an error, in its words and as its status.
$ sh plant.sh 's/no_such_order/order_missing/'
warning: missing: stdout /error differs: "no_such_order" -> "order_missing" [drift.value_changed] differed
$ sh plant.sh 's/exit 4/exit 5/'
error: missing ends otherwise: exit_code 4 -> 5 [drift.exit_changed] differed
# The events of a stream in another order, and one of a new kind.
$ sh plant.sh '/"type": "begin"/{h;d};/"type": "item"/{G}'
error: watch: stdout /0 is not the event that was expected: {"type":"begin"} -> nothing [drift.grammar_changed] differed
error: watch: stdout /1 is not the event that was expected: nothing -> {"type":"begin"} [drift.grammar_changed] differed
$ sh plant.sh 's/{"type": "end"}/{"type": "limit"}\n{"type": "end"}/'
error: watch: stdout /2 is not the event that was expected: nothing -> {"type":"limit"} [drift.grammar_changed] differed
# The words on standard error alone.
$ sh plant.sh 's/reading/looking/'
info: order: only standard error differs, stderr line 1: "reading" -> "looking" [drift.stderr_only] differed
# A key that was not always there: no harm by its shape.
$ sed -i 's/, "note": "x"//' bin/shop; PATH="$PWD/bin:$PATH" understudy verify --shape | grep 'shape_'
? 1
cassettes/shop/list.yaml: info: list: stdout /*/note: the key, which was not always there, is not there (harmless, seen beside its recordings) [verify.shape_harmless] agreed

-- plant.sh --
cp bin/shop shop.kept
sed -i "$1" bin/shop
PATH="$PWD/bin:$PATH" understudy verify | grep '\[drift\.' | sed 's/^[^ ]* //'
mv shop.kept bin/shop
-- understudy.yaml --
services: {shop: {}}
-- bin/shop --
#!/bin/sh
case "$1" in
  order) echo 'reading' >&2; echo '{"id": 7, "total": 12, "currency": "usd", "items": [1, 2, 3]}';;
  list) echo '[{"state": "open", "note": "x"}, {"state": "closed"}, {"state": "open"}, {"state": "closed"}]';;
  watch) cat <<END
{"type": "begin"}
{"type": "item"}
{"type": "end"}
END
  ;;
  *) echo '{"error": "no_such_order"}'; exit 4;;
esac
-- plans/shop.yaml --
version: 1
service: shop
target: scratch
steps:
  - {id: order, run: [shop, order], effect: read, record: order}
  - {id: list, run: [shop, list], effect: read, record: list}
  - {id: watch, run: [shop, watch], effect: read, record: watch, stream: jsonl}
variations:
  - {of: order, id: missing, run: [shop, gone], record: missing, expect: {exit: nonzero}}
