// What a trace tells: reads with their values, branches with what decided them.
#include "expr/trace.hpp"

#include <gtest/gtest.h>

#include "expr/impl/testing.hpp"
#include "json/write.hpp"

namespace understudy::expr {
namespace {

using testing::World;

std::string reads(std::string_view text) {
    const World world;
    const auto program = compile(text, world.scope, {.cost = 1'000'000});
    EXPECT_TRUE(program) << text;
    Trace trace;
    (void)evaluate(*program, world.env(), {}, &trace);
    std::string out;
    for (const Read& read : trace.reads) {
        if (!out.empty()) out += "; ";
        out += read.path + (read.found ? "=" + json::write(read.value) : " missing");
        EXPECT_EQ(read.path.rfind(read.name, 0), 0U);
    }
    return out;
}

std::string branches(std::string_view text) {
    const World world;
    const auto program = compile(text, world.scope, {.cost = 1'000'000});
    EXPECT_TRUE(program) << text;
    Trace trace;
    (void)evaluate(*program, world.env(), {}, &trace);
    std::string out;
    for (const Branch& branch : trace.branches) {
        if (!out.empty()) out += "; ";
        out += branch.kind == BranchKind::Conditional ? "?"
               : branch.kind == BranchKind::And       ? "&"
                                                      : "|";
        out += std::to_string(branch.taken) + (branch.value ? " true " : " false ");
        out += text.substr(branch.begin, branch.end - branch.begin);
    }
    return out;
}

TEST(Trace, ReadsNameTheirPathAndValue) {
    EXPECT_EQ(reads("self.status == 'open' && self.amount > 5"),
              "self.status=\"open\"; self.amount=2000");
    EXPECT_EQ(reads("self.items[input.n].amount"), "input.n=1; self.items[1].amount=4");
    EXPECT_EQ(reads("input.map['a']"), "input.map[\"a\"]=1");
    EXPECT_EQ(reads("has(self.metadata.size)"), "self.metadata.size missing");
    EXPECT_EQ(reads("self.metadata.size"), "self.metadata.size missing");
    EXPECT_EQ(reads("input.map['z']"), "input.map[\"z\"] missing");
    EXPECT_EQ(reads("now"), "now=\"2026-06-09T10:00:00Z\"");
    EXPECT_EQ(reads("1 + 2"), "");
}

TEST(Trace, LoopsNameTheItem) {
    EXPECT_EQ(reads("self.items.exists(i, i.amount > 3)"),
              "self.items=[{\"amount\":3},{\"amount\":4}]; self.items[0].amount=3; "
              "self.items[1].amount=4");
    EXPECT_EQ(reads("input.map.all(k, v, v > 0)"),
              "input.map={\"a\":1,\"b\":2}; input.map.a=1; input.map.b=2");
    EXPECT_EQ(reads("[1].map(x, x)"), "");
    EXPECT_EQ(reads("cel.bind(m, self.metadata, m.color)"),
              "self.metadata={\"color\":\"red\"}; self.metadata.color=\"red\"");
}

TEST(Trace, BranchesSayWhatDecided) {
    EXPECT_EQ(branches("self.amount > 5 ? 1 : 2"), "?0 true self.amount > 5 ? 1 : 2");
    EXPECT_EQ(branches("self.amount > 5 && self.amount < 6 && true"),
              "&1 false self.amount > 5 && self.amount < 6 && true");
    EXPECT_EQ(branches("true && true"), "&2 true true && true");
    EXPECT_EQ(branches("1 / 0 == 1 || true ? 'a' : 'b'"),
              "|1 true 1 / 0 == 1 || true; ?0 true 1 / 0 == 1 || true ? 'a' : 'b'");
    EXPECT_EQ(branches("false || false"), "|2 false false || false");
}

TEST(Trace, StepsAreTheSameWithAndWithoutIt) {
    const World world;
    const auto program =
        compile("self.items.map(i, i.amount)[0] + size(self.metadata)", world.scope);
    Trace trace;
    ASSERT_TRUE(evaluate(*program, world.env(), {}, &trace));
    EXPECT_TRUE(evaluate(*program, world.env(), {trace.steps}));
    EXPECT_FALSE(evaluate(*program, world.env(), {trace.steps - 1}));
}

}  // namespace
}  // namespace understudy::expr
