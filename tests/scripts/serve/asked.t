# What is shown only where a caller asks for it (`expand: asked`), what may be asked for and shows nothing more
# (`expand: true`), and objects that the caller names (`with: { id: ... }`).
# needs: curl
# limit-seconds: 60
$ sh serve.sh understudy serve shelf --port 0 --key key-of-the-test-1 --ca-folder ca
$ sh ask POST /books -d '{"id":"emma","title":"Emma"}'
{"id":"emma","title":"Emma","notes":[]}
$ sh ask POST /books -d '{"id":"emma","title":"Another"}'
{"error":{"code":"taken","message":"book emma is there already (id)."}}
$ sh ask POST /books -d '{"id":"","title":"Persuasion"}'
{"id":"b_wCkCjAbJ","title":"Persuasion","notes":[]}
$ sh ask POST /shelves -d '{"id":"top"}'
{"id":"top","size":3}
$ sh ask POST /shelves -d '{"id":"top"}'
{"error":{"code":"no","message":"No."}}
$ sh ask POST /pages -d '{"book":"emma"}'
{"id":"p_YufGaPP7","book":"emma"}
$ sh ask GET '/books/emma?expand=price'
{"id":"emma","title":"Emma","price":{"amount":900},"notes":[]}
$ sh ask GET '/books/emma?expand=pages'
{"id":"emma","title":"Emma","pages":[{"id":"p_YufGaPP7","book":"emma"}],"notes":[]}
$ sh ask GET '/books/emma?expand=pages.book'
{"id":"emma","title":"Emma","pages":[{"id":"p_YufGaPP7","book":{"id":"emma","title":"Emma","notes":[]}}],"notes":[]}
$ sh ask GET '/books/emma?expand=notes.author'
{"id":"emma","title":"Emma","notes":[]}
$ sh ask GET '/books/emma?expand=title'
{"error":{"code":"no","message":"No."}}
$ sh stop.sh
stopped with 0
$ understudy pack lint packs/wrong | grep ' error: '
? 2
packs/wrong/pack.yaml:13:70: error: expand cannot be "maybe" [pack.wrong_word]
packs/wrong/pack.yaml:16:68: error: id cannot be set: it is `from: id` [pack.not_settable]

-- serve.sh --
# Starts a server, waits until it has said everything, and writes down how to reach it.
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
sed -n 's/^url=\([^ ]*\) .*/export UNDERSTUDY_KEY=key-of-the-test-1 UNDERSTUDY_URL=\1/p' out >server
-- ask --
# METHOD PATH [curl's words]
. ./server
method=$1 path=$2
shift 2
curl -sS -X "$method" "$UNDERSTUDY_URL$path" -H "Authorization: Bearer $UNDERSTUDY_KEY" -H "Content-Type: application/json" "$@"
echo
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
-- packs/shelf/pack.yaml --
format: 1
pack: shelf
version: 0.1.0
models: { vendor: Shelf, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: no }, input: [ json ], expand: { param: expand, depth: 3 } }
errors:
  envelope: { error: error }
  on: { auth: no, no_route: no, required: no, type: no, missing: no }
  codes: { no: { status: 400, message: No. }, taken: { status: 409, message: "{issue.resource} {issue.value} is there already ({issue.param})." } }
resources:
  books:
    id: "b_{base62:8}"
    unique: { fields: [ id ], else: taken }
    fields:
      title: { from: input, required: true, schema: { type: string } }
      price: { from: constant, value: { amount: 900 }, expand: asked }
      pages: { from: children, of: pages, by: book, show: array, expand: asked }
      notes: { from: constant, value: [], expand: true }
    operations:
      create: { route: POST /books, params: { id: { schema: { type: string } } }, with: { id: params.id } }
      get: GET /books/{id}
  pages:
    id: "p_{base62:8}"
    fields: { book: { from: input, required: true, ref: books } }
    operations: { create: POST /pages }
  shelves:
    singular: shelf
    id: "s_{base62:8}"
    fields: { size: { from: constant, value: 3 } }
    operations: { create: { route: POST /shelves, params: { id: { schema: { type: string } } }, with: { id: params.id } } }
-- packs/wrong/pack.yaml --
format: 1
pack: wrong
version: 0.1.0
models: { vendor: Wrong, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: no }, input: [ json ] }
errors:
  envelope: { error: error }
  on: { auth: no, no_route: no, required: no, type: no, missing: no }
  codes: { no: { status: 400, message: No. } }
resources:
  notes:
    id: "n_{base62:8}"
    fields: { text: { from: input, schema: { type: string }, expand: maybe }, done: { from: input, schema: { type: boolean } } }
    operations:
      create: POST /notes
      update: { route: "POST /notes/{id}", writes: [ text ], with: { id: input.text } }
