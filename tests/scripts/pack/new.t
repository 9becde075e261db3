# A fresh pack is sound, passes its own tests and can be served.
$ understudy pack new shop
wrote 4 files to packs/shop
! next: understudy pack lint packs/shop; understudy serve packs/shop
$ ls packs/shop
README.md
pack.yaml
plans
resources
$ understudy pack lint shop
shop@0.1.0: 1 resource, 5 operations; nothing to complain about
$ understudy pack test shop
ok      plans/tests/notes.yaml (14 calls)
shop@0.1.0: 1 plan passed, 0 failed
$ understudy pack new shop
? 2
! error: "packs/shop" is there already [pack.folder_exists]
!   hint: choose another name, or remove it first
$ understudy pack new "Bad Name"
? 2
! error: "Bad Name" cannot be the name of a pack: it is a small letter, then small letters, digits, _ and - [pack.bad_name]
$ understudy pack new pets --openapi api.yaml
wrote 4 files to packs/pets
! next: understudy pack lint packs/pets; understudy serve packs/pets
$ understudy pack lint pets
packs/pets/pack.yaml:31:5: warning: no plan reaches the error code "unauthorized" [pack.untested]
        unauthorized:           { status: 401, message: A valid key is needed., param: "{issue.param}" }
        ^~~~~~~~~~~~
packs/pets/pack.yaml:32:5: warning: no plan reaches the error code "not_found" [pack.untested]
        not_found:              { status: 404, message: There is nothing at this address., param: "{issue.pa
        ^~~~~~~~~
packs/pets/pack.yaml:33:5: warning: no plan reaches the error code "method_not_allowed" [pack.untested]
        method_not_allowed:     { status: 405, message: This address does not know that method., param: "{is
        ^~~~~~~~~~~~~~~~~~
packs/pets/pack.yaml:34:5: warning: no plan reaches the error code "body_unreadable" [pack.untested]
        body_unreadable:        { status: 400, message: The body could not be read., param: "{issue.param}" 
        ^~~~~~~~~~~~~~~
packs/pets/pack.yaml:35:5: warning: no plan reaches the error code "media_type_unsupported" [pack.untested]
        media_type_unsupported: { status: 415, message: This kind of body is not taken here., param: "{issue
        ^~~~~~~~~~~~~~~~~~~~~~
packs/pets/pack.yaml:36:5: warning: no plan reaches the error code "parameter_missing" [pack.untested]
        parameter_missing:      { status: 400, message: "{issue.param} is missing.", param: "{issue.param}" 
        ^~~~~~~~~~~~~~~~~
packs/pets/pack.yaml:37:5: warning: no plan reaches the error code "parameter_invalid" [pack.untested]
        parameter_invalid:      { status: 400, message: "{issue.param} is not valid.", param: "{issue.param}
        ^~~~~~~~~~~~~~~~~

pets@0.1.0: 0 resources, 1 operation; 7 warnings

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
              schema: { type: array, items: { type: object, properties: { id: { type: integer } } } }
