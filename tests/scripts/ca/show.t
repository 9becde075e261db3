# The certificate authority is made on first use, for its owner's eyes, and says how to trust it.
# wildcard: <PRINT>=([0-9A-F]{2}:){31}[0-9A-F]{2}
# wildcard: <TIME>=[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z
# wildcard: <WORK>=/.*/work
# wildcard: <HOME>=/.*/home
$ understudy ca show --folder "my ca"
certificate  <WORK>/my ca/ca.pem
name         Understudy CA
SHA-256      <PRINT>
valid        <TIME> to <TIME>

To make a client trust it, in the client's environment:
  SSL_CERT_FILE='<WORK>/my ca/ca.pem'        OpenSSL, Go, Ruby, Python's ssl
  NODE_EXTRA_CA_CERTS='<WORK>/my ca/ca.pem'  Node.js
  REQUESTS_CA_BUNDLE='<WORK>/my ca/ca.pem'   Python's requests
  GIT_SSL_CAINFO='<WORK>/my ca/ca.pem'       git
or on its command line:
  curl --cacert '<WORK>/my ca/ca.pem' URL
or for every program on Debian and its relatives:
  sudo cp '<WORK>/my ca/ca.pem' /usr/local/share/ca-certificates/understudy.crt
  sudo update-ca-certificates
NODE_EXTRA_CA_CERTS and update-ca-certificates add to what a client trusts; the others replace it.
$ stat -c '%a %n' "my ca" "my ca"/*
700 my ca
600 my ca/ca-key.pem
644 my ca/ca.pem
600 my ca/lock
$ understudy ca show --folder "my ca/" --format json
{
  "certificate": "<WORK>/my ca/ca.pem",
  "name": "Understudy CA",
  "sha256": "<PRINT>",
  "not_before": "<TIME>",
  "not_after": "<TIME>"
}
# Without a folder it lies among the user's data, and stays the same.
$ understudy ca show | grep ^certificate
certificate  <HOME>/.local/share/understudy/ca/ca.pem
$ XDG_DATA_HOME=$PWD/data understudy ca show | grep ^certificate
certificate  <WORK>/data/understudy/ca/ca.pem
$ test "$(understudy ca show)" = "$(understudy ca show)" && echo the same
the same
# The key is in no output.
$ (understudy ca show; understudy ca show --format json; understudy ca export) | grep -c PRIVATE
? 1
0
# USER and the machine's name tell whose it is.
$ USER="ann o'neil" understudy ca show --folder named | grep -c '^name         Understudy CA (annoneil@[A-Za-z0-9._-]*)$'
1
# It needs a home.
$ env -u HOME understudy ca show
? 2
! error: cannot write ~/.local/share/understudy/ca: HOME is not set [io.cannot_store]
$ understudy ca
? 2
! error: ca needs one more word: show, export, rotate [app.missing_verb]
$ understudy ca shwo
? 2
! error: there is no verb "ca shwo" [app.unknown_verb]
!   hint: did you mean "ca show"? `understudy --help` lists the verbs
