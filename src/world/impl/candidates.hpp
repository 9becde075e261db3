// The objects a list may show, in list order: as few as the indexes can tell. Those that remain are
// looked at one by one, unless the index said everything (is_exact).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "world/impl/state.hpp"
#include "world/impl/table.hpp"

namespace understudy::world {

bool matches(const Where& where, const Object& object, const pack::Resource& resource);

class Candidates {
public:
    Candidates(const Where& where, const Table& table);

    std::size_t size() const { return end_ - begin_; }
    ObjectPtr operator[](std::size_t index);
    // Number of candidates before this object's place in the list, which it need not have.
    std::size_t before(const Object& object) const;

    bool is_exact() const { return is_exact_; }
    std::optional<std::size_t> total() const { return total_; }

private:
    void choose(const Where& where);
    void sort(const Tree<Nothing>& index, std::size_t begin, std::size_t end);

    const Table& table_;
    const Tree<Nothing>* tree_;  // the list, or an index within which `prefix_` holds
    std::string prefix_;
    std::size_t begin_ = 0, end_ = 0;                 // in *tree_, or in sorted_
    std::optional<std::vector<std::string>> sorted_;  // list keys, instead of the tree
    std::optional<Tree<Nothing>::Cursor> cursor_;
    bool is_exact_ = false;
    std::optional<std::size_t> total_;
};

}  // namespace understudy::world
