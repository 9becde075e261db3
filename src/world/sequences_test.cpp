// Sequences against std::map, few and many.
#include "world/impl/sequences.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace understudy::world {
namespace {

TEST(Sequences, HoldWhatAMapWould) {
    Sequences sequences;
    std::map<std::string, std::uint64_t> model;
    std::mt19937 random(1);
    for (int i = 0; i < 3'000; ++i) {
        // First among a few names, then among many, then fewer again.
        const unsigned names = i < 1'000 ? 10 : i < 2'000 ? 200 : 20;
        // Short ones, and long ones that begin alike.
        const auto number = static_cast<unsigned>(random() % names);
        const std::string name = (number % 2 == 0 ? "n" : "a name of ") + std::to_string(number);
        const auto known = model.find(name);
        const auto before =
            known == model.end() ? std::nullopt : std::optional<std::uint64_t>(known->second);
        if (random() % 3 == 0) {
            ASSERT_EQ(sequences.erase(name), before);
            model.erase(name);
        } else {
            const std::uint64_t value = random();
            ASSERT_EQ(sequences.put(name, value), before);
            model[name] = value;
            ASSERT_EQ(*sequences.find(name), value);
        }
        ASSERT_EQ(sequences.find("other"), nullptr);
        ASSERT_EQ(sequences.entries().size(), model.size());
    }
    auto at = model.begin();
    for (const Sequences::Entry& entry : sequences.entries()) {
        ASSERT_EQ(entry.name, at->first);
        ASSERT_EQ(entry.last, at->second);
        ++at;
    }
}

}  // namespace
}  // namespace understudy::world
