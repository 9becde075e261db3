// A text of any length in windows that fit into memory, each with a little of its neighbours, so
// that what lies on a cut is seen whole by one of them.
//
//     WindowCutter cutter(name, [&](Window window) { ... });
//     cutter.feed(piece);                          // as the bytes come
//     cutter.end();
//
//     |---- own of 1 ----|---- own of 2 ----|-- own of 3 --|
//     [ window 1           ]
//                      [ window 2             ]
//                                         [ window 3       ]
//
// Cuts stand behind a line break where one is near. They depend on the bytes alone, not on the
// pieces. A window that begins inside a long run of base64 begins with a whole group of four. A
// compressed text cannot be looked into from the middle, so its windows are larger, and one that is
// cut all the same says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace understudy::app {

struct Window {
    std::string bytes;
    std::size_t begin = 0;  // what is its own: [begin, end)
    std::size_t end = 0;
    std::size_t seen = 0;          // the window before saw this one's bytes up to here
    std::uint64_t gap_before = 0;  // bytes of a hole that were left out before `begin`
    bool is_whole = false;         // the text has no other window
    bool is_cut_off = false;       // the beginning of a compressed text without its end

    std::string_view lead() const { return std::string_view(bytes).substr(0, begin); }
    std::string_view own() const { return std::string_view(bytes).substr(begin, end - begin); }

    // Should it speak of what lies at [first, last)? False for what a neighbour speaks of.
    bool reports(std::size_t first, std::size_t last) const;
};

// A whole text.
Window whole_window(std::string bytes);

struct WindowSizes {
    std::size_t window = std::size_t{16} << 20U;
    std::size_t overlap = std::size_t{64} << 10U;
    std::size_t compressed = std::size_t{64} << 20U;  // as much as is unpacked (secret::Bounds)
};

// By its first bytes, or by the name of a form that has none: gzip, zstd, zlib, brotli.
bool is_compressed(std::string_view name, std::string_view bytes);

class WindowCutter {
public:
    using Take = std::function<void(Window)>;

    WindowCutter(std::string name, Take take, WindowSizes sizes = {});

    void feed(std::string_view bytes);
    void skip(std::uint64_t hole);  // zeros that nobody needs to look at
    void end();                     // an empty text is one empty window

private:
    void hand_over_full();
    void hand_over_rest(bool is_end);

    std::string name_;
    Take take_;
    WindowSizes sizes_;
    std::string buffer_;
    std::size_t lead_ = 0;  // of the buffer: the window before's own
    std::size_t seen_ = 0;  // of the buffer, by the window before
    std::uint64_t gap_ = 0;
    bool is_first_ = true;
    bool is_compressed_ = false;
};

// Lines and columns that a text has had so far, carried from window to window.
struct TextPlace {
    std::uint64_t lines = 0;    // complete ones
    std::uint64_t columns = 0;  // characters since the last line break
};

// What a window adds to the place, counted where its bytes are at hand.
struct WindowCount {
    std::uint64_t gap = 0;
    std::uint64_t lines = 0;    // line breaks of its own
    std::uint64_t columns = 0;  // characters behind the last of them, or all
    std::uint64_t lead_lines = 0;
    std::uint64_t lead_columns = 0;  // characters of the lead, where it has no line break
};
WindowCount count_window(const Window& window);

// The place behind the window, of the place before it.
TextPlace behind(TextPlace before, const WindowCount& window);

struct LineColumn {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};
// Where in the text something stands that stands at `inside` in the window's bytes.
LineColumn in_text(LineColumn inside, TextPlace before, const WindowCount& window);

}  // namespace understudy::app
