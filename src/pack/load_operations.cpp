// Operations: first their names, routes and parameters, then what they check and answer.
#include <algorithm>

#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

namespace {

constexpr std::size_t kMostOperations = 10'000;
constexpr std::string_view kDoes[] = {"create", "get",    "list", "search",
                                      "update", "delete", "move", "result"};
constexpr std::string_view kOperationKeys[] = {
    "route",   "does",    "name",   "named_by", "writes",  "params",     "from",
    "guard",   "then",    "with",   "gives",    "filters", "syntax",     "missing",
    "answers", "example", "input",  "identify", "headers", "idempotent", "stream",
    "reply",   "facets",  "fields", "lists"};

std::string camel(std::string_view name, bool raise) {
    std::string text;
    for (const char c : name) {
        if (c == '_') {
            raise = true;
            continue;
        }
        text += raise && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        raise = false;
    }
    return text;
}

bool ends_with_ignoring_case(std::string_view text, std::string_view end) {
    return text.size() > end.size() &&
           base::equal_ignoring_case(text.substr(text.size() - end.size()), end);
}

// createPaymentIntent, listPaymentIntents; a key that says it already (listIssues) stays.
std::string default_name(const Resource& resource, std::string_view verb, Does does) {
    const std::string singular = camel(resource.singular, true);
    const std::string plural = camel(resource.name, true);
    std::string name = camel(verb, false);
    if (ends_with_ignoring_case(name, singular) || ends_with_ignoring_case(name, plural)) {
        return name;
    }
    const bool many = does == Does::List || does == Does::Search;
    return name + (many ? plural : singular);
}

std::optional<Does> does_of(Loader& loader, const Resource& resource, const Entry& entry,
                            Operation& operation) {
    const Node node = entry.node.member("does");
    const auto as_word = [&](std::string_view word) -> std::optional<Does> {
        const auto found = std::find(std::begin(kDoes), std::end(kDoes), word);
        if (found == std::end(kDoes)) return std::nullopt;
        return static_cast<Does>(found - std::begin(kDoes));
    };
    std::optional<Does> does;
    if (node) {
        const auto word = loader.reader.word(node, "does", kDoes);
        if (!word) return std::nullopt;
        does = static_cast<Does>(*word);
    } else {
        does = as_word(entry.key);
        if (does == Does::Move) does.reset();
    }
    const Index move = resource.lifecycle ? resource.lifecycle->find_move(entry.key) : kNone;
    if (!does && move != kNone) does = Does::Move;
    if (!does) {
        std::vector<std::string_view> known(std::begin(kDoes), std::end(kDoes));
        std::string help = "`does:` one of " + listed(kDoes);
        if (resource.lifecycle) {
            for (const Move& each : resource.lifecycle->moves) known.push_back(each.name);
        }
        loader.reader.problem_at_key(code::MissingKey,
                                     {{"what", "the operation " + entry.key},
                                      {"key", "does"},
                                      {"help", std::move(help)},
                                      {"nearest", base::nearest(entry.key, known)}},
                                     entry.node);
        return std::nullopt;
    }
    if (does == Does::Move) {
        operation.move = move;
        if (move == kNone) {
            std::vector<std::string> known;
            if (resource.lifecycle) {
                for (const Move& each : resource.lifecycle->moves) known.push_back(each.name);
            }
            loader.reader.unknown_name(entry.node, "move of " + resource.name, entry.key, known);
            return std::nullopt;
        }
    }
    return does;
}

void declare_operation(Loader& loader, Index resource, const Entry& entry) {
    Operation operation;
    operation.resource = resource;
    operation.verb = entry.key;
    operation.mark = entry.node.key_mark();
    const Resource& owner = loader.pack.resources[resource];
    Node route = entry.node;
    if (entry.node.is_map()) {
        const Map map(loader.reader, entry.node, "the operation " + entry.key, kOperationKeys);
        route = map.need("route", "as in POST /charges");
    }
    const auto does = does_of(loader, owner, entry, operation);
    for (const Node& each : loader.reader.list(route)) {
        if (auto read = read_route(loader, each)) operation.routes.push_back(std::move(*read));
    }
    if (!does) return;
    operation.does = *does;
    operation.name = loader.reader.text(entry.node.member("name"), "name")
                         .value_or(default_name(owner, entry.key, *does));
    if (loader.pack.operations.size() >= kMostOperations) {
        loader.reader.problem_at_key(
            code::TooLarge,
            {{"limit", base::with_thousands(kMostOperations)}, {"what", "operations"}}, entry.node);
        return;
    }
    for (const Operation& other : loader.pack.operations) {
        if (other.name != operation.name) continue;
        loader.reader.problem_at_key(
            code::Repeated, {{"what", "the operation"}, {"name", base::quoted(operation.name)}},
            entry.node);
    }
    operation.params = read_params(loader, entry.node.member("params"), resource, Place{},
                                   "params of " + entry.key);
    loader.pack.resources[resource].operations.push_back(
        static_cast<Index>(loader.pack.operations.size()));
    loader.pack.operations.push_back(std::move(operation));
    loader.written_operations.push_back(entry.node);
}

void read_writes(Loader& loader, Operation& operation, const Node& node) {
    const Resource& resource = loader.pack.resources[operation.resource];
    const auto may_write = [](const Field& field) {
        return field.from == From::Input || (field.children && field.children->input_creates);
    };
    if (!node) {
        if (operation.does != Does::Create) return;
        for (std::size_t i = 0; i < resource.fields.size(); ++i) {
            const bool implied = i == resource.parent_field && resource.fields[i].param.empty();
            if (may_write(resource.fields[i]) && !implied) {
                operation.writes.push_back(static_cast<Index>(i));
            }
        }
        return;
    }
    for (const Node& each : loader.reader.list(node)) {
        const auto path = loader.reader.text(each, "writes");
        if (!path) continue;
        const Index field = field_named(loader, each, operation.resource, *path);
        if (field == kNone) continue;
        if (!may_write(resource.fields[field])) {
            loader.reader.problem(
                code::NotSettable,
                {{"field", *path}, {"from", std::string(name_of(resource.fields[field].from))}},
                each);
            continue;
        }
        operation.writes.push_back(field);
    }
}

void read_filters(Loader& loader, Operation& operation, const Node& node) {
    const Resource& resource = loader.pack.resources[operation.resource];
    for (const Entry& entry : loader.reader.entries(node, "filters")) {
        Filter filter;
        filter.name = entry.key;
        filter.mark = entry.node.key_mark();
        Node kind = entry.node;
        Node field;
        if (entry.node.is_map()) {
            const Map map(loader.reader, entry.node, "the filter " + entry.key,
                          {"kind", "field", "scans"});
            kind = map.need("kind");
            field = map.get("field");
            filter.scans = loader.reader.flag(map.get("scans"), "scans").value_or(false);
        }
        if (kind) {
            if (const auto word =
                    loader.reader.word(kind, "the filter " + entry.key,
                                       {"equal", "one_of", "range", "prefix", "contains"})) {
                filter.kind = static_cast<FilterKind>(*word);
            }
        }
        if (field) {
            if (const auto path = loader.reader.text(field, "field")) {
                filter.field = field_named(loader, field, operation.resource, *path);
            }
        } else {
            filter.field = resource.find_field(entry.key);
            for (std::size_t i = 0; filter.field == kNone && i < resource.fields.size(); ++i) {
                const Field& each = resource.fields[i];
                const std::string name =
                    each.param.empty() ? spelled(each.path, loader.pack.serve.names) : each.param;
                if (name == entry.key) filter.field = static_cast<Index>(i);
            }
            if (filter.field == kNone) {
                loader.reader.unknown_name(entry.node, "field of " + resource.name, entry.key,
                                           names_of_fields(resource.fields));
            }
        }
        if (filter.field != kNone) operation.filters.push_back(std::move(filter));
    }
}

AnswerForm read_answer_form(Loader& loader, const Map& map, const Place& place, Index resource,
                            const std::string& what) {
    AnswerForm form;
    form.status = static_cast<int>(
        loader.reader.whole(map.get("status"), what + ".status", 100, 599).value_or(200));
    if (const Node view = map.get("view")) form.view = view_named(loader, view, resource);
    if (const Node body = map.get("body")) {
        form.body = read_template(loader, body, place, what + ".body");
    }
    form.type = loader.reader.text(map.get("type"), what + ".type").value_or("");
    if (const Node headers = map.get("headers")) {
        form.headers = read_members(loader, headers, place, what + ".headers");
    }
    return form;
}

void read_answers(Loader& loader, Operation& operation, const Node& node, const Place& inner) {
    const std::string what = "answers of " + operation.verb;
    Place place = inner;
    place.with(Name::Request, expr::Type::object(*loader.request_shape));
    place.with(Name::Page, expr::Type::object(*loader.page_shape));
    place.with(Name::Plural, expr::Type::string());
    const std::vector<Node> entries = loader.reader.list(node);
    bool ended = false;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Map map(loader.reader, entries[i], what,
                      {"when", "status", "view", "body", "type", "headers"});
        if (!map.is_map()) continue;
        if (ended) loader.reader.problem(code::AfterUnguarded, {}, entries[i]);
        ended = ended || !map.has("when");
        if (map.has("when") && i + 1 == entries.size()) {
            loader.reader.problem(code::NoLastChoice, {}, map.get("when"));
        }
        Choice<AnswerForm> choice;
        choice.when = read_condition(loader, map.get("when"), place, what + ".when");
        choice.what = read_answer_form(loader, map, place, operation.resource, what);
        operation.answers.push_back(std::move(choice));
    }
    if (operation.answers.empty()) operation.answers.emplace_back();
}

void read_gives(Loader& loader, Operation& operation, const Node& node) {
    const Resource& resource = loader.pack.resources[operation.resource];
    for (const Entry& entry : loader.reader.entries(node, "gives")) {
        const Index field = field_named(loader, entry.node, operation.resource, entry.key);
        if (field == kNone) continue;
        if (resource.fields[field].from != From::Exogenous) {
            loader.reader.problem_at_key(
                code::KeyOfOtherSource,
                {{"key", "gives"},
                 {"from", std::string(name_of(resource.fields[field].from))},
                 {"belongs", "exogenous"}},
                entry.node);
            continue;
        }
        FieldSchema schema = read_schema(loader, entry.node, "gives." + entry.key);
        operation.gives.emplace_back(field, std::move(schema));
    }
}

void read_from(Loader& loader, Operation& operation, const Node& node) {
    if (!node) return;
    const Resource& resource = loader.pack.resources[operation.resource];
    if (!resource.lifecycle) {
        loader.reader.problem_at_key(code::MissingKey,
                                     {{"what", "the resource " + resource.name},
                                      {"key", "lifecycle"},
                                      {"help", "without it there are no states"}},
                                     node);
        return;
    }
    operation.from.assign(resource.lifecycle->states.size(), false);
    for (const Node& each : loader.reader.list(node)) {
        if (each.is_text() && each.value->as_string() == "any") {
            operation.from.assign(resource.lifecycle->states.size(), true);
            continue;
        }
        const Index state = state_named(loader, each, operation.resource);
        if (state != kNone) operation.from[state] = true;
    }
}

void read_operation(Loader& loader, Index index) {
    Operation& operation = loader.pack.operations[index];
    const Node node = loader.written_operations[index];
    const Index resource = operation.resource;
    const Place lists_place = view_place(loader, resource);
    if (!node.is_map()) {
        read_writes(loader, operation, {});
        operation.answers.emplace_back();
        return;
    }
    if (const Node lists = node.member("lists")) {
        const auto& own = loader.pack.resources[resource].lists;
        operation.lists = read_lists(loader, lists, lists_place, own ? *own : loader.pack.lists,
                                     "lists of " + operation.verb);
    }
    read_filters(loader, operation, node.member("filters"));
    read_writes(loader, operation, node.member("writes"));
    if (operation.does == Does::Result) read_result(loader, operation, node, index);
    const Place place = operation_place(loader, index);
    Place seen = place;
    if (operation.does == Does::Result && !operation.fields.empty()) {
        expr::Shape& shape = loader.new_shape(operation.name, false);
        fill_shape(loader, shape, operation.fields);
        seen.with(Name::Self, expr::Type::object(shape));
        if (operation.reply) {
            seen.with(Name::Reply, type_of_schema(loader, operation.reply->written));
        }
    }
    finish_params(loader, operation.params, node.member("params"), resource, place,
                  "params of " + operation.verb);
    operation.named_by = read_expression(loader, node.member("named_by"), seen, "named_by");
    read_from(loader, operation, node.member("from"));
    operation.guards = read_guards(loader, node.member("guard"), place, "guard");
    operation.then = read_then(loader, node.member("then"), place, resource);
    if (const Node with = node.member("with")) {
        operation.with = read_with(loader, with, place, resource, {}, true, operation.verb);
        const Index id = loader.pack.resources[resource].id_field;
        for (const Assignment& each : operation.with) {
            if (operation.does == Does::Create || each.field == kNone || each.field != id) continue;
            loader.reader.problem(code::NotSettable, {{"field", each.name}, {"from", "id"}}, with);
        }
    }
    read_gives(loader, operation, node.member("gives"));
    if (const Node syntax = node.member("syntax")) {
        if (loader.reader.word(syntax, "syntax", {"stripe", "github"})) {
            operation.syntax = std::string(syntax.value->as_string());
        }
    }
    operation.missing = read_missing(loader, node.member("missing"), place, "missing");
    read_answers(loader, operation, node.member("answers"), seen);
    if (const Node example = node.member("example")) operation.example = *example.value;
    for (const Node& each : loader.reader.list(node.member("input"))) {
        if (loader.reader.word(each, "input", {"json", "form", "multipart", "raw"})) {
            operation.input.emplace_back(each.value->as_string());
        }
    }
    if (const Node identify = node.member("identify")) {
        const Map map(loader.reader, identify, "identify", {"credential_id", "source_id"});
        operation.credential_id =
            read_expression(loader, map.get("credential_id"), place, "identify.credential_id");
        operation.source_id =
            read_expression(loader, map.get("source_id"), place, "identify.source_id");
    }
    operation.headers = read_header_rules(loader, node.member("headers"), header_place(loader),
                                          "headers of " + operation.verb);
    operation.idempotent =
        loader.reader.flag(node.member("idempotent"), "idempotent").value_or(true);
    for (const Entry& facet : loader.reader.entries(node.member("facets"), "facets")) {
        if (auto read = read_expression(loader, facet.node, place, "facets." + facet.key)) {
            operation.facets.emplace_back(facet.key, std::move(*read));
        }
    }
    if (const Node stream = node.member("stream")) read_stream(loader, operation, stream, seen);
}

}  // namespace

void declare_operations(Loader& loader) {
    for (std::size_t i = 0; i < loader.pack.resources.size(); ++i) {
        const auto index = static_cast<Index>(i);
        const Node node = loader.written[i].node;
        if (loader.pack.resources[i].lifecycle) {
            std::vector<Move>& moves = loader.pack.resources[i].lifecycle->moves;
            for (std::size_t m = 0; m < moves.size(); ++m) {
                moves[m].params = read_params(loader, loader.written[i].moves[m].member("params"),
                                              index, Place{}, "params of " + moves[m].name);
            }
        }
        const std::string what = "operations of " + loader.pack.resources[i].name;
        for (const Entry& entry : loader.reader.entries(node.member("operations"), what)) {
            declare_operation(loader, index, entry);
        }
    }
}

void read_operations(Loader& loader) {
    for (std::size_t i = 0; i < loader.pack.resources.size(); ++i) {
        if (const Node lists = loader.written[i].node.member("lists")) {
            Resource& resource = loader.pack.resources[i];
            resource.lists = read_lists(loader, lists, view_place(loader, static_cast<Index>(i)),
                                        loader.pack.lists, "lists of " + resource.name);
        }
    }
    for (std::size_t i = 0; i < loader.pack.operations.size(); ++i) {
        read_operation(loader, static_cast<Index>(i));
    }
}

}  // namespace understudy::pack
