// The texts that come again and again wherever the objects and calls of a pack are kept: names of
// fields, states, operations, events and headers, what enumerations allow. Each has a number, so
// that what is kept can say the number.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace understudy::pack {

struct Pack;

class Words {
public:
    static constexpr std::size_t kMost = 16'384;
    static constexpr std::size_t kLongest = 64;  // bytes; longer texts are left out

    Words() = default;
    // In this order; those that come twice, or are too short to gain anything, are left out.
    explicit Words(const std::vector<std::string_view>& texts);

    std::optional<std::uint32_t> find(std::string_view text) const {
        if (text.size() - kShortest >= sizes_) return std::nullopt;
        return look_up(text, Ends(text));
    }
    // `number` is one that find() gave.
    std::string_view operator[](std::uint64_t number) const {
        const Word& word = words_[number];
        return {bytes_.data() + word.begin, word.size};
    }
    std::size_t size() const { return words_.size(); }

private:
    static constexpr std::size_t kShortest = 2;
    // The first and the last eight bytes; of shorter texts, what they have. They say all there is
    // of texts of up to sixteen bytes, which most words are.
    struct Ends {
        Ends() = default;
        explicit Ends(std::string_view text) {
            const char* begin = text.data();
            if (text.size() >= 8) {
                std::memcpy(&head, begin, 8);
                std::memcpy(&tail, begin + text.size() - 8, 8);
            } else if (text.size() >= 4) {
                std::memcpy(&head, begin, 4);
                std::memcpy(&tail, begin + text.size() - 4, 4);
            } else {
                std::memcpy(&head, begin, 2);
                std::memcpy(&tail, begin + text.size() - 2, 2);
            }
        }
        // Where to begin to look.
        std::size_t place(std::size_t size) const {
            return static_cast<std::size_t>(
                (head ^ std::rotl(tail, 29) ^ size) * 0x9E3779B97F4A7C15U >> 32);
        }

        std::uint64_t head = 0, tail = 0;
    };
    struct Word {
        Ends ends;
        std::uint32_t begin = 0, size = 0;
    };
    std::optional<std::uint32_t> look_up(std::string_view text, Ends ends) const {
        const std::size_t mask = places_.size() - 1;
        for (std::size_t place = ends.place(text.size()) & mask; places_[place] != 0;
             place = (place + 1) & mask) {
            const std::uint32_t number = places_[place] - 1U;
            const Word& word = words_[number];
            if (word.size == text.size() && word.ends.head == ends.head &&
                word.ends.tail == ends.tail && (text.size() <= 16 || (*this)[number] == text)) {
                return number;
            }
        }
        return std::nullopt;
    }

    std::string bytes_;
    std::vector<Word> words_;
    std::size_t sizes_ = 0;  // how many there are from the shortest to the longest
    // Number + 1 of the word whose place it is, or of one that found its own place taken; 0: free.
    std::vector<std::uint16_t> places_;
};

// Gathers those of a pack, and what the engine itself says.
Words make_words(const Pack& pack);
// Those that were worked out when it was loaded; none, if they were not.
const Words& words_of(const Pack& pack);

}  // namespace understudy::pack
