// The state's door: objects, sequences, timers, records, notes, the clock, and going back.
#include "world/impl/state.hpp"

#include <algorithm>
#include <tuple>

#include "base/assert.hpp"
#include "world/impl/order_key.hpp"
#include "world/impl/parts.hpp"

namespace understudy::world {

State::State(std::shared_ptr<const pack::Pack> pack, base::Instant now)
    : parts_(std::make_unique<Parts>(std::move(pack), now)) {}

State::State(const State& other) : parts_(std::make_unique<Parts>(*other.parts_)) {}
State::State(State&& other) noexcept = default;
State::~State() = default;

State& State::operator=(const State& other) {
    if (this != &other) *this = State(other);
    return *this;
}

State& State::operator=(State&& other) noexcept {
    const std::uint64_t before = parts_ ? parts_->revision : 0;
    parts_ = std::move(other.parts_);
    if (parts_) parts_->revision = std::max(parts_->revision, before) + 1;
    return *this;
}

// --- objects

ObjectPtr State::find(pack::Index resource, std::string_view key) const {
    return parts_->tables[resource].find(key);
}

ObjectPtr State::newest(const Object& object) const {
    return parts_->tables[object.resource].newest(object);
}

ObjectPtr State::find_by(pack::Index resource, std::span<const pack::Index> fields,
                         std::span<const json::Value> values) const {
    return parts_->tables[resource].find_by(fields, values);
}

bool State::has_given_ids(pack::Index resource) const {
    return parts_->tables[resource].has_given_ids();
}

void State::put(ObjectPtr object) {
    const pack::Index resource = object->resource;
    const std::string key = key_of(object->id);
    parts_->write_object(resource, key, std::move(object));
    parts_->write_changed(parts_->now);
}

void State::erase(pack::Index resource, std::string_view key) {
    parts_->write_object(resource, key, nullptr);
    parts_->write_changed(parts_->now);
}

std::size_t State::count(pack::Index resource) const {
    return parts_->tables[resource].count();
}

void State::each(pack::Index resource, const std::function<bool(const ObjectPtr&)>& visit) const {
    const Tree<Packed> objects = parts_->tables[resource].by_sequence();  // visit may write
    for (auto cursor = objects.begin(); cursor.is_valid(); cursor.next()) {
        const ObjectPtr object =
            parts_->tables[resource].unpacked(read_number(cursor.key()), cursor.value());
        if (!object->deleted && !visit(object)) return;
    }
}

json::Value State::fold(pack::Index resource, pack::Index field, std::string_view key) const {
    const auto& aggregate = parts_->pack->resources[resource].fields[field].aggregate;
    ASSERT(aggregate.has_value(), "only aggregates are folded");
    return parts_->tables[aggregate->over].folds().value(resource, field, key);
}

// --- sequences

std::uint64_t State::next(std::string_view name) {
    return parts_->count_up(name);
}

std::uint64_t State::last(std::string_view name) const {
    const std::uint64_t* number = parts_->sequences.find(name);
    return number != nullptr ? *number : 0;
}

// --- timers

void State::schedule(Timer timer) {
    if (timer.number == 0) timer.number = next("$timer");
    const std::uint64_t number = timer.number;
    parts_->write_timer(number, KeptTimer::of(timer));
}

void State::cancel(pack::Index resource, std::string_view key, pack::Index move) {
    for (const Timer& timer : timers_of(resource, key)) {
        if (timer.move == move) parts_->write_timer(timer.number, KeptTimer());
    }
}

void State::cancel_all(pack::Index resource, std::string_view key) {
    for (const Timer& timer : timers_of(resource, key)) {
        parts_->write_timer(timer.number, KeptTimer());
    }
}

std::optional<Timer> State::next_due(base::Instant until) const {
    const auto first = parts_->timers_by_due.at(0);
    if (!first) return std::nullopt;
    std::string limit;
    append_order(limit, until);
    if (first->key.substr(0, limit.size()) > limit) return std::nullopt;
    return parts_->timers.find(first->key.substr(first->key.size() - 8))->unpack();
}

void State::take(const Timer& timer) {
    parts_->write_timer(timer.number, KeptTimer());
}

std::vector<Timer> State::timers() const {
    std::vector<Timer> all;
    all.reserve(parts_->timers.size());
    for (auto cursor = parts_->timers_by_due.begin(); cursor.is_valid(); cursor.next()) {
        const std::string_view key = cursor.key();
        all.push_back(parts_->timers.find(key.substr(key.size() - 8))->unpack());
    }
    return all;
}

std::vector<Timer> State::timers_of(pack::Index resource, std::string_view key) const {
    std::vector<Timer> own;
    const auto take_from = [&](std::uint64_t owner) {
        for (; const auto number = parts_->timers_by_object.find(owner); ++owner) {
            Timer timer = parts_->timers.find(number_key(*number))->unpack();
            if (timer.resource == resource && timer.key == key) own.push_back(std::move(timer));
        }
    };
    take_from(owner_of(resource, key));
    if (const ObjectPtr object = find(resource, key)) {
        take_from(owner_of(resource, object->sequence));
    }
    std::sort(own.begin(), own.end(), [](const Timer& a, const Timer& b) {
        return std::tie(a.due, a.number) < std::tie(b.due, b.number);
    });
    // The two places may lie in one row.
    const auto is_same = [](const Timer& a, const Timer& b) { return a.number == b.number; };
    own.erase(std::unique(own.begin(), own.end(), is_same), own.end());
    return own;
}

// --- idempotency

std::optional<Remembered> State::remembered(std::string_view key) const {
    const KeptRecord* record = parts_->remembered.find(key);
    if (record == nullptr) return std::nullopt;
    return record->unpack(key, words_of(*parts_->pack));
}

void State::remember(const Remembered& record) {
    parts_->write_remembered(record.key, KeptRecord::of(record, words_of(*parts_->pack)));
}

void State::forget(std::string_view key) {
    parts_->write_remembered(key, KeptRecord());
}

std::vector<Remembered> State::all_remembered() const {
    std::vector<Remembered> all;
    all.reserve(parts_->remembered.size());
    for (auto cursor = parts_->remembered.begin(); cursor.is_valid(); cursor.next()) {
        all.push_back(cursor.value().unpack(cursor.key(), words_of(*parts_->pack)));
    }
    return all;
}

// --- notes and the clock

std::optional<json::Value> State::note(std::string_view name) const {
    const json::Value* value = parts_->notes.find(name);
    if (value == nullptr) return std::nullopt;
    return *value;
}

void State::set_note(std::string_view name, json::Value value) {
    parts_->write_note(name, std::move(value));
}

base::Instant State::now() const {
    return parts_->now;
}

void State::set_now(base::Instant now) {
    parts_->write_now(now);
}

std::uint64_t State::revision() const {
    return parts_->revision;
}

std::optional<base::Instant> State::changed() const {
    return parts_->changed;
}

void State::set_changed(std::optional<base::Instant> changed) {
    parts_->write_changed(changed);
}

// --- all or nothing

std::size_t State::mark() const {
    parts_->remembers = true;
    return parts_->way_back.size();
}

void State::roll_back(std::size_t mark) {
    parts_->remembers = false;
    const bool records = std::exchange(parts_->records, false);
    auto& way_back = parts_->way_back;
    while (way_back.size() > mark) {
        Parts::Undo entry = std::move(way_back.back());
        way_back.pop_back();
        parts_->undo(std::move(entry));
    }
    parts_->records = records;
    parts_->remembers = true;
}

void State::settle() {
    parts_->settle();
}

void State::become(const State& other) {
    parts_->settle();
    auto taken = std::make_unique<Parts>(*other.parts_);
    taken->records = parts_->records;
    taken->written = std::move(parts_->written);
    parts_ = std::move(taken);
}

std::size_t State::object_bytes() const {
    std::size_t sum = 0;
    for (const Table& table : parts_->tables) sum += table.bytes();
    return sum;
}

}  // namespace understudy::world
