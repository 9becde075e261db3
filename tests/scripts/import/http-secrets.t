# Secrets of a foreign recording reach neither the report nor what is written: header fields, addresses, bodies, notes. The
# token is made here and opens nothing.
$ openssl rand -hex 10 > token; sed -i "s/TOKEN/glpat-$(cat token)/g" old/*; grep -cF "$(cat token)" old/session.har
4
$ understudy import har old -o out > said; understudy import har old --format json >> said; grep -cF "$(cat token)" said
? 1
0
$ grep -rF "$(cat token)" out
? 1
$ understudy export har out/cassettes -o back.har > said; grep -cF "$(cat token)" said back.har
? 1
said:0
back.har:0
$ understudy scan out back.har | sed 's/, .*//'
no findings in 3 files

-- old/session.har --
{"log": {"version": "1.2", "creator": {"name": "browser", "version": "1"}, "entries": [
  {"startedDateTime": "2026-01-01T00:00:00Z", "time": 1, "_initiator": "TOKEN",
   "request": {"method": "POST", "url": "https://user:TOKEN@example.test/TOKEN?key=TOKEN", "httpVersion": "HTTP/1.1", "headers": [{"name": "Authorization", "value": "Bearer TOKEN"}],
               "postData": {"mimeType": "text/plain", "text": "TOKEN"}},
   "response": {"status": 200, "statusText": "TOKEN", "headers": [{"name": "Set-Cookie", "value": "session=TOKEN"}], "content": {"text": "TOKEN", "mimeType": "text/plain"}},
   "cache": {}, "timings": {}}]}}
