# What a pack may not say of webhooks: endpoints that the control plane could not write, statuses that are none, secrets
# of kinds that are not there.
$ understudy pack lint hooks
? 2
packs/hooks/pack.yaml:9:12: warning: no plan reaches the error code "no" [pack.untested]
      codes: { no: { status: 400, message: No. } }
               ^~
packs/hooks/pack.yaml:12:39: error: the webhook kind computed reads "self.address", which is no input field of hooks [pack.not_an_input_field]
        endpoint: { resource: hooks, url: self.address, subscribe: self.made }
                                          ^~~~~~~~~~~~
  hint: name the field itself, as in self.url: testers register endpoints through it
packs/hooks/pack.yaml:12:64: error: the webhook kind computed reads "self.made", which is no input field of hooks [pack.not_an_input_field]
     endpoint: { resource: hooks, url: self.address, subscribe: self.made }
                                                                ^~~~~~~~~
  hint: name the field itself, as in self.url: testers register endpoints through it
packs/hooks/pack.yaml:13:32: error: the webhook kind computed reads "self.id", which is no input field of hooks [pack.not_an_input_field]
        secret: { kind: input, of: self.id }
                                   ^~~~~~~
  hint: name the field itself, as in self.url: testers register endpoints through it
packs/hooks/pack.yaml:14:31: error: webhooks.computed.policy.success must be a status as in 204, or a class as in 2xx, not the text "ok" [pack.wrong_kind]
        policy: { success: [ 2xx, ok ], timeout: 5s, retries: [] }
                                  ^~
packs/hooks/pack.yaml:16:39: error: the webhook kind worded reads "self.url + \"/hook\"", which is no input field of hooks [pack.not_an_input_field]
        endpoint: { resource: hooks, url: 'self.url + "/hook"' }
                                          ^~~~~~~~~~~~~~~~~~~~
  hint: name the field itself, as in self.url: testers register endpoints through it
packs/hooks/pack.yaml:17:13: error: webhooks.worded.secret needs form [pack.missing_key]
        secret: { kind: derived }
                ^~~~~~~~~~~~~~~~~
  hint: as in "whsec_{base62:32}"
packs/hooks/pack.yaml:18:24: error: webhooks.worded.policy.success must be a status as in 204, or a class as in 2xx, not the number 99 [pack.wrong_kind]
        policy: { success: 99, timeout: soon, retries: { first: 5s } }
                           ^~
packs/hooks/pack.yaml:18:37: error: "soon" is no duration [pack.bad_duration]
        policy: { success: 99, timeout: soon, retries: { first: 5s } }
                                        ^~~~
  hint: write 500ms, 5s, 1h30m, 7d; never negative
packs/hooks/pack.yaml:18:52: error: webhooks.worded.policy.retries needs times [pack.missing_key]
        policy: { success: 99, timeout: soon, retries: { first: 5s } }
                                                       ^~~~~~~~~~~~~
packs/hooks/pack.yaml:26:39: error: there is no webhook kind "computted" [pack.unknown_name]
          secret:  { from: id, secret_of: computted }
                                          ^~~~~~~~~
  hint: did you mean "computed"? known: computed, worded
packs/hooks/pack.yaml:27:31: error: secret_of does not go with `from: input` [pack.key_of_other_source]
          other:   { from: input, secret_of: computed }
                                  ^~~~~~~~~
  hint: it belongs to `from: id`
packs/hooks/pack.yaml:28:19: warning: no plan reaches the operation "createHook" [pack.untested]
        operations: { create: { route: POST /hooks, example: { url: "http://127.0.0.1/" } } }
                      ^~~~~~

11 errors, 2 warnings in 1 place checked

-- packs/hooks/pack.yaml --
format: 1
pack: hooks
version: 0.1.0
models: { vendor: Hooks, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: no }, input: [ json ] }
errors:
  envelope: { error: error }
  on: { auth: no, no_route: no, required: no, type: no, missing: no }
  codes: { no: { status: 400, message: No. } }
webhooks:
  computed:
    endpoint: { resource: hooks, url: self.address, subscribe: self.made }
    secret: { kind: input, of: self.id }
    policy: { success: [ 2xx, ok ], timeout: 5s, retries: [] }
  worded:
    endpoint: { resource: hooks, url: 'self.url + "/hook"' }
    secret: { kind: derived }
    policy: { success: 99, timeout: soon, retries: { first: 5s } }
resources:
  hooks:
    id: "hook_{base62:12}"
    fields:
      url:     { from: input, required: true, schema: { type: string } }
      address: { from: derived, is: self.url }
      made:    { from: clock }
      secret:  { from: id, secret_of: computted }
      other:   { from: input, secret_of: computed }
    operations: { create: { route: POST /hooks, example: { url: "http://127.0.0.1/" } } }
