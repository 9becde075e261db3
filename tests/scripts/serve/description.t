# An OpenAPI document is served as it is: every operation answers by its shape, nothing is stored.
# needs: curl
$ sh serve.sh understudy serve api.yaml --port 0 --ca-folder ca
$ curl -s "$(cat url)/pets" -H "Authorization: Bearer $(cat key)" -w ' %{http_code}\n'
[{"id":0,"name":"string"}] 200
$ curl -s "$(cat url)/pet" -H "Authorization: Bearer $(cat key)" -o /dev/null -w '%{http_code}\n'
404
$ sh stop.sh
stopped with 0

-- api.yaml --
openapi: 3.0.3
info: { title: Pets, version: "1" }
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        "200":
          description: all of them
          content:
            application/json:
              schema:
                type: array
                minItems: 1
                items:
                  type: object
                  required: [ id, name ]
                  properties: { id: { type: integer }, name: { type: string } }
-- serve.sh --
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
sed -n 's/^url=\([^ ]*\) .*/\1/p' out | head -n 1 >url
sed -n 's/^url=.* key=\([^ ]*\) .*/\1/p' out | head -n 1 >key
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
