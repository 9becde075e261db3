# A pack that asks for a Unix socket and TLS gets both beside its port; two packs have a port each, and one proxy is enough
# for both.
# needs: curl
$ understudy pack eject parcel
wrote 22 files to packs/parcel
$ cp -r packs/parcel packs/crate && sed -i 's/^pack: parcel/pack: crate/; s/api.parcel.test/api.crate.test/; s/^serve:/serve:\n  listeners: [ unix, tls ]/' packs/crate/pack.yaml
$ sh serve.sh understudy serve parcel crate --port 0 --key key-of-the-test --ca-folder ca
$ sed -E 's/:[0-9]+/:PORT/; s/usa_[0-9a-f]{40}/usa_KEY/' out
url=http://127.0.0.1:PORT key=key-of-the-test-0 pack=parcel@0.1.0
url=http://127.0.0.1:PORT key=key-of-the-test-1 pack=crate@0.1.0
admin_key=usa_KEY
$ curl -s --unix-socket "$(sed -n 's/^  socket:  //p' hints)" http://any/v1/charges -H "Authorization: Bearer key-of-the-test-1" -w '\n'
{"object":"list","data":[],"has_more":false,"url":"/v1/charges"}
$ curl -s --cacert ca/ca.pem -x "$(cat url)" https://api.crate.test/v1/charges -H "Authorization: Bearer key-of-the-test-1" -w '\n'
{"object":"list","data":[],"has_more":false,"url":"/v1/charges"}
$ curl -s "$(cat url)/v1/charges" -H "Authorization: Bearer key-of-the-test-1" -o /dev/null -w '%{http_code}\n'
401
$ curl -s "$(cat url)/v1/charges" -H "Authorization: Bearer key-of-the-test-0" -H 'X-Mock-Scenario: bank_refused' | grep -oE '"(code|hint)":"[^"]*"'
"code":"unknown_scenario"
"hint":"did you mean 'bank_refuses'?"
$ sh stop.sh
stopped with 0
$ ls "$TMPDIR"

-- serve.sh --
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
for i in $(seq 400); do if grep -q '^interrupt' hints; then break; fi; sleep 0.05; done
sed -n 's/^url=\([^ ]*\) .*/\1/p' out | head -n 1 >url
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
