#include "json/document.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "json/parse.hpp"
#include "json/write.hpp"
#include "tests/arbitrary/json.hpp"

namespace understudy::json {
namespace {

Document read(std::string text) {
    return parse_document(base::Source{"a.json", std::move(text)}).value();
}

TEST(Document, MarksValuesAndKeys) {
    const Document document = read("{\n  \"a\": [1, {\"b\": true}],\n  \"c\": \"x\"\n}");
    const auto at = [&](std::string_view pointer) {
        return base::to_text(document.mark(Pointer::parse(pointer).value()));
    };
    EXPECT_EQ(at(""), "a.json:1:1");
    EXPECT_EQ(at("/a"), "a.json:2:8");
    EXPECT_EQ(at("/a/0"), "a.json:2:9");
    EXPECT_EQ(at("/a/1/b"), "a.json:2:18");
    EXPECT_EQ(at("/c"), "a.json:3:8");
    EXPECT_EQ(at("/a/1/missing"), "a.json:2:12") << "the nearest parent";
    EXPECT_EQ(base::to_text(document.mark_of_key(Pointer::parse("/c").value())), "a.json:3:3");
    EXPECT_EQ(document.mark_of_key(Pointer::parse("/c").value()).length, 3U);
}

TEST(Document, NotesWhatItTolerated) {
    const Document document = read("\xEF\xBB\xBF{\"a\":1,\n\"a\":2}");
    ASSERT_EQ(document.notes.size(), 2U);
    EXPECT_EQ(document.notes[0].code, base::Code::JsonByteOrderMark);
    EXPECT_EQ(document.notes[1].code, base::Code::JsonRepeatedKey);
    EXPECT_EQ(base::to_text(document.notes[1].where), "a.json:2:1");
    EXPECT_EQ(write(*document.root.find("a")), "2");
    EXPECT_EQ(base::to_text(document.mark(Pointer::parse("/a").value())), "a.json:2:5");
}

// Every row's bytes, read on their own, are the value the row belongs to.
void check_rows(const Document& document, const Value& value, std::size_t& row) {
    const Range range = document.marks.rows[row].value;
    const std::string_view text = document.source->text;
    RC_ASSERT(parse(text.substr(range.begin, range.end - range.begin)).value() == value);
    const std::size_t end = row + document.marks.rows[row].nodes;
    ++row;
    if (value.is_array()) {
        for (const Value& item : value.items()) check_rows(document, item, row);
    } else if (value.is_object()) {
        for (const Member& member : value.members()) {
            const Range key = document.marks.rows[row].key;
            RC_ASSERT(parse(text.substr(key.begin, key.end - key.begin)).value() ==
                      member.key_value());
            check_rows(document, member.value, row);
        }
    }
    RC_ASSERT(row == end);
}

RC_GTEST_PROP(Document, EveryRowCoversItsValue, (const Value& value)) {
    const Document document = read(" " + write_pretty(value) + "\n");
    std::size_t row = 0;
    check_rows(document, document.root, row);
    RC_ASSERT(row == document.marks.rows.size());
}

}  // namespace
}  // namespace understudy::json
