#include "shim/impl/takings.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

namespace understudy::shim {
namespace {

using cassette::IndexContents;
using cassette::IndexedCall;

// An index of equal calls, one after the other, and its state file.
class Ground {
public:
    explicit Ground(std::size_t calls, bool repeats = false, bool is_strict = false) {
        IndexContents contents;
        contents.programs.emplace_back().name = "t";
        contents.programs.back().ways.emplace_back();
        contents.files.emplace_back();
        for (std::size_t i = 0; i < calls; ++i) {
            IndexedCall call;
            call.input.program = "t";
            call.at = static_cast<std::int64_t>(10 * i);
            // The second and the third overlap.
            call.duration = i == 1 ? 15 : 10;
            call.repeats_last = repeats;
            call.is_strict = is_strict;
            contents.calls.push_back(call);
            all.push_back(static_cast<std::uint32_t>(i));
        }
        bytes_ = *cassette::write_index(contents);
        index = *cassette::Index::open(bytes_);
        char pattern[] = "/tmp/takings-XXXXXX";
        folder_ = ::mkdtemp(pattern);
        path = folder_ + "/state";
        std::ofstream(path, std::ios::binary) << Takings::empty_file(calls);
    }
    ~Ground() { std::filesystem::remove_all(folder_); }
    Ground(const Ground&) = delete;
    Ground& operator=(const Ground&) = delete;

    cassette::Index index = {};
    std::vector<std::uint32_t> all;
    std::string path;

private:
    std::string bytes_, folder_;
};

TEST(Takings, AnswersComeInOrderAndRunOut) {
    Ground ground(2);
    Takings takings = *Takings::open(ground.path);
    EXPECT_EQ(takings.take(ground.all, ground.index), 0U);
    EXPECT_EQ(takings.take(ground.all, ground.index), 1U);
    EXPECT_FALSE(takings.take(ground.all, ground.index));
    EXPECT_EQ(Takings::open(ground.path)->state_of(1), Takings::State::Taken);
}

TEST(Takings, TheLastMayAnswerAgain) {
    Ground ground(2, true);
    Takings takings = *Takings::open(ground.path);
    for (const std::uint32_t expected : {0U, 1U, 1U, 1U}) {
        EXPECT_EQ(takings.take(ground.all, ground.index), expected);
    }
}

// P72: processes share nothing but the file, and no answer is given twice.
TEST(Takings, ProcessesNeverTakeTheSame) {
    constexpr std::size_t kProcesses = 8, kEach = 25;
    Ground ground(kProcesses * kEach);
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    for (std::size_t i = 0; i < kProcesses; ++i) {
        if (::fork() != 0) continue;
        Takings takings = *Takings::open(ground.path);
        for (std::size_t k = 0; k < kEach; ++k) {
            const std::uint32_t taken = takings.take(ground.all, ground.index).value_or(UINT32_MAX);
            (void)!::write(ends[1], &taken, sizeof taken);
        }
        ::_exit(0);
    }
    ::close(ends[1]);
    std::set<std::uint32_t> taken;
    for (std::uint32_t number = 0; ::read(ends[0], &number, sizeof number) == sizeof number;) {
        EXPECT_TRUE(taken.insert(number).second) << number;
    }
    ::close(ends[0]);
    while (::wait(nullptr) > 0) {
    }
    EXPECT_EQ(taken.size(), ground.all.size());
    EXPECT_FALSE(taken.contains(UINT32_MAX));
}

TEST(Takings, StrictWaitsForThoseThatHadEnded) {
    Ground ground(4, false, true);  // at 0..10, 10..25, 20..30, 30..40
    Takings takings = *Takings::open(ground.path);
    EXPECT_EQ(takings.awaited_before(1, ground.index), 0U);
    takings.take(ground.all, ground.index);
    EXPECT_EQ(takings.awaited_before(1, ground.index), 0U);  // it runs
    takings.set_ended(0);
    EXPECT_FALSE(takings.awaited_before(1, ground.index));
    EXPECT_FALSE(takings.awaited_before(2, ground.index));  // it had overlapped with 1
    EXPECT_EQ(takings.awaited_before(3, ground.index), 1U);
}

TEST(Takings, FreeOrderWaitsForNobody) {
    Ground ground(3);
    Takings takings = *Takings::open(ground.path);
    EXPECT_FALSE(takings.awaited_before(2, ground.index));
}

}  // namespace
}  // namespace understudy::shim
