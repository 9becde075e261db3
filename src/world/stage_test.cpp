// The stage that tests of what is shown are played on.
#include "world/stage_testing.hpp"

#include "base/text.hpp"
#include "http/form.hpp"
#include "http/query.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "pack/load.hpp"

namespace understudy::world {

namespace {

constexpr std::string_view kHead = R"(
format: 1
pack: stage
version: 0.1.0
models: { vendor: Stage, api: "1" }
serve:
  hosts: [ { host: "*", base: /v1 } ]
  auth: { places: [ bearer, { query: api_key } ], fails: bad }
  input: [ json, form ]
  expand: { param: expand, depth: 4 }
errors:
  envelope: { error: error }
  on: { auth: bad, no_route: bad, required: bad, type: bad_type, missing: { path: missing, body: missing }, cursor: bad_cursor, invalid: bad }
  codes:
    bad:        { status: 400, message: "no: {issue.param}" }
    bad_type:   { status: 400, message: "bad {issue.param}", given: "{issue.value}" }
    bad_cursor: { status: 400, message: no such cursor }
    both:       { status: 400, message: one of both }
    missing:    { status: 404, message: "no such {issue.resource}" }
)";

Origin origin_of(const pack::Field& field) {
    switch (field.from) {
        case pack::From::Clock: return Origin::Clock;
        case pack::From::Id: return Origin::Id;
        case pack::From::Lifecycle:
        case pack::From::Moves: return Origin::Lifecycle;
        case pack::From::Exogenous: return Origin::Synth;
        default: return Origin::Input;
    }
}

}  // namespace

Stage::Stage(std::string_view rest) {
    std::string text(kHead);
    text += rest;
    pack::Folder folder{"packs/stage", {}};
    folder.files.push_back({"pack.yaml", text});
    pack::Loaded loaded = pack::load(folder);
    std::string problems;
    for (const pack::Problem& problem : loaded.problems)
        problems += base::render(problem.error) + "\n";
    EXPECT_TRUE(loaded.pack) << problems;
    pack_ = loaded.pack;
    if (pack_) state_.emplace(pack_, kUsualStart);
}

const pack::Resource& Stage::resource(std::string_view name) const {
    return pack_->resources[pack_->find_resource(name)];
}

Object Stage::make(std::string_view resource_name,
                   std::initializer_list<std::pair<std::string_view, json::Value>> values,
                   std::uint64_t number) {
    const pack::Resource& made = resource(resource_name);
    Object object;
    object.resource = pack_->find_resource(resource_name);
    object.sequence = state_->next(resource_name);
    object.values.resize(made.fields.size());
    object.origins.resize(made.fields.size(), Origin::Absent);
    object.set_by = number;
    for (const auto& [path, value] : values) {
        const pack::Index field = made.find_field(path);
        EXPECT_NE(field, pack::kNone) << path;
        object.values[field] = value;
        object.origins[field] = origin_of(made.fields[field]);
        if (field == made.id_field) object.id = value;
        if (field == made.state_field && made.lifecycle)
            object.state = made.lifecycle->find_state(value.as_string());
    }
    return object;
}

ObjectPtr Stage::put(Object object) {
    object.version = state_->next("$version");
    auto stored = std::make_shared<const Object>(std::move(object));
    state_->put(stored);
    return stored;
}

ObjectPtr Stage::put(std::string_view resource_name,
                     std::initializer_list<std::pair<std::string_view, json::Value>> values,
                     std::uint64_t number) {
    return put(make(resource_name, values, number));
}

std::string Stage::view(const ObjectPtr& object, std::string_view name) {
    Allowance allowance;
    Eyes eyes(*pack_, *state_, config_, allowance);
    const Renderer renderer(eyes, nullptr);
    const auto shown = renderer.view(object, pack_->resources[object->resource].find_view(name));
    return shown ? json::write(*shown) : base::message(shown.error());
}

Told Stage::call(std::string_view line, Options options) {
    Told told;
    Allowance allowance;
    Eyes eyes(*pack_, *state_, config_, allowance);
    Call call;
    call.origin = "http://127.0.0.1:8801";
    const std::size_t space = line.find(' ');
    call.request.head.method = line.substr(0, space);
    call.request.head.target = "/v1" + std::string(line.substr(space + 1));

    Request request;
    request.call = &call;
    const std::string_view target = call.request.head.target;
    request.path = target.substr(0, target.find('?'));
    if (target.find('?') != std::string_view::npos) {
        const auto pairs = http::parse_query(target.substr(target.find('?') + 1));
        auto query = http::read_form(pairs, pack_->lists.range == pack::RangeSpelling::Operators
                                                ? http::FormStyle::Repeated
                                                : http::FormStyle::Brackets);
        EXPECT_TRUE(query);
        request.query = *query;
        request.input = *query;
    }
    const auto found =
        pack_->routes.find(call.request.head.method, request.path, "localhost", true);
    EXPECT_NE(found.match.operation, pack::kNone) << line;
    if (found.match.operation == pack::kNone) return told;
    told.operation = found.match.operation;
    request.operation_index = found.match.operation;
    request.operation = &pack_->operations[found.match.operation];
    request.route = found.match.route;
    request.headers = options.headers;
    request.expand = options.expand;
    for (const auto& [name, value] : found.match.captured) request.captured.set(name, value);
    const pack::Resource& shown = pack_->resources[request.operation->resource];
    const bool is_list = request.operation->does == pack::Does::List ||
                         request.operation->does == pack::Does::Search;
    for (const json::Member& member : request.captured.members()) {
        // The last parameter is the object, those before it are what it lives under.
        const bool is_last = &member == &request.captured.members().back();
        if (is_last && !is_list) {
            request.self = state_->find(request.operation->resource, member.value.as_string());
        } else if (shown.parent != pack::kNone) {
            request.parent = state_->find(shown.parent, member.value.as_string());
        }
    }

    Turn turn{*state_,  eyes,    config_, 0,  "call", "trc_1", options.trace,
              &request, nullptr, 0,       {}, {},     {},      {}};
    std::variant<Answer, Refusal, base::Error> answer;
    const auto take = [&](base::Result<Answer> result) {
        if (result) {
            answer = std::move(*result);
        } else {
            answer = std::move(result).error();
        }
    };
    if (request.operation->does == pack::Does::Shape) {
        take(answer_shape(turn, request, told.account));
    } else if (is_list) {
        answer = answer_list(turn, request, told.account);
    } else if (options.executed) {
        Executed executed;
        executed.object = options.executed;
        executed.deleted = options.deleted;
        take(answer_object(turn, request, executed, told.account));
    } else {
        answer = answer_get(turn, request, told.account);
    }
    if (auto* refusal = std::get_if<Refusal>(&answer)) {
        told.refusal = *refusal;
        return told;
    }
    if (auto* error = std::get_if<base::Error>(&answer)) {
        told.error = base::render(*error);
        return told;
    }
    const Answer& given = std::get<Answer>(answer);
    told.status = given.status;
    told.headers = given.headers;
    told.text = *given.body;
    if (auto body = json::parse(told.text)) told.body = *body;
    return told;
}

Entry Stage::entry(const Told& told, std::uint64_t number) const {
    Entry entry;
    entry.number = number;
    entry.at = kUsualStart;
    entry.method = "GET";
    entry.target = "/v1/x";
    entry.operation = told.operation;
    entry.status = told.status;
    entry.answer_body = std::make_shared<const std::string>(told.text);
    entry.account = told.account;
    return entry;
}

std::string ids_of(const json::Value& items) {
    std::string ids;
    for (const json::Value& item : items.items()) {
        if (!ids.empty()) ids += ' ';
        const json::Value* id = item.find("id");
        ids += id == nullptr     ? "?"
               : id->is_string() ? std::string(id->as_string())
                                 : json::write(*id);
    }
    return ids;
}

TEST(Stage, PutsAndFinds) {
    Stage stage(R"(
resources:
  notes: { id: "n_{base62:8}", fields: { text: { from: input } }, operations: { get: "GET /notes/{id}" } }
)");
    stage.put("notes", {{"id", "n_1"}, {"text", "hello"}});
    const Told told = stage.call("GET /notes/n_1");
    EXPECT_EQ(told.status, 200) << told.error;
    EXPECT_EQ(told.text, R"({"id":"n_1","text":"hello"})");
    EXPECT_EQ(told.headers.get("Content-Type"), "application/json");
}

}  // namespace understudy::world
