#include "verify/least_plan.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "http/body.hpp"
#include "json/write.hpp"
#include "verify/impl/listing.hpp"
#include "yaml/write.hpp"

namespace understudy::verify {

namespace {

using cassette::Drift;
using json::Value;

constexpr std::size_t kShown = 400;
constexpr std::size_t kSaid = 2'000;
constexpr std::string_view kAdmin = "/__admin__/";

std::string cut(std::string text, std::size_t most) {
    if (text.size() <= most) return text;
    std::size_t at = most;
    while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
    return text.substr(0, at) + "...";
}

std::string shown(const std::optional<Value>& value) {
    return value ? cut(json::write(*value), kShown) : std::string("nothing");
}

std::string for_regex(std::string_view text) {
    std::string made = "^";
    for (const char c : text) {
        if (std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos) made += '\\';
        made += c;
    }
    return made + '$';
}

std::string text_of(const Value& value) {
    if (value.is_string()) return std::string(value.as_string());
    return value.is_null() ? std::string() : json::write(value);
}

class PlanWriter {
public:
    PlanWriter(const pack::Pack& pack, std::string_view service, const Found& found)
        : pack_(pack), service_(service), found_(found) {
        for (std::size_t i = 0; i + 1 < found.least.legs.size(); ++i) name_values(pack, i);
    }

    std::string run() {
        Value plan = Value::object({{"version", 1}, {"service", service_}});
        // The last step first: it says which names it needs.
        std::vector<Value> made(found_.least.legs.size());
        for (std::size_t i = made.size(); i-- > 0;) made[i] = step(i);
        Value steps = Value::array();
        for (Value& each : made) steps.push_back(std::move(each));
        plan.set("steps", std::move(steps));
        return comments() + yaml::write(plan);
    }

private:
    struct Named {
        std::size_t leg;
        std::string name, place;
        Value value;
        mutable bool is_needed;
    };

    // What the walk has captured, and the ids of what else was made.
    void name_values(const pack::Pack& pack, std::size_t number) {
        const Leg& leg = found_.least.legs[number];
        const Taken& taken = found_.of_fake[number];
        for (const auto& [name, value] : taken.captured) {
            const auto capture =
                std::find_if(leg.step.captures.begin(), leg.step.captures.end(),
                             [&](const plan::Capture& each) { return each.name == name; });
            named_.push_back({number, name, capture->place->text, value, true});
        }
        const pack::Index index = pack.find_operation(leg.operation);
        if (!taken.captured.empty() || index == pack::kNone ||
            pack.operations[index].does != pack::Does::Create) {
            return;
        }
        const pack::Resource& resource = pack.resources[pack.operations[index].resource];
        if (resource.id_field == pack::kNone) return;
        const std::string& field = resource.fields[resource.id_field].path;
        const auto body = http::read_body(taken.response.head.headers, taken.response.body(),
                                          http::FormStyle::Brackets);
        const Value* id = body ? body->find(field) : nullptr;
        if (id != nullptr) {
            named_.push_back({number, leg.step.id + "_made", "/" + field, *id, false});
        }
    }

    std::string comments() const {
        const Divergence& at = found_.divergence;
        std::string text = "# " + std::string(cassette::name_of(at.drift)) + ": " + at.operation +
                           ", " + at.place() + '\n';
        text += "# " + said_words(at) + '\n';
        text += "# The last step expects what the fake says. The target answered instead:\n";
        const std::string said = cut(found_.said, kSaid);
        for (const std::string_view line : base::split_lines(said)) {
            text += "#   " + std::string(line) + '\n';
        }
        if (!found_.is_minimal)
            text += "# There may be a shorter plan: the search for it was ended.\n";
        return text;
    }

    Value step(std::size_t number) const {
        const Leg& leg = found_.least.legs[number];
        const plan::Request& request = leg.step.request;
        Value made = Value::object({{"id", leg.step.id}});
        if (request.control) {
            made.set("control", Value::object({{base::to_lower_ascii(request.method),
                                                Value(request.path.substr(kAdmin.size()))},
                                               {"body", request.body}}));
            if (number + 1 == found_.least.legs.size()) {
                made.set("expect", Value::object({{"status", status(number)}}));
            }
            return made;
        }
        Value call = Value::object({{base::to_lower_ascii(request.method), Value(request.path)}});
        if (request.query.size() != 0) call.set("query", request.query);
        if (!request.headers.empty()) {
            Value headers = Value::object();
            for (const auto& [name, value] : request.headers) headers.set(name, Value(value));
            call.set("headers", std::move(headers));
        }
        switch (request.body_kind) {
            case plan::Request::Body::None: break;
            case plan::Request::Body::Json: call.set("json", request.body); break;
            case plan::Request::Body::Form: call.set("form", request.body); break;
            case plan::Request::Body::Text: call.set("text", request.body); break;
        }
        if (request.auth == plan::Auth::None) call.set("auth", Value("none"));
        if (request.auth == plan::Auth::Wrong) call.set("auth", Value("wrong"));
        made.set("request", std::move(call));
        made.set("effect", Value(plan::name_of(leg.step.effect)));
        Value captures = Value::object();
        for (const Named& each : named_) {
            if (each.leg == number && each.is_needed) captures.set(each.name, Value(each.place));
        }
        if (captures.size() != 0) made.set("capture", std::move(captures));
        made.set("expect", expectation(number));
        return made;
    }

    Value status(std::size_t number) const {
        return Value(found_.of_fake[number].response.head.status);
    }

    Value expectation(std::size_t number) const {
        Value expect = Value::object({{"status", status(number)}});
        if (number + 1 != found_.least.legs.size()) return expect;
        const Divergence& at = found_.divergence;
        if (at.part == "headers") put_header(expect);
        if (at.part == "body") put_body(expect, number);
        return expect;
    }

    void put_header(Value& expect) const {
        const Divergence& at = found_.divergence;
        const std::string name = at.path.substr(std::min<std::size_t>(at.path.size(), 1));
        Value wanted;
        if (at.fake) {
            const auto all = found_.of_fake.back().response.head.headers.all(name);
            const bool is_drawn = at.fake->is_string() && at.fake->as_string().starts_with('<');
            wanted = is_drawn || all.empty() ? Value::object({{"matches", "."}})
                                             : Value(std::string(all.front()));
        }
        expect.set("headers", Value::object({{name, wanted}}));
    }

    void put_body(Value& expect, std::size_t number) const {
        const Divergence& at = found_.divergence;
        const auto body =
            http::read_body(found_.of_fake[number].response.head.headers,
                            found_.of_fake[number].response.body(), http::FormStyle::Brackets);
        const auto pointer = json::Pointer::parse(at.path);
        if (!body || !pointer) return;
        if (!at.fake) {
            expect.set("absent", Value::array({Value(at.path)}));
            return;
        }
        if (!at.target || at.drift == Drift::FieldRemoved || at.drift == Drift::FieldRenamed) {
            expect.set("exists", Value::array({Value(at.path)}));
            return;
        }
        const Value* value = pointer->resolve(*body);
        if (value == nullptr) return;
        // Where the next page begins is told in words that every world makes up anew: that there is
        // one is all that can be expected.
        if (value->is_string() && at.target->is_null() && is_cursor(number, at.path)) {
            expect.set("matches", Value::object({{at.path, Value(".")}}));
            return;
        }
        const bool is_scalar = !value->is_object() && !value->is_array();
        const bool has_index =
            std::any_of(pointer->tokens().begin(), pointer->tokens().end(),
                        [](const std::string& token) { return json::to_index(token).has_value(); });
        if (is_scalar && has_index) {
            const std::string named = name_of(*value);
            if (named.empty() && at.drift != Drift::FieldRetyped) {
                expect.set("matches",
                           Value::object({{at.path, Value(for_regex(text_of(*value)))}}));
                return;
            }
        }
        // Lists are compared in full, so everything around the place is told as far as it is
        // stable.
        expect.set("body", along(*body, pointer->tokens(), 0));
    }

    bool is_cursor(std::size_t number, const std::string& path) const {
        const pack::Index index = pack_.find_operation(found_.least.legs[number].operation);
        if (index == pack::kNone) return false;
        const pack::Operation& operation = pack_.operations[index];
        if (operation.does != pack::Does::List || operation.resource == pack::kNone) return false;
        const pack::Template& envelope = lists_of(pack_, operation).envelope;
        for (const std::string_view told :
             {"page.token", "page.prev", "page.next_path", "page.next_url"}) {
            if (place_of(envelope, {told}) == path) return true;
        }
        return false;
    }

    // The name under which a step before has captured this very value.
    std::string name_of(const Value& value) const {
        for (const Named& each : named_) {
            if (!json::equivalent(each.value, value)) continue;
            each.is_needed = true;
            return each.name;
        }
        return {};
    }

    // Only the way to the place; all items of the lists on it.
    Value along(const Value& value, const std::vector<std::string>& tokens, std::size_t at) const {
        if (at == tokens.size()) return stable(value);
        if (value.is_object()) {
            const Value* next = value.find(tokens[at]);
            return Value::object(
                {{tokens[at], next == nullptr ? Value() : along(*next, tokens, at + 1)}});
        }
        if (!value.is_array()) return stable(value);
        Value made = Value::array();
        const auto wanted = json::to_index(tokens[at]);
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (wanted && *wanted == i) {
                made.push_back(along(value[i], tokens, at + 1));
            } else {
                made.push_back(value[i].is_object() ? Value::object() : stable(value[i]));
            }
        }
        return made;
    }

    // Ids that were captured become holes; in lists of objects nothing but these is told.
    Value stable(const Value& value) const {
        if (value.is_array()) {
            Value made = Value::array();
            for (const Value& item : value.items()) {
                if (!item.is_object()) {
                    made.push_back(stable(item));
                    continue;
                }
                Value told = Value::object();
                for (const json::Member& member : item.members()) {
                    const std::string name = name_of(member.value);
                    if (member.value.is_string() && !name.empty()) {
                        told.set(member.key(), Value("${" + name + "}"));
                    } else if (member.key() == "type") {
                        told.set(member.key(), member.value);
                    }
                }
                made.push_back(std::move(told));
            }
            return made;
        }
        if (value.is_object()) {
            Value made = Value::object();
            for (const json::Member& member : value.members()) {
                made.append(member.key(), stable(member.value));
            }
            return made;
        }
        const std::string name = value.is_string() ? name_of(value) : std::string();
        if (!name.empty()) return Value("${" + name + "}");
        if (!value.is_string()) return value;
        return Value(base::replace_all(value.as_string(), "${", "$${"));
    }

    const pack::Pack& pack_;
    std::string_view service_;
    const Found& found_;
    std::vector<Named> named_;
};

}  // namespace

std::string said_words(const Divergence& divergence) {
    if (divergence.drift == Drift::FieldRenamed && !divergence.renamed_to.empty()) {
        return "the target calls it " + divergence.renamed_to;
    }
    return "the fake says " + shown(divergence.fake) + ", the target " + shown(divergence.target);
}

std::string least_plan(const pack::Pack& pack, std::string_view service, const Found& found) {
    return PlanWriter(pack, service, found).run();
}

}  // namespace understudy::verify
