# --data: worlds that are kept in a file. What was acknowledged before the process was killed is there when the next one
# starts, under the same key, and an idempotent replay gives the same bytes.
# needs: curl
$ sh serve.sh understudy serve parcel --port 0 --key key-of-the-test-1 --clock frozen --data worlds.db --ca-folder ca
$ sh ask POST /v1/charges -d amount=2000 -d source=tok_visa -H "Idempotency-Key: one" >first
$ sh ask POST /__admin__/clock/advance -d '{"by":"1s"}' | grep -oE '"now":"[^"]*"'
"now":"2025-01-01T00:00:01Z"
$ sh ask GET /__admin__/state >state
$ sh ask GET /__admin__/clock >clock
$ understudy serve parcel --port 0 --data worlds.db --ca-folder ca
? 2
! error: "worlds.db" is in use by another process [store.locked]
!   hint: stop that one first, or give each process a file of its own
$ sh kill.sh
killed
$ sh serve.sh understudy serve parcel --port 0 --data worlds.db --ca-folder ca
$ sed -nE 's/.* key=([^ ]*) .*/\1/p' out
key-of-the-test-1
$ sh ask GET /__admin__/state | cmp - state && echo the same state
the same state
$ sh ask GET /__admin__/clock | cmp - clock && echo the same clock
the same clock
$ sh ask POST /v1/charges -d amount=2000 -d source=tok_visa -H "Idempotency-Key: one" | cmp - first && echo the same bytes
the same bytes
$ sh stop.sh
stopped with 0
$ stat -c %a worlds.db
600
$ understudy serve parcel --port 0 --key key-of-the-test-2 --data worlds.db --ca-folder ca
? 2
! error: --key: the world "w_1" that came back has another key [app.bad_arguments]
!   hint: `understudy serve --help` shows how it is called

-- serve.sh --
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
sed -nE 's/^url=([^ ]*) .*/\1/p' out | head -n 1 >url
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
-- kill.sh --
kill -9 "$(cat pid)"
read -r code <done
echo killed
-- ask --
method=$1 path=$2
shift 2
curl -sS -H 'Authorization: Bearer key-of-the-test-1' -X "$method" "$@" "$(cat url)$path"
