// The tables behind code.hpp.
#include "base/code.hpp"

#include <array>
#include <cstddef>

namespace understudy::base {

namespace {

struct Entry {
    std::string_view name;
    std::string_view sentence;
    std::string_view hint;
};

#define CODE(id, name, sentence, hint) Entry{name, sentence, hint},
constexpr Entry kShared[] = {
#include "base/codes/all.def"
};
constexpr Entry kSecret[] = {
#include "base/codes/secret.def"
};
constexpr Entry kPlan[] = {
#include "base/codes/plan.def"
};
constexpr Entry kPack[] = {
#include "base/codes/pack.def"
};
constexpr Entry kCassette[] = {
#include "base/codes/cassette.def"
};
constexpr Entry kFixture[] = {
#include "base/codes/fixture.def"
};
constexpr Entry kWorld[] = {
#include "base/codes/world.def"
};
constexpr Entry kStore[] = {
#include "base/codes/store.def"
};
constexpr Entry kShim[] = {
#include "base/codes/shim.def"
};
constexpr Entry kServe[] = {
#include "base/codes/serve.def"
};
constexpr Entry kVerify[] = {
#include "base/codes/verify.def"
};
constexpr Entry kApp[] = {
#include "base/codes/app.def"
};
#undef CODE

struct Table {
    std::uint16_t first;
    std::span<const Entry> entries;
};
constexpr Table kTables[] = {
    {0, kShared},
    {kFirstSecretCode, kSecret},
    {kFirstPlanCode, kPlan},
    {kFirstPackCode, kPack},
    {kFirstCassetteCode, kCassette},
    {kFirstFixtureCode, kFixture},
    {kFirstWorldCode, kWorld},
    {kFirstStoreCode, kStore},
    {kFirstShimCode, kShim},
    {kFirstServeCode, kServe},
    {kFirstVerifyCode, kVerify},
    {kFirstAppCode, kApp},
};

constexpr bool tables_do_not_overlap() {
    std::size_t end = 0;
    for (const Table& table : kTables) {
        if (table.first < end) return false;
        end = table.first + table.entries.size();
    }
    return true;
}
static_assert(tables_do_not_overlap());

constexpr std::size_t kCount = [] {
    std::size_t count = 0;
    for (const Table& table : kTables) count += table.entries.size();
    return count;
}();

constexpr std::array<Code, kCount> kCodes = [] {
    std::array<Code, kCount> codes{};
    std::size_t at = 0;
    for (const Table& table : kTables) {
        for (std::size_t i = 0; i < table.entries.size(); ++i) {
            codes[at++] = static_cast<Code>(table.first + i);
        }
    }
    return codes;
}();

const Entry& entry(Code code) {
    const auto number = static_cast<std::uint16_t>(code);
    const Table* home = &kTables[0];
    for (const Table& table : kTables) {
        if (table.first <= number) home = &table;
    }
    return home->entries[number - home->first];
}

}  // namespace

std::string_view name_of(Code code) {
    return entry(code).name;
}

std::string_view sentence_of(Code code) {
    return entry(code).sentence;
}

std::string_view hint_of(Code code) {
    return entry(code).hint;
}

std::span<const Code> all_codes() {
    return kCodes;
}

std::optional<Code> code_named(std::string_view name) {
    for (const Code code : kCodes) {
        if (entry(code).name == name) return code;
    }
    return std::nullopt;
}

}  // namespace understudy::base
