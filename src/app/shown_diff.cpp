// What differs between two worlds or snapshots.
#include "app/shown_answers.hpp"
#include "app/shown_table.hpp"
#include "json/write.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

using json::Value;

constexpr std::string_view kParts[] = {"timers", "events", "faults", "stubs", "pins", "tapes"};

std::string side_or_nothing(const Value& pair, std::string_view name) {
    const Value* side = pair.find(name);
    return side == nullptr ? "nothing" : report::shown_value(*side);
}

// {"status": {"before": 1, "after": 2}} as `status: 1 -> 2`, a line each.
std::string changes_of(const Value& fields, std::size_t indent) {
    std::string out;
    for (const json::Member& field : fields.members()) {
        out += std::string(indent, ' ') + report::shown(field.key()) + ": " +
               side_or_nothing(field.value, "before") + " -> " +
               side_or_nothing(field.value, "after") + '\n';
    }
    return out;
}

std::string name_of(const Value& object) {
    const std::string id = plain_at(object, "id|event");
    return object.has("resource") && object.has("fields") ? plain_at(object, "resource") + ' ' + id
                                                          : id;
}

// One of "added", "removed" and "changed", with a sign before each.
std::string listed(const Value& lists, std::string_view which, char sign) {
    std::string out;
    for (const Value& one : items_at(lists, which)) {
        const Value* fields = one.find("fields");
        out += "  " + std::string(1, sign) + ' ' + name_of(one);
        if (sign != '~') {
            out += "  " + report::shown_value(fields == nullptr ? one : *fields) + '\n';
        } else if (fields != nullptr) {
            out += '\n' + changes_of(*fields, 6);
        } else {
            out += "  " + side_or_nothing(one, "before") + " -> " + side_or_nothing(one, "after") +
                   '\n';
        }
    }
    return out;
}

std::string part(std::string_view title, const Value& lists, const Look& look) {
    const std::string text =
        listed(lists, "added", '+') + listed(lists, "removed", '-') + listed(lists, "changed", '~');
    return text.empty() ? text : strong(title, look) + ":\n" + text;
}

std::string side_of(const Value& diff, std::string_view path) {
    const Value* side = diff.find(path);
    if (side == nullptr) return "-";
    std::string text = plain_at(*side, "id");
    if (side->has("name")) text += " (" + plain_at(*side, "name") + ')';
    return text + " at " + plain_at(*side, "at");
}

}  // namespace

std::string shown_diff(const Value& diff, const Look& look) {
    const std::string head =
        block({{"from", side_of(diff, "from")}, {"to", side_of(diff, "to")}}, look);
    std::string out = part("objects", diff, look);
    if (const Value* clock = diff.find("clock"); clock != nullptr && clock->is_object()) {
        out += strong("clock", look) + ": " + plain_at(*clock, "before") + " -> " +
               plain_at(*clock, "after") + '\n';
    }
    if (const Value* durations = diff.find("durations");
        durations != nullptr && durations->size() != 0) {
        out += strong("durations", look) + ":\n" + changes_of(*durations, 2);
    }
    for (const std::string_view name : kParts) {
        if (const Value* lists = diff.find(name)) out += part(name, *lists, look);
    }
    return head + (out.empty() ? "nothing differs\n" : '\n' + out);
}

}  // namespace understudy::app
