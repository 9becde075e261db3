#include "http/multipart.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.hpp"
#include "http/cut_testing.hpp"

namespace understudy::http {
namespace {

using base::Code;
using namespace std::string_literals;

constexpr std::string_view kType = "multipart/form-data; boundary=b";

// The events with the pieces of each part joined, and the verdict at the end.
struct Seen {
    PartEvents events;
    std::string error;
    friend bool operator==(const Seen&, const Seen&) = default;
};

Seen see(std::string_view boundary, const std::vector<std::string_view>& pieces,
         const MultipartLimits& limits = {}) {
    MultipartReader reader(boundary, limits);
    Seen seen;
    for (const std::string_view piece : pieces) {
        PartEvents events;
        const auto fed = reader.feed(piece, events);
        for (PartEvent& event : events) {
            auto* more = std::get_if<PartPiece>(&event);
            auto* last =
                seen.events.empty() ? nullptr : std::get_if<PartPiece>(&seen.events.back());
            if (more != nullptr && last != nullptr) {
                last->bytes += more->bytes;
            } else {
                seen.events.push_back(std::move(event));
            }
        }
        if (!fed) break;
    }
    if (const auto ended = reader.end(); !ended) seen.error = base::message(ended.error());
    return seen;
}

TEST(Multipart, PartsOfAForm) {
    const std::string body =
        "ignored\r\n--b\r\n"
        "Content-Disposition: form-data; name=\"purpose\"\r\n\r\n"
        "dispute_evidence\r\n--b \t\r\n"
        "content-disposition: form-data;\r\n name=file; filename=\"a \\\"b\\\" C:\\x.png\"\r\n"
        "Content-Type: image/png\r\n\r\n"
        "\x89PNG\r\n\0\r\n--\r\n--c\r\n\r\n--b--\r\nepilogue --b"s;
    const auto parts = read_multipart(kType, body).value();
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_EQ(parts[0].name, "purpose");
    EXPECT_FALSE(parts[0].filename);
    EXPECT_EQ(parts[0].content, "dispute_evidence");
    EXPECT_EQ(parts[1].name, "file");
    EXPECT_EQ(parts[1].filename, "a \"b\" C:\\x.png");
    EXPECT_EQ(parts[1].headers.get("Content-Type"), "image/png");
    EXPECT_EQ(parts[1].content, "\x89PNG\r\n\0\r\n--\r\n--c\r\n"s);
}

TEST(Multipart, EmptyThings) {
    EXPECT_TRUE(read_multipart(kType, "--b--").value().empty());
    EXPECT_TRUE(read_multipart(kType, "\r\n--b--\r\n").value().empty());
    // No headers; no content; neither, in both spellings of the grammar.
    const auto parts = read_multipart(kType,
                                      "--b\r\n\r\nx\r\n--b\r\nA: 1\r\n\r\n\r\n--b\r\nA: "
                                      "2\r\n\r\n--b\r\n\r\n\r\n--b\r\n\r\n--b--")
                           .value();
    ASSERT_EQ(parts.size(), 5U);
    EXPECT_EQ(parts[0].content, "x");
    EXPECT_TRUE(parts[0].headers.empty());
    EXPECT_EQ(parts[1].headers.get("a"), "1");
    EXPECT_EQ(parts[2].headers.get("a"), "2");
    for (std::size_t i = 1; i < 5; ++i) EXPECT_EQ(parts[i].content, "");
}

struct Naming {
    std::string_view header;
    std::optional<std::string> name;
    std::optional<std::string> filename;
};

TEST(Multipart, NamesAsSendersSpellThem) {
    const Naming cases[] = {
        {"form-data", std::nullopt, std::nullopt},
        {"form-data; name=a", "a", std::nullopt},
        {"form-data; name=\"\"; filename=\"\"", "", ""},
        {"FORM-DATA; NAME=\"a\"; FileName=\"b\"", "a", "b"},
        {"form-data; name=\"a%22b%0D%0Ac%41\"", "a\"b\r\nc%41", std::nullopt},
        {"form-data; name=\"C:\\\\dir\\new\"", "C:\\dir\\new", std::nullopt},
        {"form-data; name=\"gr\xC3\xBC\xC3\x9F\"", "gr\xC3\xBC\xC3\x9F", std::nullopt},
        {"form-data; name=a; filename=plain; filename*=UTF-8''%e2%82%ac%20x", "a",
         "\xE2\x82\xAC x"},
        {"form-data; filename*=utf-8'en'x; filename=plain; name*=ISO-8859-1''gr%FC", "gr\xC3\xBC",
         "x"},
        {"form-data; filename=plain; filename*=KOI8-R''%C1", std::nullopt, "plain"},
        {"form-data; filename=plain; filename*=UTF-8''%FF", std::nullopt, "plain"},
        {"form-data; filename=plain; filename*=UTF-8''%zz", std::nullopt, "plain"},
        {"form-data; filename=plain; filename*=x", std::nullopt, "plain"},
    };
    for (const Naming& naming : cases) {
        const auto parts =
            read_multipart(kType, "--b\r\nContent-Disposition: " + std::string(naming.header) +
                                      "\r\n\r\n\r\n--b--");
        ASSERT_TRUE(parts) << naming.header << base::render(parts.error());
        EXPECT_EQ(parts->at(0).name, naming.name) << naming.header;
        EXPECT_EQ(parts->at(0).filename, naming.filename) << naming.header;
    }
}

TEST(Multipart, Boundary) {
    EXPECT_EQ(boundary_of("multipart/mixed; boundary=\"a b:c\"").value(), "a b:c");
    EXPECT_EQ(boundary_of("multipart/form-data; charset=x; Boundary=----Web0").value(), "----Web0");
    EXPECT_TRUE(boundary_of("multipart/x; boundary=" + std::string(70, 'x')));
    for (const std::string& bad :
         {""s, "text/plain; boundary=x"s, "multipart/form-data"s, "multipart/x; boundary=\"\""s,
          "multipart/x; boundary=\"a \""s, "multipart/x; boundary=\"a\xC3\xA9\""s,
          "multipart/x; boundary=" + std::string(71, 'x')}) {
        const auto boundary = boundary_of(bad);
        ASSERT_FALSE(boundary) << bad;
        EXPECT_EQ(boundary.error().code, Code::HttpBadMultipart);
    }
    EXPECT_EQ(base::message(boundary_of("multipart/form-data").error()),
              "the multipart body cannot be read: its content type has no boundary");
}

struct Refusal {
    std::string body;
    std::string_view why;
};

TEST(Multipart, WhatCannotBeReadIsRefusedInAnyCut) {
    const Refusal cases[] = {
        {"", "it ends before the closing boundary"},
        {"no boundary here", "it ends before the closing boundary"},
        {"--b", "it ends before the closing boundary"},
        {"--b-", "it ends before the closing boundary"},
        {"--b\r\n\r\nx", "it ends before the closing boundary"},
        {"--b\r\n\r\nx\r\n--b\r\n", "it ends before the closing boundary"},
        {"--bb\r\n\r\nx\r\n--b--", "something other than a line end follows a boundary"},
        {"--b --", "something other than a line end follows a boundary"},
        {"--b\n\nx\n--b--", "something other than a line end follows a boundary"},
        {"--b\r\nno colon\r\n\r\nx\r\n--b--",
         "a part's header \"no colon\" is not a name, a colon and a value"},
        {"--b\r\n folded: first\r\n\r\nx\r\n--b--",
         "a part's header \" folded: first\" is not a name, a colon and a value"},
        {"--b\r\nA : 1\r\n\r\nx\r\n--b--",
         "a part's header \"A : 1\" is not a name, a colon and a value"},
        {"--b\r\nA: 1\n2\r\n\r\nx\r\n--b--", "a part's header holds a control character"},
        {"--b\r\nContent-Disposition: form-data; name=\"open\r\n\r\nx\r\n--b--",
         "the Content-Disposition \"form-data; name=\\\"open\" of a part cannot be read"},
        {"--b\r\nA: " + std::string(98, 'x') + "\r\n\r\n\r\n--b--",
         "the head of a part is larger than the limit of 100 bytes"},
        {"--b\r\n" + std::string(101, 'x'), "it ends before the closing boundary"},
        {"--b\r\n" + std::string(104, 'x'),
         "the head of a part is larger than the limit of 100 bytes"},
        {"--b\r\nA:1\r\nB:2\r\nC:3\r\nD:4\r\n\r\n\r\n--b--",
         "a part has more than the limit of 3 headers"},
        {"--b\r\n\r\n\r\n--b\r\n\r\n\r\n--b\r\n\r\n\r\n--b--",
         "it has more than the limit of 2 parts"},
    };
    const MultipartLimits limits{.parts = 2, .head_bytes = 100, .head_fields = 3};
    for (const Refusal& refusal : cases) {
        const Seen whole = see("b", {refusal.body}, limits);
        EXPECT_EQ(whole.error, "the multipart body cannot be read: " + std::string(refusal.why))
            << refusal.body;
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            EXPECT_EQ(see("b", cut(refusal.body, seed, 3), limits).error, whole.error)
                << refusal.body;
        }
    }
    const std::string fits = "--b\r\nA: " + std::string(97, 'x') + "\r\n\r\n\r\n--b--";
    EXPECT_EQ(see("b", {fits}, limits).error, "");
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        EXPECT_EQ(see("b", cut(fits, seed, 3), limits).error, "");
    }
}

TEST(Multipart, AnErrorIsRepeated) {
    MultipartReader reader("b");
    PartEvents events;
    EXPECT_FALSE(reader.feed("--bx", events));
    EXPECT_EQ(reader.feed("--b--", events).error(), reader.end().error());
}

TEST(Multipart, WriterNamesAndBoundary) {
    const std::vector<Part> parts = {
        {{}, "a\"\r\n", std::nullopt, "1"},
        {{{"Content-Type", "text/plain"}}, "f", "C:\\x", "2"},
        {{{"Content-Disposition", "attachment"}}, "not used", std::nullopt, "3"}};
    EXPECT_EQ(write_multipart(parts, "b"),
              "--b\r\nContent-Disposition: form-data; name=\"a%22%0D%0A\"\r\n\r\n1\r\n"
              "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"C:\\\\x\"\r\n"
              "Content-Type: text/plain\r\n\r\n2\r\n"
              "--b\r\nContent-Disposition: attachment\r\n\r\n3\r\n--b--\r\n");
    EXPECT_EQ(boundary_for(parts), boundary_for(parts));
    EXPECT_NE(boundary_for(parts), boundary_for(std::span(parts).first(2)));
    EXPECT_TRUE(boundary_of("multipart/x; boundary=" + boundary_for(parts)));
}

// Contents full of what almost is the boundary, cut anywhere, come back byte for byte.
RC_GTEST_PROP(Multipart, AnyCutGivesBackWhatWasWritten, (std::uint64_t seed)) {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(
        rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
                         "\r", "\n", "\r\n", "-", "--", "\r\n--", "\r\n--a", "b", "x"s, "\0"s)),
                     [](const std::vector<std::string>& words) { return base::join(words, ""); }));
    std::vector<Part> parts;
    for (const std::string& content : pieces) {
        if (content.find("\r\n--ab") != std::string::npos || content.starts_with("--ab")) continue;
        parts.push_back(
            {{{"Content-Disposition", "form-data; name=n"}}, "n", std::nullopt, content});
    }
    const std::string body = write_multipart(parts, "ab");
    RC_ASSERT(read_multipart("multipart/form-data; boundary=ab", body).value() == parts);
    RC_ASSERT(see("ab", cut(body, seed)) == see("ab", {body}));
}

}  // namespace
}  // namespace understudy::http
