# A listener is also a proxy for the hosts its packs declare, with TLS of our own authority, and for no other host.
# needs: curl
$ sh serve.sh understudy serve parcel --port 0 --key key-of-the-test-1 --ca-folder ca
$ curl -s --cacert ca/ca.pem -x "$(cat url)" https://api.parcel.test/v1/charges -H "Authorization: Bearer key-of-the-test-1" -w '\n'
{"object":"list","data":[],"has_more":false,"url":"/v1/charges"}
$ curl -s -x "$(cat url)" http://api.parcel.test/v1/charges -H "Authorization: Bearer key-of-the-test-1" -w '\n'
{"object":"list","data":[],"has_more":false,"url":"/v1/charges"}
$ curl -s -x "$(cat url)" http://example.test/v1/charges -w '%{http_code}\n'
understudy: this proxy makes no connections; "example.test" is none of the hosts its packs declare (api.parcel.test)
403
$ curl -s --cacert ca/ca.pem -x "$(cat url)" https://example.test/ -w '%{http_connect}\n'
? 56
403
$ curl -s -x "$(cat url)" http://127.0.0.1:1/ -w '%{http_code}\n' | tail -n 1
403
$ curl -s --cacert ca/ca.pem "$(sed s/http:/https:/ url)/__admin__/health"
{"status":"ok"}
$ sh stop.sh
stopped with 0

-- serve.sh --
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
sed -n 's/^url=\([^ ]*\) .*/\1/p' out | head -n 1 >url
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
