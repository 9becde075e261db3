// Applies the changes of a diff to its first document.
#include <map>
#include <set>

#include "json/diff.hpp"

namespace understudy::json {

namespace {

std::size_t last_index(const Pointer& pointer) {
    return to_index(pointer.tokens().back()).value_or(0);
}

Pointer parent_of(Pointer pointer) {
    pointer.pop();
    return pointer;
}

class Applier {
public:
    explicit Applier(const std::vector<Change>& changes) {
        for (const Change& change : changes) {
            switch (change.kind) {
                case ChangeKind::Removed: remove(change); break;
                case ChangeKind::Added: add(change); break;
                case ChangeKind::Moved:
                    remove(change);
                    add(change);
                    break;
                case ChangeKind::Retyped:
                case ChangeKind::Changed: replaced_[change.before_path] = &change.after; break;
            }
        }
    }

    // `before_path` and `after_path` are where the value stands in the two documents.
    Value apply(const Value& value, const Pointer& before_path, const Pointer& after_path) const {
        if (const auto found = replaced_.find(before_path); found != replaced_.end()) {
            return *found->second;
        }
        if (value.is_object()) return apply_object(value, before_path, after_path);
        if (value.is_array()) return apply_array(value, before_path, after_path);
        return value;
    }

private:
    void remove(const Change& change) {
        removed_[parent_of(change.before_path)].insert(change.before_path.tokens().back());
    }

    void add(const Change& change) { added_[parent_of(change.after_path)].push_back(&change); }

    bool is_removed(const Pointer& parent, const std::string& token) const {
        const auto found = removed_.find(parent);
        return found != removed_.end() && found->second.contains(token);
    }

    Value apply_object(const Value& object, const Pointer& before_path,
                       const Pointer& after_path) const {
        Value result = Value::object();
        for (const Member& member : object.members()) {
            if (is_removed(before_path, std::string(member.key()))) continue;
            result.append(member.key(), apply(member.value, before_path / member.key(),
                                              after_path / member.key()));
        }
        if (const auto found = added_.find(after_path); found != added_.end()) {
            for (const Change* change : found->second) {
                result.append(change->after_path.tokens().back(), change->after);
            }
        }
        return result;
    }

    Value apply_array(const Value& array, const Pointer& before_path,
                      const Pointer& after_path) const {
        std::map<std::size_t, const Value*> inserted;  // by index in the result
        if (const auto found = added_.find(after_path); found != added_.end()) {
            for (const Change* change : found->second) {
                inserted[last_index(change->after_path)] = &change->after;
            }
        }
        Value result = Value::array();
        const auto put_inserted = [&] {
            for (auto next = inserted.find(result.size()); next != inserted.end();
                 next = inserted.find(result.size())) {
                result.push_back(*next->second);
            }
        };
        for (std::size_t i = 0; i < array.size(); ++i) {
            if (is_removed(before_path, std::to_string(i))) continue;
            put_inserted();
            result.push_back(apply(array[i], before_path / i, after_path / result.size()));
        }
        put_inserted();
        return result;
    }

    std::map<Pointer, const Value*> replaced_;
    std::map<Pointer, std::set<std::string, std::less<>>> removed_;
    std::map<Pointer, std::vector<const Change*>> added_;
};

}  // namespace

Value apply_changes(const Value& before, const std::vector<Change>& changes) {
    return Applier(changes).apply(before, {}, {});
}

}  // namespace understudy::json
