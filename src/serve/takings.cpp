#include "serve/impl/takings.hpp"

#include <algorithm>

namespace understudy::serve {

void Takings::add(const Call& call) {
    const auto number = static_cast<std::uint32_t>(calls_.size());
    calls_.push_back(call);
    Cell& cell = cells_.emplace_back();
    cell.is_strict = call.is_strict;
    cell.repeats_last = call.repeats_last;
    while (files_.size() <= call.file) files_.emplace_back();
    if (call.is_strict && call.is_awaited) files_[call.file].by_end.push_back(number);
}

void Takings::begin() {
    for (File& file : files_) {
        std::stable_sort(
            file.by_end.begin(), file.by_end.end(), [&](std::uint32_t a, std::uint32_t b) {
                return calls_[a].at + calls_[a].duration < calls_[b].at + calls_[b].duration;
            });
    }
}

std::optional<std::uint32_t> Takings::awaited_before(std::uint32_t number, File& file) {
    while (file.first < file.by_end.size() &&
           cells_[file.by_end[file.first]].state == State::Ended) {
        ++file.first;
    }
    for (std::size_t i = file.first; i < file.by_end.size(); ++i) {
        const std::uint32_t other = file.by_end[i];
        if (calls_[other].at + calls_[other].duration > calls_[number].at) break;
        // Of two that took no time at once, the one that stands first came first.
        if (other < number && cells_[other].state != State::Ended) return other;
    }
    return std::nullopt;
}

Takings::Result Takings::take(EqualCalls& calls) {
    const std::uint32_t size = static_cast<std::uint32_t>(calls.numbers.size());
    for (std::uint32_t i = calls.from.load(std::memory_order_relaxed); i < size; ++i) {
        const std::uint32_t number = calls.numbers[i];
        Cell& cell = cells_[number];
        State expected = State::Free;
        if (cell.state.load() != State::Free) continue;
        if (!cell.is_strict) {
            if (!cell.state.compare_exchange_strong(expected, State::Taken)) continue;
        } else {
            File& file = files_[calls_[number].file];
            const std::lock_guard lock(file.mutex);
            if (const auto before = awaited_before(number, file)) return {Why::TooEarly, *before};
            if (!cell.state.compare_exchange_strong(expected, State::Taken)) continue;
        }
        // Only a hint: what others take at the same time is passed over again.
        calls.from.store(i, std::memory_order_relaxed);
        return {Why::Taken, number};
    }
    calls.from.store(size, std::memory_order_relaxed);
    if (size > 0 && cells_[calls.numbers.back()].repeats_last) {
        return {Why::Taken, calls.numbers.back()};
    }
    return {Why::UsedUp, size > 0 ? calls.numbers.back() : 0};
}

bool Takings::end(std::uint32_t number) {
    return cells_[number].state.exchange(State::Ended) != State::Ended;
}

std::optional<std::uint32_t> Takings::awaited_before(std::uint32_t number) {
    if (!is_free(number) || !calls_[number].is_strict) return std::nullopt;
    File& file = files_[calls_[number].file];
    const std::lock_guard lock(file.mutex);
    return awaited_before(number, file);
}

bool Takings::is_free(std::uint32_t number) const {
    return cells_[number].state.load() == State::Free;
}

}  // namespace understudy::serve
