// A call as the ledger keeps it: everything of an Entry in one block of bytes, beside which only
// the objects the answer showed are held, packed as the state has them. Ten thousand calls that
// nobody asks for wait here, each until it is let go of; what is asked for is unpacked.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "pack/words.hpp"
#include "world/frames.hpp"
#include "world/impl/byte_block.hpp"
#include "world/impl/byte_form.hpp"
#include "world/trace.hpp"

namespace understudy::world {

struct Entry;  // ledger.hpp

class KeptEntry {
public:
    KeptEntry() = default;  // none
    static KeptEntry of(const Entry& entry, const pack::Words& words);
    Entry unpack(const pack::Words& words) const;
    // Only what the call was, up to its input and facets: what a match looks at.
    Entry unpack_call(const pack::Words& words) const;
    explicit operator bool() const { return static_cast<bool>(block_); }

private:
    static void read_call(ByteReader& in, Entry& entry);

    ByteBlock block_;
    std::shared_ptr<const Frames> frames_;  // of an answer that was a stream
};

}  // namespace understudy::world
