# serve prints one line per world and one for the operator; the key on that line is the API key of the service, and the
# key of the control plane beside it. Interrupted, it stops with 0.
# needs: curl
$ sh serve.sh understudy serve parcel --port 0 --key key-of-the-test-1 --ca-folder ca
$ sed -E 's/:[0-9]+/:PORT/; s/usa_[0-9a-f]{40}/usa_KEY/' out
url=http://127.0.0.1:PORT key=key-of-the-test-1 pack=parcel@0.1.0
admin_key=usa_KEY
$ curl -s "$(cat url)/v1/charges" -H "Authorization: Bearer key-of-the-test-1" -H 'Content-Type: application/json' -d '{"amount":2000,"source":"tok_visa"}' | grep -oE '"(amount|currency|status)":("[a-z]*"|[0-9]+)'
"amount":2000
"currency":"usd"
"status":"pending"
$ curl -s "$(cat url)/v1/charges" -u pk_test_key-of-the-test-1: | grep -oE '"has_more":[a-z]+|"status":"[a-z]*"'
"status":"pending"
"has_more":false
$ curl -s -o /dev/null -w '%{http_code}\n' "$(cat url)/v1/charges"
401
$ curl -s "$(cat url)/v1/charges" -H "Authorization: Bearer nobody-has-this-key" -w '\n'
{"error":{"code":"api_key_invalid","type":"authentication_error","message":"No such API key: nobody-h…"}}
$ curl -s -X POST "$(cat url)/__admin__/clock/advance" -H "Authorization: Bearer key-of-the-test-1" -d '{"by":"2s"}' | grep -oE '"now":"[^"]*"|charge.succeeded' | sort -u
"now":"2025-01-01T00:00:02Z"
charge.succeeded
$ curl -s "$(cat url)/v1/charges" -H "Authorization: Bearer key-of-the-test-1" | grep -oE '"status":"[a-z]*"'
"status":"succeeded"
$ curl -s "$(cat url)/__admin__/world" -H "Authorization: Bearer key-of-the-test-1" | grep -oE '"(id|key|clock|counts)":("[^"]*"|\{[^}]*\})'
"id":"w_1"
"key":"key-of-t…"
"clock":"frozen"
"counts":{"events":2,"webhook_endpoints":0,"charges":1,"customers":0,"refunds":0}
$ curl -s -X POST "$(cat url)/__admin__/reset" -H "Authorization: Bearer key-of-the-test-1"
{"now":"2025-01-01T00:00:00Z"}
$ curl -s "$(cat url)/v1/charges" -H "Authorization: Bearer key-of-the-test-1" -w '\n'
{"object":"list","data":[],"has_more":false,"url":"/v1/charges"}
$ curl -s "$(cat url)/__admin__/wrld" -H "Authorization: Bearer key-of-the-test-1"
{"error":{"code":"unknown_path","message":"there is no \"GET /__admin__/wrld\"","hint":"did you mean '/__admin__/world'?","docs":"control-api#refusals"}}
$ sh stop.sh
stopped with 0

-- serve.sh --
# Starts a server and waits until it has said everything it says on standard output.
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
sed -n 's/^url=\([^ ]*\) .*/\1/p' out | head -n 1 >url
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
