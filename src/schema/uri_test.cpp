// References: the examples of RFC 3986, section 5.4, and our own.
#include "schema/impl/uri.hpp"

#include <gtest/gtest.h>

namespace understudy::schema {
namespace {

TEST(Uri, ReferencesResolveAsTheStandardSays) {
    constexpr std::string_view kBase = "http://a/b/c/d;p?q";
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"g:h", "g:h"},
        {"g", "http://a/b/c/g"},
        {"./g", "http://a/b/c/g"},
        {"g/", "http://a/b/c/g/"},
        {"/g", "http://a/g"},
        {"//g", "http://g"},
        {"?y", "http://a/b/c/d;p?y"},
        {"g?y", "http://a/b/c/g?y"},
        {"#s", "http://a/b/c/d;p?q#s"},
        {"g#s", "http://a/b/c/g#s"},
        {"", "http://a/b/c/d;p?q"},
        {".", "http://a/b/c/"},
        {"..", "http://a/b/"},
        {"../g", "http://a/b/g"},
        {"../../../g", "http://a/g"},
        {"/./g", "http://a/g"},
        {"g.", "http://a/b/c/g."},
        {"./g/.", "http://a/b/c/g/"},
        {"g/../h", "http://a/b/c/h"},
        {"g?y/../x", "http://a/b/c/g?y/../x"},
    };
    for (const auto& [reference, full] : cases) {
        EXPECT_EQ(resolve_text(kBase, reference), full) << reference;
    }
}

TEST(Uri, WorksWithoutABaseAndWithUrns) {
    EXPECT_EQ(resolve_text("", "#/a"), "#/a");
    EXPECT_EQ(resolve_text("", "a.json"), "a.json");
    EXPECT_EQ(resolve_text("urn:x:y", "#a"), "urn:x:y#a");
    EXPECT_EQ(resolve_text("http://a", "b"), "http://a/b");
    EXPECT_EQ(cut_fragment("a#b#c").fragment, "b#c");
    EXPECT_EQ(Uri::parse("http://u@h:1/p?q#f").to_text(), "http://u@h:1/p?q#f");
}

}  // namespace
}  // namespace understudy::schema
