// Numbers that count up, by name, in the order of the names. There are a few of them and every call
// counts several, so they lie side by side and are looked through.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace understudy::world {

class Sequences {
public:
    struct Entry {
        std::string name;
        std::uint64_t last = 0;
        std::uint64_t beginning = 0;  // of the name: tells most of them apart at once
    };

    const std::vector<Entry>& entries() const { return entries_; }

    const std::uint64_t* find(std::string_view name) const {
        if (entries_.size() > kFew) {
            const auto at = place_of(name);
            return at != entries_.end() && at->name == name ? &at->last : nullptr;
        }
        const std::uint64_t beginning = beginning_of(name);
        for (const Entry& entry : entries_) {
            if (entry.beginning != beginning || entry.name.size() != name.size()) continue;
            if (name.size() <= sizeof beginning || entry.name == name) return &entry.last;
        }
        return nullptr;
    }
    std::uint64_t* find(std::string_view name) {
        return const_cast<std::uint64_t*>(std::as_const(*this).find(name));
    }
    // Both give what was there.
    std::optional<std::uint64_t> put(std::string_view name, std::uint64_t value) {
        if (std::uint64_t* known = find(name)) return std::exchange(*known, value);
        entries_.insert(place_of(name), {std::string(name), value, beginning_of(name)});
        return std::nullopt;
    }
    std::optional<std::uint64_t> erase(std::string_view name) {
        const auto at = place_of(name);
        if (at == entries_.end() || at->name != name) return std::nullopt;
        const std::uint64_t last = at->last;
        entries_.erase(at);
        return last;
    }

private:
    static constexpr std::size_t kFew = 32;

    static std::uint64_t beginning_of(std::string_view name) {
        std::uint64_t beginning = 0;
        if (name.size() >= sizeof beginning) {
            std::memcpy(&beginning, name.data(), sizeof beginning);
        } else {
            for (const char c : name) beginning = beginning << 8 | static_cast<unsigned char>(c);
        }
        return beginning;
    }

    std::vector<Entry>::const_iterator place_of(std::string_view name) const {
        return std::lower_bound(
            entries_.begin(), entries_.end(), name,
            [](const Entry& entry, std::string_view other) { return entry.name < other; });
    }

    std::vector<Entry> entries_;
};

}  // namespace understudy::world
