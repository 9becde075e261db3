#include "app/control_request.hpp"

#include <algorithm>

#include "app/code.hpp"
#include "base/text.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"

namespace understudy::app {

namespace {

using json::Value;

std::string escaped(std::string_view text) {
    const http::QueryPair name{std::string(text), std::nullopt};
    return http::to_query({&name, 1});
}

base::Failure misuse(const Verb& verb, std::string why) {
    return base::fail(code::BadArguments,
                      {{"why", std::move(why)}, {"verb", std::string(verb.name)}});
}

base::Result<Value> parse_argument(std::string_view argument, std::string_view text) {
    json::ParseOptions options;
    options.name = argument;
    auto value = json::parse(text, options);
    if (value) return value;
    const bool is_word = !text.empty() && text.find_first_of("{}[]\"") == std::string_view::npos;
    return base::fail(code::NotJson,
                      {{"argument", std::string(argument)},
                       {"hint", is_word ? "a text needs quotes of its own, as in '\"text\"'" : ""}},
                      {}, {value.error()});
}

Value to_number(std::string_view text) {
    return json::is_number_text(text) ? Value::number(text) : Value(text);
}

// Sets the member at a JSON Pointer; objects on the way are made.
void set_at(Value& root, std::string_view pointer, Value value) {
    if (pointer.empty()) {
        for (const json::Member& member : value.members()) root.set(member.key(), member.value);
        return;
    }
    const std::size_t slash = pointer.find('/', 1);
    const std::string_view name = pointer.substr(1, slash - 1);
    if (slash == std::string_view::npos) {
        root.set(name, std::move(value));
        return;
    }
    Value* inner = root.find_mutable(name);
    if (inner == nullptr || !inner->is_object()) inner = &root.set(name, Value::object());
    set_at(*inner, pointer.substr(slash), std::move(value));
}

class Maker {
public:
    Maker(const Verb& verb, const ControlRoute& route, const Arguments& arguments,
          const ReadBody& read)
        : verb_(verb), route_(route), arguments_(arguments), read_(read) {}

    base::Result<ControlRequest> make();

private:
    base::Result<void> take(const Slot& slot);
    base::Result<Value> list_of(const Slot& slot);
    base::Result<Value> pairs_of(const Slot& slot);
    base::Result<Value> value_of(const Slot& slot);
    base::Result<std::string> finish_body();
    bool is_input(const Slot& slot) const;

    const Verb& verb_;
    const ControlRoute& route_;
    const Arguments& arguments_;
    const ReadBody& read_;
    ControlRequest request_;
    bool has_body_ = false;
    std::optional<std::string> whole_;                         // as it was read
    std::vector<std::pair<std::string_view, Value>> fixed_;    // by pointer; not in what was read
    std::vector<std::pair<std::string_view, Value>> members_;  // set by arguments, by pointer
};

// `fault arm -`: instead of the first positional comes the whole body, on standard input.
bool Maker::is_input(const Slot& slot) const {
    return !verb_.positionals.empty() && slot.argument == verb_.positionals.front().name &&
           slot.as != As::List && arguments_.value(slot.argument) == "-";
}

base::Result<Value> Maker::list_of(const Slot& slot) {
    Value list = Value::array();
    const auto add = [&](Value value) {
        const bool bare = slot.as == As::Entries && !value.has("value");
        list.push_back(bare ? Value::object({{"value", std::move(value)}}) : std::move(value));
    };
    for (const std::string& word : arguments_.list(slot.argument)) {
        const bool from_input = word == "-";
        const std::string text = from_input ? TRY(read_(word)) : word;
        Value value = TRY(parse_argument(slot.argument, text));
        if (!from_input || !value.is_array()) {
            add(std::move(value));
            continue;
        }
        for (const Value& item : value.items()) add(item);
    }
    return list;
}

base::Result<Value> Maker::pairs_of(const Slot& slot) {
    Value members = Value::object();
    for (const std::string& word : arguments_.list(slot.argument)) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos) {
            return misuse(verb_,
                          base::quoted(word) + " is not of the form " + std::string(slot.argument));
        }
        members.set(std::string_view(word).substr(0, equals), word.substr(equals + 1));
    }
    return members;
}

base::Result<Value> Maker::value_of(const Slot& slot) {
    const std::string_view text = arguments_.value(slot.argument);
    switch (slot.as) {
        case As::Number: return to_number(text);
        case As::Json: return parse_argument(slot.argument, text);
        case As::Yes: return Value(true);
        case As::Words: {
            Value words = Value::array();
            for (const std::string& word : arguments_.list(slot.argument)) words.push_back(word);
            return words;
        }
        case As::List:
        case As::Entries: return list_of(slot);
        case As::Pairs: return pairs_of(slot);
        case As::Text:
        case As::Body: break;
    }
    return Value(text);
}

base::Result<void> Maker::take(const Slot& slot) {
    const bool in_body = slot.place.empty() || slot.place.starts_with('/');
    has_body_ |= in_body;
    if (slot.argument.empty()) {
        fixed_.emplace_back(slot.place, *json::parse(slot.fixed));
        return {};
    }
    if (!arguments_.has(slot.argument)) return {};
    const std::string text(arguments_.value(slot.argument));
    if (slot.place.starts_with('{')) {
        request_.path = base::replace_all(request_.path, slot.place, escaped(text));
    } else if (slot.place.starts_with('?')) {
        request_.query.push_back({std::string(slot.place.substr(1)), text});
    } else if (slot.as == As::Body || is_input(slot)) {
        whole_ = TRY(read_(text));
    } else {
        members_.emplace_back(slot.place, TRY(value_of(slot)));
    }
    return {};
}

// What was read goes out as it stands, unless arguments set members of it.
base::Result<std::string> Maker::finish_body() {
    if (whole_ && members_.empty()) return std::move(*whole_);
    Value body = whole_ ? TRY(parse_argument("the body", *whole_)) : Value::object();
    if (!body.is_object()) {
        return misuse(verb_, "options set members of the body, and the body is no object");
    }
    if (!whole_) {
        for (auto& [pointer, value] : fixed_) set_at(body, pointer, std::move(value));
    }
    for (auto& [pointer, value] : members_) set_at(body, pointer, std::move(value));
    return json::write(body);
}

base::Result<ControlRequest> Maker::make() {
    request_.method = route_.method;
    request_.path = std::string(kControlPrefix) + std::string(route_.path);
    for (const Slot& slot : route_.slots) TRY_VOID(take(slot));
    if (has_body_) request_.body = TRY(finish_body());
    return std::move(request_);
}

bool holds(const When& when, const Arguments& arguments) {
    return when.argument.empty() || (arguments.has(when.argument) &&
                                     arguments.value(when.argument).starts_with(when.begins));
}

}  // namespace

std::string ControlRequest::target() const {
    return query.empty() ? path : path + '?' + http::to_query(query);
}

base::Result<const ControlRoute*> choose_route(const Verb& verb, const Arguments& arguments) {
    for (const ControlRoute& route : verb.routes) {
        if (holds(route.when, arguments)) return &route;
    }
    std::vector<std::string> names;
    for (const ControlRoute& route : verb.routes) names.emplace_back(route.when.argument);
    return misuse(verb, std::string(verb.name) + " needs " + base::join(names, " or "));
}

base::Result<ControlRequest> make_request(const Verb& verb, const ControlRoute& route,
                                          const Arguments& arguments, const ReadBody& read) {
    return Maker(verb, route, arguments, read).make();
}

}  // namespace understudy::app
