// A timer at rest, in one block of bytes: a world may have as many as it has objects.
#pragma once

#include <utility>

#include "world/impl/byte_block.hpp"
#include "world/impl/state.hpp"

namespace understudy::world {

class KeptTimer {
public:
    KeptTimer() = default;  // none
    static KeptTimer of(const Timer& timer);
    Timer unpack() const;
    explicit operator bool() const { return static_cast<bool>(block_); }

private:
    explicit KeptTimer(ByteBlock block) : block_(std::move(block)) {}

    ByteBlock block_;
};

}  // namespace understudy::world
