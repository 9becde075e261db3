# doctor --listen shows how a client's request arrives: plainly, through TLS, through the proxy; and stops when told.
# needs: curl
$ sh serve.sh understudy doctor --listen 127.0.0.1:0 --ca-folder ca
$ curl -s "$(cat url)/v1/x%2Fy?limit=3" -H 'X-One: 1' -d a=b | grep -E '"(method|target|scheme|version|secure|body_base64)"'
  "method": "POST",
  "target": "/v1/x%2Fy?limit=3",
  "scheme": "http",
  "version": "HTTP/1.1",
  "secure": false,
  "body_base64": "YT1i"
$ curl -s --cacert ca/ca.pem "$(sed s/http:/https:/ url)/" | grep -E '"(scheme|version|secure)"'
  "scheme": "https",
  "version": "HTTP/2",
  "secure": true,
$ curl -s --cacert ca/ca.pem -x "$(cat url)" https://api.example.test/v1 | grep -E '"(authority|server_name|tunnel)"'
  "authority": "api.example.test",
  "server_name": "api.example.test",
  "tunnel": "api.example.test:443",
$ curl -s -x "$(cat url)" http://api.github.localhost/user | grep -E '"(target|authority)"'
  "target": "http://api.github.localhost/user",
  "authority": "api.github.localhost",
$ sh stop.sh
stopped with 0
$ sed 's/[0-9]*$/PORT/' out
listening on http://127.0.0.1:PORT
$ sh serve.sh understudy doctor --listen unix:s.sock --answer answer.json --ca-folder ca
$ curl -si --unix-socket s.sock http://any/ | tr -d '\r'
HTTP/1.1 200 OK
Content-Type: application/json
Content-Length: 12

{"ok":true}
$ sh stop.sh
stopped with 0
$ ls s.sock
? 2
! ls: cannot access 's.sock': No such file or directory
$ understudy doctor --answer answer.json
? 2
! error: --answer goes with --listen [app.bad_arguments]
!   hint: `understudy doctor --help` shows how it is called
$ understudy doctor --listen 0.0.0.0:0 --ca-folder ca
? 2
! error: 0.0.0.0:0 can be reached from outside this machine [io.not_loopback]
!   hint: say --allow-outside if that is what you want
$ understudy doctor --listen example.test:80 --ca-folder ca
? 2
! error: "example.test:80" is not an address to listen on: the host is neither localhost nor an IP address [io.bad_address]
!   hint: as in 127.0.0.1:8080, [::1]:0 or unix:/tmp/understudy.sock
$ understudy doctor --listen 127.0.0.1:0 --answer missing.json --ca-folder ca
? 2
! missing.json: error: cannot read "missing.json": No such file or directory [app.cannot_read]

-- serve.sh --
# Starts a server and waits for its first line, through a pipe; another one will carry its exit code.
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve "$@" >fifo; echo $? >done) >/dev/null 2>&1 &
head -n 1 <fifo | tee out | sed 's/listening on //' >url
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
-- answer.json --
{"ok":true}
