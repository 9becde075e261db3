// The state as entries: for the journal, for replaying it, and for the digest.
#include <array>
#include <map>
#include <vector>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "json/write.hpp"
#include "world/impl/entries.hpp"
#include "world/impl/order_key.hpp"
#include "world/impl/record_reader.hpp"

namespace understudy::world {

namespace {

constexpr std::string_view kAll = "all";
constexpr std::string_view kPlace = "$place";  // grows with every attempt

std::optional<Part> part_named(std::string_view name) {
    for (const Part part : {Part::Clock, Part::Sequence, Part::Object, Part::Timer,
                            Part::Idempotency, Part::Note, Part::Lever, Part::Delivery}) {
        if (name_of(part) == name) return part;
    }
    return std::nullopt;
}

struct ObjectKey {
    pack::Index resource;
    std::string_view key;
};

// "charges/ch_1"
std::optional<ObjectKey> object_key(std::string_view key, const pack::Pack& pack) {
    const std::size_t slash = key.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const pack::Index resource = pack.find_resource(key.substr(0, slash));
    if (resource == pack::kNone) return std::nullopt;
    return ObjectKey{resource, key.substr(slash + 1)};
}

}  // namespace

json::Value State::Parts::entry(Part part, std::string_view key) const {
    switch (part) {
        case Part::Clock:
            if (key == kChanged) return changed ? base::to_rfc3339(*changed) : json::Value();
            return base::to_rfc3339(now);
        case Part::Sequence: {
            const std::uint64_t* number = sequences.find(key);
            return number != nullptr ? json::Value(*number) : json::Value();
        }
        case Part::Object: {
            const auto place = object_key(key, *pack);
            const ObjectPtr object = place ? tables[place->resource].find(place->key) : nullptr;
            return object ? to_json(*object, *pack) : json::Value();
        }
        case Part::Timer: {
            const KeptTimer* timer = timers.find(number_key(timer_number(key).value_or(0)));
            return timer != nullptr ? to_json(timer->unpack(), *pack) : json::Value();
        }
        case Part::Idempotency: {
            const KeptRecord* record = remembered.find(key);
            return record != nullptr ? to_json(record->unpack(key, words_of(*pack)))
                                     : json::Value();
        }
        case Part::Note: {
            const json::Value* value = notes.find(key);
            return value != nullptr ? *value : json::Value();
        }
        case Part::Lever: {
            const auto named = lever_named(key);
            const LeverPtr* lever =
                named ? levers.find(lever_key(named->first, named->second)) : nullptr;
            return lever != nullptr ? to_json(**lever) : json::Value();
        }
        case Part::Delivery: {
            const DeliveryPtr* found = deliveries.find(number_key(timer_number(key).value_or(0)));
            return found != nullptr ? to_json(**found, *pack) : json::Value();
        }
    }
    return nullptr;
}

base::Result<void> State::Parts::apply(const Change& change) {
    if (change.part == kAll && change.value.is_null()) {
        empty();
        return {};
    }
    const auto part = part_named(change.part);
    if (!part) return bad_journal("there is no part " + change.part);
    const bool gone = change.value.is_null();
    switch (*part) {
        case Part::Clock: {
            if (change.key == kChanged && gone) {
                write_changed(std::nullopt);
                return {};
            }
            const auto instant = change.value.is_string()
                                     ? base::parse_rfc3339(change.value.as_string())
                                     : std::nullopt;
            if (!instant) return bad_journal("the clock is not an instant");
            if (change.key == kChanged) {
                write_changed(instant);
            } else if (change.key.empty()) {
                write_now(*instant);
            } else {
                return bad_journal("the clock has no " + change.key);
            }
            return {};
        }
        case Part::Sequence:
            write_sequence(change.key, gone ? 0 : TRY(to_number(change.value, change.key)));
            return {};
        case Part::Object: {
            const auto place = object_key(change.key, *pack);
            if (!place) return bad_journal("no resource has an object " + change.key);
            if (gone) {
                write_object(place->resource, place->key, nullptr);
                return {};
            }
            Object object = TRY(object_from_json(change.value, *pack));
            if (object.resource != place->resource || key_of(object.id) != place->key) {
                return bad_journal("the object of " + change.key + " is another one");
            }
            // A number that another object has cannot be a number of this one.
            const Table& table = tables[place->resource];
            const Packed* other = table.by_sequence().find(number_key(object.sequence));
            if (other != nullptr && key_of(other->id(words_of(*pack))) != place->key) {
                return bad_journal(change.key + " has the sequence number of another object");
            }
            write_object(place->resource, place->key,
                         std::make_shared<const Object>(std::move(object)));
            return {};
        }
        case Part::Timer: {
            const auto number = timer_number(change.key);
            if (!number) return bad_journal("there is no timer " + change.key);
            if (gone) {
                write_timer(*number, KeptTimer());
                return {};
            }
            Timer timer = TRY(timer_from_json(change.value, *pack));
            if (timer.number != *number) return bad_journal("the timer is not " + change.key);
            write_timer(*number, KeptTimer::of(timer));
            return {};
        }
        case Part::Idempotency: {
            if (gone) {
                write_remembered(change.key, KeptRecord());
                return {};
            }
            Remembered record = TRY(remembered_from_json(change.value));
            if (record.key != change.key) return bad_journal("a record under another key");
            write_remembered(change.key, KeptRecord::of(record, words_of(*pack)));
            return {};
        }
        case Part::Note: write_note(change.key, change.value); return {};
        case Part::Lever: {
            const auto named = lever_named(change.key);
            if (!named) return bad_journal("there is no lever " + change.key);
            if (gone) {
                write_lever(named->first, named->second, nullptr);
                return {};
            }
            Lever lever = TRY(lever_from_json(change.value, *pack));
            if (lever.id() != change.key) return bad_journal("the lever is not " + change.key);
            write_lever(named->first, named->second,
                        std::make_shared<const Lever>(std::move(lever)));
            return {};
        }
        case Part::Delivery: {
            const auto number = timer_number(change.key);
            if (!number) return bad_journal("there is no delivery " + change.key);
            if (gone) {
                write_delivery(*number, nullptr);
                return {};
            }
            Delivery delivery = TRY(delivery_from_json(change.value, *pack));
            if (delivery.number != *number) return bad_journal("the delivery is not " + change.key);
            write_delivery(*number, std::make_shared<const Delivery>(std::move(delivery)));
            return {};
        }
    }
    return {};
}

base::Result<void> State::apply(const Change& change) {
    return parts_->apply(change);
}

void State::record(bool on) {
    parts_->records = on;
    if (!on) parts_->written.clear();
}

std::vector<Change> State::take_changes() {
    parts_->settle();
    std::vector<Change> changes;
    changes.reserve(parts_->written.size());
    for (const auto& [part, key] : parts_->written) {
        changes.push_back({std::string(name_of(part)), key, parts_->entry(part, key)});
    }
    parts_->written.clear();
    return changes;
}

Change State::forget_all() {
    return {std::string(kAll), "", nullptr};
}

State::Entries::Entries(const State& state) : parts_(state.parts()) {
    const auto keys_of = [](const auto& tree, auto&& name) -> NextKey {
        return [cursor = tree.begin(), name]() mutable -> std::optional<std::string> {
            if (!cursor.is_valid()) return std::nullopt;
            std::string key = name(cursor);
            cursor.next();
            return key;
        };
    };
    const auto own_key = [](const auto& cursor) { return std::string(cursor.key()); };
    const auto number = [](const auto& cursor) {
        return std::to_string(read_number(cursor.key()));
    };

    std::vector<std::string> clock = {""};
    if (parts_.changed) clock.emplace_back(kChanged);
    std::vector<std::string> sequences;
    for (const Sequences::Entry& one : parts_.sequences.entries()) sequences.push_back(one.name);
    const auto keys_in = [](std::vector<std::string> keys) -> NextKey {
        return [keys = std::move(keys), at = std::size_t{0}]() mutable {
            return at < keys.size() ? std::optional(keys[at++]) : std::nullopt;
        };
    };
    sources_.push_back({Part::Clock, keys_in(std::move(clock))});
    sources_.push_back({Part::Sequence, keys_in(std::move(sequences))});
    for (const Table& table : parts_.tables) {
        const auto path = [&table](const auto& cursor) {
            return table.resource().name + "/" + table.key_at(cursor);
        };
        sources_.push_back({Part::Object, keys_of(table.by_sequence(), path)});
    }
    sources_.push_back({Part::Timer, keys_of(parts_.timers, number)});
    sources_.push_back({Part::Idempotency, keys_of(parts_.remembered, own_key)});
    sources_.push_back({Part::Note, keys_of(parts_.notes, own_key)});
    sources_.push_back({Part::Lever, keys_of(parts_.levers, [](const auto& cursor) {
                            return cursor.value()->id();
                        })});
    sources_.push_back({Part::Delivery, keys_of(parts_.deliveries, number)});
}

std::optional<Change> State::Entries::next() {
    for (; at_ < sources_.size(); ++at_) {
        const Source& source = sources_[at_];
        std::optional<std::string> key = source.next_key();
        if (!key) continue;
        json::Value value = parts_.entry(source.part, *key);
        return Change{std::string(name_of(source.part)), std::move(*key), std::move(value)};
    }
    return std::nullopt;
}

void State::each_entry(const std::function<void(Change)>& visit) const {
    Entries entries(*this);
    while (auto change = entries.next()) visit(std::move(*change));
}

// Deliveries are left out, as the journal of requests is: what became of them depends on receivers,
// which are no part of the world. That they happened is in their sequence number.
// Objects count in the order of their keys: when they were made does not make two states different.
std::string State::digest() const {
    std::array<std::string, kParts - 1> hashes;  // of each part's entries, one behind another
    std::vector<std::map<std::string, std::string>> objects(parts_->tables.size());
    each_entry([&](Change change) {
        if (change.part == name_of(Part::Delivery) || change.key == kPlace) return;
        std::string text;
        append_text(text, change.key);
        json::write_to(text, change.value);
        const Part part = part_named(change.part).value();
        if (part == Part::Object) {
            const ObjectKey key = object_key(change.key, *parts_->pack).value();
            objects[key.resource].emplace(key.key, base::sha256(text));
        } else {
            hashes[static_cast<std::size_t>(part)] += base::sha256(text);
        }
    });
    for (const auto& table : objects) {
        for (const auto& [key, hash] : table) {
            hashes[static_cast<std::size_t>(Part::Object)] += hash;
        }
    }
    std::string root;
    for (const std::string& part : hashes) root += base::sha256(part);
    return base::to_hex(base::sha256(root));
}

}  // namespace understudy::world
