// A copy of a project to try things in: its files are copied, what git ignores (installed packages,
// caches) is linked, and all of it is gone afterwards. The checkout is never written to.
//
//     ScratchTree scratch = TRY(ScratchTree::copy_of(root, tree));
//     TRY_VOID(scratch.write("tests/data/a.json", bytes));
//     TRY_VOID(scratch.restore());
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "fixture/mutate.hpp"
#include "fixture/tree.hpp"

namespace understudy::app {

class ScratchTree {
public:
    static constexpr std::size_t kMostFiles = 500'000;
    static constexpr std::uint64_t kMostBytes = std::uint64_t{8} << 30U;

    static base::Result<ScratchTree> copy_of(const std::filesystem::path& root,
                                             const fixture::Tree& tree);
    ~ScratchTree();
    ScratchTree(ScratchTree&& other) noexcept;
    ScratchTree& operator=(ScratchTree&&) = delete;

    // Puts a mutant into the copy; `restore` takes it out again.
    base::Result<void> apply(const fixture::Bytes& bytes);
    base::Result<void> restore();

    const std::filesystem::path& root() const { return copy_; }
    // Beside the copy, not in it.
    std::filesystem::path beside(std::string_view name) const { return outer_ / name; }

private:
    ScratchTree() = default;
    base::Result<void> copy(const fixture::Tree& tree);
    base::Result<void> link_rest(const std::filesystem::path& folder,
                                 const std::set<std::string, std::less<>>& names,
                                 const std::set<std::string, std::less<>>& folders);
    base::Result<void> link_packages(const std::filesystem::path& folder, int depth);

    std::filesystem::path original_;
    std::filesystem::path outer_;  // ours, removed at the end
    std::filesystem::path copy_;
    fixture::Bytes changed_;
};

}  // namespace understudy::app
