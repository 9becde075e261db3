// The worked examples of the pack format, loaded whole.
#include <gtest/gtest.h>

#include "pack/folder_testing.hpp"

namespace understudy::pack {
namespace {

class WorkedPack : public testing::TestWithParam<const char*> {};

TEST_P(WorkedPack, LoadsWithoutErrors) {
    const Loaded loaded = load(read_folder(std::string("tests/packs/") + GetParam()));
    EXPECT_EQ(rendered(loaded), "");
    ASSERT_NE(loaded.pack, nullptr);
}

INSTANTIATE_TEST_SUITE_P(Fragments, WorkedPack,
                         testing::Values("stripe_fragment", "twilio_fragment", "deck_fragment"));

}  // namespace
}  // namespace understudy::pack
