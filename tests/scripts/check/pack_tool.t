# A pack as the fake of a command-line tool: the tool itself is run, in a clean room, against the pack that is served to it on
# loopback. What it is led by stands in `env` of the fake. The recording comes from another server of the same service.
# needs: curl
$ chmod +x bin/parcelctl && sh serve.sh understudy serve parcel --port 0 --key key-of-the-test-1 --clock frozen --rng-seed 9 --ca-folder ca
$ PATH="$PWD/bin:$PATH" PARCEL_URL=$(cat url) PARCEL_KEY=key-of-the-test-1 understudy record --plan plans/tool.yaml
! wrote cassettes/parcel/charge/read.yaml
! wrote cassettes/parcel/charge/missing.yaml
! 2 written, 0 agreed
$ sh stop.sh
stopped with 0
$ PATH="$PWD/bin:$PATH" understudy check
2 cassettes of 1 service: 2 agreed (2 as contract), 0 differed, 0 unknown

parcel: contract: 2 agreed
$ ls -A "$TMPDIR"
# Another pack answers otherwise; a tool that is not there, and one that nothing leads to the pack, is unknown.
$ understudy pack eject parcel > /dev/null && sed -i 's/No such {issue.resource}/There is no {issue.resource}/' packs/parcel/pack.yaml
$ PATH="$PWD/bin:$PATH" understudy check
? 1
cassettes/parcel/charge/missing.yaml:56:11: warning: missing: stdout /error/message differs: "No such charge: ch_nothing" -> "There is no charge: ch_nothing" [drift.value_changed] differed
  hint: if the value differs from run to run, a rule for its class belongs here (docs/reference/rules.md)

2 cassettes of 1 service: 1 agreed (1 as contract), 1 differed, 0 unknown

parcel: contract: 1 agreed, 1 differed
$ rm -r packs; understudy check cassettes/parcel/charge/missing.yaml
? 3
cassettes/parcel/charge/missing.yaml: warning: not compared: there is no program "parcelctl" on the PATH [cassette.not_compared] unknown

1 cassette of 1 service: 0 agreed (0 as contract), 0 differed, 1 unknown

parcel: contract: 1 unknown
$ sed -i 's/, env:.*}/}/' understudy.yaml; PATH="$PWD/bin:$PATH" understudy check cassettes/parcel/charge/missing.yaml
? 3
cassettes/parcel/charge/missing.yaml: warning: not compared: the fake is a pack, and `env` of the fake does not say how a command finds it [cassette.not_compared] unknown

1 cassette of 1 service: 0 agreed (0 as contract), 0 differed, 1 unknown

parcel: contract: 1 unknown

-- understudy.yaml --
services:
  parcel:
    programs: [parcelctl]
    sandbox: [parcel-test]
    rules: [{use: id, at: {stream: [stdout], path: $.id}, with: {prefix: ch_}}, {use: count, at: {stream: [stdout], path: $.risk_score}}]
    fake: {pack: parcel, env: {PARCEL_URL: "${url}", PARCEL_KEY: "${key}"}}
-- bin/parcelctl --
#!/bin/sh
# parcelctl make AMOUNT | read ID. Its answer and the line's end leave in one piece, so that they are recorded as one.
answer=$(case "$1" in
  make) curl -sS -H "Authorization: Bearer $PARCEL_KEY" -d "amount=$2" -d source=tok_visa "$PARCEL_URL/v1/charges";;
  read) curl -sS -H "Authorization: Bearer $PARCEL_KEY" "$PARCEL_URL/v1/charges/$2";;
esac)
printf '%s\n' "$answer"
-- plans/tool.yaml --
version: 1
service: parcel
target: parcel-test
env: {PARCEL_URL: "${PARCEL_URL}"}
credentials: [{name: key, env: PARCEL_KEY, probe: [parcelctl, read, ch_none]}]
setup:
  - {id: make, run: [parcelctl, make, "2000"], effect: write, capture: {charge: {path: /id}}}
steps:
  - {id: read, run: [parcelctl, read, "${charge}"], effect: read, record: charge/read, expect: {body: {amount: 2000}}}
variations:
  - {of: read, id: missing, with: {charge: ch_nothing}, record: charge/missing, expect: {exists: [/error]}}
-- serve.sh --
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
sed -nE 's/^url=([^ ]*) .*/\1/p' out | head -n 1 >url
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
