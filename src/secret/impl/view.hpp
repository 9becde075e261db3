// Texts read through a wrapping that works byte by byte (escapes, percent, colour codes, frames of
// a stream): what they say, and where each byte of it stands in the text around them, so that a
// secret found inside can be pointed at and replaced without touching anything else.
//
//     raw     "note": "first\nghp_..."
//     view    "note": "first                 the name stays in sight: it says what the value is
//             ghp_..."
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "secret/find.hpp"

namespace understudy::secret {

// A part of a text and what shall stand there instead.
struct Splice {
    std::size_t begin = 0, end = 0;
    std::string text;
};

// Stands in a view between parts that are no neighbours. No secret goes over it.
inline constexpr char kGap = '\x1e';

class View {
public:
    View(Layer layer, std::string_view raw) : raw_(raw), layer_(layer) {}

    Layer layer() const { return layer_; }
    const std::string& text() const { return text_; }

    // The part of the raw text that [begin, end) of the view was read from.
    std::size_t raw_begin(std::size_t begin) const { return place_of(begin).begin; }
    std::size_t raw_end(std::size_t end) const;
    // The same change, made to the raw text. Bytes that stay are not written again.
    void add_raw(const Splice& splice, std::vector<Splice>& to) const;

    void add_plain(std::size_t raw_begin, std::size_t raw_end);  // as it stands there
    void add(std::string_view bytes, std::size_t raw_at, std::size_t raw_width);
    void add_separator(
        std::size_t raw_at);  // a gap that is not in the raw text, on a line of its own

private:
    // Bytes from `begin` on: each stands for one raw byte, or all together for `width` of them.
    struct Piece {
        std::uint32_t begin = 0, raw = 0, width = 1;
        bool is_plain = true;
    };
    struct RawPlace {
        std::size_t begin = 0, end = 0;
    };
    RawPlace place_of(std::size_t byte) const;
    std::string written(char byte) const;

    std::string_view raw_;
    Layer layer_;
    std::string text_;
    std::vector<Piece> pieces_;
};

// All views that a text has; none where nothing is wrapped. `plain` is the text without its colour
// codes, or the text itself: what the other views are made of.
std::vector<View> views_of(std::string_view text, std::string_view plain);

// The text with blanks in place of its colour codes, so that they are not read as letters; empty
// where there are none.
std::string without_colours(std::string_view text);

// Pieces of one text that a stream carries in several frames (frames.cpp).
void add_frames(std::string_view text, std::vector<View>& views);

// Quotes that are written twice inside quotes (doubled.cpp).
void add_doubled_quotes(std::string_view text, std::vector<View>& views);

// The byte that an escape at `at` stands for, added to the view. Its width; 0: it is no escape.
std::size_t add_escape(std::string_view text, std::size_t at, View& view);

// The splices in order, the larger one where two overlap.
std::vector<Splice> without_overlaps(std::vector<Splice> splices);
std::string spliced(std::string_view text, const std::vector<Splice>& splices);

}  // namespace understudy::secret
