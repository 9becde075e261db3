# A port that is taken is a clear message and exit code 2; without --port the first free ones are found.
# needs: curl
$ sh serve.sh understudy serve parcel --port 0 --ca-folder ca
$ understudy serve parcel --port "$(cat port)" --ca-folder ca 2>&1 | sed -E 's/[0-9]{4,5}/PORT/'
? 2
error: cannot listen on 127.0.0.1:PORT: Address already in use [io.cannot_listen]
  hint: choose another port, or port 0 for any free one
$ sh stop.sh
stopped with 0
$ sh serve.sh understudy serve parcel --ca-folder ca
$ curl -s "http://127.0.0.1:$(cat port)/__admin__/health"
{"status":"ok"}
$ sh stop.sh
stopped with 0

-- serve.sh --
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
sed -nE 's/^url=[^ ]*:([0-9]+) .*/\1/p' out | head -n 1 >port
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
