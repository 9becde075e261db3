// Members are matched by key. Items are matched by place where their number did not change, else by
// what is equal: the same start, the same end, and the longest common subsequence between.
#include "yaml/impl/match.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

namespace understudy::yaml {

using json::Value;

namespace {

constexpr std::size_t kMostAligned = 400;  // items of two lists compared each with each

// The longest common subsequence of two short stretches.
void align(const Value& before, const Value& after, std::size_t begin, std::size_t before_end,
           std::size_t after_end, Origins& origins) {
    const std::size_t rows = before_end - begin;
    const std::size_t columns = after_end - begin;
    std::vector<std::uint32_t> best((rows + 1) * (columns + 1), 0);
    const auto at = [&](std::size_t row, std::size_t column) -> std::uint32_t& {
        return best[row * (columns + 1) + column];
    };
    const auto same = [&](std::size_t row, std::size_t column) {
        return before[begin + row] == after[begin + column];
    };
    for (std::size_t row = rows; row-- > 0;) {
        for (std::size_t column = columns; column-- > 0;)
            at(row, column) = same(row, column)
                                  ? at(row + 1, column + 1) + 1
                                  : std::max(at(row + 1, column), at(row, column + 1));
    }
    for (std::size_t row = 0, column = 0; row < rows && column < columns;) {
        if (same(row, column)) {
            origins[begin + column++] = begin + row++;
        } else if (at(row + 1, column) >= at(row, column + 1)) {
            ++row;
        } else {
            ++column;
        }
    }
}

}  // namespace

Origins match_members(const Value& before, const Value& after) {
    Origins origins(after.size());
    std::vector<std::pair<std::string_view, std::size_t>> known;
    for (std::size_t at = 0; at < before.size(); ++at)
        known.emplace_back(before.members()[at].key(), at);
    std::sort(known.begin(), known.end());
    for (std::size_t at = 0; at < after.size(); ++at) {
        const std::string_view key = after.members()[at].key();
        const auto found = std::lower_bound(known.begin(), known.end(),
                                            std::pair<std::string_view, std::size_t>(key, 0));
        if (found != known.end() && found->first == key) origins[at] = found->second;
    }
    return origins;
}

Origins match_items(const Value& before, const Value& after) {
    Origins origins(after.size());
    if (before.size() == after.size()) {
        for (std::size_t at = 0; at < after.size(); ++at) origins[at] = at;
        return origins;
    }
    std::size_t begin = 0;
    while (begin < before.size() && begin < after.size() && before[begin] == after[begin]) {
        origins[begin] = begin;
        ++begin;
    }
    std::size_t before_end = before.size();
    std::size_t after_end = after.size();
    while (before_end > begin && after_end > begin &&
           before[before_end - 1] == after[after_end - 1])
        origins[--after_end] = --before_end;
    if (before_end - begin <= kMostAligned && after_end - begin <= kMostAligned)
        align(before, after, begin, before_end, after_end, origins);
    return origins;
}

}  // namespace understudy::yaml
