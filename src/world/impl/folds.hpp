// The aggregates over one resource, kept up to date at each write: what an object gives to each of
// them is taken out before it changes and put in afterwards. Reading one costs the same whatever
// the number of objects.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/decimal.hpp"
#include "expr/evaluate.hpp"
#include "world/impl/object.hpp"
#include "world/impl/tree.hpp"

namespace understudy::world {

// A sum and a count that can be undone exactly: whole numbers in an int64 as long as they fit.
struct Total {
    std::uint64_t count = 0;
    std::uint64_t fractions = 0;  // how many of them are not written as whole numbers
    std::int64_t whole = 0;
    std::shared_ptr<const base::Decimal> exact;  // if set, the sum instead of `whole`

    void add(const json::Value& number, bool take_out);
    json::Value sum() const;  // the same however it came about
};

class Folds {
public:
    Folds(const pack::Pack& pack, const pack::Resource& over);

    const pack::Pack& pack() const { return *pack_; }
    bool is_empty() const { return folds_.empty(); }
    void change(const Object& object, bool take_out);

    // `field` of `resource`, for the object with this key.
    json::Value value(pack::Index resource, pack::Index field, std::string_view key) const;

private:
    struct One {
        pack::Index resource, field;  // where the aggregate stands
        const pack::Aggregate* aggregate;
        Tree<Total> totals;        // sum, count: by (key, group)
        Tree<json::Value> values;  // min, max: by (key, group, value, sequence)
    };
    void change(One& fold, const Object& object, const expr::Late& it, bool take_out);
    json::Value value_at(const One& fold, const std::string& prefix) const;

    const pack::Pack* pack_;
    const pack::Resource* over_;
    std::vector<One> folds_;
};

}  // namespace understudy::world
