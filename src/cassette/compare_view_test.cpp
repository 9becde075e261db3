// Views: the recording in the shape of a fake that returns objects.
#include <gtest/gtest.h>

#include "cassette/compare_testing.hpp"

namespace understudy::cassette {
namespace {

using testing_compare::command;
using testing_compare::told;

const Exchange kRecorded = command({R"([{"number":1,"author":{"login":"mona"},"extra":true},
                 {"number":2,"author":{"login":"hubot"},"extra":false}])"});

CompareOptions view(std::vector<std::string> select,
                    std::vector<std::pair<std::string, std::string>> rename) {
    CompareOptions options;
    options.view.select = std::move(select);
    options.view.rename = std::move(rename);
    return options;
}

TEST(View, SelectsAndRenamesTheRecordedSideOnly) {
    const CompareOptions options =
        view({"$[*].number", "$[*].author.login"}, {{"$[*].number", "id"}, {"$[*].author", "by"}});
    const Exchange fake =
        command({R"([{"id":1,"by":{"login":"mona"}},{"id":2,"by":{"login":"hubot"}}])"});
    EXPECT_EQ(told(kRecorded, fake, options), "");
    const Exchange wrong =
        command({R"([{"id":1,"by":{"login":"mono"}},{"id":2,"by":{"login":"hubot"}}])"});
    EXPECT_EQ(told(kRecorded, wrong, options),
              "value_changed stdout /0/by/login: \"mona\" -> \"mono\"\n");
}

TEST(View, SaysWhichShareItIgnores) {
    const Exchange before[] = {kRecorded};
    const Exchange after[] = {command({R"([{"number":1},{"number":2}])"})};
    const Comparison result =
        compare(before, after, testing_compare::rules_from("[]"), view({"$[*].number"}, {}));
    EXPECT_EQ(result.verdict, report::Verdict::Agreed);
    EXPECT_NEAR(result.ignored, 4.0 / 6.0, 0.001);
}

TEST(View, APathThatCannotBeReadIsUnknown) {
    for (const CompareOptions& options : {view({"$["}, {}), view({}, {{"$[", "x"}})}) {
        const std::string text = told(kRecorded, kRecorded, options);
        EXPECT_TRUE(text.starts_with("unknown: the view holds \"$[\": ")) << text;
    }
}

}  // namespace
}  // namespace understudy::cassette
