#include "grammar/trace.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "grammar/impl/playbook.hpp"

namespace understudy::grammar {
namespace {

using namespace playbook;

TEST(Trace, FoldsRepeats) {
    struct Case {
        std::vector<std::string> types;
        std::string_view text;
    };
    const std::vector<Case> cases = {
        {{}, ""},
        {{"a"}, "a"},
        {{"a", "a", "a"}, "a+"},
        {{"init", "a", "b", "a", "b", "end"}, "init (a b)+ end"},
        {{"a", "b", "b", "a", "b", "b", "b"}, "(a b+)+"},
        {{"a", "b", "c", "a", "b", "c"}, "(a b c)+"},
        {{"a", "b", "a"}, "a b a"},
    };
    for (const Case& each : cases) EXPECT_EQ(to_text(fold(each.types)), each.text);
}

TEST(Trace, LeavesNoiseOut) {
    Grammar grammar =
        grammar_of(R"({"grammar": "g", "order": "init delta* end", "any": ["ping"]})");
    EXPECT_EQ(to_text(trace_of(grammar, records_of("init\ndelta\nping\ndelta\nend"))),
              "init delta+ end");
}

RC_GTEST_PROP(Trace, HowOftenOneTypeComesNeverCounts, (const std::vector<bool>& shape)) {
    std::vector<std::string> once;
    std::vector<std::string> twice;
    for (bool which : shape) {
        std::string type = which ? "a" : "b";
        for (int i = 0; i < 2; ++i) once.push_back(type);
        for (int i = 0; i < 3; ++i) twice.push_back(type);
    }
    RC_ASSERT(fold(once) == fold(twice));
}

}  // namespace
}  // namespace understudy::grammar
