#include "secret/impl/runs.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "secret/impl/strides.hpp"

namespace understudy::secret {

namespace {

constexpr std::size_t kBlock = 64;

inline std::uint64_t sixteen_bits(const char* at) {
    const Stride bytes(at);
    const Stride is = bytes.with_bits(0x20).is_between('a', 'z') | bytes.is_between('/', '9') |
                      (bytes == '+') | (bytes == '-') | (bytes == '_');
    return is.bits();
}

// A bit for each of 64 bytes, the first the lowest: whether it is a character of runs.
inline std::uint64_t block_bits(const char* at) {
    return sixteen_bits(at) | sixteen_bits(at + 16) << 16U | sixteen_bits(at + 32) << 32U |
           sixteen_bits(at + 48) << 48U;
}

// The bits from which on so many are set as a run has at least.
std::uint64_t long_enough(std::uint64_t bits) {
    static_assert(kLeastRun == 20);
    bits &= bits >> 1U;
    bits &= bits >> 2U;
    bits &= bits >> 4U;
    bits &= bits >> 8U;
    return bits & bits >> 4U;
}

class Runs {
public:
    // The text goes on at `at` with the 64 bytes of these bits.
    void add_block(std::size_t at, std::uint64_t bits) {
        if (~bits == 0) return;
        const auto lead = static_cast<unsigned>(std::countr_one(bits));
        end_open(at + lead);
        const auto tail = static_cast<unsigned>(std::countl_one(bits));
        open_ = at + kBlock - tail;
        // Those inside: neither the one that ended here nor the one that is open now.
        std::uint64_t begins = long_enough(bits) >> lead << lead;
        begins = begins << tail >> tail;
        while (begins != 0) {
            const auto begin = static_cast<unsigned>(std::countr_zero(begins));
            const auto end = begin + static_cast<unsigned>(std::countr_one(bits >> begin));
            found_.push_back({at + begin, at + end});
            begins = begins >> end << end;
        }
    }
    std::vector<CharacterRun> take() && { return std::move(found_); }

private:
    void end_open(std::size_t end) {
        if (end >= open_ + kLeastRun) found_.push_back({open_, end});
    }

    std::vector<CharacterRun> found_;
    std::size_t open_ = 0;  // where the run begins that goes on into the next block
};

}  // namespace

std::vector<CharacterRun> runs_of(std::string_view text) {
    Runs runs;
    char last[kBlock] = {};  // what is left at the end, and bytes that are in no run
    const std::size_t whole = text.size() / kBlock * kBlock;
    if (whole < text.size()) std::memcpy(last, text.data() + whole, text.size() - whole);
    for (std::size_t at = 0; at <= whole; at += kBlock) {
        runs.add_block(at, block_bits(at < whole ? text.data() + at : last));
    }
    return std::move(runs).take();
}

}  // namespace understudy::secret
