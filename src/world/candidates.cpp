// Choosing the index a list is read from.
#include "world/impl/candidates.hpp"

#include <algorithm>

#include "world/impl/order_key.hpp"

namespace understudy::world {

namespace {

// A range of values is not in list order. It is sorted if that is cheap or leaves out most of the
// list; else the list is walked and most of what is met fits.
constexpr std::size_t kSortAnyway = 256;
constexpr std::size_t kSortIfOneIn = 8;

std::string encoded(const json::Value& value, const pack::Field& field, std::size_t most) {
    std::string out;
    append_order(out, value, field, most);
    return out;
}

bool is_within(const Where::Between& between, const json::Value& value, const pack::Field& field) {
    const std::string own = encoded(value, field, kUncut);
    if (between.from) {
        const std::string from = encoded(*between.from, field, kUncut);
        if (kind_of(own) != kind_of(from)) return false;
        if (own < from || (own == from && !between.from_included)) return false;
    }
    if (between.to) {
        const std::string to = encoded(*between.to, field, kUncut);
        if (kind_of(own) != kind_of(to)) return false;
        if (own > to || (own == to && !between.to_included)) return false;
    }
    return true;
}

// Part of an index that holds every object the condition can hold for.
struct Part {
    const Tree<Nothing>* tree = nullptr;
    std::string prefix;
    std::size_t begin = 0, end = 0;
    bool is_exact = false;

    std::size_t size() const { return end - begin; }
};

Part part_of(const Tree<Nothing>& tree, std::string prefix, bool is_exact) {
    const auto after = after_prefix(prefix);
    Part part{&tree, prefix, tree.rank(prefix), after ? tree.rank(*after) : tree.size(), is_exact};
    return part;
}

bool is_cut(const json::Value& value) {
    if (value.is_string()) return value.as_string().size() >= kMostIndexed;
    if (value.is_number()) return !value.to_int64();  // digits past those of a double
    return value.is_array() || value.is_object();
}

Part part_of(const Where::Between& between, const Tree<Nothing>& tree, const pack::Field& field) {
    Part part{&tree, "", 0, tree.size(), true};
    std::string kind;
    if (between.from) {
        const std::string from = encoded(*between.from, field, kMostIndexed);
        kind = kind_of(from);
        const bool cut = is_cut(*between.from);
        part.is_exact = !cut;
        part.begin = tree.rank(between.from_included || cut ? from : *after_prefix(from));
    }
    if (between.to) {
        const std::string to = encoded(*between.to, field, kMostIndexed);
        if (kind.empty()) part.begin = tree.rank(kind_of(to));
        kind = kind_of(to);
        const bool cut = is_cut(*between.to);
        part.is_exact = part.is_exact && !cut;
        part.end = tree.rank(between.to_included || cut ? *after_prefix(to) : to);
    } else if (!kind.empty()) {
        part.end = tree.rank(*after_prefix(kind));
    }
    part.end = std::max(part.begin, part.end);
    return part;
}

}  // namespace

bool matches(const Where& where, const Object& object, const pack::Resource& resource) {
    for (const Where::Equal& equal : where.equal) {
        const json::Value own = own_value(object, equal.field, resource);
        if (json::equivalent(own, equal.value)) continue;
        const pack::Field& field = resource.fields[equal.field];
        if (!is_instant(field)) return false;  // else it may be another spelling
        if (encoded(own, field, kUncut) != encoded(equal.value, field, kUncut)) return false;
    }
    for (const Where::Between& between : where.between) {
        const json::Value own = own_value(object, between.field, resource);
        if (!is_within(between, own, resource.fields[between.field])) return false;
    }
    for (const Where::Prefix& prefix : where.prefix) {
        const json::Value own = own_value(object, prefix.field, resource);
        if (!own.is_string() || !own.as_string().starts_with(prefix.text)) return false;
    }
    return !where.also || where.also(object);
}

Candidates::Candidates(const Where& where, const Table& table)
    : table_(table), tree_(&table.list()), end_(table.list().size()) {
    choose(where);
    if (is_exact_) total_ = size();
    if (!sorted_) cursor_ = tree_->cursor_at(begin_);
}

void Candidates::choose(const Where& where) {
    const auto& fields = table_.resource().fields;
    const std::size_t conditions =
        where.equal.size() + where.between.size() + where.prefix.size() + (where.also ? 1 : 0);
    is_exact_ = conditions == 0;
    for (const Where::Equal& equal : where.equal) {
        const Tree<Nothing>* index = table_.index(equal.field);
        if (index == nullptr) continue;
        Part part = part_of(*index, encoded(equal.value, fields[equal.field], kMostIndexed),
                            !is_cut(equal.value));
        if (tree_ != &table_.list() && part.size() >= size()) continue;
        tree_ = part.tree;
        prefix_ = std::move(part.prefix);
        begin_ = part.begin;
        end_ = part.end;
        is_exact_ = part.is_exact && conditions == 1;
    }

    std::optional<Part> range;
    const auto consider = [&range](Part part) {
        if (!range || part.size() < range->size()) range = std::move(part);
    };
    for (const Where::Between& between : where.between) {
        const Tree<Nothing>* index = table_.index(between.field);
        if (index != nullptr) consider(part_of(between, *index, fields[between.field]));
    }
    for (const Where::Prefix& prefix : where.prefix) {
        const Tree<Nothing>* index = table_.index(prefix.field);
        if (index == nullptr || prefix.text.size() >= kMostIndexed) continue;
        if (is_instant(fields[prefix.field])) continue;  // not indexed as text
        std::string open;
        append_open_text(open, prefix.text);
        consider(part_of(*index, std::move(open), true));
    }
    if (!range) return;
    if (range->is_exact && conditions == 1) total_ = range->size();
    if (range->size() <= kSortAnyway || range->size() <= size() / kSortIfOneIn) {
        is_exact_ = range->is_exact && conditions == 1;
        sort(*range->tree, range->begin, range->end);
    }
}

void Candidates::sort(const Tree<Nothing>& index, std::size_t begin, std::size_t end) {
    auto& keys = sorted_.emplace();
    keys.reserve(end - begin);
    // Without order fields a list key is the number alone, which every index key ends with.
    const bool by_creation = table_.resource().order.empty();
    auto cursor = index.cursor_at(begin);
    for (std::size_t at = begin; at < end; ++at, cursor.next()) {
        keys.push_back(by_creation ? std::string(cursor.key().substr(cursor.key().size() - 8))
                                   : table_.list_key(*table_.object_at(cursor.key())));
    }
    std::sort(keys.begin(), keys.end());
    begin_ = 0;
    end_ = keys.size();
}

ObjectPtr Candidates::operator[](std::size_t index) {
    if (sorted_) return table_.object_at((*sorted_)[index]);
    cursor_->move_to(begin_ + index);
    return table_.object_at(cursor_->key());
}

std::size_t Candidates::before(const Object& object) const {
    const std::string key = table_.list_key(object);
    if (sorted_) {
        const auto place = std::lower_bound(sorted_->begin(), sorted_->end(), key);
        return static_cast<std::size_t>(place - sorted_->begin());
    }
    return tree_->rank(prefix_ + key) - begin_;
}

}  // namespace understudy::world
