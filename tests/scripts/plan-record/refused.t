# P33: what a plan may not do is refused before anything of it runs.
$ understudy record --plan plans/off_the_list.yaml
? 5
! plans/off_the_list.yaml:5:5: error: the step "make" is write, and the target "acme/production" is not on the sandbox list of "tool" [plan.not_sandbox]
!   hint: list it under `sandbox` of the service in understudy.yaml; `target: scratch` is for what only happens in the scratch folder
!
! 0 written, 0 agreed
$ understudy record --plan plans/destructive.yaml
? 5
! plans/destructive.yaml:6:5: error: the step "drop" is destructive, and only write is allowed here [plan.not_allowed]
!   hint: `--allow-destructive` allows it
!
! 0 written, 0 agreed
$ understudy record --plan plans/destructive.yaml --allow-destructive
! wrote cassettes/tool/drop.yaml
! 1 written, 0 agreed
$ understudy record --plan plans/unlabelled.yaml
? 2
! plans/unlabelled.yaml: error: 1 problem in the plan plans/unlabelled.yaml [plan.problems]
!   plans/unlabelled.yaml:4:5: error: step 1 does not say what it does to the service [plan.no_effect]
!         - {id: post, run: [gh, api, -f, x=1, /y], record: post}
!           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
!     hint: effect: read, write or destructive; what is not known counts as unsafe
$ understudy record --plan plans/nothing.yaml
? 2
! plans/nothing.yaml: error: no step of the plan records anything [plan.nothing_recorded]
!   hint: `record: NAME` in a step names its cassette
$ understudy record --plan plans/request.yaml
? 2
! plans/request.yaml:4:5: error: the step "look" sends a request, and the plan does not say where [plan.no_address]
!       - {id: look, request: {get: /x}, effect: read, record: look}
!         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
!   hint: `url: https://...` of the plan, or of the request
$ understudy record --plan plans/offline.yaml
? 2
! plans/offline.yaml:5:5: error: the step "look" has `network: none` and `request`; one of both [plan.exclusive]
!       - {id: look, request: {method: GET, url: "http://127.0.0.1:1/"}, effect: read, record: look}
!         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
$ understudy record --plan plans/service.yaml
? 2
! plans/service.yaml: error: the project declares no service "tol" [plan.unknown_service]
!   hint: did you mean "tool"? declare it under `services` of understudy.yaml
$ understudy record --plan plans/variable.yaml
? 3
! plans/variable.yaml: warning: the variable UNDERSTUDY_TEST_SANDBOX of the environment is not set [plan.not_set] unknown
!   hint: the plan takes it for its target or its commands
!
! 0 written, 0 agreed
$ understudy record --plan plans/fixture.yaml
? 2
! error: the fixture cannot be copied: "plans/nowhere" is no folder [plan.no_fixture]
!   hint: `fixture` is a folder, seen from the folder of the plan
$ ls -A
.understudy
cassettes
plans
understudy.yaml

-- understudy.yaml --
services:
  tool: {sandbox: [acme/sand*]}
-- plans/off_the_list.yaml --
version: 1
service: tool
target: acme/production
steps:
  - {id: make, run: [touch, made], effect: write, record: make}
-- plans/destructive.yaml --
version: 1
service: tool
target: acme/sandbox
repeat: 1
steps:
  - {id: drop, run: [echo, dropped], effect: destructive, record: drop}
-- plans/unlabelled.yaml --
version: 1
service: tool
steps:
  - {id: post, run: [gh, api, -f, x=1, /y], record: post}
-- plans/nothing.yaml --
version: 1
service: tool
steps:
  - {id: look, run: [echo], effect: read}
-- plans/request.yaml --
version: 1
service: tool
steps:
  - {id: look, request: {get: /x}, effect: read, record: look}
-- plans/offline.yaml --
version: 1
service: tool
network: none
steps:
  - {id: look, request: {method: GET, url: "http://127.0.0.1:1/"}, effect: read, record: look}
-- plans/service.yaml --
version: 1
service: tol
steps:
  - {id: look, run: [echo], effect: read, record: look}
-- plans/variable.yaml --
version: 1
service: tool
target: "${UNDERSTUDY_TEST_SANDBOX}"
steps:
  - {id: look, run: [echo], effect: read, record: look}
-- plans/fixture.yaml --
version: 1
service: tool
fixture: nowhere
steps:
  - {id: look, run: [echo], effect: read, record: look}
