#include "grammar/kinds.hpp"

#include <gtest/gtest.h>

namespace understudy::grammar {
namespace {

TEST(Kinds, EveryWordReadsBack) {
    for (std::string_view name : all_kind_names()) {
        auto kind = kind_named(name);
        ASSERT_TRUE(kind) << name;
        EXPECT_EQ(name_of(*kind), name == "terminal" ? "once" : name);
    }
    EXPECT_EQ(all_kind_names().size(), 14u);
    EXPECT_FALSE(kind_named("sequence"));
    for (auto severity : {Severity::Info, Severity::Warning, Severity::Drift, Severity::Breaking}) {
        EXPECT_EQ(severity_named(name_of(severity)), severity);
    }
    for (auto ending : {Ending::Complete, Ending::Failed, Ending::Interrupted}) {
        EXPECT_EQ(ending_named(name_of(ending)), ending);
    }
    EXPECT_FALSE(severity_named("fatal"));
    EXPECT_FALSE(ending_named("cut"));
}

}  // namespace
}  // namespace understudy::grammar
