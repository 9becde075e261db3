// The state under long random histories: with refusals, forks and a journal that is replayed, it
// always equals a plain map from which everything is worked out anew.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "json/write.hpp"
#include "world/impl/state.hpp"
#include "world/parcels_testing.hpp"

namespace understudy::world {
namespace {

using namespace parcels;
using Step = std::tuple<int, int, int, int>;
using Objects = std::map<std::string, Object>;

constexpr base::Instant kStart{1'735'689'600, 0};

const std::shared_ptr<const pack::Pack>& pack_of_parcels() {
    static const std::shared_ptr<const pack::Pack> pack = make_pack();
    return pack;
}

// A state, what it must hold, and a replica that sees nothing but the journal.
struct Twin {
    State state{pack_of_parcels(), kStart};
    State replica{pack_of_parcels(), kStart};
    Objects parcels;
    std::map<std::uint64_t, Timer> timers;
    std::map<std::string, json::Value> notes;

    Twin() { state.record(true); }
    void catch_up() {
        for (const Change& change : state.take_changes()) RC_ASSERT(replica.apply(change));
    }
};

json::Value weight(int number) {
    switch (number % 7) {
        case 0: return nullptr;
        case 1: return json::Value::number(std::to_string(number) + ".50");
        case 2: return std::int64_t{INT64_MAX} - number;
        case 3: return json::Value::number("-" + std::to_string(number) + "e-3");
        case 4: return "not a number";
        default: return number;
    }
}

Object random_parcel(std::string id, std::uint64_t sequence, int b, int c) {
    Object made = blank(kParcels, *pack_of_parcels(), std::move(id), sequence);
    if (b % 5 != 0) set(made, kDepot, "d" + std::to_string(b % 3));
    set(made, kParcelWeight, weight(c));
    if (c % 4 != 0) set(made, kColour, c % 3 == 0 ? json::Value("red") : json::Value(c % 2 == 0));
    if (b % 3 != 0) set(made, kNote, "n" + std::to_string(b % 11));
    set(made, kCreated, base::to_rfc3339({kStart.seconds + c % 50, (b % 2) * 500'000'000}),
        Origin::Clock);
    made.state = b % 2 == 0 ? kOpen : kClosed;
    return made;
}

void put(Twin& twin, Object object) {
    const std::string key = key_of(object.id);
    twin.parcels[key] = object;
    twin.state.put(std::make_shared<const Object>(std::move(object)));
}

// One write of any kind.
void write(Twin& twin, int what, int a, int b, int c) {
    const std::string id = "p" + std::to_string(a % 40);
    const auto found = twin.parcels.find(id);
    switch (what % 9) {
        case 0:
        case 1:
        case 2: {
            const bool is_new = found == twin.parcels.end();
            const std::uint64_t sequence =
                is_new ? twin.state.next("parcels") : found->second.sequence;
            Object made = random_parcel(id, sequence, b, c);
            made.is_drawn = is_new && what % 4 != 0;
            put(twin, std::move(made));
            return;
        }
        case 3:
            if (found != twin.parcels.end()) {
                Object gone = found->second;
                gone.deleted = true;
                put(twin, std::move(gone));
            }
            return;
        case 4:
            twin.parcels.erase(id);
            twin.state.erase(kParcels, id);
            return;
        case 5: {
            Timer timer{.due = {kStart.seconds + b % 20, c % 3},
                        .start = kStart,
                        .resource = kParcels,
                        .key = id,
                        .move = static_cast<pack::Index>(c % 2)};
            timer.number = twin.state.next("$timer");
            twin.state.schedule(timer);
            twin.timers[timer.number] = timer;
            return;
        }
        case 6: {
            const auto move = static_cast<pack::Index>(c % 2);
            twin.state.cancel(kParcels, id, move);
            std::erase_if(twin.timers, [&](const auto& entry) {
                return entry.second.key == id && entry.second.move == move;
            });
            return;
        }
        case 7:
            twin.state.set_note(id, b % 3 == 0 ? json::Value() : json::Value(c));
            if (b % 3 == 0) {
                twin.notes.erase(id);
            } else {
                twin.notes[id] = c;
            }
            return;
        default:
            twin.state.set_now({kStart.seconds + c, 0});
            if (b % 2 == 0) {
                twin.state.remember({.key = id, .stored = kStart, .status = 200 + b % 200});
            } else {
                twin.state.forget(id);
            }
            return;
    }
}

// --- worked out anew

std::vector<const Object*> listed(const Objects& objects, const Where& where) {
    std::vector<const Object*> out;
    const pack::Resource& resource = pack_of_parcels()->resources[kParcels];
    for (const auto& [key, object] : objects) {
        bool fits = !object.deleted && (!where.also || where.also(object));
        for (const Where::Equal& equal : where.equal) {
            fits = fits && json::equivalent(own_value(object, equal.field, resource), equal.value);
        }
        for (const Where::Between& between : where.between) {
            const json::Value own = own_value(object, between.field, resource);
            fits = fits && own.is_number() && own.to_decimal() >= between.from->to_decimal() &&
                   own.to_decimal() < between.to->to_decimal();
        }
        for (const Where::Prefix& prefix : where.prefix) {
            const json::Value own = own_value(object, prefix.field, resource);
            fits = fits && own.is_string() && own.as_string().starts_with(prefix.text);
        }
        if (fits) out.push_back(&object);
    }
    std::sort(out.begin(), out.end(),
              [](const Object* a, const Object* b) { return a->sequence > b->sequence; });
    return out;
}

std::string ids(std::span<const Object* const> objects) {
    std::string text;
    for (const Object* object : objects) text += key_of(object->id) + " ";
    return text;
}

std::string ids(const State::Slice& slice) {
    std::string text;
    for (const ObjectPtr& object : slice.items) text += key_of(object->id) + " ";
    return text;
}

void check_pages(const Twin& twin, const Where& where) {
    const auto all = listed(twin.parcels, where);
    const std::span<const Object* const> span(all);
    for (const std::size_t limit : {std::size_t{3}, std::size_t{100}}) {
        for (std::size_t at = 0; at <= all.size(); at += 3) {
            const std::size_t count = std::min(limit, all.size() - at);
            const auto by_offset = twin.state.at(where, at, limit);
            RC_ASSERT(ids(by_offset) == ids(span.subspan(at, count)));
            RC_ASSERT(by_offset.more_before == (at > 0));
            RC_ASSERT(by_offset.more_after == (at + count < all.size()));
            RC_ASSERT(by_offset.total.value_or(all.size()) == all.size());
            const std::string key = at == 0 ? "" : key_of(all[at - 1]->id);
            const auto after = twin.state.after(where, key, limit);
            RC_ASSERT(ids(after) == ids(span.subspan(at, count)));
            RC_ASSERT(after.more_before == (at > 0));
            RC_ASSERT(after.more_after == (at + count < all.size()));
            const std::string end = at == all.size() ? "" : key_of(all[at]->id);
            const std::size_t back = std::min(limit, at);
            const auto before = twin.state.before(where, end, limit);
            RC_ASSERT(ids(before) == ids(span.subspan(at - back, back)));
            RC_ASSERT(before.more_before == (back < at));
            RC_ASSERT(before.more_after == (at < all.size()));
        }
    }
}

void check_lists(const Twin& twin, int a, int b) {
    Where where{.resource = kParcels};
    check_pages(twin, where);
    where.equal = {{kDepot, "d" + std::to_string(b % 3)}};
    check_pages(twin, where);
    where.equal.push_back({kStatus, a % 2 == 0 ? "open" : "closed"});
    check_pages(twin, where);
    where.also = [a](const Object& object) {
        return object.sequence % 3 == static_cast<unsigned>(a % 3);
    };
    check_pages(twin, where);
    Where range{.resource = kParcels};
    range.between = {{kParcelWeight, a % 20, a % 20 + b % 40, true, false}};
    check_pages(twin, range);
    range.equal = {{kColour, "red"}};
    check_pages(twin, range);
    Where prefix{.resource = kParcels};
    prefix.prefix = {{kNote, "n" + std::to_string(b % 3)}};
    check_pages(twin, prefix);
}

// The sum, as text without zeros at its end; nothing: there is nothing to sum.
std::optional<base::Decimal> naive_sum(const std::vector<json::Value>& values) {
    base::Decimal sum;
    for (const json::Value& value : values) {
        if (value.is_number()) sum = sum.add(value.to_decimal()).value();
    }
    return sum;
}

void check_folds(const Twin& twin) {
    for (const std::string depot : {"d0", "d1", "d2", "d9"}) {
        std::vector<json::Value> weights, open_weights;
        std::map<std::string, std::vector<json::Value>> by_colour;
        std::uint64_t notes = 0;
        std::string latest;
        for (const auto& [key, object] : twin.parcels) {
            if (object.deleted || object.values[kDepot] != json::Value(depot)) continue;
            const json::Value& weight = object.values[kParcelWeight];
            weights.push_back(weight);
            if (object.state == kOpen) open_weights.push_back(weight);
            if (object.values[kNote].is_string()) ++notes;
            const json::Value& colour = object.values[kColour];
            if (!colour.is_null() && weight.is_number()) {
                by_colour[colour.is_string() ? std::string(colour.as_string())
                          : colour.as_bool() ? "true"
                                             : "false"]
                    .push_back(weight);
            }
        }
        const auto fold = [&](pack::Index field) { return twin.state.fold(kDepots, field, depot); };
        RC_ASSERT(fold(kWeight).to_decimal() == naive_sum(weights));
        RC_ASSERT(fold(kOpenWeight).to_decimal() == naive_sum(open_weights));
        RC_ASSERT(fold(kCount).to_int64() == static_cast<std::int64_t>(notes));
        RC_ASSERT(fold(kByColour).size() == by_colour.size());
        for (const auto& [colour, values] : by_colour) {
            RC_ASSERT(fold(kByColour).find(colour)->to_decimal() == naive_sum(values));
        }
        std::optional<base::Decimal> least;
        bool any = false;
        for (const json::Value& value : weights) {
            any = any || !value.is_null();
            if (value.is_number() && (!least || value.to_decimal() < *least)) {
                least = value.to_decimal();
            }
        }
        const json::Value lightest = fold(kLightest);
        if (least) RC_ASSERT(lightest.to_decimal() == *least);
        if (!any) RC_ASSERT(lightest.is_null());
    }
}

void check_timers(const Twin& twin) {
    std::vector<Timer> expected;
    for (const auto& [number, timer] : twin.timers) expected.push_back(timer);
    std::stable_sort(expected.begin(), expected.end(),
                     [](const Timer& a, const Timer& b) { return a.due < b.due; });
    const std::vector<Timer> timers = twin.state.timers();
    RC_ASSERT(timers.size() == expected.size());
    for (std::size_t i = 0; i < timers.size(); ++i) {
        RC_ASSERT(timers[i].number == expected[i].number);
    }
    const auto next = twin.state.next_due({INT64_MAX, 0});
    RC_ASSERT(next.has_value() == !expected.empty());
    if (next) RC_ASSERT(next->number == expected[0].number);
}

void check(Twin& twin, int a, int b) {
    twin.state.settle();
    std::size_t alive = 0;
    for (const auto& [key, object] : twin.parcels) {
        const ObjectPtr found = twin.state.find(kParcels, key);
        RC_ASSERT(found != nullptr);
        RC_ASSERT(to_json(*found, *pack_of_parcels()) == to_json(object, *pack_of_parcels()));
        alive += object.deleted ? 0 : 1;
    }
    RC_ASSERT(twin.state.count(kParcels) == alive);
    for (const auto& [name, value] : twin.notes) RC_ASSERT(twin.state.note(name) == value);
    check_lists(twin, a, b);
    check_folds(twin);
    check_timers(twin);
    twin.catch_up();
    RC_ASSERT(twin.replica.digest() == twin.state.digest());
    for (pack::Index field = kWeight; field <= kMinByColour; ++field) {
        RC_ASSERT(twin.replica.fold(kDepots, field, "d1") == twin.state.fold(kDepots, field, "d1"));
    }
}

RC_GTEST_PROP(StateProperty, AnyHistoryGivesWhatAPlainMapWouldGive, ()) {
    const auto steps = *rc::gen::container<std::vector<Step>>(
        rc::gen::tuple(rc::gen::inRange(0, 1000), rc::gen::inRange(0, 1000),
                       rc::gen::inRange(0, 1000), rc::gen::inRange(0, 1000)));
    std::vector<Twin> twins(1);
    for (const auto& [what, a, b, c] : steps) {
        Twin& twin = twins[static_cast<std::size_t>(a) % twins.size()];
        if (what % 16 == 0 && twins.size() < 4) {  // a fork
            twin.catch_up();
            Twin copy = twin;
            twins.push_back(std::move(copy));
        } else if (what % 16 == 1) {  // a change that is refused half-way
            const std::string before = twin.state.digest();
            Twin model = twin;
            const std::size_t mark = twin.state.mark();
            for (int i = 0; i < 6; ++i) write(twin, what / 16 + i, a + i * b, b + i, c + i);
            const std::size_t inner = twin.state.mark();
            for (int i = 0; i < 3; ++i) write(twin, b + i, a + i, c + i, b + i);
            if (c % 2 == 0) twin.state.roll_back(inner);
            twin.state.roll_back(mark);
            RC_ASSERT(twin.state.digest() == before);
            twin.parcels = model.parcels;
            twin.timers = model.timers;
            twin.notes = model.notes;
        } else if (what % 16 == 2) {
            twin.catch_up();
        } else if (what % 16 == 3) {
            twin.state.settle();
        } else {
            for (int i = 0; i < 4; ++i) write(twin, what / 16 + i, a + i * 13, b + i, c + i);
        }
    }
    for (Twin& twin : twins) check(twin, static_cast<int>(steps.size()), 7);
}

RC_GTEST_PROP(StateProperty, TheDigestDoesNotTellHowTheStateWasReached, ()) {
    const auto order = *rc::gen::unique<std::vector<int>>(rc::gen::inRange(0, 200));
    State forwards(pack_of_parcels(), kStart);
    State backwards(pack_of_parcels(), kStart);
    const auto one = [](int i) {
        return std::make_shared<const Object>(
            random_parcel("p" + std::to_string(i), static_cast<std::uint64_t>(i) + 1, i, i * 3));
    };
    for (const int i : order) forwards.put(one(i));
    for (auto i = order.rbegin(); i != order.rend(); ++i) {
        backwards.set_note("passing", *i);
        backwards.put(one(*i + 1000));
        backwards.put(one(*i));
        backwards.erase(kParcels, "p" + std::to_string(*i + 1000));
    }
    backwards.set_note("passing", nullptr);
    RC_ASSERT(forwards.digest() == backwards.digest());
    RC_ASSERT(forwards.fold(kDepots, kWeight, "d1") == backwards.fold(kDepots, kWeight, "d1"));
    RC_ASSERT(forwards.fold(kDepots, kHeaviest, "d1") == backwards.fold(kDepots, kHeaviest, "d1"));
}

RC_GTEST_PROP(StateProperty, OrderFieldsSortLikeAPlainSort, ()) {
    const auto steps = *rc::gen::container<std::vector<Step>>(
        rc::gen::tuple(rc::gen::inRange(0, 10), rc::gen::inRange(0, 60), rc::gen::inRange(-3, 3),
                       rc::gen::inRange(0, 5)));
    State state(pack_of_parcels(), kStart);
    Objects tags;
    for (const auto& [what, number, rank, name] : steps) {
        const std::string id = "t" + std::to_string(number);
        if (what == 0) {
            state.erase(kTags, id);
            tags.erase(id);
            continue;
        }
        Object tag = blank(kTags, *pack_of_parcels(), id, static_cast<std::uint64_t>(number) + 1);
        set(tag, kRank, rank);
        set(tag, kTagName, std::string(static_cast<std::size_t>(name), 'x'));
        tags[id] = tag;
        state.put(std::make_shared<const Object>(std::move(tag)));
    }
    std::vector<const Object*> expected;
    for (const auto& [id, tag] : tags) expected.push_back(&tag);
    std::sort(expected.begin(), expected.end(), [](const Object* a, const Object* b) {
        const auto rank_a = *a->values[kRank].to_int64();
        const auto rank_b = *b->values[kRank].to_int64();
        if (rank_a != rank_b) return rank_a > rank_b;
        if (a->values[kTagName] != b->values[kTagName]) {
            return a->values[kTagName].as_string() < b->values[kTagName].as_string();
        }
        return a->sequence < b->sequence;
    });
    RC_ASSERT(ids(state.after({.resource = kTags}, "", 1000)) == ids(expected));
    Where named{.resource = kTags};
    named.equal = {{kTagName, "xx"}};
    std::erase_if(expected,
                  [](const Object* tag) { return tag->values[kTagName] != json::Value("xx"); });
    RC_ASSERT(ids(state.after(named, "", 1000)) == ids(expected));
}

// Enough objects that ranges are walked in the list instead of being sorted.
TEST(StateProperty, PagesOfLongListsAreRightToo) {
    Twin twin;
    for (int i = 1; i <= 900; ++i) {
        put(twin, random_parcel("p" + std::to_string(i), static_cast<std::uint64_t>(i), i,
                                (i * 37) % 101));
    }
    for (int i = 1; i <= 900; i += 7) {
        Object gone = twin.parcels["p" + std::to_string(i)];
        gone.deleted = true;
        put(twin, std::move(gone));
    }
    Where where{.resource = kParcels};
    where.between = {{kParcelWeight, 0, 100, true, false}};
    const auto all = listed(twin.parcels, where);
    ASSERT_GT(all.size(), 256U);
    const auto slice = twin.state.at(where, 100, 50);
    EXPECT_EQ(ids(slice), ids(std::span(all).subspan(100, 50)));
    EXPECT_EQ(slice.total, all.size());
    check_folds(twin);
}

}  // namespace
}  // namespace understudy::world
