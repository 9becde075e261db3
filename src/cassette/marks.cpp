// Marks of replaced values in a document: which there are, and words put in their place.
#include <algorithm>

#include "cassette/impl/placeholder.hpp"
#include "cassette/impl/replacer.hpp"

namespace understudy::cassette {

namespace {

using json::Value;

std::vector<const json::Member*> sorted_members(const Value& value) {
    std::vector<const json::Member*> members;
    for (const json::Member& member : value.members()) members.push_back(&member);
    std::stable_sort(members.begin(), members.end(),
                     [](const auto* a, const auto* b) { return a->key() < b->key(); });
    return members;
}

void gather_marks(const Value& value, std::vector<std::string>& into) {
    if (const auto mark = mark_of(value)) {
        into.emplace_back(*mark);
    } else if (value.is_string()) {
        for (const Placed& each : placeholders_in(value.as_string())) into.emplace_back(each.mark);
    } else if (value.is_array()) {
        for (const Value& item : value.items()) gather_marks(item, into);
    } else if (value.is_object()) {
        // As the canonical text has them: the order of keys in a file gives no value its number.
        for (const json::Member* member : sorted_members(value)) gather_marks(member->value, into);
    }
}

}  // namespace

std::vector<std::string> marks_in(const Value& value) {
    std::vector<std::string> marks;
    gather_marks(value, marks);
    return marks;
}

Value with_marks(const Value& value,
                 const std::function<std::string(std::string_view mark)>& word_of) {
    if (const auto mark = mark_of(value)) {
        return placeholder(value.members()[0].value.as_string(), word_of(*mark));
    }
    if (value.is_string()) {
        const std::string_view text = value.as_string();
        return placeholders_in(text).empty() ? value : Value(with_words(text, word_of));
    }
    if (value.is_array()) {
        Value items = Value::array();
        for (const Value& item : value.items()) items.push_back(with_marks(item, word_of));
        return items;
    }
    if (!value.is_object()) return value;
    Value members = Value::object();
    for (const json::Member& member : value.members()) {
        members.append(member.key(), with_marks(member.value, word_of));
    }
    return members;
}

}  // namespace understudy::cassette
