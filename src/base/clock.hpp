// The only way a room may learn what time it is. Pure rooms are handed an Instant; `io` owns the
// real clock.
#pragma once

#include "base/time.hpp"

namespace understudy::base {

class Clock {
public:
    virtual ~Clock() = default;
    virtual Instant now() = 0;
};

// A clock that stands where it is put: for tests and virtual time.
class FixedClock final : public Clock {
public:
    explicit FixedClock(Instant now) : now_(now) {}
    Instant now() override { return now_; }
    void set(Instant now) { now_ = now; }

private:
    Instant now_;
};

}  // namespace understudy::base
