// One run of refresh at a time in one repository, all its work trees together; and the place of
// what a run keeps outside, so that the next one can clear up after one that was killed.
//
//     auto lock = TRY(RefreshLock::take(repository.git_dir));   // refresh.locked
//     TRY_VOID(lock.note(scratch));
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "base/result.hpp"

namespace understudy::app {

class RefreshLock {
public:
    static base::Result<RefreshLock> take(const std::filesystem::path& git_dir);
    ~RefreshLock();
    RefreshLock(RefreshLock&& other) noexcept
        : file_(std::exchange(other.file_, -1)),
          is_held_(other.is_held_),
          left_(std::move(other.left_)) {}
    RefreshLock& operator=(RefreshLock&&) = delete;

    // What the last run had noted and did not take away; empty: nothing.
    const std::filesystem::path& left() const { return left_; }
    base::Result<void> note(const std::filesystem::path& scratch);

private:
    explicit RefreshLock(int file) : file_(file) {}
    int file_ = -1;
    bool is_held_ = false;
    std::filesystem::path left_;
};

}  // namespace understudy::app
