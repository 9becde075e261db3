# Rotating makes a new authority, keeps the old certificate for removing it, and forgets the old key.
# wildcard: <PRINT>=([0-9A-F]{2}:){31}[0-9A-F]{2}
# wildcard: <TIME>=[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z
# wildcard: <STAMP>=[0-9]{8}T[0-9]{6}Z
# wildcard: <WORK>=/.*/work
$ understudy ca rotate --folder ca
? 2
! error: there is no certificate authority at "ca" [io.no_authority]
!   hint: understudy ca show makes one
$ understudy ca export --folder ca before.pem && cp ca/ca-key.pem key.pem
$ understudy ca rotate --folder ca
certificate  <WORK>/ca/ca.pem
name         Understudy CA
SHA-256      <PRINT>
valid        <TIME> to <TIME>

The old certificate is kept as <WORK>/ca/ca-OLD-<STAMP>.pem:
take it out of every place that trusts it, then delete the file. Its key is gone.

What runs already goes on with the old one until it is started again.
$ cmp ca/ca-OLD-*.pem before.pem && echo kept
kept
$ understudy ca export --folder ca | cmp -s - before.pem
? 1
$ grep -rFf <(grep -v -e ----- key.pem) ca
? 1
$ ls ca | sed 's/OLD-.*/OLD-...pem/'
ca-OLD-...pem
ca-key.pem
ca.pem
lock
