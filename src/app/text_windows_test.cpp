// Windows over a long text: everything is somebody's own, cuts depend on the bytes alone, and
// places in the text can be told from places in a window.
#include "app/text_windows.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/mark.hpp"

namespace understudy::app {

namespace {

constexpr WindowSizes kSmall = {64, 16, 256};

std::vector<Window> cut(std::string_view text, std::size_t piece, std::string name = "a.txt") {
    std::vector<Window> windows;
    WindowCutter cutter(
        std::move(name), [&](Window window) { windows.push_back(std::move(window)); }, kSmall);
    for (std::size_t at = 0; at < text.size(); at += piece) cutter.feed(text.substr(at, piece));
    cutter.end();
    return windows;
}

std::string own_of(const std::vector<Window>& windows) {
    std::string all;
    for (const Window& window : windows) all += window.own();
    return all;
}

std::string lines(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += "line \xC3\xA9 " + std::to_string(i) + "\n";
    return text;
}

}  // namespace

TEST(TextWindows, OwnPartsMakeTheWholeTextWhateverThePieces) {
    for (const std::string& text :
         {std::string(), std::string("short"), std::string(64, 'x'), std::string(80, 'x'),
          std::string(81, 'x'), std::string(1000, 'x'), lines(100)}) {
        const std::vector<Window> whole = cut(text, 100'000);
        EXPECT_EQ(own_of(whole), text);
        for (const std::size_t piece : {1U, 7U, 64U, 80U}) {
            const std::vector<Window> windows = cut(text, piece);
            ASSERT_EQ(windows.size(), whole.size());
            for (std::size_t i = 0; i < windows.size(); ++i) {
                EXPECT_EQ(windows[i].bytes, whole[i].bytes);
                EXPECT_EQ(windows[i].begin, whole[i].begin);
            }
        }
    }
}

TEST(TextWindows, AShortTextIsOneWholeWindow) {
    const std::vector<Window> windows = cut("abc", 1);
    ASSERT_EQ(windows.size(), 1U);
    EXPECT_TRUE(windows[0].is_whole);
    EXPECT_TRUE(cut("", 1).front().is_whole);
    EXPECT_FALSE(cut(std::string(200, 'x'), 50).front().is_whole);
}

TEST(TextWindows, CutsStandBehindLineBreaksWhereOneIsNear) {
    for (const Window& window : cut(lines(100), 9)) {
        EXPECT_TRUE(window.own().ends_with('\n'));
    }
    EXPECT_EQ(cut(std::string(200, 'x'), 9).front().end, 64U);
    EXPECT_EQ(cut("a\n" + std::string(200, 'x'), 9).front().end, 64U) << "too far away";
}

// What is short enough is reported once, wherever it lies.
TEST(TextWindows, WhatLiesOnACutIsReportedOnce) {
    const std::string text = std::string(50, 'a') + lines(40) + std::string(300, 'b');
    const std::vector<Window> windows = cut(text, 33);
    for (std::size_t length = 1; length <= kSmall.overlap; ++length) {
        for (std::size_t at = 0; at + length <= text.size(); ++at) {
            std::size_t reports = 0;
            std::size_t offset = 0;  // of the window's own part in the text
            for (const Window& window : windows) {
                const std::size_t first = offset - window.begin;
                offset += window.own().size();
                if (at < first || at + length > first + window.bytes.size()) continue;
                if (window.reports(at - first, at - first + length)) ++reports;
            }
            ASSERT_EQ(reports, 1U) << at << " " << length;
        }
    }
}

TEST(TextWindows, WhatIsLongerThanTheOverlapIsNotLost) {
    Window window;
    window.bytes = std::string(100, 'x');
    window.begin = 16;
    window.end = 84;
    window.seen = 32;
    EXPECT_TRUE(window.reports(0, 90)) << "the window before saw a part of it only";
    EXPECT_FALSE(window.reports(0, 20));
    EXPECT_TRUE(window.reports(80, 100));
    EXPECT_FALSE(window.reports(84, 90));
}

TEST(TextWindows, ARunOfBase64IsTakenUpAtAWholeGroup) {
    for (std::size_t before = 0; before < 6; ++before) {
        const std::string text = std::string(before, ' ') + std::string(1000, 'A');
        std::size_t offset = 0;
        for (const Window& window : cut(text, 50)) {
            const std::size_t first = offset - window.begin;
            if (first > 0) {
                EXPECT_EQ((first - before) % 4, 0U) << before;
            }
            offset += window.own().size();
        }
    }
}

TEST(TextWindows, PlacesAreThoseOfTheText) {
    for (const std::string& text : {lines(60), std::string(150, 'x') + "\xC3\xA9\n" + lines(30),
                                    "\n\n" + std::string(400, 'y')}) {
        TextPlace place;
        std::size_t offset = 0;
        for (const Window& window : cut(text, 31)) {
            const WindowCount count = count_window(window);
            for (std::size_t at = window.begin; at < window.end; ++at) {
                const base::Mark inside = base::mark_in("", window.bytes, at, at);
                const base::Mark wanted =
                    base::mark_in("", text, offset + at - window.begin, offset + at - window.begin);
                const LineColumn found = in_text({inside.line, inside.column}, place, count);
                ASSERT_EQ(found.line, wanted.line);
                ASSERT_EQ(found.column, wanted.column);
            }
            offset += window.own().size();
            place = behind(place, count);
        }
    }
}

TEST(TextWindows, AHolePartsTheText) {
    std::vector<Window> windows;
    WindowCutter cutter(
        "a", [&](Window window) { windows.push_back(std::move(window)); }, kSmall);
    cutter.feed("one\ntwo");
    cutter.skip(1000);
    cutter.skip(24);
    cutter.feed("three\n");
    cutter.end();
    ASSERT_EQ(windows.size(), 2U);
    EXPECT_FALSE(windows[0].is_whole);
    EXPECT_EQ(windows[1].bytes, "three\n");
    EXPECT_EQ(windows[1].gap_before, 1024U);
    const TextPlace before = behind({}, count_window(windows[0]));
    const LineColumn place = in_text({1, 1}, before, count_window(windows[1]));
    EXPECT_EQ(place.line, 2U);
    EXPECT_EQ(place.column, 3 + 1024 + 1U);
}

TEST(TextWindows, ACompressedTextIsNotCutBeforeItsBound) {
    const std::string gzip = "\x1f\x8b" + std::string(200, 'x');
    ASSERT_EQ(cut(gzip, 10).size(), 1U);
    EXPECT_TRUE(cut(gzip, 10).front().is_whole);
    EXPECT_FALSE(cut(gzip, 10).front().is_cut_off);
    EXPECT_GT(cut(std::string(200, 'x'), 10).size(), 1U);
    EXPECT_EQ(cut(std::string(200, 'x'), 10, "a.BR").size(), 1U);
    const std::vector<Window> large = cut(gzip + std::string(500, 'x'), 10);
    ASSERT_GT(large.size(), 1U);
    EXPECT_TRUE(large[0].is_cut_off);
    EXPECT_FALSE(large[1].is_cut_off);
    EXPECT_EQ(own_of(large), gzip + std::string(500, 'x'));
}

}  // namespace understudy::app
