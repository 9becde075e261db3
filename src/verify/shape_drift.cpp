#include "verify/shape_drift.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/text.hpp"
#include "report/shown.hpp"

namespace understudy::verify {

namespace {

using json::Kind;
using json::Value;
using schema::ShapeNode;
using schema::ShapeProperty;

constexpr Kind kKinds[] = {Kind::Null,   Kind::Bool,  Kind::Number,
                           Kind::String, Kind::Array, Kind::Object};

std::string_view word_of(Kind kind) {
    switch (kind) {
        case Kind::Null: return "null";
        case Kind::Bool: return "a boolean";
        case Kind::Number: return "a number";
        case Kind::String: return "a text";
        case Kind::Array: return "a list";
        case Kind::Object: return "an object";
    }
    return "";
}

std::string kinds_of(const ShapeNode& node) {
    std::vector<std::string> words;
    for (const Kind kind : kKinds) {
        if (node.of(kind) > 0) words.emplace_back(word_of(kind));
    }
    return base::join(words, " or ");
}

bool has_lists_of_objects(const ShapeNode& node) {
    return std::any_of(node.properties.begin(), node.properties.end(), [](const ShapeProperty& p) {
        const ShapeNode& held = p.node.front();
        return held.of(Kind::Array) > 0 &&
               (held.items.empty() || held.items[0].of(Kind::Object) > 0);
    });
}

class Comparison {
public:
    explicit Comparison(const ExpectedShape& expected) : expected_(expected) {
        // What stands around the items of a list is the envelope, and so is the kind of the whole.
        is_list_ = has_lists_of_objects(expected.shape.root());
    }

    std::vector<ShapeChange> run(std::span<const Value> live) {
        schema::Shape real;
        for (const Value& each : live) {
            real.add(each);
            look_into_sets(each, "");
        }
        compare(expected_.shape.root(), real.root(), "");
        std::sort(changes_.begin(), changes_.end(), [](const ShapeChange& a, const ShapeChange& b) {
            return std::tie(a.shape_class, a.path, a.what) <
                   std::tie(b.shape_class, b.path, b.what);
        });
        changes_.erase(std::unique(changes_.begin(), changes_.end()), changes_.end());
        return std::move(changes_);
    }

private:
    void add(ShapeClass shape_class, const std::string& path, std::string what) {
        changes_.push_back({shape_class, path, std::move(what)});
    }

    void compare(const ShapeNode& then, const ShapeNode& now, const std::string& path) {
        // A place that was null or absent every time has told nothing yet.
        if (then.count == then.of(Kind::Null)) return;
        bool is_other = false;
        for (const Kind kind : kKinds) {
            if (now.of(kind) == 0 || then.of(kind) > 0) continue;
            is_other = true;
            if (path.empty()) {
                add(ShapeClass::Breaking, path,
                    "the envelope is " + std::string(word_of(kind)) + ", and was " +
                        kinds_of(then));
            } else {
                add(ShapeClass::Breaking, path,
                    "the type is " + std::string(word_of(kind)) + ", and was " + kinds_of(then));
            }
        }
        const bool was_whole =
            then.of(Kind::Number) > 0 && then.whole_numbers == then.of(Kind::Number);
        if (was_whole && now.of(Kind::Number) > now.whole_numbers) {
            add(ShapeClass::Breaking, path, "the number has a fraction, and was whole");
        }
        compare_formats(then, now, path);
        if (is_other && path.empty()) return;
        compare_properties(then, now, path);
        if (!then.items.empty() && !now.items.empty()) {
            compare(then.items[0], now.items[0], path + "/*");
        }
    }

    void compare_formats(const ShapeNode& then, const ShapeNode& now, const std::string& path) {
        const auto before = then.format();
        const auto after = now.format();
        if (before == after || now.of(Kind::String) == 0) return;
        if (before && after) {
            add(ShapeClass::Breaking, path, "the text is a " + *after + ", and was a " + *before);
        } else if (before == "date-time" || before == "date") {
            add(ShapeClass::Breaking, path, "the text is no " + *before + " any more");
        }
    }

    void compare_properties(const ShapeNode& then, const ShapeNode& now, const std::string& path) {
        if (then.of(Kind::Object) == 0 || now.of(Kind::Object) == 0) return;
        for (const ShapeProperty& property : then.properties) {
            const std::string below = path + "/" + property.name;
            const ShapeProperty* found = now.find(property.name);
            const bool was_always = property.present == then.of(Kind::Object);
            if (found != nullptr) {
                compare(property.node.front(), found->node.front(), below);
                if (was_always && found->present < now.of(Kind::Object)) {
                    add(ShapeClass::Breaking, below, "the key is missing in some, and never was");
                }
            } else if (now.is_cut) {
                continue;
            } else if (was_always) {
                add(ShapeClass::Breaking, below,
                    path.empty() && is_list_ ? "the key of the envelope is gone"
                                             : "the key is gone");
            } else {
                add(ShapeClass::Harmless, below,
                    "the key, which was not always there, is not there");
            }
        }
        if (then.is_cut) return;
        for (const ShapeProperty& property : now.properties) {
            if (then.find(property.name) != nullptr) continue;
            add(ShapeClass::Additive, path + "/" + property.name, "the key is new");
        }
    }

    void look_into_sets(const Value& value, const std::string& path) {
        if (value.is_object()) {
            for (const json::Member& member : value.members()) {
                look_into_sets(member.value, path + "/" + std::string(member.key()));
            }
        } else if (value.is_array()) {
            for (const Value& item : value.items()) look_into_sets(item, path + "/*");
        } else if (!value.is_null()) {
            const auto set = expected_.sets.find(path);
            if (set == expected_.sets.end()) return;
            const auto& known = set->second;
            if (std::find(known.begin(), known.end(), value) != known.end()) return;
            add(ShapeClass::Additive, path,
                "the value " + report::shown_value(value) + " is new among " +
                    base::plural(known.size(), "known value"));
        }
    }

    const ExpectedShape& expected_;
    bool is_list_ = false;
    std::vector<ShapeChange> changes_;
};

std::string generalized(const json::Pointer& place) {
    std::string path;
    for (const std::string& part : place.tokens()) {
        const bool is_index = !part.empty() && part.find_first_not_of("0123456789") == part.npos;
        path += "/" + (is_index ? std::string("*") : part);
    }
    return path;
}

}  // namespace

std::string_view name_of(ShapeClass shape_class) {
    switch (shape_class) {
        case ShapeClass::Breaking: return "breaking";
        case ShapeClass::Additive: return "additive";
        case ShapeClass::Harmless: return "harmless";
    }
    return "";
}

std::vector<ShapeChange> shape_drift(const ExpectedShape& expected, std::span<const Value> live) {
    return Comparison(expected).run(live);
}

std::vector<ShapeChange> broken_promises(const schema::Outcome& outcome) {
    std::vector<ShapeChange> changes;
    std::set<std::string> told;
    for (const schema::Violation& each : outcome.violations) {
        // A value outside a closed list is one more value, not one that is gone.
        const bool grows = each.keyword == "enum" || each.keyword == "additionalProperties";
        ShapeChange change{grows ? ShapeClass::Additive : ShapeClass::Breaking,
                           generalized(each.instance_path), base::message(schema::to_error(each))};
        // Once for all items of a list.
        if (told.insert(change.path + " " + each.keyword).second) {
            changes.push_back(std::move(change));
        }
    }
    return changes;
}

}  // namespace understudy::verify
