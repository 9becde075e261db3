# An authority that has ended, or will soon, is noticed before clients complain.
# needs: openssl
# wildcard: <TIME>=[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z
# wildcard: <HOME>=/.*/home
$ mkdir -p ~/.local/share/understudy/ca
$ cat > ca.cnf <<'END'
> [req]
> distinguished_name = dn
> x509_extensions = ext
> prompt = no
> [dn]
> CN = test
> [ext]
> basicConstraints = critical,CA:TRUE
> keyUsage = critical,keyCertSign
> END
$ cd ~/.local/share/understudy/ca && openssl req -x509 -config ~/../work/ca.cnf -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca-key.pem -out ca.pem -days 20 2> /dev/null
$ understudy doctor | grep -A1 authority
warning  authority   <HOME>/.local/share/understudy/ca/ca.pem ends soon, <TIME>
                     to do: understudy ca rotate makes a new one
$ cd ~/.local/share/understudy/ca && openssl x509 -in ca.pem -signkey ca-key.pem -days -1 -out ended.pem 2> /dev/null && mv ended.pem ca.pem
$ understudy doctor | grep -A1 authority
? 1
broken   authority   <HOME>/.local/share/understudy/ca/ca.pem ended <TIME>
                     to do: understudy ca rotate makes a new one
