// The way down: which keywords led from the schema's root to here, and which keys and indexes from
// the value's root. A chain of links on the call stack; text is made of it only for a report.
// Trail<false> is empty and costs nothing, which is how checking without a report stays fast.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <vector>

#include "json/pointer.hpp"
#include "schema/impl/keyword.hpp"

namespace understudy::schema {

template <bool kReport>
class Trail;

template <>
class Trail<false> {
public:
    Trail in(Keyword) const { return {}; }
    Trail in(Keyword, std::string_view) const { return {}; }
    Trail in(Keyword, std::size_t) const { return {}; }
    Trail down(std::string_view) const { return {}; }
    Trail down(std::size_t) const { return {}; }
};

template <>
class Trail<true> {
public:
    Trail() = default;

    // Into the schema.
    Trail in(Keyword keyword) const {
        Trail next;
        next.up_ = this;
        next.keyword_ = keyword;
        next.has_keyword_ = true;
        return next;
    }
    Trail in(Keyword keyword, std::string_view key) const {
        Trail next = in(keyword);
        next.part_ = Part::Key;
        next.key_ = key;
        return next;
    }
    Trail in(Keyword keyword, std::size_t index) const {
        Trail next = in(keyword);
        next.part_ = Part::Index;
        next.index_ = index;
        return next;
    }

    // Into the value, in the same link.
    Trail down(std::string_view key) const {
        Trail next = *this;
        next.value_part_ = Part::Key;
        next.value_key_ = key;
        return next;
    }
    Trail down(std::size_t index) const {
        Trail next = *this;
        next.value_part_ = Part::Index;
        next.value_index_ = index;
        return next;
    }

    // Into the value by a link of its own, where the schema stays the same: this link may lead into
    // a value already, as that of an item does.
    Trail below(std::string_view key) const {
        Trail next;
        next.up_ = this;
        return next.down(key);
    }
    Trail below(std::size_t index) const {
        Trail next;
        next.up_ = this;
        return next.down(index);
    }

    json::Pointer schema_path() const {
        json::Pointer pointer;
        for (const Trail* link : links()) {
            if (link->has_keyword_) pointer.push(name_of(link->keyword_));
            if (link->part_ == Part::Key) pointer.push(link->key_);
            if (link->part_ == Part::Index) pointer.push(link->index_);
        }
        return pointer;
    }
    json::Pointer instance_path() const {
        json::Pointer pointer;
        for (const Trail* link : links()) {
            if (link->value_part_ == Part::Key) pointer.push(link->value_key_);
            if (link->value_part_ == Part::Index) pointer.push(link->value_index_);
        }
        return pointer;
    }

private:
    enum class Part : unsigned char { None, Key, Index };

    std::vector<const Trail*> links() const {
        std::vector<const Trail*> out;
        for (const Trail* link = this; link != nullptr; link = link->up_) out.push_back(link);
        return {out.rbegin(), out.rend()};
    }

    const Trail* up_ = nullptr;
    Keyword keyword_{};
    bool has_keyword_ = false;
    Part part_ = Part::None;
    Part value_part_ = Part::None;
    std::string_view key_;
    std::size_t index_ = 0;
    std::string_view value_key_;
    std::size_t value_index_ = 0;
};

// An empty class travels by value for nothing; a full one by reference.
template <bool kReport>
using TrailArg = std::conditional_t<kReport, const Trail<true>&, Trail<false>>;

}  // namespace understudy::schema
