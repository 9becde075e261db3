// A record of an idempotency key at rest, in one block of bytes: with its headers and its body a
// record would otherwise be two dozen pieces of memory, and nearly none is ever looked at.
#pragma once

#include <string_view>
#include <utility>

#include "pack/words.hpp"
#include "world/impl/byte_block.hpp"
#include "world/impl/state.hpp"

namespace understudy::world {

class KeptRecord {
public:
    KeptRecord() = default;  // none
    static KeptRecord of(const Remembered& record, const pack::Words& words);
    // `key` is the one it is kept under.
    Remembered unpack(std::string_view key, const pack::Words& words) const;
    explicit operator bool() const { return static_cast<bool>(block_); }

private:
    explicit KeptRecord(ByteBlock block) : block_(std::move(block)) {}

    ByteBlock block_;
};

}  // namespace understudy::world
