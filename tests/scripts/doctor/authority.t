# The doctor makes no authority, and tells what is wrong with the one that is there.
# wildcard: <TIME>=[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z
# wildcard: <HOME>=/.*/home
$ understudy doctor | grep authority
ok       authority   none yet; made on first use in <HOME>/.local/share/understudy/ca
$ find "$HOME" -mindepth 1
$ understudy ca export > /dev/null; understudy doctor | grep authority
ok       authority   <HOME>/.local/share/understudy/ca/ca.pem, until <TIME>
$ chmod 640 ~/.local/share/understudy/ca/ca-key.pem; understudy doctor | grep -A1 authority
? 1
broken   authority   the key <HOME>/.local/share/understudy/ca/ca-key.pem can be read by others (mode 0640)
                     to do: chmod 600 <HOME>/.local/share/understudy/ca/ca-key.pem, and rotate it if others may have read it
$ chmod 600 ~/.local/share/understudy/ca/ca-key.pem; echo > ~/.local/share/understudy/ca/ca.pem
$ understudy doctor | grep -A1 authority
? 1
broken   authority   the certificate authority at "<HOME>/.local/share/understudy/ca/ca.pem" cannot be read: it is no certificate
                     to do: understudy ca rotate makes a new one
$ env -u HOME understudy doctor | grep -A1 authority
missing  authority   cannot write ~/.local/share/understudy/ca: HOME is not set
                     to do: set HOME, or name a folder where a verb asks for it
