// Which recorded calls have been taken, and which have ended: one state for each, changed in atomic
// steps.
//
// In a strict session a call that began after another had ended must do so again; those that
// overlapped when they were recorded may come in either order.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace understudy::serve {

// Calls that are equal, in the order in which they answer.
struct EqualCalls {
    std::vector<std::uint32_t> numbers;
    std::atomic<std::uint32_t> from{0};  // all before it are taken

    EqualCalls() = default;
    explicit EqualCalls(std::vector<std::uint32_t> all) : numbers(std::move(all)) {}
};

class Takings {
public:
    struct Call {
        std::uint32_t file = 0;
        std::int64_t at = 0, duration = 0;
        bool is_strict = false;
        bool repeats_last = false;
        bool is_awaited = true;
    };

    void add(const Call& call);  // before anything is taken
    void begin();                // all are added

    enum class Why : std::uint8_t { Taken, UsedUp, TooEarly };
    struct Result {
        Why why = Why::UsedUp;
        std::uint32_t number = 0;  // what was taken, or what must come before
    };
    Result take(EqualCalls& calls);
    bool end(std::uint32_t number);  // false: it had ended

    bool is_free(std::uint32_t number) const;
    // What must have ended before this one may be taken; nothing: it may, or was.
    std::optional<std::uint32_t> awaited_before(std::uint32_t number);
    const Call& call(std::uint32_t number) const { return calls_[number]; }
    std::size_t size() const { return calls_.size(); }

private:
    enum class State : std::uint8_t { Free, Taken, Ended };
    // What taking looks at, in one place: of ten thousand calls most are not in the processor's
    // cache.
    struct Cell {
        std::atomic<State> state{State::Free};
        bool is_strict = false;
        bool repeats_last = false;
    };
    // The awaited calls of a strict file by the time of their end.
    struct File {
        std::mutex mutex;
        std::vector<std::uint32_t> by_end;
        std::size_t first = 0;  // all before it have ended
    };

    std::optional<std::uint32_t> awaited_before(std::uint32_t number, File& file);

    std::vector<Call> calls_;
    std::deque<Cell> cells_;
    std::deque<File> files_;
};

}  // namespace understudy::serve
