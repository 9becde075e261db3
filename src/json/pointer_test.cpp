#include "json/pointer.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "json/parse.hpp"
#include "json/write.hpp"
#include "tests/arbitrary/json.hpp"

namespace understudy::json {
namespace {

TEST(Pointer, ResolvesKeysIndexesAndEscapes) {
    const Value root = parse(R"({"a":[10,{"b":20}],"":0,"x/y":1,"m~n":2,"0":3})").value();
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"/a/0", "10"}, {"/a/1/b", "20"}, {"/", "0"}, {"/x~1y", "1"}, {"/m~0n", "2"}, {"/0", "3"},
    };
    for (const auto& [text, expected] : cases) {
        const Value* found = Pointer::parse(text).value().resolve(root);
        ASSERT_NE(found, nullptr) << text;
        EXPECT_EQ(write(*found), expected);
    }
    for (const std::string_view text : {"/b", "/a/2", "/a/01", "/a/-", "/a/0/x", "/a/1e0"}) {
        EXPECT_EQ(Pointer::parse(text).value().resolve(root), nullptr) << text;
    }
    EXPECT_EQ(Pointer::parse("").value().resolve(root), &root);
}

TEST(Pointer, RefusesWhatIsNotOne) {
    const auto refused = Pointer::parse("a/b");
    ASSERT_FALSE(refused);
    EXPECT_EQ(base::message(refused.error()),
              "\"a/b\" is not a JSON Pointer: it does not begin with /");
    EXPECT_EQ(base::name_of(refused.error().code), "json.bad_pointer");
    EXPECT_FALSE(Pointer::parse("/a~"));
    EXPECT_FALSE(Pointer::parse("/a~2"));
}

RC_GTEST_PROP(Pointer, TextRoundTrips, ()) {
    const auto tokens = *rc::gen::container<std::vector<std::string>>(arbitrary::text());
    const Pointer pointer(tokens);
    RC_ASSERT(Pointer::parse(pointer.to_text()).value() == pointer);
}

}  // namespace
}  // namespace understudy::json
