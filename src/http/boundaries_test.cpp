#include "http/impl/boundaries.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/seed.hpp"
#include "base/text.hpp"

namespace understudy::http {
namespace {

ResponseHead typed(std::string_view type, std::string_view encoding = {}) {
    ResponseHead head;
    head.headers.add("content-type", type);
    if (!encoding.empty()) head.headers.add("Content-Encoding", encoding);
    return head;
}

// Where events end, as offsets; the end of the body too if an event was waiting for it.
std::vector<std::size_t> ends(EventFraming framing, std::string_view body,
                              const std::vector<std::string_view>& pieces) {
    Boundaries boundaries(framing);
    std::vector<std::size_t> found;
    std::size_t at = 0;
    for (std::string_view piece : pieces) {
        while (!piece.empty()) {
            const Boundaries::Taken one = boundaries.take(piece);
            at += one.bytes;
            piece.remove_prefix(one.bytes);
            if (one.ended) found.push_back(at);
        }
    }
    if (boundaries.take_end()) found.push_back(body.size());
    return found;
}

std::vector<std::size_t> ends(EventFraming framing, std::string_view body) {
    return ends(framing, body, {body});
}

TEST(Boundaries, FramingIsDecidedByTheHead) {
    EXPECT_EQ(framing_of(typed("text/event-stream")), EventFraming::Blocks);
    EXPECT_EQ(framing_of(typed("Text/Event-Stream ; charset=utf-8")), EventFraming::Blocks);
    EXPECT_EQ(framing_of(typed("application/x-ndjson")), EventFraming::Lines);
    EXPECT_EQ(framing_of({}), EventFraming::Lines);
    EXPECT_EQ(framing_of(typed("text/event-stream", "gzip")), EventFraming::Opaque);
    EXPECT_EQ(framing_of(typed("text/event-stream", "identity")), EventFraming::Blocks);
}

TEST(Boundaries, EventsEndWithABlankLine) {
    using Offsets = std::vector<std::size_t>;
    struct Case {
        std::string_view body;
        Offsets ends;
    };
    for (const Case& one : std::vector<Case>{
             {"data: 1\n\ndata: 2\n\n", {9, 18}},
             {"data: 1\r\n\r\ndata: 2\r\n\r\n", {11, 22}},
             {"data: 1\r\rdata: 2\r\r", {9, 18}},
             {"data: 1\n\r\ndata: 2\r\n\n", {10, 20}},
             {"data: 1\r\r\n\n\ndata: 2\n\n", {10, 21}},
             {"\n\n: hello\n\n\ndata: 1\n: c\n\n", {25}},
             {"event: a\ndata: 1", {}},
             {"data\n\n", {6}},
             {"data: 1\n", {}},
             {"", {}},
         }) {
        EXPECT_EQ(ends(EventFraming::Blocks, one.body), one.ends) << one.body;
    }
}

TEST(Boundaries, LinesEndWithALineFeed) {
    using Offsets = std::vector<std::size_t>;
    EXPECT_EQ(ends(EventFraming::Lines, "1\n2\r\n\n\r\n3"), (Offsets{2, 5}));
    EXPECT_EQ(ends(EventFraming::Opaque, "1\n2\n"), Offsets{});
}

RC_GTEST_PROP(Boundaries, AnyCutGivesTheSameEnds, (std::uint64_t seed)) {
    base::Stream stream{seed, {"body"}, 0};
    std::string body;
    for (std::uint64_t i = stream.below(60); i > 0; --i) {
        body += std::string_view("\r\n:d")[stream.below(4)];
    }
    for (const EventFraming framing : {EventFraming::Blocks, EventFraming::Lines}) {
        std::vector<std::string_view> pieces;
        for (std::size_t at = 0; at < body.size();) {
            const std::size_t size = stream.below(4) + 1;
            pieces.push_back(std::string_view(body).substr(at, size));
            at += size;
        }
        RC_ASSERT(ends(framing, body, pieces) == ends(framing, body));
    }
}

}  // namespace
}  // namespace understudy::http
