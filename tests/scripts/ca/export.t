# The certificate goes where it is wanted; the openssl program agrees that it is an authority's.
# needs: openssl
$ understudy ca export > out.pem && understudy ca export file.pem && cmp out.pem file.pem && ls
file.pem
out.pem
$ head -n 1 out.pem
-----BEGIN CERTIFICATE-----
$ openssl verify -x509_strict -CAfile out.pem out.pem
out.pem: OK
$ openssl x509 -in out.pem -noout -ext basicConstraints,keyUsage
X509v3 Basic Constraints: critical
    CA:TRUE, pathlen:0
X509v3 Key Usage: critical
    Certificate Sign, CRL Sign
$ openssl x509 -in out.pem -noout -fingerprint -sha256 | cut -d= -f2 > theirs
$ understudy ca show | sed -n 's/^SHA-256 *//p' | cmp - theirs && echo the same fingerprint
the same fingerprint
$ understudy ca export missing/file.pem
? 2
! missing/file.pem: error: cannot write "missing/file.pem": No such file or directory [app.cannot_write]
!   hint: nothing was changed
$ understudy ca export a b
? 2
! error: ca export takes no further argument: "b" [app.surplus_argument]
!   hint: `understudy ca export --help` shows how it is called
