#include "cassette/cut_points.hpp"

#include <gtest/gtest.h>

#include "grammar/grammar.hpp"

namespace understudy::cassette {
namespace {

Exchange stream(std::vector<std::string> pieces, Framing framing = Framing::Sse) {
    Exchange exchange;
    exchange.kind = Kind::Stream;
    exchange.carrier = Carrier::Http;
    exchange.framing = framing;
    exchange.input = HttpInput{};
    exchange.output.end = StreamEnd::Complete;
    for (std::string& piece : pieces) {
        exchange.output.pieces.push_back({0, From::Body, std::move(piece)});
    }
    return exchange;
}

using Places = std::vector<std::uint64_t>;

TEST(CutPoints, AreBetweenEventsWhateverThePieces) {
    EXPECT_EQ(event_ends(stream({"data: 1\n\ndata: 2\n\n"})), (Places{9, 18}));
    EXPECT_EQ(event_ends(stream({"data: 1\n", "\nda", "ta: 2\n\n"})), (Places{9, 18}));
    EXPECT_EQ(event_ends(stream({": noise\n\ndata: 1\n\n"})), (Places{18}));
    EXPECT_EQ(event_ends(stream({"{\"a\":1}\n{\"b\":2}\n"}, Framing::Jsonl)), (Places{8, 16}));
    EXPECT_EQ(cut_points(stream({"data: 1\n\ndata: 2\n\ndata: 3\n\n"}), {}), (Places{9, 18}));
    EXPECT_TRUE(cut_points(stream({}), {}).empty());
}

// `b` and `c` belong together: the grammar's short form has no state in which only one of them may
// be the last.
TEST(CutPoints, AreThoseOfTheGrammarThatFits) {
    const std::string yaml_types[] = {"a", "b", "c"};
    std::vector<std::string> pieces;
    for (const std::string& type : yaml_types)
        pieces.push_back("data: {\"type\":\"" + type + "\"}\n\n");
    const auto fits = grammar::load_short_form("a b c");
    const auto other = grammar::load_short_form("x y");
    ASSERT_TRUE(fits && other);
    const Places by_fitting = cut_points(stream(pieces), std::vector{*other, *fits});
    const Places by_none = cut_points(stream(pieces), std::vector{*other});
    EXPECT_EQ(by_none, (Places{20, 40}));
    for (const std::uint64_t place : by_fitting) EXPECT_EQ(place % 20, 0U);
    EXPECT_NE(by_fitting.size(), 0U);
}

}  // namespace
}  // namespace understudy::cassette
