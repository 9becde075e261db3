#include <gtest/gtest.h>

#include <string>

#include "yaml/events.hpp"
#include "yaml/read.hpp"

namespace understudy::yaml {
namespace {

using base::Code;

std::string repeat(std::string_view part, std::size_t count) {
    std::string out;
    out.reserve(part.size() * count);
    for (std::size_t at = 0; at < count; ++at) out += part;
    return out;
}

Code code_of(const std::string& text, const Limits& limits = {}) {
    const auto strict = read_all({"t.yaml", text}, {.mode = Mode::Strict, .limits = limits});
    const auto foreign = read_all({"t.yaml", text}, {.mode = Mode::Foreign, .limits = limits});
    EXPECT_FALSE(strict);
    EXPECT_FALSE(foreign);
    if (strict || foreign) return Code::Internal;
    EXPECT_EQ(strict.error().code, foreign.error().code);
    return strict.error().code;
}

TEST(Limits, NestingIsBoundedInEveryStyle) {
    constexpr std::size_t kMillion = 1'000'000;
    EXPECT_EQ(code_of(repeat("[", kMillion)), Code::YamlDepth);
    EXPECT_EQ(code_of(repeat("{", kMillion)), Code::YamlDepth);
    EXPECT_EQ(code_of(repeat("[\n", 100'000)), Code::YamlDepth);
    EXPECT_EQ(code_of(repeat("{a: ", 50'000)), Code::YamlDepth);
    EXPECT_EQ(code_of(repeat("- ", kMillion) + "a"), Code::YamlDepth);
    EXPECT_EQ(code_of(repeat("? ", kMillion) + "a"), Code::YamlDepth);
    EXPECT_EQ(code_of("[[[]]]", {.depth = 2}), Code::YamlDepth);
    EXPECT_TRUE(read({"t.yaml", repeat("[", 128) + repeat("]", 128)}));
    EXPECT_FALSE(read({"t.yaml", repeat("[", 129) + repeat("]", 129)}));
    // The deepest that can be asked for.
    const Limits deep{.depth = 1'000'000};
    EXPECT_EQ(code_of(repeat("- ", 1001) + "a", deep), Code::YamlDepth);
    EXPECT_TRUE(read({"t.yaml", repeat("- ", 1000) + "a"}, {.mode = Mode::Strict, .limits = deep}));
}

TEST(Limits, EachIsAnErrorThatNamesIt) {
    EXPECT_EQ(code_of("abcd", {.bytes = 3}), Code::YamlTooLarge);
    EXPECT_EQ(code_of("[a, b]", {.nodes = 2}), Code::YamlNodes);
    EXPECT_EQ(code_of("abcd", {.scalar_bytes = 3}), Code::YamlScalarBytes);
    EXPECT_EQ(code_of("--- a\n--- b\n--- c\n", {.documents = 2}), Code::YamlDocumentCount);
    EXPECT_EQ(code_of("[&a [1, 2], *a]", {.alias_nodes = 2}), Code::YamlAliasNodes);
    EXPECT_EQ(code_of("[&a abc, *a]", {.alias_bytes = 2}), Code::YamlAliasBytes);
    EXPECT_EQ(code_of("- &a [[1]]\n- [*a]", {.depth = 3}), Code::YamlDepth);
    const auto error = read({"t.yaml", "[a, b]"}, {.mode = Mode::Strict, .limits = {.nodes = 2}});
    EXPECT_EQ(base::message(error.error()), "more than 2 values in one file");
}

TEST(Limits, AliasesOfAliasesAreRefusedBeforeTheyGrow) {
    std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
    for (int at = 1; at < 40; ++at) {
        const std::string last = std::to_string(at - 1);
        text += "a" + std::to_string(at) + ": &a" + std::to_string(at) + " [*a" + last;
        text += repeat(", *a" + last, 8) + "]\n";
    }
    EXPECT_EQ(code_of(text, {.alias_nodes = 500'000}), Code::YamlAliasNodes);
    EXPECT_EQ(
        code_of("a: &a " + std::string(1 << 20, 'x') + "\nb: [*a" + repeat(", *a", 300) + "]"),
        Code::YamlAliasBytes);
}

// Shapes that make careless readers slow or hungry: here time and memory stay in proportion.
TEST(Limits, OddShapesCostNoMoreThanTheirBytes) {
    constexpr std::size_t kMany = 200'000;
    EXPECT_EQ(code_of("[" + repeat("a,", kMany), {.nodes = 1000}), Code::YamlNodes);
    EXPECT_EQ(code_of("[" + repeat("- ", kMany)), Code::YamlSyntax);
    EXPECT_EQ(code_of("[" + repeat("? ", kMany)), Code::YamlSyntax);
    EXPECT_EQ(code_of(repeat("&a ", kMany)), Code::YamlSyntax);
    EXPECT_EQ(code_of(repeat("! ", kMany)), Code::YamlSyntax);
    EXPECT_EQ(code_of(repeat("%TAG !a! b\n", kMany) + "--- a"), Code::YamlSyntax);
    EXPECT_EQ(code_of(std::string(kMany, '%')), Code::YamlSyntax);
    EXPECT_EQ(code_of("[" + repeat("[],", kMany)), Code::YamlSyntax);
    EXPECT_EQ(code_of(repeat("[]", kMany)), Code::YamlSyntax);
    EXPECT_EQ(code_of("!<" + repeat("%41", kMany) + "> [", {}), Code::YamlSyntax);
    EXPECT_TRUE(read({"t.yaml", "n:\n" + repeat("-\n", kMany)}));
    EXPECT_TRUE(read({"t.yaml", "--- |\n" + repeat("%X\n", kMany)}));
    EXPECT_TRUE(read({"t.yaml", repeat("a\n", kMany)}));
    EXPECT_TRUE(read({"t.yaml", repeat("a\n\n", kMany)}));
}

TEST(Limits, ManyProblemsEndTheReading) {
    const auto document = read({"t.yaml", repeat("a: 1\n", 100'000)});
    ASSERT_FALSE(document);
    EXPECT_EQ(document.error().code, Code::YamlProblems);
    EXPECT_EQ(document.error().because.size(), 20U);
}

TEST(Limits, HoldForEventsToo) {
    const auto code = [](const std::string& text, const Limits& limits) {
        const auto lines = event_lines({"t.yaml", text}, {.mode = Mode::Strict, .limits = limits});
        return lines ? Code::Internal : lines.error().code;
    };
    EXPECT_EQ(code("[[[]]]", {.depth = 2}), Code::YamlDepth);
    EXPECT_EQ(code(repeat("- a\n", 50), {.nodes = 10}), Code::YamlNodes);
    EXPECT_EQ(code("abc", {.bytes = 2}), Code::YamlTooLarge);
}

}  // namespace
}  // namespace understudy::yaml
