#include "shim/impl/takings.hpp"

#include <atomic>

namespace understudy::shim {

namespace {

using Cell = std::atomic_ref<std::uint32_t>;
static_assert(Cell::is_always_lock_free, "a lock would not be shared between processes");

std::uint32_t word(Takings::State state) {
    return static_cast<std::uint32_t>(state);
}

}  // namespace

base::Result<Takings> Takings::open(const std::string& path) {
    return Takings(TRY(MappedFile::open(path, MappedFile::Access::Share)));
}

std::string Takings::empty_file(std::size_t calls) {
    return std::string(calls * sizeof(std::uint32_t), '\0');
}

std::uint32_t* Takings::cell(std::uint32_t call) {
    if (call >= file_.size() / sizeof(std::uint32_t)) return nullptr;
    return static_cast<std::uint32_t*>(file_.data()) + call;
}

std::optional<std::uint32_t> Takings::take(std::span<const std::uint32_t> calls,
                                           const cassette::Index& index) {
    for (const std::uint32_t call : calls) {
        std::uint32_t* place = cell(call);
        if (place == nullptr) return std::nullopt;
        std::uint32_t expected = word(State::Free);
        if (Cell(*place).compare_exchange_strong(expected, word(State::Taken))) return call;
    }
    if (calls.empty()) return std::nullopt;
    const auto last = index.call(calls.back());
    if (!last || !last->repeats_last) return std::nullopt;
    return calls.back();
}

void Takings::set_ended(std::uint32_t call) {
    if (std::uint32_t* place = cell(call)) Cell(*place).store(word(State::Ended));
}

Takings::State Takings::state_of(std::uint32_t call) {
    std::uint32_t* place = cell(call);
    const std::uint32_t state = place == nullptr ? word(State::Free) : Cell(*place).load();
    return state > word(State::Ended) ? State::Ended : static_cast<State>(state);
}

std::optional<std::uint32_t> Takings::awaited_before(std::uint32_t call,
                                                     const cassette::Index& index) {
    const auto own = index.call(call);
    if (!own || !own->is_strict) return std::nullopt;
    for (std::uint32_t i = 0; i < index.count_calls(); ++i) {
        const auto other = index.call(i);
        if (!other || other->file != own->file || i == call || !other->is_awaited) continue;
        // Those that overlapped when recorded may come in either order.
        const bool had_ended = other->at + other->duration <= own->at && i < call;
        if (had_ended && state_of(i) != State::Ended) return i;
    }
    return std::nullopt;
}

}  // namespace understudy::shim
