# Standard error says how to try a pack and how to point clients at it.
# needs: curl
$ sh serve.sh understudy serve parcel --port 0 --key key-of-the-test-1 --ca-folder ca
$ sh stop.sh
stopped with 0
$ sed -E 's/127.0.0.1:[0-9]+/127.0.0.1:PORT/g' hints
parcel@0.1.0, a stand-in for Parcel 2026-05-01
  try:     curl http://127.0.0.1:PORT/v1/charges -H 'Authorization: Bearer key-of-the-test-1' -H 'Content-Type: application/json' -d '{"amount":2000,"source":"tok_visa"}'
  try:     curl http://127.0.0.1:PORT/v1/events -H 'Authorization: Bearer key-of-the-test-1'
  clients: base URL http://127.0.0.1:PORT
  proxy:   for clients that insist on api.parcel.test: HTTPS_PROXY=http://127.0.0.1:PORT HTTP_PROXY=http://127.0.0.1:PORT SSL_CERT_FILE=ca/ca.pem
  control: http://127.0.0.1:PORT/__admin__/ with the same key (docs/reference/control-api.md), or by command:
           export UNDERSTUDY_URL=http://127.0.0.1:PORT UNDERSTUDY_KEY=key-of-the-test-1; understudy trace last
interrupt (Ctrl-C) stops it

-- serve.sh --
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
for i in $(seq 400); do if grep -q '^interrupt' hints; then break; fi; sleep 0.05; done
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
