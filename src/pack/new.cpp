// `pack new`: the files of a fresh pack. See new.hpp.
#include "pack/new.hpp"

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "json/write.hpp"
#include "pack/code.hpp"
#include "pack/impl/api.hpp"
#include "pack/impl/skeleton.hpp"

namespace understudy::pack {

namespace {

constexpr std::string_view kPack =
    R"(# A model of one service. `understudy pack lint` checks it, `understudy pack test` runs its plans.
format: 1
pack: NAME
version: 0.1.0
models: { vendor: NAME, api: "1" }

serve:
  hosts: [ { host: "*", base: /v1 } ]
  auth: { places: [ bearer ], fails: unauthorized }
  input: json

# Whatever takes time has a name that a test can set.
durations: { review: 2s }

lists:
  page: { style: token, token: cursor, limit: limit, default: 10, max: 100 }
  envelope: { data: page.items, next: page.token }

errors:
  envelope: { error: error }
  on:
    auth: unauthorized
    no_route: not_found
    missing: { path: not_found, body: parameter_invalid }
    required: parameter_missing
    type: parameter_invalid
    state: conflict
  codes:
    unauthorized:      { status: 401, message: A valid key is needed. }
    not_found:         { status: 404, message: "There is no such thing: {issue.value}" }
    parameter_missing: { status: 400, message: "{issue.param} is missing.", param: "{issue.param}" }
    parameter_invalid: { status: 400, message: "{issue.param} is not valid.", param: "{issue.param}" }
    conflict:          { status: 409, message: The note is in no state that allows this. }

events:
  types: [ note.created, note.published, note.rejected ]
  payload: { id: event.id, type: event.type, data: view(self) }
)";

constexpr std::string_view kNotes = R"(# Every field says where its value comes from.
notes:
  id: "note_{base62:12}"
  fields:
    title:      { from: input, required: true, schema: { type: string, maxLength: 100 } }
    body:       { from: input, schema: { type: string }, nullable: true }
    created_at: { from: clock, as: rfc3339 }
    status:     { from: lifecycle }
    # What only the world outside can know: a test pins it, or it is made up.
    score:      { from: exogenous, schema: { type: integer, minimum: 0, maximum: 100 } }
  operations:
    create:   { route: POST /notes, answers: { status: 201 }, example: { title: Hello } }
    get:      GET /notes/{id}
    list:     GET /notes
    update:   { route: "PATCH /notes/{id}", writes: [ title, body ] }
    withdraw: POST /notes/{id}/withdraw
  lifecycle:
    start: [ { state: draft, emits: note.created } ]
    refuse: conflict
    moves:
      review:
        from: draft
        after: review
        emits: "note.{arm}"
        arms:
          rejected:  { when: 'self.title == "Spam"', to: rejected }
          published: { default: true, to: published }
      withdraw: { from: [ draft, published ], to: withdrawn }
)";

constexpr std::string_view kPlan =
    R"(# A note from the first call to the last, and how the service says no.
version: 1
service: NAME
steps:
  - id: create
    request: { post: /v1/notes, json: { title: Hello } }
    capture: { note: /id }
    expect: { status: 201, body: { title: Hello, status: draft } }
  - id: reviewed
    control: { post: clock/advance, body: { by: 2s } }
    expect: { status: 200 }
  - id: published
    request: { get: "/v1/notes/${note}" }
    expect: { status: 200, body: { status: published } }
  - id: update
    request: { patch: "/v1/notes/${note}", json: { body: More } }
    expect: { status: 200, body: { body: More } }
  - id: list
    request: { get: /v1/notes }
    expect: { status: 200, body: { next: null } }
  - id: withdraw
    request: { post: "/v1/notes/${note}/withdraw" }
    expect: { status: 200, body: { status: withdrawn } }
  - id: twice
    request: { post: "/v1/notes/${note}/withdraw" }
    expect: { status: 409, body: { error: { code: conflict } } }
  - id: untitled
    request: { post: /v1/notes, json: {} }
    expect: { status: 400, body: { error: { code: parameter_missing, param: title } } }
  - id: wrong
    request: { post: /v1/notes, json: { title: 7 } }
    expect: { status: 400, body: { error: { code: parameter_invalid, param: title } } }
  - id: nowhere
    request: { get: /v1/notes/note_0 }
    expect: { status: 404, body: { error: { code: not_found } } }
  - id: stranger
    request: { get: /v1/notes, auth: none }
    expect: { status: 401, body: { error: { code: unauthorized } } }
  # The other arm of the review.
  - id: spam
    request: { post: /v1/notes, json: { title: Spam } }
    capture: { spam: /id }
    expect: { status: 201 }
  - id: rejected
    request: { get: "/v1/notes/${spam}" }
    wait: { tries: 5, every: 1s }
    expect: { status: 200, body: { status: rejected } }
)";

constexpr std::string_view kReadme = R"(# NAME

A pack for understudy: a model of one service, as data.

- `pack.yaml`: where it is served, how it says no, its events
- `resources/`: the things it keeps
- `plans/tests/`: what `understudy pack test` runs

Nothing here was compared with the real service yet.
)";

constexpr std::string_view kShapeReadme = R"(# NAME

A pack for understudy, made from an API description. Every route answers by its shape: parameters
are checked, and the answer is an example that its schema accepts; nothing is stored.

Add resources under `resources/` to model what matters; a route that a resource takes over answers
from state from then on. `understudy pack show NAME` tells which are modelled.
)";

std::string named(std::string_view text, std::string_view name) {
    return base::replace_all(text, "NAME", name);
}

bool is_pack_name(std::string_view name) {
    if (name.empty() || name.size() > 64 || name[0] < 'a' || name[0] > 'z') return false;
    for (const char c : name) {
        const bool is_plain =
            (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
        if (!is_plain) return false;
    }
    return true;
}

std::vector<base::Source> plain_pack(std::string_view name) {
    return {{"pack.yaml", named(kPack, name)},
            {"resources/notes.yaml", std::string(kNotes)},
            {"plans/tests/notes.yaml", named(kPlan, name)},
            {"README.md", named(kReadme, name)}};
}

std::string notice(const Api& api, std::string_view file, std::string_view digest) {
    std::string text = "shapes/" + std::string(file) + " was reduced from " +
                       base::quoted(api.title.empty() ? api.file : api.title);
    if (!api.version.empty()) text += ", version " + api.version;
    text += "\n(sha256 " + std::string(digest) + ").\n";
    text +=
        "It keeps paths, parameters, types, required names, enumerations, formats and limits.\n";
    text += "Name the licence of the original here before you share this pack.\n";
    return text;
}

}  // namespace

base::Result<std::vector<base::Source>> new_pack(std::string_view name,
                                                 const std::optional<base::Source>& description) {
    if (!is_pack_name(name)) {
        return base::fail(code::BadName,
                          {{"name", base::quoted(name)},
                           {"what", "a pack"},
                           {"why", "it is a small letter, then small letters, digits, _ and -"}});
    }
    if (!description) return plain_pack(name);
    std::vector<Problem> problems;
    const Api api = TRY(read_api(*description, problems));
    const std::string file = std::string(name) + ".json";
    const std::string digest = base::to_hex(base::sha256(description->text));
    const std::string shapes =
        "# What the service's own description says, reduced; see NOTICE.\n"
        "shapes:\n  api:\n    file: shapes/" +
        file + "\n    made_by: understudy pack new\n" +
        "    of: { title: " + json::write(json::Value(api.title)) +
        ", version: " + json::write(json::Value(api.version)) +
        ", sha256: " + json::write(json::Value(digest)) + " }\n";
    return std::vector<base::Source>{
        {"pack.yaml", skeleton(name, api, shapes)},
        {"shapes/" + file, json::write_pretty(reduced(*api.root), 1) + "\n"},
        {"NOTICE", notice(api, file, digest)},
        {"README.md", named(kShapeReadme, name)}};
}

}  // namespace understudy::pack
