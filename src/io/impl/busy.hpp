// Counts the calls inside a connection, so that only the outermost one flushes.
#pragma once

namespace understudy::io {

class Busy {
public:
    explicit Busy(unsigned& depth) : depth_(depth) { ++depth_; }
    ~Busy() { --depth_; }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

private:
    unsigned& depth_;
};

}  // namespace understudy::io
