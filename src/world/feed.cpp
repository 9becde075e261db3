#include "world/impl/feed.hpp"

#include <algorithm>

#include "world/impl/ledger.hpp"

namespace understudy::world {

namespace {

constexpr std::string_view kNames[] = {"request", "transition", "event", "control", "delivery"};

}  // namespace

json::Value to_record(const Transition& transition) {
    return json::Value::object({{"resource", transition.resource},
                                {"id", transition.id},
                                {"from", transition.from},
                                {"to", transition.to},
                                {"cause", transition.cause}});
}

json::Value to_record(const Emitted& event) {
    return json::Value::object({{"event", event.event}, {"id", event.id}});
}

void Feed::push(Item item) {
    ++last_;
    if (most_ == 0) return;
    if (items_.size() == most_) items_.pop_front();
    items_.push_back(std::move(item));
}

void Feed::add(const Entry& entry, const KeptEntry& kept) {
    if (entry.is_call()) push({Kind::Request, 0, entry.at, kept, {}});
    for (std::uint32_t i = 0; i < entry.transitions.size(); ++i) {
        push({Kind::Transition, i, entry.at, kept, {}});
    }
    for (std::uint32_t i = 0; i < entry.emitted.size(); ++i) {
        push({Kind::Event, i, entry.at, kept, {}});
    }
}

void Feed::add(Kind kind, base::Instant at, json::Value record) {
    push({kind, 0, at, {}, std::move(record)});
}

World::FeedPage Feed::after(const pack::Pack& pack, std::uint64_t position,
                            std::size_t limit) const {
    World::FeedPage page;
    if (position > last_) position = 0;                // of another life of this world
    const std::uint64_t gone = last_ - items_.size();  // position of the newest that is gone
    if (position < gone) page.evicted = gone - position;
    for (std::uint64_t i = std::max(position, gone); i < last_ && page.frames.size() < limit; ++i) {
        const Item& item = items_[i - gone];
        json::Value record = json::Value::object({{"at", base::to_rfc3339(item.at)}});
        json::Value made;
        if (!item.entry) {
            made = item.record;
        } else {
            const Entry entry = item.entry.unpack(words_of(pack));
            if (item.kind == Kind::Request) {
                made = request_record(pack, entry);
            } else {
                made = item.kind == Kind::Transition ? to_record(entry.transitions[item.index])
                                                     : to_record(entry.emitted[item.index]);
                record.append("trace", "trc_" + std::to_string(entry.number));
            }
        }
        for (const json::Member& member : made.members()) record.set(member.key(), member.value);
        page.frames.push_back(
            {i + 1, kNames[static_cast<std::size_t>(item.kind)], std::move(record)});
    }
    return page;
}

}  // namespace understudy::world
