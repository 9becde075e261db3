#include "io/impl/process_table.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

namespace understudy::io {
namespace {

constexpr std::string_view kRest = " 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 987654 4096 5 6\n";

TEST(ProcessTable, ARowIsReadWhateverTheProcessCallsItself) {
    for (const std::string_view name : {"cat", "a b", ") R 1 1 1 (", "((", "))", ""}) {
        const std::string text =
            "4711 (" + std::string(name) + ") S 4710 4709 4708" + std::string(kRest);
        const auto row = parse_process_row(text);
        ASSERT_TRUE(row) << text;
        EXPECT_EQ(*row, (ProcessRow{4711, 'S', 4710, 4708, 987654})) << text;
    }
}

TEST(ProcessTable, WhatIsNoRowIsRefused) {
    for (const std::string_view text : {"", "4711", "4711 (cat", "4711 (cat) S",
                                        "4711 (cat) S 1 2 3", ") (", "x (cat) S 1 1 1"}) {
        EXPECT_FALSE(parse_process_row(text)) << text;
    }
    const std::string rest(kRest);
    EXPECT_FALSE(parse_process_row("x (cat) S 1 1 1" + rest));
    EXPECT_FALSE(parse_process_row("1 (cat) S 1 1 x" + rest));
    EXPECT_FALSE(parse_process_row("1 (cat) S 99999999999 1 1" + rest));
    EXPECT_FALSE(parse_process_row("1 (cat) SS 1 1 1" + rest));
}

TEST(ProcessTable, WeAreInTheTable) {
    const auto table = read_process_table();
    const auto us = std::find_if(table.begin(), table.end(),
                                 [](const ProcessRow& row) { return row.id == ::getpid(); });
    ASSERT_NE(us, table.end());
    EXPECT_EQ(us->parent, ::getppid());
    EXPECT_EQ(us->session, ::getsid(0));
    EXPECT_FALSE(us->is_dead());
    EXPECT_FALSE(read_process_row(0));
}

}  // namespace
}  // namespace understudy::io
