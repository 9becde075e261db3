// What goes into a packed object comes out of it again, to the last digit and in the same order.
#include "world/impl/packed.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/seed.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "world/impl/recent.hpp"

namespace understudy::world {

namespace {

json::Value parsed(std::string_view text) {
    const auto value = json::parse(text);
    EXPECT_TRUE(value) << text;
    return value ? *value : json::Value();
}

void expect_same(const Object& a, const Object& b) {
    EXPECT_EQ(a.resource, b.resource);
    EXPECT_EQ(a.id, b.id);
    EXPECT_EQ(a.sequence, b.sequence);
    EXPECT_EQ(a.version, b.version);
    EXPECT_EQ(a.state, b.state);
    EXPECT_EQ(a.deleted, b.deleted);
    EXPECT_EQ(a.set_by, b.set_by);
    EXPECT_EQ(a.started_by, b.started_by);
    ASSERT_EQ(a.values.size(), b.values.size());
    ASSERT_EQ(a.origins.size(), b.origins.size());
    for (std::size_t i = 0; i < a.values.size(); ++i) {
        EXPECT_EQ(a.values[i], b.values[i]) << json::write(a.values[i]);
        EXPECT_EQ(a.origins[i], b.origins[i]);
    }
    ASSERT_EQ(a.set_at.size(), b.set_at.size());
    for (std::size_t i = 0; i < a.set_at.size(); ++i) EXPECT_EQ(a.set_at[i], b.set_at[i]);
    ASSERT_EQ(a.bound.size(), b.bound.size());
    for (std::size_t i = 0; i < a.bound.size(); ++i) {
        EXPECT_EQ(a.bound[i].field, b.bound[i].field);
        EXPECT_EQ(a.bound[i].by.view(), b.bound[i].by.view());
        EXPECT_EQ(a.bound[i].bound_by.view(), b.bound[i].bound_by.view());
        EXPECT_EQ(a.bound[i].parts, b.bound[i].parts);
    }
}

Object with_values(std::initializer_list<json::Value> values) {
    Object object;
    object.resource = 3;
    object.id = json::Value("ch_0123456789abcdef");
    object.sequence = 1;
    object.values.resize(values.size());
    object.origins.resize(values.size(), Origin::Input);
    std::size_t at = 0;
    for (const json::Value& value : values) object.values[at++] = value;
    return object;
}

// With words and without.
void expect_kept(const Object& object) {
    const pack::Words some({"eur", "operation", "createCharge", "ch_0123456789abcdef", "amount"});
    for (const pack::Words& words : {pack::Words(), some}) {
        const Packed packed = Packed::of(object, words);
        expect_same(packed.unpack(3, words), object);
        EXPECT_EQ(packed.id(words), object.id);
    }
}

json::Value random_value(base::Stream& draw, unsigned depth) {
    const auto kind = draw.below(depth == 0 ? 4 : 6);
    const auto text = [&draw] {
        std::string out;
        for (auto left = draw.below(2) == 0 ? draw.below(40) : draw.below(400); left > 0; --left) {
            out += static_cast<char>(1 + draw.below(126));
        }
        return out;
    };
    if (kind == 0) return json::Value();
    if (kind == 1) return json::Value(draw.below(2) == 0);
    if (kind == 2) return json::Value(static_cast<std::int64_t>(draw.next()));
    if (kind == 3) return json::Value(text());
    json::Value container = kind == 4 ? json::Value::array() : json::Value::object();
    for (auto left = draw.below(5); left > 0; --left) {
        if (kind == 4) {
            container.push_back(random_value(draw, depth - 1));
        } else {
            container.append(text(), random_value(draw, depth - 1));
        }
    }
    return container;
}

TEST(Packed, KeepsEveryKindOfValue) {
    const std::string long_text(300, 'x');
    const Object object = with_values(
        {json::Value(), json::Value(true), json::Value(false), json::Value(""), json::Value("eur"),
         json::Value(std::string(30, 'a')), json::Value(std::string(31, 'b')),
         json::Value(long_text), json::Value(std::string_view("a\0b", 3)), parsed("10.50"),
         parsed("-0"), parsed("1e400"), parsed("123456789012345678901234567890123456789"),
         parsed("[]"), parsed("{}"), parsed(R"({"b":1,"a":[null,{"c":[]}],"b":2})")});
    expect_kept(object);
}

TEST(Packed, KeepsWhatIsKnownOfTheObject) {
    Object object = with_values({json::Value("ch_0123456789abcdef"), json::Value("other")});
    object.origins[0] = Origin::Id;
    object.origins[1] = Origin::Before;
    object.sequence = UINT64_MAX;
    object.version = 1ULL << 40;
    object.state = 7;
    object.deleted = true;
    object.set_by = 128;
    object.set_at = {127, 16'384};
    Bound bound;
    bound.field = 1;
    bound.by = std::string_view("scenario risky");
    bound.bound_by = std::string_view("trc_12345678901234");
    object.bound = {bound, Bound()};
    object.started_by = parsed(R"({"operation":"createCharge","input":{"amount":2000}})");
    expect_kept(object);
    object.id = json::Value(41);
    object.values[0] = json::Value(41);
    expect_kept(object);
}

TEST(Packed, KeepsRandomValues) {
    base::Stream draw{5, {"packed"}, 0};
    for (int round = 0; round < 500; ++round) {
        const Object object = with_values({random_value(draw, 4), random_value(draw, 2)});
        expect_kept(object);
    }
}

TEST(Packed, TakesAByteForAWord) {
    const Object object = with_values({json::Value("a parcel of some size")});
    const Packed in_full = Packed::of(object, {});
    const Packed by_number = Packed::of(object, pack::Words({"a parcel of some size"}));
    EXPECT_GE(in_full.heap_bytes(), by_number.heap_bytes() + 16);
}

TEST(Packed, ItsFormIsKeptWithTheObjectAndNotWithACopy) {
    const Object object = with_values({json::Value("eur")});
    const Packed packed = Packed::of(object, {});
    const ObjectPtr shown = packed.show(3, {});
    expect_same(*shown, object);
    EXPECT_TRUE(shown->at_rest.block() == packed.block());
    Object changed = *shown;
    EXPECT_FALSE(changed.at_rest.block());
    changed.at_rest.keep(packed.block());
    changed = *shown;
    EXPECT_FALSE(changed.at_rest.block());
    EXPECT_FALSE(Object(std::move(changed)).at_rest.block());
}

TEST(Recent, FindsByNumberAndByKeyWhatWasKeptLast) {
    const auto made = [](const char* id, std::uint64_t sequence) {
        Object object = with_values({json::Value("eur")});
        object.id = json::Value(id);
        object.sequence = sequence;
        return std::make_shared<const Object>(std::move(object));
    };
    const ObjectPtr first = made("ch_1", 1), later = made("ch_1", 1), other = made("ch_2", 65);
    Recent recent;
    EXPECT_EQ(recent.find(1), nullptr);
    EXPECT_EQ(recent.find("ch_1"), nullptr);
    recent.keep(first);
    EXPECT_EQ(recent.find(1), first);
    EXPECT_EQ(recent.find("ch_1"), first);
    EXPECT_EQ(recent.find("ch_2"), nullptr);
    EXPECT_EQ(Recent(recent).find(1), nullptr) << "a copy begins without";
    recent.keep(later);
    EXPECT_EQ(recent.find(1), later);
    EXPECT_EQ(recent.find("ch_1"), later);
    recent.keep(other);  // the same place by number
    EXPECT_EQ(recent.find(1), nullptr);
    EXPECT_EQ(recent.find(65), other);
    recent.forget(*later);  // and leaves the one that took it
    EXPECT_EQ(recent.find(65), other);
    EXPECT_EQ(recent.find("ch_1"), nullptr);
    recent.forget(*other);
    EXPECT_EQ(recent.find(65), nullptr);
    EXPECT_EQ(recent.find("ch_2"), nullptr);
}

}  // namespace

}  // namespace understudy::world
