# What goes wrong, and how it is said: no server, no key, a wrong one, a refusal, somebody else's server.
# needs: curl
# limit-seconds: 60
# wildcard: <PORT>=[0-9]+
$ understudy clock show
? 2
! error: no server is named [app.no_server]
!   hint: say --url URL or set UNDERSTUDY_URL; `understudy serve` prints both URL and key
$ understudy clock show --url 127.0.0.1:8801
? 2
! error: "127.0.0.1:8801" is no address of a server [app.bad_server]
!   hint: as `understudy serve` prints it: http://127.0.0.1:8801
!   error: "127.0.0.1:8801" is not a URL: it does not begin with a scheme such as https:// [http.bad_url]
!     hint: as in https://api.example.test/v1/charges?limit=3
$ understudy clock show --url http://127.0.0.1:1
? 3
! error: there is no key to ask with [app.no_key]
!   hint: say --key KEY or set UNDERSTUDY_KEY; `understudy serve` prints it
$ understudy clock show --url http://127.0.0.1:1 --key key-of-the-test-1
? 3
! error: cannot connect to 127.0.0.1:1: Connection refused [io.cannot_connect]
!   hint: is the server running?
$ understudy metrics --url http://127.0.0.1:1
? 3
! error: there is no operator's key to ask with [app.no_admin_key]
!   hint: say --admin-key KEY or set UNDERSTUDY_ADMIN_KEY; `understudy serve` prints it
$ understudy health --url http://127.0.0.1:1
? 3
! error: cannot connect to 127.0.0.1:1: Connection refused [io.cannot_connect]
!   hint: is the server running?
$ understudy request follow --url http://127.0.0.1:1 --key key-of-the-test-1
? 3
! error: cannot connect to 127.0.0.1:1: Connection refused [io.cannot_connect]
!   hint: is the server running?
$ sh serve.sh
$ . ./server && understudy clock show --key nobody-has-this
? 1
! error: no world has the key nobody-h… (401 unauthorized) [app.refused]
!   hint: the key is the one `serve` printed, or the one the world was created with
$ . ./server && understudy clock show --admin-key "$UNDERSTUDY_ADMIN_KEY"
? 1
! error: which world is meant? (422 invalid_request) [app.refused]
!   hint: with the operator's key, name it in the header X-Understudy-World
$ . ./server && understudy clock show --world w_9
? 1
! error: there is no world "w_9" (404 unknown_world) [app.refused]
!   hint: did you mean 'w_1'?
$ . ./server && understudy metrics --admin-key key-of-the-test-1
? 1
! error: this call needs the operator's key (403 forbidden_world) [app.refused]
!   hint: `serve` printed it as admin_key
$ . ./server && understudy clock show --url "$UNDERSTUDY_URL/v1"
? 3
! error: "http://127.0.0.1:<PORT>/v1/__admin__/clock" does not answer like a server of ours: status 404 [app.odd_answer]
!   hint: is it the URL that `understudy serve` printed?
$ . ./server && echo '{"by":' | understudy clock advance -
? 1
! error: the text ends in the middle of an object (400 invalid_json) [app.refused]
!   hint: body:2:1
$ . ./server && echo '{"by":' | understudy clock advance - --to 2026-01-01T00:00:00Z
? 2
! error: the body is no JSON [app.not_json]
!   the body:2:1: error: the text ends in the middle of an object [json.cut]
!     hint: is the file complete?
$ . ./server && understudy clock advance 1s --limit 3
? 2
! error: clock advance has no option --limit [app.unknown_option]
!   hint: `understudy clock advance --help` lists the options
$ . ./server && understudy trace list --limit many
? 2
! error: --limit is a number from 1 on, not "many" [app.bad_arguments]
!   hint: `understudy trace list --help` shows how it is called
$ . ./server && understudy clock advence 1s
? 2
! error: there is no verb "clock advence" [app.unknown_verb]
!   hint: did you mean "clock advance"? `understudy --help` lists the verbs
$ . ./server && understudy clok show
? 2
! error: there is no verb "clok" [app.unknown_verb]
!   hint: did you mean "clock"? `understudy --help` lists the verbs
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
