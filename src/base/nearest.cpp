// Guessing what was meant: the edit-distance part of text.hpp.
#include <algorithm>
#include <vector>

#include "base/text.hpp"

namespace understudy::base {

namespace {

constexpr std::size_t kLongest = 64;  // longer names are not compared: nobody mistypes them
constexpr int kEdit = 2;              // an edit, in half steps, so that a change of case can be one
constexpr int kCaseEdit = 1;

int substitution(char a, char b) {
    if (a == b) return 0;
    return equal_ignoring_case(std::string_view(&a, 1), std::string_view(&b, 1)) ? kCaseEdit
                                                                                 : kEdit;
}

// Optimal string alignment distance, in half edits.
int distance(std::string_view a, std::string_view b) {
    std::vector<int> before_last(b.size() + 1);
    std::vector<int> last(b.size() + 1);
    std::vector<int> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j) * kEdit;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = static_cast<int>(i) * kEdit;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + kEdit, row[j - 1] + kEdit,
                               last[j - 1] + substitution(a[i - 1], b[j - 1])});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before_last[j - 2] + kEdit);
        }
        std::swap(before_last, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

template <class Text>
std::string nearest_of(std::string_view name, std::span<const Text> candidates) {
    if (name.empty() || name.size() > kLongest) return {};
    // A third of the letters may be wrong, but at least one.
    int best = static_cast<int>(std::max<std::size_t>(1, (name.size() + 1) / 3)) * kEdit + 1;
    std::string_view found;
    for (const std::string_view candidate : candidates) {
        if (candidate.size() > kLongest || candidate == name) continue;
        const int edits = distance(name, candidate);
        if (edits < best) {
            best = edits;
            found = candidate;
        }
    }
    return std::string(found);
}

}  // namespace

std::string nearest(std::string_view name, std::span<const std::string_view> candidates) {
    return nearest_of(name, candidates);
}

std::string nearest(std::string_view name, std::span<const std::string> candidates) {
    return nearest_of(name, candidates);
}

}  // namespace understudy::base
