// P6: assertions on nothing are found, and counted as nothing.
#include "cassette/vacuous.hpp"

#include <gtest/gtest.h>

#include "cassette/compare_testing.hpp"

namespace understudy::cassette {
namespace {

using testing_compare::command;

std::string emptiness(std::vector<Exchange> exchanges, const std::string& rules = "[]") {
    Cassette cassette;
    cassette.exchanges = std::move(exchanges);
    const auto found = emptiness_of(cassette, testing_compare::rules_from(rules), {});
    return found ? std::string(name_of(*found)) : "asserts";
}

TEST(Vacuous, P6CassettesThatCouldNotFail) {
    EXPECT_EQ(emptiness({command({})}), "empty output");
    EXPECT_EQ(emptiness({command({"[]\n"})}), "empty container");
    EXPECT_EQ(emptiness({command({"{}"})}), "empty container");
    EXPECT_EQ(emptiness({command({"NAME   STATUS\n"})}), "empty container");
    const std::string kAll = "[{use: opaque, at: {path: '$..*'}}]";
    EXPECT_EQ(emptiness({command({R"({"a":1,"b":2})"})}, kAll), "everything is replaced by rules");
    EXPECT_EQ(emptiness({command({"2026-04-30T06:12:09Z\n"})}, "[{use: timestamps.ISO8601}]"),
              "everything is replaced by rules");
}

TEST(Vacuous, AFailureAFileOrAnyWordAsserts) {
    EXPECT_EQ(emptiness({command({"", "", 1})}), "asserts");
    EXPECT_EQ(emptiness({command({"a\n"})}), "asserts");
    EXPECT_EQ(emptiness({command({"", "warning\n"})}), "asserts");
    EXPECT_EQ(emptiness({command({"[]"}), command({"[1]"})}), "asserts");
    EXPECT_EQ(emptiness({command({"at 2026-04-30T06:12:09Z\n"})}, "[{use: timestamps.ISO8601}]"),
              "asserts");
    Exchange makes_file = command({});
    makes_file.output.files = {{"a", "sha256:00", 0}};
    EXPECT_EQ(emptiness({makes_file}), "asserts");
}

TEST(Vacuous, SetUpDoesNotCount) {
    Exchange setup = command({"made\n"});
    setup.phase = plan::Phase::Setup;
    EXPECT_EQ(emptiness({setup, command({})}), "empty output");
    EXPECT_EQ(emptiness({setup}), "asserts");  // nothing to judge: not said to be empty
}

}  // namespace
}  // namespace understudy::cassette
