# A key that others can read, and files that are no authority, are refused with what to do.
$ understudy ca export --folder ca > /dev/null
$ chmod 644 ca/ca-key.pem && understudy ca show --folder ca
? 2
! error: the key ca/ca-key.pem can be read by others (mode 0644) [io.authority_exposed]
!   hint: chmod 600 ca/ca-key.pem, and rotate it if others may have read it
$ chmod 600 ca/ca-key.pem && understudy ca export --folder ca | head -n 1
-----BEGIN CERTIFICATE-----
$ echo rubbish > ca/ca-key.pem && understudy ca show --folder ca
? 2
! error: the certificate authority at "ca/ca-key.pem" cannot be read: it is no key without a pass phrase [io.authority_unreadable]
!   hint: understudy ca rotate makes a new one
$ echo rubbish > ca/ca.pem && understudy ca show --folder ca
? 2
! error: the certificate authority at "ca/ca.pem" cannot be read: it is no certificate [io.authority_unreadable]
!   hint: understudy ca rotate makes a new one
$ rm ca/ca-key.pem && understudy ca export --folder ca
? 2
! error: the certificate authority at "ca/ca-key.pem" cannot be read: the key is missing [io.authority_unreadable]
!   hint: understudy ca rotate makes a new one
$ understudy ca rotate --folder ca | tail -n 2

What runs already goes on with the old one until it is started again.
$ understudy ca export --folder ca | head -n 1
-----BEGIN CERTIFICATE-----
$ mkdir shared && chmod 777 shared && understudy ca show --folder shared
? 2
! error: cannot write "shared": others may write there; chmod 700 it [io.cannot_store]
$ understudy ca show --folder /proc/nothing
? 2
! error: cannot write "/proc/nothing": No such file or directory [io.cannot_store]
