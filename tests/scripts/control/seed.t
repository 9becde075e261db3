# Objects put into a world, and a past told to it, by command.
# needs: curl
# limit-seconds: 60
$ sh serve.sh
$ . ./server && understudy seed customers '{"id":"cus_a","name":"Ann"}' '{"id":"cus_b","name":"Ben"}'
inserted  cus_a, cus_b
$ . ./server && understudy seed customers '{"id":"cus_c","name":"Cid"}' --json
{"inserted":["cus_c"],"warnings":[]}
$ . ./server && understudy seed customers - --strict <customers.json
inserted  cus_d, cus_e
$ . ./server && echo '{"resource":"customers","objects":[{"id":"cus_f","name":"Flo"}]}' | understudy seed -
inserted  cus_f
$ . ./server && understudy seed customers '{"id":"cus_a","name":"Ann"}'
? 1
! error: customers "cus_a" exists already (409 duplicate_seed_id at /objects/0/id) [app.refused]
!   hint: nothing was inserted
$ . ./server && understudy seed customers '{"id":"a"}'
? 1
! error: the id "a" does not fit customers: ^cus_[a-zA-Z0-9]+$ (422 invalid_seed_id at /objects/0/id) [app.refused]
$ . ./server && understudy seed customer '{"id":"cus_z"}'
? 1
! error: no resource 'customer' in pack parcel@0.1.0 (404 unknown_resource at /resource) [app.refused]
!   hint: did you mean 'customers'?
$ . ./server && understudy seed charges '{"id":"ch_1","amount":5,"source":"tok_visa","customer":"cus_nobody","status":"succeeded"}'
? 1
! error: charges.amount: 5 is too small; it must be at least 50 (422 invalid_seed_value at /objects/0/amount) [app.refused]
!   hint: minimum: 50
$ . ./server && understudy seed customers cus_z
? 2
! error: OBJECT is no JSON [app.not_json]
!   hint: a text needs quotes of its own, as in '"text"'
!   OBJECT:1:1: error: expected a value, found "cus" [json.syntax]
!       cus_z
!       ^~~
$ . ./server && understudy world show --json | grep -o '"counts":{[^}]*}'
"counts":{"events":0,"webhook_endpoints":0,"charges":0,"customers":6,"refunds":0}
$ . ./server && understudy reset && understudy history past.json
now  2025-01-01T00:00:00Z
created  charges ch_W7pHlkWE35wHo8kKAg9UMqEd
created  customers cus_1tOYOy09XWnrX7, called c
events   3
now      2025-01-01T00:00:00Z
$ . ./server && understudy history - <past.json
? 1
! error: something has happened at 2024-11-03T10:00:07Z, after the first step (409 history_overlap at /steps/0/at) [app.refused]
!   hint: begin then or later, or reset the world first
$ . ./server && understudy history missing.json
? 2
! missing.json: error: cannot read "missing.json": No such file or directory [app.cannot_read]
$ sh stop.sh
stopped with 0

-- serve.sh --
# Starts a server, waits until it has said everything, and writes down how to reach it.
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve understudy serve parcel --port 0 --key key-of-the-test-1 --ca-folder ca "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
{
    sed -n 's/^url=\([^ ]*\) .*/export UNDERSTUDY_URL=\1/p' out | head -n 1
    echo export UNDERSTUDY_KEY=key-of-the-test-1
    sed -n 's/^admin_key=/export UNDERSTUDY_ADMIN_KEY=/p' out
} >server
-- call.sh --
# A call of the application: METHOD PATH [curl's words].
. ./server
method=$1 path=$2
shift 2
curl -s -o answer -w '%{http_code}\n' -X "$method" "$UNDERSTUDY_URL$path" -H "Authorization: Bearer $UNDERSTUDY_KEY" "$@"
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
-- customers.json --
[{"id": "cus_d", "name": "Dan"}, {"id": "cus_e", "name": "Eve"}]
-- past.json --
{"steps": [
  {"at": "2024-11-03T10:00:00Z", "call": {"operation": "createCustomer", "input": {"name": "Ann"}, "as": "c"}},
  {"at": "2024-11-03T10:00:05Z", "call": {"operation": "createCharge", "input": {"amount": 2000, "source": "tok_visa", "customer": "${c.id}"}}}
]}
