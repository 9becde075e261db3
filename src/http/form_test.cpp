#include "http/form.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.hpp"
#include "http/impl/flat_form.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "tests/arbitrary/json.hpp"

namespace understudy::http {
namespace {

using base::Code;
using json::Value;

struct Reading {
    std::string_view form;
    std::string_view json;
};

TEST(Form, BracketsMakeObjectsAndLists) {
    const Reading cases[] = {
        {"", "{}"},
        {"name=Jenny+Rosen&email=j%40x.test", R"({"name":"Jenny Rosen","email":"j@x.test"})"},
        {"metadata[order]=6735&metadata[a+b]=c%20d",
         R"({"metadata":{"order":"6735","a b":"c d"}})"},
        {"metadata%5Border%5D=1", R"({"metadata":{"order":"1"}})"},
        {"preferred_locales[0]=en&preferred_locales[1]=fr", R"({"preferred_locales":["en","fr"]})"},
        {"items[0][price]=p1&items[0][quantity]=2&items[1][price]=p2",
         R"({"items":[{"price":"p1","quantity":"2"},{"price":"p2"}]})"},
        {"created[gte]=1&created[lt]=2&limit=3", R"({"created":{"gte":"1","lt":"2"},"limit":"3"})"},
        {"a[b][c][0][d]=1", R"({"a":{"b":{"c":[{"d":"1"}]}}})"},
        {"a[0][0]=1&a[0][1]=2&a[1][0]=3", R"({"a":[["1","2"],["3"]]})"},
        {"b=1&a[x]=2&b2=3&a[y]=4", R"({"b":"1","a":{"x":"2","y":"4"},"b2":"3"})"},
        {"DateSent%3E=2026-01-01", R"({"DateSent>":"2026-01-01"})"},
    };
    for (const Reading& reading : cases) {
        const auto value = read_form(reading.form, FormStyle::Brackets);
        ASSERT_TRUE(value) << reading.form << base::render(value.error());
        EXPECT_EQ(json::write(*value), reading.json) << reading.form;
    }
}

TEST(Form, AllSpellingsOfAListAreTaken) {
    for (const std::string_view form :
         {"expand[0]=a&expand[1]=b", "expand[]=a&expand[]=b", "expand=a&expand=b",
          "expand[1]=b&expand[0]=a", "expand[7]=b&expand[3]=a", "expand[10]=b&expand[9]=a",
          "expand[]=b&expand[0]=a", "expand%5B%5D=a&expand%5B%5D=b"}) {
        EXPECT_EQ(json::write(read_form(form, FormStyle::Brackets).value()),
                  R"({"expand":["a","b"]})")
            << form;
    }
    EXPECT_EQ(json::write(read_form("expand[]=a", FormStyle::Brackets).value()),
              R"({"expand":["a"]})");
}

TEST(Form, EmptyBracketsGoOnWithAnItemUntilANameRepeats) {
    const Reading cases[] = {
        {"a[][b]=1&a[][c]=2&a[][b]=3", R"({"a":[{"b":"1","c":"2"},{"b":"3"}]})"},
        {"a[][b][]=1&a[][b][]=2&a[][c]=3", R"({"a":[{"b":["1","2"],"c":"3"}]})"},
        {"a[]=1&a[][b]=2", R"({"a":["1",{"b":"2"}]})"},
        {"a[][]=1&a[][]=2", R"({"a":[["1","2"]]})"},
    };
    for (const Reading& reading : cases) {
        const auto value = read_form(reading.form, FormStyle::Brackets);
        ASSERT_TRUE(value) << reading.form << base::render(value.error());
        EXPECT_EQ(json::write(*value), reading.json) << reading.form;
    }
}

TEST(Form, EmptyValueMeansUnset) {
    EXPECT_EQ(json::write(
                  read_form("name=&metadata[a]=&l[0]=&bare&coupon=x", FormStyle::Brackets).value()),
              R"({"name":null,"metadata":{"a":null},"l":[null],"bare":null,"coupon":"x"})");
    EXPECT_EQ(json::write(read_form("Body=&bare", FormStyle::Repeated).value()),
              R"({"Body":"","bare":""})");
}

TEST(Form, NumbersAreKeysBesideKeysAndPastTheLimit) {
    const Reading cases[] = {
        {"m[0]=a&m[k]=b", R"({"m":{"0":"a","k":"b"}})"},
        {"m[00]=a&m[0]=b", R"({"m":{"00":"a","0":"b"}})"},
        {"m[-1]=a", R"({"m":{"-1":"a"}})"},
        {"m[10000]=a", R"({"m":["a"]})"},
        {"m[10001]=a", R"({"m":{"10001":"a"}})"},
        {"a[999999999]=1", R"({"a":{"999999999":"1"}})"},
        {"a[99999999999999999999999999]=1", R"({"a":{"99999999999999999999999999":"1"}})"},
    };
    for (const Reading& reading : cases) {
        const auto value = read_form(reading.form, FormStyle::Brackets);
        ASSERT_TRUE(value) << reading.form << base::render(value.error());
        EXPECT_EQ(json::write(*value), reading.json) << reading.form;
    }
}

TEST(Form, UnpairedBracketsAreText) {
    for (const std::string_view name :
         {"a[b", "a]", "a]b[c]", "[b]", "[]", "a[b]c", "a[b[c]]", "a[b]]", "a[", "]"}) {
        const auto value = read_form(std::string(name) + "=1", FormStyle::Brackets);
        ASSERT_TRUE(value) << name;
        EXPECT_EQ(*value, Value::object({{name, "1"}}));
    }
}

TEST(Form, RepeatedNamesAreListsAndBracketsMeanNothing) {
    const Reading cases[] = {
        {"MediaUrl=a&Body=x&MediaUrl=b", R"({"MediaUrl":["a","b"],"Body":"x"})"},
        {"DateSent%3E=2026-01-01&DateSent%3C=2026-02-01",
         R"({"DateSent>":"2026-01-01","DateSent<":"2026-02-01"})"},
        {"DateSent>=2026-01-01", R"({"DateSent>":"2026-01-01"})"},
        {"a[0]=1&a[]=2&a=3&a[=4", R"({"a[0]":"1","a[]":"2","a":"3","a[":"4"})"},
    };
    for (const Reading& reading : cases) {
        EXPECT_EQ(json::write(read_form(reading.form, FormStyle::Repeated).value()), reading.json);
    }
}

struct Refusal {
    std::string form;
    std::string message;
};

TEST(Form, WhatCannotBeMeantIsRefused) {
    std::string deep = "a";
    for (int i = 0; i < 16; ++i) deep += "[b]";
    std::string many;
    for (int i = 0; i <= 10'000; ++i) many += "a[]=1&";
    const Refusal cases[] = {
        {"a=1&a[b]=2",
         R"(the form cannot be read: "a[b]" has brackets, but its name came before as a plain value)"},
        {"a=1&a[]=2",
         R"(the form cannot be read: "a[]" has brackets, but its name came before as a plain value)"},
        {"x[a]=1&x[a][0]=2",
         R"(the form cannot be read: "x[a][0]" has brackets, but its name came before as a plain value)"},
        {"a[b]=2&a=1",
         R"(the form cannot be read: "a" is a plain value, but its name came before with brackets)"},
        {"a[b]=2&a=",
         R"(the form cannot be read: "a" is a plain value, but its name came before with brackets)"},
        {"x[a][]=1&x[a][k]=2",
         R"(the form cannot be read: "x[a]" is a list in one place and an object in another)"},
        {"a=%FF", R"(the form cannot be read: the value of "a" is not UTF-8)"},
        {"%FF=a", R"(the form cannot be read: the name "�" is not UTF-8)"},
        {deep + "=1",
         "the form cannot be read: the name \"" + deep + "\" is nested deeper than 16 levels"},
        {many, "the form cannot be read: it has more than the limit of 10,000 names"},
    };
    for (const Refusal& refusal : cases) {
        const auto value = read_form(refusal.form, FormStyle::Brackets);
        ASSERT_FALSE(value) << refusal.form;
        EXPECT_EQ(value.error().code, Code::HttpBadForm);
        EXPECT_EQ(base::message(value.error()), refusal.message);
    }
    EXPECT_TRUE(read_form(many.substr(6), FormStyle::Brackets));
    EXPECT_TRUE(read_form(std::string(100'000, '&'), FormStyle::Brackets));
    // The limit counts for pairs that were read elsewhere too.
    EXPECT_FALSE(read_form(parse_query(many), FormStyle::Repeated));
}

TEST(Form, WrittenAsTheSdksWriteIt) {
    const Value customer =
        json::parse(
            R"({"name":"Jenny Rosen","metadata":{"a b":"c&d","é":null},"items":[{"price":"p_1","quantity":2}],"off":true,"none":[],"empty":{}})")
            .value();
    EXPECT_EQ(write_form(customer, FormStyle::Brackets),
              "name=Jenny%20Rosen&metadata[a%20b]=c%26d&metadata[%C3%A9]=&items[0][price]=p_1&"
              "items[0][quantity]=2&off=true");
    const Value message =
        json::parse(R"({"To":"+1 5","MediaUrl":["a","b"],"Skip":null,"P":{"k":1},"E":{},"N":[]})")
            .value();
    EXPECT_EQ(write_form(message, FormStyle::Repeated),
              "To=%2B1%205&MediaUrl=a&MediaUrl=b&P=%7B%22k%22%3A1%7D");
    EXPECT_EQ(write_form(message, FormStyle::Repeated, SpaceStyle::Plus).substr(0, 10),
              "To=%2B1+5&");
    EXPECT_EQ(write_form(Value::array({1}), FormStyle::Brackets), "");
}

// What Brackets can say, made from any value: containers that would be left out are filled, scalars
// are strings or null, keys are no numbers and hold no brackets.
Value sayable(const Value& value) {
    if (value.is_array()) {
        Value list = Value::array();
        for (const Value& item : value.items()) list.push_back(sayable(item));
        if (list.size() == 0) list.push_back("x");
        return list;
    }
    if (value.is_object()) {
        Value object = Value::object();
        for (const json::Member& member : value.members()) {
            std::string key = "k";
            for (const char c : member.key()) key += c == '[' || c == ']' ? '_' : c;
            object.set(key, sayable(member.value));
        }
        if (object.size() == 0) object.set("k", nullptr);
        return object;
    }
    if (value.is_null()) return value;
    if (value.is_string()) return value.as_string().empty() ? Value() : value;
    return json::write(value);
}

RC_GTEST_PROP(Form, BracketsReadBackWhatTheyCanSay, (const Value& drawn, bool plus)) {
    const Value value = Value::object({{"top", sayable(drawn)}, {"a b", "x"}});
    const auto spaces = plus ? SpaceStyle::Plus : SpaceStyle::Percent;
    RC_ASSERT(
        read_form(write_form(value, FormStyle::Brackets, spaces), FormStyle::Brackets).value() ==
        value);
}

// A form is read without a tree where that is enough; the tree says the same.
RC_GTEST_PROP(Form, FlatFormsAreWhatTheTreeMakesOfThem, ()) {
    const auto words = *rc::gen::container<std::vector<std::string>>(
        rc::gen::element<std::string>("a", "b", "c", "[", "]", "[k]", "[l]", "[0]", "[]", "&", "&",
                                      "&a=", "&b=", "=", "=1", "%41", "%", "+", "%ff", "[k]=2"));
    const std::string text = base::join(words, "");
    const auto tree = read_form(parse_query(text), FormStyle::Brackets);
    if (const auto flat = read_flat_form(text, {})) {
        RC_ASSERT(tree.has_value());
        RC_ASSERT(*flat == *tree);
    }
    const auto read = read_form(text, FormStyle::Brackets);
    RC_ASSERT(read.has_value() == tree.has_value());
    if (read) RC_ASSERT(*read == *tree);
}

TEST(Form, MostFormsNeedNoTree) {
    for (const std::string_view flat : {"", "a=1&b=2", "a[k]=1&b=2&a[l]=3", "a=&b", "a+b=c%20d"}) {
        EXPECT_TRUE(read_flat_form(flat, {})) << flat;
    }
    for (const std::string_view other :
         {"a=1&a=2", "a[0]=1", "a[]=1", "a[k][l]=1", "a=1&a[k]=2", "a[k]=1&a=2", "a[k]=1&a[k]=2",
          "a=%ff", "[k]=1", "a[k=1"}) {
        EXPECT_FALSE(read_flat_form(other, {})) << other;
    }
}

// Whatever was read is written as a form that reads the same, unless a key is empty or holds
// brackets.
RC_GTEST_PROP(Form, WhatWasReadReadsBack, ()) {
    const auto words = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "a", "b", "[", "]", "[]", "[0]", "[1]", "[7]", "[10001]", "[k]", "&", "=", "=1", "%", "+"));
    const std::string text = base::join(words, "");
    for (const FormStyle style : {FormStyle::Brackets, FormStyle::Repeated}) {
        const auto value = read_form(text, style);
        if (!value) continue;
        bool plain_keys = true;
        for (const json::Member& member : value->members()) {
            const auto bracket = member.key().find_first_of("[]");
            if (member.key().empty() || bracket != std::string_view::npos) plain_keys = false;
        }
        if (style == FormStyle::Brackets && !plain_keys) continue;
        RC_ASSERT(read_form(write_form(*value, style), style).value() == *value);
    }
}

RC_GTEST_PROP(Form, RepeatedReadsBackWhatItCanSay, (bool plus)) {
    const auto texts =
        rc::gen::resize(12, rc::gen::container<std::vector<std::string>>(arbitrary::text()));
    Value value = Value::object();
    for (const std::string& key : *texts) {
        const auto items = *texts;
        if (items.size() < 2) {
            value.set(key, items.empty() ? key : items[0]);
            continue;
        }
        Value list = Value::array();
        for (const std::string& item : items) list.push_back(item);
        value.set(key, std::move(list));
    }
    const auto spaces = plus ? SpaceStyle::Plus : SpaceStyle::Percent;
    RC_ASSERT(
        read_form(write_form(value, FormStyle::Repeated, spaces), FormStyle::Repeated).value() ==
        value);
}

}  // namespace
}  // namespace understudy::http
