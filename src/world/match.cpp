#include "world/impl/match.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "json/pointer.hpp"
#include "json/write.hpp"
#include "world/refused.hpp"

namespace understudy::world {

namespace {

using json::Value;
using How = Match::Facet::How;

constexpr std::string_view kHows[] = {"equals", "contains", "regex"};

// Leaves of a partial object: what each constrains. An empty object constrains as much as a leaf.
std::uint32_t leaves_of(const Value& wanted) {
    if (!wanted.is_object() || wanted.size() == 0) return 1;
    std::uint32_t leaves = 0;
    for (const json::Member& member : wanted.members()) leaves += leaves_of(member.value);
    return leaves;
}

std::string shown(const Value& value) {
    constexpr std::size_t kMost = 60;
    std::string text = json::write(value);
    return text.size() <= kMost ? text : base::quoted(text, kMost);
}

std::string wanted_but(const std::string& what, const Value& wanted, const Value* got) {
    return what + ": wanted " + shown(wanted) + ", got " +
           (got == nullptr ? "nothing" : shown(*got));
}

// Each leaf must be there and equal; objects compare member by member, arrays as a whole.
std::optional<std::string> differs(const Value& wanted, const Value* got, const std::string& path) {
    if (!wanted.is_object() || got == nullptr || !got->is_object()) {
        if (got != nullptr && json::equivalent(*got, wanted)) return std::nullopt;
        return wanted_but(path, wanted, got);
    }
    for (const json::Member& member : wanted.members()) {
        const std::string inner = path + "." + std::string(member.key());
        if (auto no = differs(member.value, got->find(member.key()), inner)) return no;
    }
    return std::nullopt;
}

std::string text_of(const Value& value) {
    return value.is_string() ? std::string(value.as_string()) : json::write(value);
}

bool holds(const Match::Facet& facet, const Value& got) {
    switch (facet.how) {
        case How::Equals: return json::equivalent(got, facet.wanted);
        case How::Contains: return text_of(got).find(facet.wanted.as_string()) != std::string::npos;
        case How::Regex: return facet.regex->is_found_in(text_of(got));
    }
    return false;
}

std::optional<std::string> differs(const Match::Facet& facet, const Value* facets) {
    const Value* got = facets != nullptr ? facets->find(facet.name) : nullptr;
    if (got != nullptr && holds(facet, *got)) return std::nullopt;
    return "facets." + facet.name + ": wanted " +
           std::string(kHows[static_cast<std::size_t>(facet.how)]) + " " + shown(facet.wanted) +
           ", got " + (got == nullptr ? "nothing" : shown(*got));
}

std::string at(const std::string& pointer, std::string_view name) {
    return pointer + (json::Pointer() / name).to_text();
}

Refused wrong_kind(const std::string& field, const std::string& wanted) {
    return refused(422, "invalid_request", field + " must be " + wanted, field);
}

std::variant<Match::Facet, Refused> read_facet(const json::Member& member,
                                               const std::string& pointer) {
    const std::string field = at(pointer, member.key());
    const std::string forms = "an object with one of equals, contains and regex";
    if (!member.value.is_object() || member.value.size() != 1) return wrong_kind(field, forms);
    const json::Member& only = member.value.members()[0];
    const auto* how = std::find(std::begin(kHows), std::end(kHows), only.key());
    if (how == std::end(kHows)) return wrong_kind(field, forms);
    Match::Facet facet;
    facet.name = std::string(member.key());
    facet.how = static_cast<How>(how - std::begin(kHows));
    facet.wanted = only.value;
    if (facet.how == How::Equals) return facet;
    if (!only.value.is_string()) return wrong_kind(at(field, only.key()), "a text");
    if (facet.how == How::Regex) {
        auto regex = base::Regex::compile(only.value.as_string(), base::Regex::Dialect::Ecma);
        if (!regex) {
            return refused(422, "invalid_request", base::message(regex.error()),
                           at(field, only.key()));
        }
        facet.regex = std::move(*regex);
    }
    return facet;
}

// A member of a match that this pack gives no meaning to.
Refused unknown_constraint(const std::string& field, const std::string& message,
                           const std::string& hint) {
    return refused(422, "unknown_constraint", message, field, hint);
}

std::vector<std::string> facets_of(const pack::Pack& pack) {
    std::set<std::string> names;
    for (const pack::Operation& operation : pack.operations) {
        for (const auto& facet : operation.facets) names.insert(facet.first);
    }
    return {names.begin(), names.end()};
}

bool identifies(const pack::Pack& pack, std::optional<pack::Expression> pack::Serve::*of_pack,
                std::optional<pack::Expression> pack::Operation::*of_operation) {
    if (pack.serve.*of_pack) return true;
    return std::any_of(pack.operations.begin(), pack.operations.end(),
                       [&](const pack::Operation& one) { return (one.*of_operation).has_value(); });
}

class Reader {
public:
    Reader(std::string pointer, const MatchMembers& members, const pack::Pack& pack)
        : pointer_(std::move(pointer)), members_(members), pack_(pack) {}

    std::optional<Refused> read(const json::Member& member, Match& match) {
        const std::string_view name = member.key();
        const Value& value = member.value;
        const std::string field = at(pointer_, name);
        if (!is_known(name)) return unknown(name, field);
        if (name == "input") {
            if (!value.is_object()) return wrong_kind(field, "an object");
            match.input = value;
            return std::nullopt;
        }
        if (name == "facets") return read_facets(value, field, match);
        if (name == "operation") return read_operations(value, field, match);
        if (name == "id" || name == "credential_id" || name == "source_id") {
            if (!value.is_string() && !value.is_number()) return wrong_kind(field, "an id");
            (name == "id"              ? match.id
             : name == "credential_id" ? match.credential_id
                                       : match.source_id) = value;
            return std::nullopt;
        }
        if (name == "status") {
            const auto status = value.is_number() ? value.to_int64() : std::nullopt;
            if (!status || *status < 100 || *status > 599) {
                return wrong_kind(field, "a status from 100 to 599");
            }
            match.status = static_cast<int>(*status);
            return std::nullopt;
        }
        if (!value.is_string()) return wrong_kind(field, "a text");
        std::string& text = name == "resource" ? match.resource
                            : name == "method" ? match.method
                                               : match.path;
        text = std::string(value.as_string());
        if (name == "resource" && text == "*") text.clear();
        return std::nullopt;
    }

private:
    std::vector<std::string> known() const {
        std::vector<std::string> names;
        if (members_.operation) names.emplace_back("operation");
        if (members_.resource) names.emplace_back("resource");
        names.emplace_back("input");
        if (!facets_of(pack_).empty()) names.emplace_back("facets");
        if (members_.id) names.emplace_back("id");
        if (identifies(pack_, &pack::Serve::credential_id, &pack::Operation::credential_id)) {
            names.emplace_back("credential_id");
        }
        if (identifies(pack_, &pack::Serve::source_id, &pack::Operation::source_id)) {
            names.emplace_back("source_id");
        }
        if (members_.method_and_path) {
            names.emplace_back("method");
            names.emplace_back("path");
        }
        if (members_.status) names.emplace_back("status");
        return names;
    }

    bool is_known(std::string_view name) const {
        const std::vector<std::string> names = known();
        return std::find(names.begin(), names.end(), name) != names.end();
    }

    Refused unknown(std::string_view name, const std::string& field) const {
        return unknown_constraint(field,
                                  "pack " + pack_.name + " cannot match by " + base::quoted(name),
                                  nearest_hint(name, known()));
    }

    std::optional<Refused> read_facets(const Value& value, const std::string& field, Match& match) {
        if (!value.is_object()) return wrong_kind(field, "an object");
        const std::vector<std::string> names = facets_of(pack_);
        for (const json::Member& member : value.members()) {
            if (std::find(names.begin(), names.end(), member.key()) == names.end()) {
                return unknown_constraint(
                    at(field, member.key()),
                    "pack " + pack_.name + " has no facet " + base::quoted(member.key()),
                    nearest_hint(member.key(), names));
            }
            auto facet = read_facet(member, field);
            if (auto* no = std::get_if<Refused>(&facet)) return std::move(*no);
            match.facets.push_back(std::move(std::get<Match::Facet>(facet)));
        }
        return std::nullopt;
    }

    // One name; or several, as a match has them that was compiled from an event's name.
    std::optional<Refused> read_operations(const Value& value, const std::string& field,
                                           Match& match) {
        if (value.is_string()) {
            if (value.as_string() != "*") match.operations = {std::string(value.as_string())};
            return std::nullopt;
        }
        if (!value.is_array()) return wrong_kind(field, "a text");
        for (const Value& one : value.items()) {
            if (!one.is_string()) return wrong_kind(field, "a text, or a list of texts");
            match.operations.emplace_back(one.as_string());
        }
        return std::nullopt;
    }

    std::string pointer_;
    const MatchMembers& members_;
    const pack::Pack& pack_;
};

}  // namespace

Specificity Match::specificity() const {
    Specificity made;
    made.by_kind = {
        (input.is_null() ? 0 : leaves_of(input)) + static_cast<std::uint32_t>(facets.size()),
        id.is_null() ? 0U : 1U,
        source_id.is_null() ? 0U : 1U,
        credential_id.is_null() ? 0U : 1U,
        resource.empty() ? 0U : 1U,
        operations.empty() ? 0U : 1U};
    for (const std::uint32_t kind : made.by_kind) made.constraints += kind;
    if (!method.empty()) ++made.constraints;
    if (!path.empty()) ++made.constraints;
    if (status) ++made.constraints;
    return made;
}

std::optional<std::string> Match::why_not(const Sought& call) const {
    const auto text_differs = [](const std::string& what, const std::string& wanted,
                                 std::string_view got) -> std::optional<std::string> {
        if (wanted.empty() || wanted == got) return std::nullopt;
        return what + ": wanted " + wanted + ", got " + (got.empty() ? "none" : std::string(got));
    };
    if (auto no = text_differs("resource", resource, call.resource)) return no;
    if (!operations.empty()) {
        const bool named =
            std::any_of(operations.begin(), operations.end(), [&](const std::string& one) {
                return one == call.operation || one == call.verb ||
                       (!call.named.empty() && one == call.named);
            });
        if (!named) {
            return "operation: wanted " + base::join(operations, " or ") + ", got " +
                   (call.operation.empty() ? "none" : std::string(call.operation));
        }
    }
    if (auto no = text_differs("method", method, call.method)) return no;
    if (auto no = text_differs("path", path, call.path)) return no;
    if (status && *status != call.status) {
        return "status: wanted " + std::to_string(*status) + ", got " + std::to_string(call.status);
    }
    const auto id_differs = [](const std::string& what, const Value& wanted,
                               const Value& got) -> std::optional<std::string> {
        if (wanted.is_null() || text_of(wanted) == text_of(got)) return std::nullopt;
        return wanted_but(what, wanted, got.is_null() ? nullptr : &got);
    };
    if (auto no = id_differs("id", id, call.id)) return no;
    if (auto no = id_differs("credential_id", credential_id, call.credential_id)) return no;
    if (auto no = id_differs("source_id", source_id, call.source_id)) return no;
    if (!input.is_null()) {
        if (auto no = differs(input, call.input, "input")) return no;
    }
    for (const Facet& facet : facets) {
        if (auto no = differs(facet, call.facets)) return no;
    }
    return std::nullopt;
}

std::variant<Match, Refused> read_match(const Value& match, const std::string& pointer,
                                        const MatchMembers& members, const pack::Pack& pack) {
    if (!match.is_object()) return wrong_kind(pointer, "an object");
    Match read;
    Reader reader(pointer, members, pack);
    for (const json::Member& member : match.members()) {
        if (auto no = reader.read(member, read)) return std::move(*no);
    }
    return read;
}

std::optional<Refused> check_resource(const pack::Pack& pack, std::string_view resource,
                                      const std::string& field) {
    if (resource.empty() || resource == "*") return std::nullopt;
    if (pack.find_resource(resource) != pack::kNone) return std::nullopt;
    std::vector<std::string> known;
    for (const pack::Resource& one : pack.resources) known.push_back(one.name);
    return refused(
        404, "unknown_resource",
        "no resource " + base::quoted(resource) + " in pack " + pack.name + "@" + pack.version,
        field, nearest_hint(resource, known));
}

std::optional<Refused> check_operation(const pack::Pack& pack, std::string_view resource,
                                       std::string_view operation, const std::string& field) {
    if (operation.empty() || operation == "*") return std::nullopt;
    const bool any = resource.empty() || resource == "*";
    const pack::Index of = any ? pack::kNone : pack.find_resource(resource);
    std::vector<std::string> names, verbs;
    for (const pack::Operation& one : pack.operations) {
        if (!any && one.resource != of) continue;
        if (one.name == operation || one.verb == operation) return std::nullopt;
        names.push_back(one.name);
        verbs.push_back(one.verb);
    }
    // Verbs first: they are what faults are usually armed by.
    std::vector<std::string> known;
    for (const auto* list : {&verbs, &names}) {
        for (const std::string& name : *list) {
            if (std::find(known.begin(), known.end(), name) == known.end()) known.push_back(name);
        }
    }
    return refused(404, "unknown_operation",
                   "no operation " + base::quoted(operation) +
                       (any ? "" : " of " + std::string(resource)) + " in pack " + pack.name + "@" +
                       pack.version,
                   field, nearest_hint(operation, known));
}

Value to_json(const Match& match) {
    Value out = Value::object();
    if (match.operations.size() == 1) out.append("operation", match.operations.front());
    if (match.operations.size() > 1) {
        Value names = Value::array();
        for (const std::string& name : match.operations) names.push_back(name);
        out.append("operation", std::move(names));
    }
    if (!match.resource.empty()) out.append("resource", match.resource);
    if (!match.input.is_null()) out.append("input", match.input);
    if (!match.facets.empty()) {
        Value facets = Value::object();
        for (const Match::Facet& facet : match.facets) {
            Value how = Value::object();
            how.append(kHows[static_cast<std::size_t>(facet.how)], facet.wanted);
            facets.append(facet.name, std::move(how));
        }
        out.append("facets", std::move(facets));
    }
    if (!match.id.is_null()) out.append("id", match.id);
    if (!match.credential_id.is_null()) out.append("credential_id", match.credential_id);
    if (!match.source_id.is_null()) out.append("source_id", match.source_id);
    if (!match.method.empty()) out.append("method", match.method);
    if (!match.path.empty()) out.append("path", match.path);
    if (match.status) out.append("status", *match.status);
    return out;
}

}  // namespace understudy::world
