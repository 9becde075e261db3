// The objects that expressions are handed: a stored object, a group of its dotted fields, the
// objects that name it. Members are worked out when they are read and kept until the state changes.
//
// Private to eyes*.cpp. Nothing here writes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "world/impl/eyes.hpp"

namespace understudy::world {

inline constexpr std::size_t kMostChildren = 1'000;
inline constexpr unsigned kMostNested = 32;  // fields worked out through fields
inline constexpr std::string_view kSeenMarker = "$seen";

class Seen;

// `card` of a resource with the fields card.number and card.last4.
class SeenGroup final : public expr::Object {
public:
    SeenGroup(const Seen& seen, std::string prefix) : seen_(seen), prefix_(std::move(prefix)) {}
    base::Result<std::optional<expr::Given>> member(std::string_view name) const override;
    base::Result<json::Value> whole() const override;

private:
    const Seen& seen_;
    std::string prefix_;  // "card."
};

class SeenList final : public expr::Relation {
public:
    SeenList(const Eyes& eyes, std::vector<ObjectPtr> items)
        : eyes_(eyes), items_(std::move(items)) {}
    std::size_t size() const override { return items_.size(); }
    base::Result<expr::Given> item(std::size_t index) const override;

private:
    const Eyes& eyes_;
    std::vector<ObjectPtr> items_;
};

class Seen final : public expr::Object {
public:
    Seen(const Eyes& eyes, ObjectPtr object);

    base::Result<std::optional<expr::Given>> member(std::string_view name) const override;
    base::Result<json::Value> whole() const override;

    const ObjectPtr& object() const { return object_; }
    const pack::Resource& resource() const { return resource_; }
    const Eyes& eyes() const { return eyes_; }

    // A member whose path begins with `prefix` ("" or "card.").
    base::Result<std::optional<expr::Given>> member_below(std::string_view prefix,
                                                          std::string_view name) const;
    // All fields below the prefix, as data.
    base::Result<json::Value> whole_below(std::string_view prefix) const;
    base::Result<std::optional<json::Value>> value(pack::Index field) const;

private:
    base::Result<std::optional<expr::Given>> given(pack::Index field) const;
    std::optional<expr::Given> group_below(std::string_view prefix, std::string_view name) const;
    base::Result<std::optional<json::Value>> derive(const pack::Field& field) const;
    base::Result<std::optional<json::Value>> fold(pack::Index index,
                                                  const pack::Field& field) const;

    const Eyes& eyes_;
    ObjectPtr object_;
    const pack::Resource& resource_;
    // What derived fields read: made for the first of them, good until the state changes.
    const expr::Env& names() const;
    void catch_up() const;

    mutable std::uint64_t generation_ = 0;
    mutable std::vector<std::pair<pack::Index, std::optional<json::Value>>> worked_out_;
    mutable std::optional<expr::Env> names_;
    mutable base::Instant names_at_ = {};
    mutable std::map<std::string, std::unique_ptr<SeenGroup>, std::less<>> groups_;
};

// The objects that have been looked at. Mostly there are a few, which are looked through.
class SeenObjects {
public:
    Seen* find(const Object* object) const {
        if (!index_.empty()) {
            const auto found = index_.find(object);
            return found == index_.end() ? nullptr : found->second;
        }
        for (const std::unique_ptr<Seen>& seen : all_) {
            if (seen->object().get() == object) return seen.get();
        }
        return nullptr;
    }
    Seen& add(std::unique_ptr<Seen> seen) {
        all_.push_back(std::move(seen));
        if (all_.size() == kMany) {
            for (const std::unique_ptr<Seen>& each : all_) {
                index_.emplace(each->object().get(), each.get());
            }
        } else if (all_.size() > kMany) {
            index_.emplace(all_.back()->object().get(), all_.back().get());
        }
        return *all_.back();
    }

private:
    static constexpr std::size_t kMany = 9;

    std::vector<std::unique_ptr<Seen>> all_;
    std::unordered_map<const Object*, Seen*> index_;  // from kMany on
};

struct Eyes::Inside {
    const pack::Pack& pack;
    const State& state;
    const json::Value& config;
    Allowance& allowance;
    const Viewer* viewer = nullptr;
    ObjectPtr before = {};
    pack::Index event_view = pack::kNone;
    std::uint64_t generation = 1;
    unsigned nested = 0;
    bool by_identity = false;  // objects are handed out as markers, references as objects
    SeenObjects seen = {};
    std::vector<std::unique_ptr<SeenList>> lists = {};
    std::vector<ObjectPtr> marked = {};
};

}  // namespace understudy::world
