// The lookup table: everything added is found, nothing else is, even when hashes collide on
// purpose.
#include "schema/impl/key_table.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace understudy::schema {
namespace {

RC_GTEST_PROP(KeyTable, FindsWhatWasAddedAndNothingElse,
              (const std::vector<std::string>& keys, const std::vector<std::string>& others)) {
    KeyTable table;
    for (const std::string& key : keys) table.add(key);
    const std::set<std::string> all(keys.begin(), keys.end());
    RC_ASSERT(table.size() == all.size());
    for (const std::string& key : keys) {
        const std::uint32_t row = table.find(key);
        RC_ASSERT(row != KeyTable::kNone);
        RC_ASSERT(table.key(row) == key);
        RC_ASSERT(table.is_at(row, key));
    }
    for (const std::string& other : others) {
        RC_ASSERT((table.find(other) != KeyTable::kNone) == all.contains(other));
    }
}

TEST(KeyTable, SurvivesKeysThatDifferOnlyInTheMiddle) {
    KeyTable table;
    const auto key = [](int i) { return "prefix__" + std::to_string(100'000 + i) + "__suffix"; };
    for (int i = 0; i < 5'000; ++i) table.add(key(i));
    for (int i = 0; i < 5'000; ++i) EXPECT_EQ(table.find(key(i)), static_cast<std::uint32_t>(i));
    EXPECT_EQ(table.find(key(5'001)), KeyTable::kNone);
}

TEST(KeyTable, IsEmptyWithoutKeys) {
    EXPECT_EQ(KeyTable().find(""), KeyTable::kNone);
}

}  // namespace
}  // namespace understudy::schema
