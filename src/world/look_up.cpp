// The object behind a value that should name one: an id, another unique field, or a token that
// stands for a fresh object.
#include <array>

#include "world/impl/front.hpp"

namespace understudy::world {

namespace {

using json::Value;
using pack::Index;

ObjectPtr alive(ObjectPtr object) {
    return object && !object->deleted ? object : nullptr;
}

// "12" and 12 are the same name where only text can be sent.
ObjectPtr find_by_field(const State& state, Index resource, Index field, const Value& value) {
    const std::array<Index, 1> fields = {field};
    const std::array<Value, 1> as_is = {value};
    if (ObjectPtr found = state.find_by(resource, fields, as_is)) return found;
    if (!value.is_string() || !json::is_number_text(value.as_string())) return nullptr;
    const std::array<Value, 1> as_number = {Value::number(value.as_string())};
    return state.find_by(resource, fields, as_number);
}

}  // namespace

std::variant<ObjectPtr, Refusal, base::Error> look_up(Turn& turn, Index index,
                                                      const std::vector<Index>& found_by,
                                                      const Value& value,
                                                      const pack::Missing& missing, Issue issue) {
    const pack::Pack& pack = turn.eyes.pack();
    const pack::Resource& resource = pack.resources[index];
    const bool is_name = value.is_string() || value.is_number();
    ObjectPtr found;
    if (is_name && found_by.empty()) found = alive(turn.state.find(index, key_of(value)));
    for (std::size_t i = 0; is_name && !found && i < found_by.size(); ++i) {
        found = found_by[i] == resource.id_field
                    ? alive(turn.state.find(index, key_of(value)))
                    : alive(find_by_field(turn.state, index, found_by[i], value));
    }
    if (!found && value.is_string()) found = mint(turn, index, value.as_string());
    if (found) return found;
    Refusal refusal;
    refusal.use = use_for_missing(pack.errors, missing, issue.place);
    issue.resource = resource.singular;
    issue.value = value;
    if (issue.keyword.empty()) issue.keyword = "missing";
    refusal.issue = std::move(issue);
    return refusal;
}

}  // namespace understudy::world
