// Where something stands in a text: the place an error points at.
//
// A Mark is plain data. It keeps the one line it points into (cut around the place when the line is
// long), so an error can be rendered long after the text it speaks of is gone.
//
//     Source source{"packs/parcel/pack.yaml", text};
//     Mark mark = source.mark(120, 126);     // byte range; mark.line, mark.column count from 1
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace understudy::base {

struct Mark {
    std::string file;                  // as the user named it; empty: no file
    std::uint32_t line = 0;            // from 1; 0: the place in the file is not known
    std::uint32_t column = 0;          // from 1, in characters (code points), not bytes
    std::uint32_t length = 0;          // characters to underline on that line; 0 draws one caret
    std::string excerpt;               // the line, or the part of it around the place
    std::uint32_t excerpt_column = 0;  // column of the excerpt's first character, from 1

    bool is_known() const { return line != 0; }
    friend bool operator==(const Mark&, const Mark&) = default;
};

// `file:line:column`, `file` or an empty string, whichever is known.
std::string to_text(const Mark& mark);

// A named text. It is what readers are handed (rooms below `io` never open files) and what makes
// marks.
struct Source {
    std::string name;
    std::string text;

    // Mark of the byte range [begin, end); offsets past the end mean the end.
    Mark mark(std::size_t begin, std::size_t end) const;
    Mark mark(std::size_t at) const { return mark(at, at); }
    Mark whole() const { return Mark{name, 0, 0, 0, {}, 0}; }
};

// The same for a text that has no Source object around it.
Mark mark_in(std::string_view name, std::string_view text, std::size_t begin, std::size_t end);

}  // namespace understudy::base
