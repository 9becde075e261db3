#include "pack/spec_diff.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/text.hpp"

namespace understudy::pack {

namespace {

using json::Value;
using Kind = SpecChange::Kind;

// Maps in which every member is a thing of its own: one that is missing is an empty one.
constexpr std::array<std::string_view, 14> kMaps = {
    "parameters", "answers", "bodies", "headers", "fields",      "patternProperties", "required",
    "enum",       "allOf",   "anyOf",  "oneOf",   "prefixItems", "request",           "schema"};

bool is_map(std::string_view key) {
    return std::find(kMaps.begin(), kMaps.end(), key) != kMaps.end();
}

const Value& empty_map() {
    static const Value empty = Value::object();
    return empty;
}

// Where the walk is: which part of the subject, which field of it, and what kind of thing.
struct Place {
    std::string part;
    std::string field;
    std::string what;
    bool is_answer = false;
    bool is_request = false;
};

class Diff {
public:
    Diff(const Contract& before, const Contract& after) : before_(before), after_(after) {}

    std::vector<SpecChange> run() {
        find_users(before_);
        find_users(after_);
        compare_all(before_.operations, after_.operations, "", "operation");
        compare_all(before_.schemas, after_.schemas, "schema ", "schema");
        return std::move(changes_);
    }

private:
    void compare_all(const Value& a, const Value& b, const std::string& prefix,
                     const std::string& what) {
        std::set<std::string> names;
        for (const json::Member& member : a.members()) names.emplace(member.key());
        for (const json::Member& member : b.members()) names.emplace(member.key());
        for (const std::string& name : names) {
            subject_ = prefix + name;
            const Value* before = a.find(name);
            const Value* after = b.find(name);
            Place place;
            place.what = what;
            if (before != nullptr && after != nullptr) {
                compare(place, *before, *after);
            } else if (what != "schema") {  // a schema is seen where it is used
                one_sided(place, before, after);
            }
        }
    }

    const Value* resolve(const Value& schema, const Contract& contract) const {
        const Value* ref = schema.find("ref");
        if (ref == nullptr) return &schema;
        return contract.schemas.find(ref->as_string());
    }

    void compare(const Place& place, const Value& a, const Value& b) {
        if (!a.is_object() || !b.is_object()) {
            if (!(a == b)) add(Kind::Changed, place, a, b);
            return;
        }
        if (a.has("ref") || b.has("ref")) {
            compare_refs(place, a, b);
            return;
        }
        compare_members(place, a, b);
    }

    void compare_refs(const Place& place, const Value& a, const Value& b) {
        if (a == b) return;
        const Value* before = resolve(a, before_);
        const Value* after = resolve(b, after_);
        const std::string pair = (a.has("ref") ? std::string(a.find("ref")->as_string()) : "") +
                                 '\n' +
                                 (b.has("ref") ? std::string(b.find("ref")->as_string()) : "");
        if (before == nullptr || after == nullptr) {
            Place named = place;
            named.what = "reference";
            add(Kind::Changed, named, a, b);
            return;
        }
        if (!open_.insert(pair).second) return;  // it leads back to itself
        compare(place, *before, *after);
        open_.erase(pair);
    }

    void compare_members(const Place& place, const Value& a, const Value& b) {
        std::vector<std::string> keys;
        for (const json::Member& member : a.members()) keys.emplace_back(member.key());
        for (const json::Member& member : b.members()) {
            if (!a.has(member.key())) keys.emplace_back(member.key());
        }
        for (const std::string& key : keys) {
            const Value* before = a.find(key);
            const Value* after = b.find(key);
            const Place below = inside(place, key);
            // One that names its values for the first time takes others away.
            const bool is_list_of_values = key == "enum" && (before == nullptr || after == nullptr);
            if (is_map(key) && !is_list_of_values) {
                const Value& x = before == nullptr ? empty_map() : *before;
                const Value& y = after == nullptr ? empty_map() : *after;
                if (x.is_object() && y.is_object()) {
                    compare_map(place, key, x, y);
                    continue;
                }
            }
            if (before == nullptr || after == nullptr) {
                one_sided(below, before, after);
            } else if (key == "default" || key == "const") {  // a value, whatever its members
                if (!(*before == *after)) add(Kind::Changed, below, *before, *after);
            } else {
                compare(below, *before, *after);
            }
        }
    }

    // The members of one map. `schema` is a schema, not a map of them.
    void compare_map(const Place& place, const std::string& key, const Value& a, const Value& b) {
        if (key == "schema" || key == "request") {
            Place below = place;
            if (key == "request") {
                below.part = "request";
                below.is_request = true;
            }
            compare(below, a, b);
            return;
        }
        std::vector<std::string> names;
        for (const json::Member& member : a.members()) names.emplace_back(member.key());
        for (const json::Member& member : b.members()) {
            if (!a.has(member.key())) names.emplace_back(member.key());
        }
        for (const std::string& name : names) {
            const Value* before = a.find(name);
            const Value* after = b.find(name);
            const Place below = member_of(place, key, name);
            if (before == nullptr || after == nullptr) {
                one_sided(below, before, after);
            } else {
                compare(below, *before, *after);
            }
        }
    }

    static void add_words(std::string& text, const std::string& words) {
        text += (text.empty() ? "" : " ") + words;
    }

    static Place inside(const Place& place, const std::string& key) {
        Place below = place;
        below.what = key;
        if (key == "items" || key == "contains") below.field += "/*";
        if (key == "additionalProperties") below.field += "/{}";
        return below;
    }

    static Place member_of(const Place& place, const std::string& key, const std::string& name) {
        Place below = place;
        if (key == "parameters") {
            below.what = "parameter";
            below.part = "parameter " + name;
            below.is_request = true;
        } else if (key == "answers") {
            below.what = "answer";
            below.part = "answer " + name;
            below.is_answer = true;
        } else if (key == "bodies") {
            below.what = "body";
            add_words(below.part, name);
        } else if (key == "headers") {
            below.what = "header";
            add_words(below.part, "header " + name);
        } else if (key == "fields" || key == "patternProperties") {
            below.what = "field";
            below.field += "/" + name;
        } else if (key == "required") {
            below.what = "required";
            below.field += "/" + name;
        } else if (key == "enum") {
            below.what = "value " + base::quoted(name);
        } else {
            below.what = key + " " + name;
        }
        return below;
    }

    void one_sided(const Place& place, const Value* before, const Value* after) {
        add(before == nullptr ? Kind::Added : Kind::Removed, place,
            before == nullptr ? Value() : *before, after == nullptr ? Value() : *after);
    }

    void add(Kind kind, const Place& place, Value before, Value after) {
        SpecChange change;
        change.kind = kind;
        change.subject = subject_;
        change.part = place.part;
        change.field = place.field;
        change.what = place.what;
        change.before = std::move(before);
        change.after = std::move(after);
        change.breaks = breaks(kind, place, change.after);
        const auto users = users_.find(subject_);
        if (users != users_.end()) change.users.assign(users->second.begin(), users->second.end());
        changes_.push_back(std::move(change));
    }

    // Whoever sends must not be asked for more; whoever reads must not get less or something else.
    // A schema may be both.
    static bool breaks(Kind kind, const Place& place, const Value& after) {
        if (place.what == "deprecated") return false;
        if (place.what == "required") {
            return kind == Kind::Added ? !place.is_answer : !place.is_request;
        }
        if (kind == Kind::Added) {
            const bool is_demanded = place.what == "parameter" && after.has("required");
            return is_demanded || place.what == "type" || place.what == "enum";
        }
        return kind == Kind::Removed || place.what != "default";
    }

    // Which operations lead to a schema, through others too.
    void find_users(const Contract& contract) {
        std::map<std::string, std::set<std::string>> direct;
        for (const json::Member& schema : contract.schemas.members()) {
            find_refs(schema.value, direct[std::string(schema.key())]);
        }
        for (const json::Member& operation : contract.operations.members()) {
            std::set<std::string> reached;
            find_refs(operation.value, reached);
            std::vector<std::string> left(reached.begin(), reached.end());
            while (!left.empty()) {
                const std::string name = std::move(left.back());
                left.pop_back();
                for (const std::string& next : direct[name]) {
                    if (reached.insert(next).second) left.push_back(next);
                }
            }
            for (const std::string& name : reached) {
                users_["schema " + name].emplace(operation.key());
            }
        }
    }

    static void find_refs(const Value& value, std::set<std::string>& names) {
        if (!value.is_object()) return;
        for (const json::Member& member : value.members()) {
            if (member.key() == "ref" && member.value.is_string()) {
                names.emplace(member.value.as_string());
            } else {
                find_refs(member.value, names);
            }
        }
    }

    const Contract& before_;
    const Contract& after_;
    std::string subject_;
    std::set<std::string> open_;
    std::map<std::string, std::set<std::string>> users_;
    std::vector<SpecChange> changes_;
};

}  // namespace

std::string_view name_of(SpecChange::Kind kind) {
    switch (kind) {
        case Kind::Added: return "added";
        case Kind::Removed: return "removed";
        case Kind::Changed: return "changed";
    }
    return {};
}

std::vector<SpecChange> diff_specs(const Contract& before, const Contract& after) {
    return Diff(before, after).run();
}

}  // namespace understudy::pack
