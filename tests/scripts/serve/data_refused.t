# A file that cannot hold worlds, or holds those of somebody else, is refused before any port is opened, and is left as
# it was.
# needs: curl
$ understudy serve parcel --data no/such/folder.db
? 2
! error: cannot keep worlds in "no/such/folder.db": there is no folder "no/such" [store.no_folder]
!   hint: make the folder first
$ understudy serve parcel --data folder
? 2
! error: cannot keep worlds in "folder": it is a folder [store.cannot_open]
$ understudy serve parcel --data folder/notes.txt
? 2
! error: "folder/notes.txt" is not a file of worlds: it is no database [store.not_ours]
!   hint: nothing was written to it; name another file, which is made if it is not there
$ cat folder/notes.txt
These are notes of mine, and they are worth more than a database.
$ understudy serve --data
? 2
! error: the option --data needs a value [app.missing_value]
!   hint: `understudy serve --help` shows how it is called
$ sh serve.sh understudy serve parcel --port 0 --data worlds.db --ca-folder ca
$ sh stop.sh
stopped with 0
$ understudy serve one --pack-dir packs --data worlds.db --port 0 --ca-folder ca
? 2
! error: the world "w_1" is of the pack parcel, which is not served [store.other_pack]
!   hint: serve parcel as well, or name another file
$ python3 newer.py && understudy serve parcel --data worlds.db --port 0 --ca-folder ca
? 2
! error: "worlds.db" has the format 3, and this program knows those up to 2 [store.newer]
!   hint: use the program that wrote it, or a newer one
$ python3 foreign.py && understudy serve parcel --data worlds.db --port 0 --ca-folder ca
? 2
! error: "worlds.db" is not a file of worlds: it is a database of another program [store.not_ours]
!   hint: nothing was written to it; name another file, which is made if it is not there

-- folder/notes.txt --
These are notes of mine, and they are worth more than a database.
-- newer.py --
# The format stands at a fixed place in the head of every SQLite file, and so does the program it belongs to.
with open("worlds.db", "r+b") as file:
    file.seek(60)
    file.write((3).to_bytes(4, "big"))
-- foreign.py --
with open("worlds.db", "r+b") as file:
    file.seek(68)
    file.write((7).to_bytes(4, "big"))
-- serve.sh --
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
-- packs/one/pack.yaml --
format: 1
pack: one
version: 0.1.0
models: { vendor: One, api: "1" }
serve:
  hosts: [ { host: "*", base: / } ]
  auth: { places: [ bearer ], fails: no_key }
  input: [ json ]
errors:
  envelope: { error: error }
  on: { auth: no_key, no_route: no_key, required: no_key, type: no_key, missing: { path: no_key, body: no_key } }
  codes:
    no_key: { status: 401, message: no such key }
resources:
  notes:
    id: "n_{base62:8}"
    fields:
      text: { from: input, required: true, schema: { type: string } }
    operations:
      create: { route: POST /notes, answers: { status: 201 }, example: { text: hello } }
