// Structural difference. Arrays are aligned by content: equal elements are paired, the longest run
// of pairs that keeps its order stays in place, the other pairs have moved, and what is left
// between two anchors is compared in turn.
//
//     [a, b, c, d]  ->  [d, a, b', c]      a and c stay, d moved, b changed
#include "json/diff.hpp"

#include "json/impl/align.hpp"

namespace understudy::json {

namespace {

class Differ {
public:
    void compare(const Value& before, const Value& after) {
        if (before.kind() != after.kind()) {
            note(ChangeKind::Retyped, before, after);
        } else if (before.is_object()) {
            compare_objects(before, after);
        } else if (before.is_array()) {
            compare_arrays(before, after);
        } else if (before != after) {
            note(ChangeKind::Changed, before, after);
        }
    }

    std::vector<Change> take() { return std::move(changes_); }

private:
    void note(ChangeKind kind, const Value& before, const Value& after) {
        changes_.push_back({kind, before_path_, after_path_, before, after});
    }

    template <class Token>
    void compare_below(Token before_token, Token after_token, const Value& before,
                       const Value& after) {
        before_path_.push(before_token);
        after_path_.push(after_token);
        compare(before, after);
        before_path_.pop();
        after_path_.pop();
    }

    template <class Token>
    void note_removed(Token token, const Value& before) {
        changes_.push_back({ChangeKind::Removed, before_path_ / token, {}, before, {}});
    }

    template <class Token>
    void note_added(Token token, const Value& after) {
        changes_.push_back({ChangeKind::Added, {}, after_path_ / token, {}, after});
    }

    void compare_objects(const Value& before, const Value& after) {
        if (before.has_repeated_keys() || after.has_repeated_keys()) {
            // A path cannot name the second of two equal keys, so such an object is one thing.
            if (!is_same(before, after)) note(ChangeKind::Changed, before, after);
            return;
        }
        for (const Member& member : before.members()) {
            if (const Value* other = after.find(member.key())) {
                compare_below(member.key(), member.key(), member.value, *other);
            } else {
                note_removed(member.key(), member.value);
            }
        }
        for (const Member& member : after.members()) {
            if (!before.has(member.key())) note_added(member.key(), member.value);
        }
    }

    void compare_arrays(const Value& before, const Value& after) {
        const Alignment alignment = align(before.items(), after.items());
        for (const Alignment::Step& step : alignment.steps) {
            switch (step.kind) {
                case Alignment::Kind::Kept: break;
                case Alignment::Kind::Compared:
                    compare_below(step.before, step.after, before[step.before], after[step.after]);
                    break;
                case Alignment::Kind::Removed:
                    note_removed(step.before, before[step.before]);
                    break;
                case Alignment::Kind::Added: note_added(step.after, after[step.after]); break;
                case Alignment::Kind::Moved:
                    changes_.push_back({ChangeKind::Moved, before_path_ / step.before,
                                        after_path_ / step.after, before[step.before],
                                        after[step.after]});
                    break;
            }
        }
    }

    Pointer before_path_;
    Pointer after_path_;
    std::vector<Change> changes_;
};

}  // namespace

std::string_view name_of(ChangeKind kind) {
    constexpr std::string_view kNames[] = {"added", "removed", "retyped", "changed", "moved"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::vector<Change> diff(const Value& before, const Value& after) {
    Differ differ;
    differ.compare(before, after);
    return differ.take();
}

}  // namespace understudy::json
