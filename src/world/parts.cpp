// The writes of a state, and the way back from them.
#include "world/impl/parts.hpp"

#include "base/hash.hpp"
#include "base/text.hpp"
#include "world/impl/order_key.hpp"

namespace understudy::world {

std::string_view name_of(Part part) {
    constexpr std::string_view kNames[] = {"clock",       "sequence", "object", "timer",
                                           "idempotency", "note",     "lever",  "delivery"};
    return kNames[static_cast<std::size_t>(part)];
}

std::string number_key(std::uint64_t number) {
    std::string key;
    append_number(key, number);
    return key;
}

std::optional<std::uint64_t> timer_number(std::string_view text) {
    const auto number = base::parse_int64(text);
    if (!number || *number <= 0) return std::nullopt;
    return static_cast<std::uint64_t>(*number);
}

std::string due_key(const Timer& timer) {
    std::string key;
    append_order(key, timer.due);
    append_number(key, timer.number);
    return key;
}

std::string due_key(const Delivery& delivery) {
    std::string key;
    append_order(key, delivery.due);
    append_number(key, delivery.place);
    append_number(key, delivery.number);
    return key;
}

std::string state_key(Delivery::State state) {
    return std::string(1, static_cast<char>(state));
}

std::uint64_t owner_of(pack::Index resource, std::uint64_t sequence) {
    constexpr unsigned kRoomForTimers = 8;  // bits: few objects have more than a handful
    return (std::uint64_t{resource} << 48U) + (sequence << kRoomForTimers);
}

std::uint64_t owner_of(pack::Index resource, std::string_view key) {
    return base::fast_hash(key, resource);
}

std::uint64_t owner_of(const Timer& timer) {
    return timer.sequence != 0 ? owner_of(timer.resource, timer.sequence)
                               : owner_of(timer.resource, timer.key);
}

std::string lever_key(Lever::Kind kind, std::uint64_t number) {
    std::string key(1, static_cast<char>(kind));
    append_number(key, number);
    return key;
}

std::string bucket_key(Lever::Kind kind, std::string_view bucket) {
    std::string key(1, static_cast<char>(kind));
    append_text(key, bucket);
    return key;
}

std::optional<std::pair<Lever::Kind, std::uint64_t>> lever_named(std::string_view id) {
    for (const Lever::Kind kind :
         {Lever::Kind::Fault, Lever::Kind::Stub, Lever::Kind::Pin, Lever::Kind::Tape}) {
        if (const auto number = number_in(id, kind)) return std::pair(kind, *number);
    }
    return std::nullopt;
}

State::Parts::Parts(std::shared_ptr<const pack::Pack> of, base::Instant start)
    : pack(std::move(of)), now(start) {
    tables.reserve(pack->resources.size());
    for (pack::Index i = 0; i < pack->resources.size(); ++i) tables.emplace_back(*pack, i);
}

State::Parts::Parts(const Parts& other)
    : pack(other.pack),
      now(other.now),
      changed(other.changed),
      tables(other.tables),
      sequences(other.sequences),
      timers(other.timers),
      timers_by_due(other.timers_by_due),
      timers_by_object(other.timers_by_object),
      remembered(other.remembered),
      notes(other.notes),
      levers(other.levers),
      levers_by_bucket(other.levers_by_bucket),
      deliveries(other.deliveries),
      deliveries_by_due(other.deliveries_by_due),
      deliveries_by_state(other.deliveries_by_state),
      revision(other.revision),
      records(other.records) {}

std::string State::Parts::journal_key(Part part, pack::Index resource, std::string_view key) const {
    if (part != Part::Object) return std::string(key);
    return pack->resources[resource].name + "/" + std::string(key);
}

void State::Parts::note_write(Part part, pack::Index resource, std::string_view key, Old old) {
    // Of the notes answers see only how long things take.
    const bool is_unseen = part == Part::Clock || part == Part::Sequence ||
                           part == Part::Idempotency || part == Part::Delivery ||
                           (part == Part::Note && !key.starts_with("duration/"));
    if (!is_unseen) ++revision;
    if (remembers) {
        way_back.push_back({part, resource, std::string(key), std::move(old)});
    } else if (records) {
        written.emplace(part, journal_key(part, resource, key));
    }
}

void State::Parts::settle() {
    if (records) {
        for (const Undo& entry : way_back) {
            written.emplace(entry.part, journal_key(entry.part, entry.resource, entry.key));
        }
    }
    way_back.clear();
    remembers = false;
}

void State::Parts::undo(Undo entry) {
    switch (entry.part) {
        case Part::Clock:
            if (entry.key == kChanged) {
                write_changed(std::get<std::optional<base::Instant>>(entry.old));
            } else {
                write_now(std::get<base::Instant>(entry.old));
            }
            return;
        case Part::Sequence: write_sequence(entry.key, std::get<std::uint64_t>(entry.old)); return;
        case Part::Object:
            write_object(entry.resource, entry.key, std::get<ObjectPtr>(std::move(entry.old)));
            return;
        case Part::Timer:
            write_timer(*timer_number(entry.key), std::get<KeptTimer>(std::move(entry.old)));
            return;
        case Part::Idempotency:
            write_remembered(entry.key, std::get<KeptRecord>(std::move(entry.old)));
            return;
        case Part::Note: write_note(entry.key, std::get<json::Value>(std::move(entry.old))); return;
        case Part::Lever: {
            const auto [kind, number] = *lever_named(entry.key);
            write_lever(kind, number, std::get<LeverPtr>(std::move(entry.old)));
            return;
        }
        case Part::Delivery:
            write_delivery(*timer_number(entry.key), std::get<DeliveryPtr>(std::move(entry.old)));
            return;
    }
}

void State::Parts::write_now(base::Instant value) {
    if (value == now) return;
    note_write(Part::Clock, pack::kNone, "", std::exchange(now, value));
}

void State::Parts::write_changed(std::optional<base::Instant> value) {
    if (value == changed) return;
    note_write(Part::Clock, pack::kNone, kChanged, std::exchange(changed, value));
}

void State::Parts::write_sequence(std::string_view name, std::uint64_t value) {
    const auto old = value == 0 ? sequences.erase(name) : sequences.put(name, value);
    if (value == 0 && !old) return;
    note_write(Part::Sequence, pack::kNone, name, old.value_or(0));
}

std::uint64_t State::Parts::count_up(std::string_view name) {
    std::uint64_t* number = sequences.find(name);
    if (number == nullptr) {
        write_sequence(name, 1);
        return 1;
    }
    const std::uint64_t next = ++*number;
    note_write(Part::Sequence, pack::kNone, name, next - 1);
    return next;
}

void State::Parts::write_object(pack::Index resource, std::string_view key, ObjectPtr value) {
    if (!value && !tables[resource].find(key)) return;
    const std::uint64_t sequence = value ? value->sequence : 0;
    ObjectPtr old = tables[resource].set(key, std::move(value));
    const bool is_anew = old && sequence != 0 && old->sequence != sequence;
    const std::uint64_t before = is_anew ? old->sequence : sequence;
    note_write(Part::Object, resource, key, std::move(old));
    if (is_anew) pass_timers_on(resource, key, before, sequence);
}

// An object was made anew under the key of another: what waited for that one waits for it.
void State::Parts::pass_timers_on(pack::Index resource, std::string_view key, std::uint64_t from,
                                  std::uint64_t to) {
    std::vector<std::uint64_t> numbers;
    std::uint64_t owner = owner_of(resource, from);
    for (; const auto number = timers_by_object.find(owner); ++owner) numbers.push_back(*number);
    for (const std::uint64_t number : numbers) {
        Timer timer = timers.find(number_key(number))->unpack();
        if (timer.resource != resource || timer.key != key || timer.sequence != from) continue;
        timer.sequence = to;
        write_timer(number, KeptTimer::of(timer));
    }
}

void State::Parts::write_timer(std::uint64_t number, KeptTimer value) {
    const std::string key = number_key(number);
    KeptTimer old = (value ? timers.put(key, value) : timers.erase(key)).value_or(KeptTimer());
    if (!old && !value) return;
    const auto place_of = [&](const Timer& timer) {
        return timers_by_object.seek(owner_of(timer),
                                     [&](std::uint64_t one) { return one == number; });
    };
    if (old) {
        const Timer timer = old.unpack();
        timers_by_due.erase(due_key(timer));
        timers_by_object.leave(place_of(timer), [&](std::uint64_t other) {
            return owner_of(timers.find(number_key(other))->unpack());
        });
    }
    if (value) {
        const Timer timer = value.unpack();
        timers_by_due.put(due_key(timer), Nothing{});
        timers_by_object.put(place_of(timer).hash, number);
    }
    note_write(Part::Timer, pack::kNone, std::to_string(number), std::move(old));
}

void State::Parts::write_remembered(std::string_view key, KeptRecord value) {
    const bool gone = !value;
    auto old = gone ? remembered.erase(key) : remembered.put(key, std::move(value));
    if (gone && !old) return;
    note_write(Part::Idempotency, pack::kNone, key, old ? *std::move(old) : KeptRecord());
}

void State::Parts::write_note(std::string_view name, json::Value value) {
    const bool gone = value.is_null();
    auto old = gone ? notes.erase(name) : notes.put(name, std::move(value));
    if (gone && !old) return;
    note_write(Part::Note, pack::kNone, name, old ? *std::move(old) : json::Value());
}

void State::Parts::write_lever(Lever::Kind kind, std::uint64_t number, LeverPtr value) {
    const std::string key = lever_key(kind, number);
    const LeverPtr* found = levers.find(key);
    LeverPtr old = found != nullptr ? *found : nullptr;
    if (!old && !value) return;
    const std::string last = number_key(number);
    if (old && !old->spent) {
        for (const std::string& bucket : old->buckets) {
            levers_by_bucket.erase(bucket_key(kind, bucket) + last);
        }
    }
    if (value && !value->spent) {
        for (const std::string& bucket : value->buckets) {
            levers_by_bucket.put(bucket_key(kind, bucket) + last, value);
        }
    }
    if (value) {
        levers.put(key, std::move(value));
    } else {
        levers.erase(key);
    }
    note_write(Part::Lever, pack::kNone, std::string(prefix_of(kind)) + std::to_string(number),
               std::move(old));
}

void State::Parts::write_delivery(std::uint64_t number, DeliveryPtr value) {
    const std::string key = number_key(number);
    const DeliveryPtr* found = deliveries.find(key);
    DeliveryPtr old = found != nullptr ? *found : nullptr;
    if (!old && !value) return;
    const auto is_looked_for = [](const Delivery& one) {
        return one.state == Delivery::State::InFlight || one.state == Delivery::State::Held;
    };
    if (old) {
        if (old->is_waiting()) deliveries_by_due.erase(due_key(*old));
        if (is_looked_for(*old)) deliveries_by_state.erase(state_key(old->state) + key);
    }
    if (value) {
        if (value->is_waiting()) deliveries_by_due.put(due_key(*value), value);
        if (is_looked_for(*value)) deliveries_by_state.put(state_key(value->state) + key, value);
        deliveries.put(key, std::move(value));
    } else {
        deliveries.erase(key);
    }
    note_write(Part::Delivery, pack::kNone, std::to_string(number), std::move(old));
}

// One write after another, so that it can be undone like anything else.
void State::Parts::empty() {
    const auto empty_tree = [](auto& tree, const auto& remove) {
        while (!tree.is_empty()) remove(std::string(tree.at(0)->key));
    };
    write_changed(std::nullopt);
    for (pack::Index i = 0; i < tables.size(); ++i) {
        const Table& table = tables[i];
        while (!table.by_sequence().is_empty()) {
            write_object(i, table.key_at(table.by_sequence().begin()), nullptr);
        }
    }
    empty_tree(timers,
               [this](const std::string& key) { write_timer(read_number(key), KeptTimer()); });
    while (!sequences.entries().empty()) {
        write_sequence(std::string(sequences.entries().front().name), 0);
    }
    empty_tree(remembered, [this](const std::string& key) { write_remembered(key, KeptRecord()); });
    empty_tree(notes, [this](const std::string& key) { write_note(key, nullptr); });
    empty_tree(deliveries,
               [this](const std::string& key) { write_delivery(read_number(key), nullptr); });
    empty_tree(levers, [this](const std::string& key) {
        write_lever(static_cast<Lever::Kind>(key[0]), read_number(std::string_view(key).substr(1)),
                    nullptr);
    });
}

}  // namespace understudy::world
