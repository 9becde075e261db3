#include "world/impl/pin_reader.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "json/write.hpp"
#include "schema/check.hpp"
#include "world/impl/course.hpp"
#include "world/impl/field_path.hpp"
#include "world/impl/ruling.hpp"
#include "world/impl/schema_place.hpp"
#include "world/refused.hpp"

namespace understudy::world {

namespace {

using json::Value;
using pack::Index;
using pack::kNone;

// A value with its place in the body.
struct Given {
    std::string pointer;
    Value value;
};

template <class Item>
bool contains(const std::vector<Item>& items, const Item& item) {
    return std::find(items.begin(), items.end(), item) != items.end();
}

std::string text_at(const Value& body, std::string_view name) {
    const Value* value = body.find(name);
    return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

std::string known_as(const pack::Pack& pack) {
    return "pack " + pack.name + "@" + pack.version;
}

// What is pinned: a field in results of these names, or a branch.
class Reader {
public:
    Reader(const Value& body, const pack::Pack& pack, const Outside& outside, std::string what)
        : body_(body), pack_(pack), outside_(outside), what_(std::move(what)) {}

    std::variant<Lever, Refused> read(std::vector<Given> values) {
        values_ = std::move(values);
        lever_.field = text_at(body_, "field");
        if (auto no = read_whom()) return std::move(*no);
        auto no = lever_.field == kBranch ? read_branch() : read_field();
        if (no) return std::move(*no);
        return std::move(lever_);
    }

private:
    // `match`, `on`, or both: then the match narrows what the name stands for.
    std::optional<Refused> read_whom() {
        via_ = text_at(body_, "on");
        Value match = Value::object();
        if (const Value* given = body_.find("match")) match = *given;
        auto read =
            read_match(match, "/match", {.resource = true, .operation = via_.empty()}, pack_);
        if (auto* no = std::get_if<Refused>(&read)) return std::move(*no);
        lever_.match = std::move(std::get<Match>(read));
        if (auto no = check_resource(pack_, lever_.match.resource, "/match/resource")) return no;
        if (!via_.empty() || !lever_.match.operations.empty()) return std::nullopt;
        return refused(422, "invalid_request", "a " + what_ + " says what it is for",
                       "/match/operation",
                       "name the operation in `match`, or an event, a workflow or a move in `on`");
    }

    std::string place_of_name() const { return via_.empty() ? "/match/operation" : "/on"; }

    // --- branches

    std::optional<Refused> read_branch() {
        std::vector<MoveAt> moves;
        std::vector<std::string> names = lever_.match.operations;
        if (!via_.empty()) names = {via_};
        std::vector<std::string> kept;
        for (const std::string& name : names) {
            auto found = branches_of(name, kept);
            if (found.empty()) return unknown_branch(name);
            for (const MoveAt at : found) {
                if (!contains(moves, at)) moves.push_back(at);
            }
        }
        // Only moves that have each of the arms.
        for (const Given& given : values_) {
            const auto lacks = [&](MoveAt at) { return !has_arm(at, given.value); };
            std::vector<MoveAt> left;
            std::remove_copy_if(moves.begin(), moves.end(), std::back_inserter(left), lacks);
            if (left.empty()) return unknown_arm(given, moves);
            moves = std::move(left);
        }
        if (kept.empty()) {
            for (const MoveAt at : moves) kept.push_back(name_of(pack_, at));
        }
        lever_.match.operations = std::move(kept);
        for (const MoveAt at : moves) lever_.buckets.push_back(branch_bucket(name_of(pack_, at)));
        return std::nullopt;
    }

    // By its own names, else by the call that starts the workflow. That call stays a constraint.
    std::vector<MoveAt> branches_of(const std::string& name, std::vector<std::string>& kept) {
        std::vector<MoveAt> found = branches_named(pack_, name);
        if (!found.empty()) return found;
        for (const ResultKind& kind : kinds_of(name)) {
            if (kind.operation != kNone) {
                const pack::Operation& operation = pack_.operations[kind.operation];
                const bool own = operation.does == pack::Does::Move &&
                                 !move_at(pack_, {operation.resource, operation.move}).arms.empty();
                if (own) return {{operation.resource, operation.move}};
            }
            for (const MoveAt at : all_moves(pack_)) {
                const bool starts = contains(kind.resources, at.resource);
                if (!move_at(pack_, at).arms.empty() && starts) found.push_back(at);
            }
            if (!found.empty() && !contains(kept, kind.name)) kept.push_back(kind.name);
        }
        return found;
    }

    bool has_arm(MoveAt at, const Value& name) const {
        const std::vector<pack::Arm>& arms = move_at(pack_, at).arms;
        return name.is_string() && std::any_of(arms.begin(), arms.end(), [&](const pack::Arm& arm) {
                   return arm.name == name.as_string();
               });
    }

    Refused unknown_branch(const std::string& name) const {
        std::vector<std::string> known;
        for (const MoveAt at : all_moves(pack_)) {
            const pack::Move& move = move_at(pack_, at);
            if (move.arms.empty()) continue;
            known.push_back(name_of(pack_, at));
            if (!move.workflow.empty()) known.push_back(move.workflow);
        }
        if (!outside_.named(name, lever_.match.resource, {}).empty()) {
            return refused(422, "unknown_field", base::quoted(name) + " leads to no branch",
                           "/field", known.empty() ? "the pack has none" : nearest_hint("", known));
        }
        for (const MoveAt at : all_moves(pack_)) {
            if (move_at(pack_, at).arms.empty()) continue;
            for (std::string& event : events_of(move_at(pack_, at))) known.push_back(event);
        }
        return refused(404, via_.empty() ? "unknown_operation" : "unknown_event",
                       "no branch is called " + base::quoted(name) + " in " + known_as(pack_),
                       place_of_name(), nearest_hint(name, known));
    }

    Refused unknown_arm(const Given& given, const std::vector<MoveAt>& moves) const {
        std::vector<std::string> arms, names;
        for (const MoveAt at : moves) {
            names.push_back(name_of(pack_, at));
            for (const pack::Arm& arm : move_at(pack_, at).arms) {
                if (!contains(arms, arm.name)) arms.push_back(arm.name);
            }
        }
        const std::string asked = given.value.is_string() ? std::string(given.value.as_string())
                                                          : json::write(given.value);
        return refused(422, "unknown_arm",
                       "no arm " + base::quoted(asked) + " of " + base::join(names, ", ") + " in " +
                           known_as(pack_),
                       given.pointer, nearest_hint(asked, arms));
    }

    // --- fields

    std::optional<Refused> read_field() {
        if (!via_.empty()) {
            if (auto no = read_on()) return no;
        }
        std::vector<std::string> names;
        std::vector<ResultKind> kinds;
        for (const std::string& name : lever_.match.operations) {
            auto found = kinds_of(name);
            if (found.empty()) {
                return refused(404, "unknown_operation",
                               "no operation " + base::quoted(name) + " in " + known_as(pack_),
                               place_of_name(), nearest_hint(name, outside_.names()));
            }
            for (ResultKind& kind : found) {
                if (!contains(names, kind.name)) names.push_back(kind.name);
                kinds.push_back(std::move(kind));
            }
        }
        lever_.match.operations = names;
        lever_.buckets = names;
        if (auto no = check_facets(kinds)) return no;
        return check_values(kinds);
    }

    // Compiles the name of an event, a workflow or a move to the calls whose results it produces.
    std::optional<Refused> read_on() {
        std::vector<Index> resources;
        const auto add = [&](Index resource) {
            if (resource != kNone && !contains(resources, resource)) resources.push_back(resource);
        };
        std::vector<std::string> known;
        for (Index r = 0; r < pack_.resources.size(); ++r) {
            if (!pack_.resources[r].lifecycle) continue;
            for (const auto& choice : pack_.resources[r].lifecycle->start) {
                for (const pack::Emit& emit : choice.what.emits) {
                    known.push_back(emit.name.text);
                    if (emit.name.text == via_) add(r);
                }
            }
        }
        for (const MoveAt at : all_moves(pack_)) {
            const pack::Move& move = move_at(pack_, at);
            known.push_back(name_of(pack_, at));
            if (!move.workflow.empty()) known.push_back(move.workflow);
            for (std::string& event : events_of(move)) known.push_back(std::move(event));
            if (name_of(pack_, at) != via_ && move.workflow != via_ && !emits(move, via_)) continue;
            add(at.resource);
            // What it makes beside may carry the event too.
            for (const pack::CreateStep& step : move.steps.create) add(step.resource);
            for (const pack::Arm& arm : move.arms) {
                for (const pack::CreateStep& step : arm.steps.create) add(step.resource);
            }
        }
        if (resources.empty()) {
            // An operation is a name for what it produces, too.
            lever_.match.operations = {via_};
            if (!kinds_of(via_).empty()) return std::nullopt;
            return refused(
                404, "unknown_event",
                "no event, workflow or move " + base::quoted(via_) + " in " + known_as(pack_),
                "/on", nearest_hint(via_, known));
        }
        std::vector<std::string> all, with_field;
        for (const Index resource : resources) {
            for (const std::string& name : outside_.starters_of(resource)) {
                if (!contains(all, name)) all.push_back(name);
                if (has_exogenous(resource) && !contains(with_field, name)) {
                    with_field.push_back(name);
                }
            }
        }
        lever_.match.operations = with_field.empty() ? all : with_field;
        if (!lever_.match.operations.empty()) return std::nullopt;
        return refused(422, "unknown_field", base::quoted(via_) + " produces no results", "/field");
    }

    bool has_exogenous(Index resource) const {
        const std::vector<pack::Field>& fields = pack_.resources[resource].fields;
        return std::any_of(fields.begin(), fields.end(), [&](const pack::Field& field) {
            return field.from == pack::From::Exogenous && is_at_or_below(lever_.field, field.path);
        });
    }

    std::vector<ResultKind> kinds_of(const std::string& name) const {
        return outside_.named(name, lever_.match.resource, lever_.match.input);
    }

    std::optional<Refused> check_facets(const std::vector<ResultKind>& kinds) const {
        for (const Match::Facet& facet : lever_.match.facets) {
            std::vector<std::string> known;
            for (const ResultKind& kind : kinds) {
                if (kind.operation == kNone) continue;
                for (const auto& [name, reads] : pack_.operations[kind.operation].facets) {
                    known.push_back(name);
                }
            }
            if (contains(known, facet.name)) continue;
            return refused(422, "unknown_constraint",
                           base::join(lever_.match.operations, ", ") + " has no facet " +
                               base::quoted(facet.name),
                           "/match/facets/" + facet.name, nearest_hint(facet.name, known));
        }
        return std::nullopt;
    }

    std::optional<Refused> check_values(const std::vector<ResultKind>& kinds) const {
        std::vector<std::string> pinnable;
        bool found = false;
        for (const ResultKind& kind : kinds) {
            for (const ResultField& field : outside_.fields_of(kind)) {
                if (!field.is_exogenous() || !is_produced(kind, field)) continue;
                if (!contains(pinnable, field.path)) pinnable.push_back(field.path);
                for (const std::string& below : names_in_schema(field.schema.written)) {
                    pinnable.push_back(field.path + "." + below);
                }
                if (!is_at_or_below(lever_.field, field.path)) continue;
                const SchemaPlace place = place_of(field);
                if (place.kind == SchemaPlace::Kind::None) continue;
                found = true;
                for (const Given& given : values_) {
                    if (auto no = check_value(kind, field, place, given)) return no;
                }
            }
        }
        if (found) return std::nullopt;
        return not_pinnable(kinds, pinnable);
    }

    // A call that only shows an object produces nothing in it.
    bool is_produced(const ResultKind& kind, const ResultField& field) const {
        const bool of_match = lever_.match.resource.empty() || field.resource == kNone ||
                              pack_.resources[field.resource].name == lever_.match.resource;
        return of_match && (field.resource == kNone || contains(kind.resources, field.resource));
    }

    std::vector<std::string> steps_below(const ResultField& field) const {
        if (lever_.field.size() == field.path.size()) return {};
        return split_path(std::string_view(lever_.field).substr(field.path.size() + 1));
    }

    SchemaPlace place_of(const ResultField& field) const {
        const std::vector<std::string> steps = steps_below(field);
        if (steps.empty()) return {SchemaPlace::Kind::Described, {}};
        if (!field.schema.compiled) return {SchemaPlace::Kind::Open, {}};
        return place_in_schema(field.schema.written, steps);
    }

    std::optional<Refused> check_value(const ResultKind& kind, const ResultField& field,
                                       const SchemaPlace& place, const Given& given) const {
        if (!field.schema.compiled || place.kind != SchemaPlace::Kind::Described) {
            return std::nullopt;
        }
        const bool whole = place.at.is_root();
        if (whole && given.value.is_null() && field.field != nullptr && field.field->nullable) {
            return std::nullopt;
        }
        std::optional<schema::Schema> schema = field.schema.compiled;
        if (!whole) {
            auto part = schema::compile_at(field.schema.written, place.at);
            if (!part) return std::nullopt;  // it leads out of what we hold: judged when it binds
            schema = std::move(*part);
        }
        const schema::Outcome outcome = schema::check(*schema, given.value, {.most_violations = 1});
        if (outcome.verdict != schema::Verdict::Invalid) return std::nullopt;
        const schema::Violation& violation = outcome.violations.front();
        const std::string at = place.at.to_text() + violation.schema_path.to_text();
        return refused(
            422, "invalid_pin_value",
            "the value does not fit " + lever_.field + " of " + kind.name + ": " +
                why_invalid(violation),
            given.pointer + violation.instance_path.to_text(),
            "schema " + at + ", " + violation.keyword + ": " + json::write(violation.demanded));
    }

    // Somebody else's to set, or nothing there.
    Refused not_pinnable(const std::vector<ResultKind>& kinds,
                         std::vector<std::string> pinnable) const {
        const std::string operations = base::join(lever_.match.operations, ", ");
        for (const ResultKind& kind : kinds) {
            for (const ResultField& field : outside_.fields_of(kind)) {
                const bool meant = is_at_or_below(lever_.field, field.path) ||
                                   is_at_or_below(field.path, lever_.field);
                if (!meant) continue;
                const std::string owner =
                    field.resource == kNone ? kind.name : pack_.resources[field.resource].name;
                if (!field.is_exogenous()) {
                    return refused(422, "illegal_override",
                                   base::quoted(lever_.field) + " of " + owner +
                                       " is faithful and cannot be set; it is set by " +
                                       what_sets(pack_, owner, *field.field),
                                   "/field", what_can_be(field, pinnable));
                }
                if (is_produced(kind, field) || !is_at_or_below(lever_.field, field.path)) continue;
                return refused(
                    422, "unknown_field",
                    operations + " does not produce " + base::quoted(lever_.field), "/field",
                    "it is produced by " + base::join(outside_.starters_of(field.resource), ", "));
            }
        }
        return refused(422, "unknown_field",
                       operations + " has no exogenous field " + base::quoted(lever_.field),
                       "/field",
                       pinnable.empty() ? "it produces nothing that comes from outside"
                                        : nearest_hint(lever_.field, pinnable));
    }

    // A state is reached by the arm that leads to it.
    std::string what_can_be(const ResultField& field, std::vector<std::string> pinnable) const {
        constexpr std::size_t kMost = 10;
        std::vector<std::string> branches;
        for (const MoveAt at : all_moves(pack_)) {
            const bool leads = at.resource == field.resource && !move_at(pack_, at).arms.empty();
            if (leads) branches.push_back(name_of(pack_, at));
        }
        if (field.from == pack::From::Lifecycle && !branches.empty()) {
            return "choose the arm that leads to it: field `branch` of " +
                   base::join(branches, ", ");
        }
        if (pinnable.empty()) return "nothing here comes from outside";
        if (pinnable.size() > kMost) pinnable.resize(kMost);
        return "what comes from outside is " + base::join(pinnable, ", ");
    }

    const Value& body_;
    const pack::Pack& pack_;
    const Outside& outside_;
    std::string what_;
    std::vector<Given> values_;
    std::string via_;
    Lever lever_;
};

void keep_members(Lever& lever, const Value& body, std::initializer_list<std::string_view> names) {
    lever.body = Value::object();
    if (const Value* via = body.find("on")) lever.body.append("via", *via);
    for (const std::string_view name : names) {
        if (const Value* value = body.find(name)) lever.body.append(name, *value);
    }
}

}  // namespace

std::variant<Lever, Refused> read_pin(const Value& body, const pack::Pack& pack,
                                      const Outside& outside) {
    const Value* value = body.find("value");
    auto read =
        Reader(body, pack, outside, "pin").read({{"/value", value == nullptr ? Value() : *value}});
    if (auto* lever = std::get_if<Lever>(&read)) {
        lever->kind = Lever::Kind::Pin;
        keep_members(*lever, body, {"value"});
    }
    return read;
}

std::variant<Lever, Refused> read_tape(const Value& body, const pack::Pack& pack,
                                       const Outside& outside) {
    std::vector<Given> values;
    if (const Value* entries = body.find("values"); entries != nullptr && entries->is_array()) {
        for (std::size_t i = 0; i < entries->size(); ++i) {
            const Value* value = (*entries)[i].find("value");
            values.push_back(
                {"/values/" + std::to_string(i) + "/value", value == nullptr ? Value() : *value});
        }
    }
    auto read = Reader(body, pack, outside, "tape").read(std::move(values));
    if (auto* lever = std::get_if<Lever>(&read)) {
        lever->kind = Lever::Kind::Tape;
        keep_members(*lever, body, {"values", "then"});
        if (!lever->body.has("then")) lever->body.append("then", "fallback");
    }
    return read;
}

}  // namespace understudy::world
