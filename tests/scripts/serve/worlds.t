# Several worlds of one process share nothing: each key reads its own, each listener its own world; more are made, forked
# and ended by the control plane.
# needs: curl
$ sh serve.sh understudy serve parcel --port 0 --workers 2 --port-per-world --socket all.sock --key key-of-the-test --json --ca-folder ca
$ sed -E 's/:[0-9]+"/:PORT"/; s/usa_[0-9a-f]{40}/usa_KEY/' out
{"url":"http://127.0.0.1:PORT","key":"key-of-the-test-0","admin_key":"usa_KEY","world":"w_1","pack":"parcel@0.1.0"}
{"url":"http://127.0.0.1:PORT","key":"key-of-the-test-1","admin_key":"usa_KEY","world":"w_2","pack":"parcel@0.1.0"}
$ curl -s -o /dev/null -w '%{http_code}\n' "$(cat url0)/v1/customers" -H "Authorization: Bearer key-of-the-test-0" -d name=Ann
201
$ curl -s "$(cat url0)/v1/customers" -H "Authorization: Bearer key-of-the-test-0" | grep -oE '"name":"[A-Z][a-z]*"'
"name":"Ann"
$ curl -s "$(cat url1)/v1/customers" -H "Authorization: Bearer key-of-the-test-1" -w '\n'
{"object":"list","data":[],"has_more":false,"url":"/v1/customers"}
$ curl -s -o /dev/null -w '%{http_code}\n' "$(cat url1)/v1/customers" -H "Authorization: Bearer key-of-the-test-0"
401
$ curl -s "$(cat url1)/__admin__/world" -H "Authorization: Bearer key-of-the-test-0" | grep -o world_mismatch
world_mismatch
$ curl -s --unix-socket all.sock http://parcel.localhost/v1/customers -H "Authorization: Bearer key-of-the-test-0" | grep -oE '"name":"[A-Z][a-z]*"'
"name":"Ann"
$ curl -s --unix-socket all.sock http://w-1.localhost/v1/customers -H "Authorization: Bearer key-of-the-test-1" -o /dev/null -w '%{http_code}\n'
401
$ curl -s -X POST "$(cat url0)/__admin__/fork" -H "Authorization: Bearer key-of-the-test-0" -d '{"key":"key-of-the-fork-1"}' | grep -oE '"(id|key|parent)":"[^"]*"'
"id":"w_3"
"key":"key-of-the-fork-1"
"parent":"w_1"
$ curl -s "$(cat url0)/v1/customers" -H "Authorization: Bearer key-of-the-fork-1" | grep -oE '"name":"[A-Z][a-z]*"'
"name":"Ann"
$ curl -s -X POST "$(cat url0)/__admin__/worlds" -H "Authorization: Bearer $(cat admin)" -d '{"pack":"parcel","port":0,"accept_keys":"any"}' | grep -oE '"url":"[^"]*"' | cut -d '"' -f 4 >url3
$ curl -s "$(cat url3)/v1/customers" -H "Authorization: Bearer whatever" -w '\n'
{"object":"list","data":[],"has_more":false,"url":"/v1/customers"}
$ curl -s -X DELETE "$(cat url3)/__admin__/worlds/w_4" -H "Authorization: Bearer $(cat admin)"
{"cleared":1}
$ curl -s "$(cat url0)/__admin__/worlds/w_5" -H "Authorization: Bearer $(cat admin)" | grep -oE '"code":"[^"]*"|"hint":"[^"]*"'
"code":"unknown_world"
"hint":"did you mean 'w_1'?"
$ sh stop.sh
stopped with 0
$ ls all.sock
? 2
! ls: cannot access 'all.sock': No such file or directory

-- serve.sh --
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
head -n 2 <fifo >out
sed -nE '1s/.*"url":"([^"]*)".*/\1/p' out >url0
sed -nE '2s/.*"url":"([^"]*)".*/\1/p' out >url1
sed -nE '1s/.*"admin_key":"([^"]*)".*/\1/p' out >admin
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
