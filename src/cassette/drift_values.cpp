// Which class a change inside a parsed part is. The structure is compared with placeholders in it;
// the class is then told from the values as they came, so an integer that became a text is retyped
// whatever the rules say of either.
#include <algorithm>
#include <set>

#include "cassette/impl/drifting.hpp"
#include "cassette/impl/placeholder.hpp"
#include "json/diff.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

using json::Change;
using json::ChangeKind;
using json::Pointer;
using json::Value;

// A placeholder is one leaf, not a map: as a text that no JSON text can be, it is compared whole.
Value with_leaves(const Value& value) {
    if (mark_of(value)) return Value(std::string(1, '\0') + json::write(value));
    if (value.is_array()) {
        Value all = Value::array();
        all.reserve(value.size());
        for (const Value& item : value.items()) all.push_back(with_leaves(item));
        return all;
    }
    if (value.is_object()) {
        Value all = Value::object();
        all.reserve(value.size());
        for (const json::Member& member : value.members()) {
            all.append(member.key(), with_leaves(member.value));
        }
        return all;
    }
    return value;
}

// Arrays are aligned by the text of their items, level by level: bytes times levels is the work.
constexpr std::size_t kMostWork = std::size_t{1} << 28U;

std::size_t depth_of(const Value& value) {
    std::size_t depth = 0;
    for (const Value& item : value.is_array() ? value.items() : std::span<const Value>()) {
        depth = std::max(depth, depth_of(item));
    }
    for (const json::Member& member :
         value.is_object() ? value.members() : std::span<const json::Member>()) {
        depth = std::max(depth, depth_of(member.value));
    }
    return depth + 1;
}

bool is_too_deep(const Value& value) {
    const std::size_t depth = depth_of(value);
    return depth > 8 && json::write(value).size() > kMostWork / depth;
}

Pointer parent_of(const Pointer& pointer) {
    Pointer parent = pointer;
    if (!parent.is_root()) parent.pop();
    return parent;
}

class Classifier {
public:
    Classifier(const Where& where, const Twofold& expected, const Twofold& actual,
               const Pointer& below)
        : where_(where), expected_(expected), actual_(actual), below_(below) {}

    std::vector<Difference> run() {
        if (is_too_deep(expected_.marked) || is_too_deep(actual_.marked)) {
            Difference& whole = put(Drift::ValueChanged, {});
            whole.before = expected_.raw;
            whole.after = actual_.raw;
            return std::move(found_);
        }
        for (const Change& change :
             json::diff(with_leaves(expected_.marked), with_leaves(actual_.marked))) {
            take(change);
        }
        return std::move(found_);
    }

private:
    void take(const Change& change) {
        switch (change.kind) {
            case ChangeKind::Removed: return removed(change);
            case ChangeKind::Added: return added(change);
            case ChangeKind::Moved: return moved(change);
            case ChangeKind::Retyped:
            case ChangeKind::Changed: return changed(change);
        }
    }

    std::string path_text(const Pointer& pointer) const {
        std::vector<std::string> tokens = below_.tokens();
        const Pointer inside = unescaped(pointer);
        tokens.insert(tokens.end(), inside.tokens().begin(), inside.tokens().end());
        return Pointer(std::move(tokens)).to_text();
    }

    Difference& put(Drift drift, const Pointer& pointer) {
        found_.push_back(difference_at(where_, drift, path_text(pointer)));
        return found_.back();
    }

    static Value raw_at(const Twofold& side, const Pointer& pointer) {
        const Value* value = unescaped(pointer).resolve(side.raw);
        if (value == nullptr) value = pointer.resolve(side.marked);
        return value == nullptr ? Value() : *value;
    }

    static bool is_item(const Twofold& side, const Pointer& pointer) {
        const Value* parent = parent_of(pointer).resolve(side.marked);
        return !pointer.is_root() && parent != nullptr && parent->is_array();
    }

    // One item less is another value of the list; no item at all, and every path below is gone.
    void removed(const Change& change) {
        Drift drift = Drift::FieldRemoved;
        if (is_item(expected_, change.before_path)) {
            const Value* list = parent_of(change.before_path).resolve(actual_.marked);
            const bool is_emptied = list != nullptr && list->is_array() && list->size() == 0;
            if (!is_emptied) drift = Drift::ValueChanged;
        }
        put(drift, change.before_path).before = raw_at(expected_, change.before_path);
    }

    void added(const Change& change) {
        const bool item = is_item(actual_, change.after_path);
        put(item ? Drift::ValueChanged : Drift::FieldAdded, change.after_path).after =
            raw_at(actual_, change.after_path);
    }

    // Once a list: which of its items is said to have moved is a matter of view.
    void moved(const Change& change) {
        const Pointer list = parent_of(change.before_path);
        if (!moved_.insert(list.to_text()).second) return;
        Difference& difference = put(Drift::OrderChanged, list);
        difference.before = raw_at(expected_, list);
        difference.after = raw_at(actual_, parent_of(change.after_path));
    }

    void changed(const Change& change) {
        Value before = raw_at(expected_, change.before_path);
        Value after = raw_at(actual_, change.after_path);
        Drift drift = Drift::ValueChanged;
        if (before.kind() != after.kind()) {
            drift = Drift::FieldRetyped;
        } else if (is_outside_seen(change.before_path, after)) {
            drift = Drift::EnumGrown;
        }
        if (before == after) {
            // The same value, but another one of those seen so far: only placeholders can tell.
            before = placeholder_at(expected_, change.before_path);
            after = placeholder_at(actual_, change.after_path);
        }
        Difference& difference = put(drift, change.before_path);
        difference.before = std::move(before);
        difference.after = std::move(after);
    }

    static Value placeholder_at(const Twofold& side, const Pointer& pointer) {
        const Value* value = pointer.resolve(side.marked);
        return value == nullptr ? Value() : *value;
    }

    bool is_outside_seen(const Pointer& pointer, const Value& value) const {
        const auto found =
            where_.options.seen.find(where_.part + ' ' + generalized(path_text(pointer)));
        return found != where_.options.seen.end() &&
               std::none_of(found->second.begin(), found->second.end(),
                            [&value](const Value& seen) { return json::equivalent(seen, value); });
    }

    const Where& where_;
    const Twofold& expected_;
    const Twofold& actual_;
    const Pointer& below_;
    std::vector<Difference> found_;
    std::set<std::string> moved_;
};

// A key without or with the `$` that marks a real one.
Pointer with_tokens(const Pointer& pointer,
                    const std::function<std::string(const std::string&)>& of) {
    std::vector<std::string> tokens;
    std::transform(pointer.tokens().begin(), pointer.tokens().end(), std::back_inserter(tokens),
                   of);
    return Pointer(std::move(tokens));
}

}  // namespace

Pointer escaped(const Pointer& pointer) {
    return with_tokens(pointer, [](const std::string& token) {
        return token.starts_with('$') ? '$' + token : token;
    });
}

Pointer unescaped(const Pointer& pointer) {
    return with_tokens(pointer, [](const std::string& token) {
        return token.starts_with("$$") ? token.substr(1) : token;
    });
}

std::vector<Difference> value_drift(const Where& where, const Twofold& expected,
                                    const Twofold& actual, const Pointer& below) {
    std::vector<Difference> found = Classifier(where, expected, actual, below).run();
    find_renames(found);
    fold_items(found);
    return found;
}

}  // namespace understudy::cassette
