# pack test proves every stream by the grammar that its operation names: one of the pack's own, or a shipped one.
$ understudy pack test chat
ok      plans/tests/say.yaml (1 call)
chat@0.1.0: 1 plan passed, 0 failed
$ sed -i '/event: stop/d' packs/chat/pack.yaml
$ understudy pack test chat
? 1
failed  plans/tests/say.yaml (1 call)
packs/chat/pack.yaml:12:7: error: the stream of createNote breaks its grammar talk: the stream stops in state Open: the end, said to be complete; expected stop [app.stream_illegal]
          create:
          ^~~~~~
  constraint: say

chat@0.1.0: 0 plans passed, 1 failed
$ sed -i 's/grammar: talk/grammar: tlak/' packs/chat/pack.yaml
$ understudy pack test chat
? 1
failed  plans/tests/say.yaml (1 call)
packs/chat/pack.yaml:12:7: error: there is no grammar "tlak" [app.unknown_grammar]
          create:
          ^~~~~~
  constraint: say
  hint: those that are there: anthropic-messages, claude-code-stream, codex-exec, openai-chat, openai-responses

chat@0.1.0: 0 plans passed, 1 failed
-- packs/chat/pack.yaml --
format: 1
pack: chat
version: 0.1.0
models: { vendor: Chat, api: "1" }
errors:
  envelope: { error: error }
  on: { no_route: bad, required: bad, type: bad, missing: bad }
  codes: { bad: { status: 400, message: that was wrong } }
resources:
  notes:
    operations:
      create:
        route: POST /notes
        does: result
        fields: { id: { from: id, pattern: "rep_{hex:8}" } }
        stream:
          framing: sse
          grammar: talk
          script:
            - { event: start, body: { type: '"start"', id: self.id } }
            - { event: stop, body: { type: '"stop"' } }
-- packs/chat/grammars/talk.yaml --
grammar: talk
type: /type
constraints:
  - { id: order, kind: seq, start: New, accept: [Done], states: { New: { start: Open }, Open: { stop: Done }, Done: {} } }
-- packs/chat/plans/tests/say.yaml --
version: 1
service: chat
steps:
  - { id: say, request: { post: /notes, json: {} }, expect: { status: 200 } }
