// Looking things up in a pack by name. Lists are short and searched one by one; what the engine
// needs often it finds by index.
#include "pack/pack.hpp"

#include <algorithm>

namespace understudy::pack {

namespace {

template <class List, class NameOf>
Index position(const List& list, std::string_view name, NameOf name_of) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (name_of(list[i]) == name) return static_cast<Index>(i);
    }
    return kNone;
}

template <class List>
Index position(const List& list, std::string_view name) {
    return position(list, name, [](const auto& item) -> std::string_view { return item.name; });
}

}  // namespace

Index Pack::find_resource(std::string_view wanted) const {
    return position(resources, wanted);
}

Index Pack::find_operation(std::string_view wanted) const {
    return position(operations, wanted);
}

Index Pack::find_duration(std::string_view wanted) const {
    return position(durations, wanted);
}

Index Pack::endpoint_kind() const {
    for (std::size_t i = 0; i < webhooks.size(); ++i) {
        if (webhooks[i].endpoint != kNone) return static_cast<Index>(i);
    }
    return kNone;
}

const json::Value* Pack::find_table(std::string_view wanted) const {
    for (const auto& [table_name, value] : tables) {
        if (table_name == wanted) return &value;
    }
    return nullptr;
}

Index Errors::find(std::string_view code) const {
    return position(codes, code);
}

const ErrorUse* Errors::on_event(std::string_view key) const {
    for (const auto& [event, use] : on) {
        if (event == key) return &use;
    }
    return nullptr;
}

Index Resource::find_field(std::string_view path) const {
    return position(fields, path,
                    [](const Field& field) -> std::string_view { return field.path; });
}

Index Resource::find_view(std::string_view wanted) const {
    return position(views, wanted);
}

namespace {

// Names are short words, mostly told apart by their length and their ends.
std::size_t slot_of(std::string_view name, std::size_t slots) {
    constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15;
    const auto at = [&name](std::size_t i) { return static_cast<unsigned char>(name[i]); };
    std::uint64_t bits = name.size();
    if (!name.empty()) {
        const std::size_t last = name.size() - 1;
        bits |= std::uint64_t{at(0)} << 8 | std::uint64_t{at(last)} << 16 |
                std::uint64_t{at(last / 2)} << 24 | std::uint64_t{at(last / 4)} << 32;
    }
    return static_cast<std::size_t>(bits * kSpread >> 32) & (slots - 1);
}

}  // namespace

void Resource::index_readable() {
    std::size_t slots = 8;
    while (slots < readable.size() * 3) slots *= 2;
    readable_slots.assign(slots, 0);
    for (std::size_t i = 0; i < readable.size(); ++i) {
        std::size_t slot = slot_of(readable[i].name, slots);
        while (readable_slots[slot] != 0) slot = (slot + 1) & (slots - 1);
        readable_slots[slot] = static_cast<std::uint16_t>(i + 1);
    }
}

const Readable* Resource::find_readable(std::string_view wanted) const {
    if (readable_slots.empty()) return nullptr;
    const std::size_t slots = readable_slots.size();
    for (std::size_t slot = slot_of(wanted, slots); readable_slots[slot] != 0;
         slot = (slot + 1) & (slots - 1)) {
        const Readable& known = readable[readable_slots[slot] - 1U];
        if (known.name == wanted) return &known;
    }
    return nullptr;
}

Index Lifecycle::find_state(std::string_view wanted) const {
    return position(states, wanted,
                    [](const std::string& state) -> std::string_view { return state; });
}

Index Lifecycle::find_move(std::string_view wanted) const {
    return position(moves, wanted);
}

bool Field::has_star() const {
    return std::find(segments.begin(), segments.end(), "*") != segments.end();
}

const DescribedAnswer& Description::success() const {
    for (const DescribedAnswer& answer : answers) {
        if (answer.status >= 200 && answer.status < 300) return answer;
    }
    return answers.front();
}

std::string_view name_of(From from) {
    constexpr std::string_view kNames[] = {"input",    "clock",    "id",        "lifecycle",
                                           "moves",    "derived",  "aggregate", "children",
                                           "constant", "exogenous"};
    return kNames[static_cast<std::size_t>(from)];
}

std::string_view name_of(Does does) {
    constexpr std::string_view kNames[] = {"create", "get",  "list",   "search", "update",
                                           "delete", "move", "result", "shape"};
    return kNames[static_cast<std::size_t>(does)];
}

}  // namespace understudy::pack
