#include <gtest/gtest.h>

#include <string>

#include "json/write.hpp"
#include "yaml/read.hpp"

namespace understudy::yaml {
namespace {

// The value as JSON, or the error as `line:column reason`.
std::string read_text(std::string_view text) {
    const auto document = read({"t.yaml", std::string(text)});
    if (document) return json::write(document->root);
    const base::Error& error = document.error();
    return std::to_string(error.where.line) + ":" + std::to_string(error.where.column) + " " +
           base::message(error);
}

struct Case {
    std::string_view text;
    std::string_view wanted;
};

void expect_all(std::initializer_list<Case> cases) {
    for (const Case& one : cases) EXPECT_EQ(read_text(one.text), one.wanted) << one.text;
}

void expect_refused(std::initializer_list<Case> cases) {
    for (const Case& one : cases) {
        const std::string got = read_text(one.text);
        const std::size_t space = one.wanted.find(' ');
        EXPECT_EQ(got, std::string(one.wanted.substr(0, space)) +
                           " not valid YAML:" + std::string(one.wanted.substr(space)))
            << one.text;
    }
}

TEST(Syntax, BlockCollections) {
    expect_all({
        {"a:\n- 1\n- 2\nb:\n  - 3\n", R"({"a":[1,2],"b":[3]})"},
        {"- - 1\n  - 2\n- a: b\n  c:\n    d\n", R"([[1,2],{"a":"b","c":"d"}])"},
        {"? a\n: - b\n  - c\n? d\n", R"({"a":["b","c"],"d":null})"},
        {"a: &x\n  b: 1\nc: &y\n- 2\nd: !!str\ne: *y\n", R"({"a":{"b":1},"c":[2],"d":"","e":[2]})"},
        {"&k a: 1\n", R"({"a":1})"},
        {"&m\n&k a: 1\n", R"({"a":1})"},
        {"a:   # c\n\n  # c\n  b\n", R"({"a":"b"})"},
        {"a: b\r\nc:\r\n- d\r", R"({"a":"b","c":["d"]})"},
    });
}

TEST(Syntax, FlowCollections) {
    expect_all({
        {"[a, 'b', \"c\", [d], {e: f}, ]", R"(["a","b","c",["d"],{"e":"f"}])"},
        {"{a, b:, c: d, \"e\":f, ? g : h, ? i, : j}",
         R"({"a":null,"b":null,"c":"d","e":"f","g":"h","i":null,"":"j"})"},
        {"[a: b, ? c : d, : e, \"f\":g, {h: i}]",
         R"([{"a":"b"},{"c":"d"},{"":"e"},{"f":"g"},{"h":"i"}])"},
        {"[a b\n c, d # e\n , f]", R"(["a b c","d","f"])"},
        {"{a:1, http://x:y}", R"({"a:1":null,"http://x:y":null})"},
        {"[&x a, !!str , *x]", R"(["a","","a"])"},
        {"{[a]: b}", "1:2 a list cannot be a key"},
        {"{\"a\"\n : b, c\n : d}", R"({"a":"b","c":"d"})"},
    });
}

TEST(Syntax, Scalars) {
    expect_all({
        {"a b\n  c\n\n  d # e", R"("a b c\nd")"},
        {"'it''s\n  ok\n\n  x '", R"("it's ok\nx ")"},
        {R"("\0\a\b\t\n\v\f\r\e\ \"\/\\\N\_\L\P\x41\u00e9\U0001F600\ud83d\ude00")",
         "\"\\u0000\\u0007\\b\\t\\n\\u000b\\f\\r\\u001b "
         "\\\"/\\\\\xC2\x85\xC2\xA0\xE2\x80\xA8\xE2\x80\xA9"
         "A\xC3\xA9\xF0\x9F\x98\x80\xF0\x9F\x98\x80\""},
        {"\"a \\\n  b\\\n\n  \\ c\"", R"("a b\n c")"},
        {"- |\n a\n  b\n\n c\n\n- |-\n x\n- |+\n y\n\n", R"(["a\n b\n\nc\n","x","y\n\n"])"},
        {"- >\n a\n b\n\n c\n   d\n e\n- >-\n\n x\n", R"(["a b\nc\n  d\ne\n","\nx"])"},
        {"- |2\n    a\n- |1-\n   b\n", R"(["  a\n","  b"])"},
        {"a: |  # c\nb: x", R"({"a":"","b":"x"})"},
        {"a: |\n  x", R"({"a":"x\n"})"},
        {"a: -1\nb: - c", "2:4 not valid YAML: a list cannot begin on this line"},
        {"a: ::b:c#d", R"({"a":"::b:c#d"})"},
    });
}

TEST(Syntax, Documents) {
    expect_all({
        {"%YAML 1.2\n%TAG !e! tag:yaml.org,2002:\n%X y\n---\n!e!str 1\n...\n# end", "\"1\""},
        {"--- |\n a\n...\n", R"("a\n")"},
        {"---\na: 1\n...\n", R"({"a":1})"},
        {"--- # c\n", "null"},
        {"--- !<tag:yaml.org,2002:str> 1", "\"1\""},
        {"!!s%74r 1", "\"1\""},
    });
}

TEST(Syntax, RefusalsSayWhereAndWhy) {
    expect_refused({
        {"a: [1\nb: 2", "2:1 indented less than the collection it belongs to"},
        {"[1", "1:3 the text ends inside a flow collection"},
        {"[1\n---\n]", "2:1 a document marker inside a flow collection"},
        {"[1 {", "1:4 expected `,` or `]`"},
        {"{a: 1 ]", "1:7 expected `,` or `}`"},
        {"[a,,b]", "1:4 expected a value here"},
        {"a: b: c", "1:4 a mapping cannot begin on this line"},
        {"a: \"x", "1:4 a quoted text without its closing quote"},
        {"a: 'x", "1:4 a quoted text without its closing quote"},
        {"a: \"x\n...\n\"", "2:1 a document marker inside a quoted text"},
        {"a: \"x\ny\"", "2:1 a quoted text goes on left of where it belongs"},
        {"a: \"\\q\"", "1:5 an escape that YAML does not know"},
        {"a: \"\\xg0\"", "1:5 an escape that YAML does not know"},
        {"a: \"\\ud83d\"", "1:5 an escape that is not a character"},
        {"a: \"\\ud83d\\u0041\"", "1:5 half of a surrogate pair"},
        {"a: \"\\U00110000\"", "1:5 an escape that is not a character"},
        {"a:\n\t- b", "2:2 a tab before this entry"},
        {"a:\n  b: 1\n  \tc: 2", "3:4 a tab before this entry"},
        {"a: 1\n  b: 2", "2:4 a key cannot stand here"},
        {"a:\n  b: 1\n c: 2", "3:2 indented differently from the entries before"},
        {"- a\n b: c", "2:3 a key cannot stand here"},
        {"a: 1\n- b", "2:1 a list item among the keys of a mapping"},
        {"a: 1\nb", "2:1 expected a key followed by `:`"},
        {"- a\nb", "2:1 expected the end of the document"},
        {"'a' b", "1:5 expected the end of the line"},
        {"a: @b", "1:4 a text cannot begin with this character"},
        {"a: &x &y b", "1:7 a second anchor for the same value"},
        {"a: !!str !!str b", "1:10 a second tag for the same value"},
        {"a: & b", "1:5 expected a name here"},
        {"a: !!str[b]", "1:9 expected a space here"},
        {"a: !<x", "1:4 a tag !<...> without its end"},
        {"a: !!", "1:4 a tag without a name"},
        {"a: !a!b!c d", "1:8 a tag with too many `!`"},
        {"a: !a!b c", "1:4 the handle of this tag has no %TAG directive"},
        {"a: !b%zz c", "1:4 a bad % escape in a tag"},
        {"- &a b\n- &c *a", "2:6 an alias cannot have an anchor or a tag"},
        {"a: |x", "1:5 expected the end of the line after `|` or `>`"},
        {"a: |\n   \n b", "3:2 an empty line above is indented more than this first line"},
        {"a: |\n\tb", "2:1 a tab where the text's indentation should be"},
        {"%YAML 1.2\n", "2:1 a document must follow its directives"},
        {"%YAML 1.2\na", "2:1 expected `---` after the directives"},
        {"%YAML 1.2\n%YAML 1.2\n---", "2:1 a second %YAML directive"},
        {"%YAML x\n---", "1:1 %YAML must be followed by one version number"},
        {"%YAML 2.0\n---", "1:1 a version of YAML that is not known"},
        {"%TAG x\n---", "1:1 %TAG must be followed by a handle such as !e! and a prefix"},
        {"%TAG !a! b\n%TAG !a! c\n---", "2:1 a second %TAG directive for the same handle"},
    });
}

}  // namespace
}  // namespace understudy::yaml
