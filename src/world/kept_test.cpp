// What is kept of calls and records comes back whole.
#include <gtest/gtest.h>

#include "json/parse.hpp"
#include "world/impl/kept_entry.hpp"
#include "world/impl/kept_record.hpp"
#include "world/impl/ledger.hpp"
#include "world/impl/packed.hpp"

namespace understudy::world {
namespace {

json::Value parsed(std::string_view text) {
    return json::parse(text).value();
}

void expect_same(const Remembered& a, const Remembered& b) {
    EXPECT_EQ(a.key, b.key);
    EXPECT_EQ(a.shown_key, b.shown_key);
    EXPECT_EQ(a.fingerprint, b.fingerprint);
    EXPECT_EQ(a.stored, b.stored);
    EXPECT_EQ(a.status, b.status);
    EXPECT_EQ(a.headers, b.headers);
    ASSERT_EQ(a.body == nullptr, b.body == nullptr);
    if (a.body) {
        EXPECT_EQ(*a.body, *b.body);
    }
    EXPECT_EQ(a.operation, b.operation);
    EXPECT_EQ(a.request_id, b.request_id);
    EXPECT_EQ(a.trace, b.trace);
    EXPECT_EQ(a.running, b.running);
}

TEST(KeptRecord, GivesBackTheWholeRecord) {
    Remembered record;
    record.key = "c:0123\nk-1";
    record.shown_key = "k-1";
    record.fingerprint = std::string(32, 'f');
    record.stored = {-62'135'596'800, 999'999'999};
    record.status = 402;
    record.headers = {{"Content-Type", "application/json"}, {"X-Empty", ""}};
    record.body = std::make_shared<const std::string>(3'000, 'b');
    record.operation = "createCharge";
    record.request_id = "req_1";
    record.trace = UINT64_MAX;
    record.running = true;
    const pack::Words some({"application/json", "createCharge"});
    for (const pack::Words& words : {pack::Words(), some}) {
        expect_same(KeptRecord::of(record, words).unpack(record.key, words), record);
        Remembered bare;
        bare.key = "another key";
        bare.shown_key = "that it does not end with";
        expect_same(KeptRecord::of(bare, words).unpack(bare.key, words), bare);
        bare.shown_key.clear();
        expect_same(KeptRecord::of(bare, words).unpack(bare.key, words), bare);
    }
}

void expect_same(const Entry& a, const Entry& b) {
    EXPECT_EQ(a.number, b.number);
    EXPECT_EQ(a.at, b.at);
    EXPECT_EQ(a.method, b.method);
    EXPECT_EQ(a.target, b.target);
    EXPECT_EQ(a.request_id, b.request_id);
    EXPECT_EQ(a.operation, b.operation);
    EXPECT_EQ(a.by, b.by);
    EXPECT_EQ(a.status, b.status);
    EXPECT_EQ(a.credential_id, b.credential_id);
    EXPECT_EQ(a.source_id, b.source_id);
    EXPECT_EQ(a.object_id, b.object_id);
    for (const auto body : {&Entry::request_body, &Entry::answer_body}) {
        ASSERT_EQ(a.*body == nullptr, b.*body == nullptr);
        if (a.*body) {
            EXPECT_EQ(*(a.*body), *(b.*body));
        }
    }
    EXPECT_EQ(a.answer_frames, b.answer_frames);
    ASSERT_EQ(a.account.parts.size(), b.account.parts.size());
    for (std::size_t i = 0; i < a.account.parts.size(); ++i) {
        EXPECT_EQ(a.account.parts[i].path, b.account.parts[i].path);
        EXPECT_EQ(a.account.parts[i].view, b.account.parts[i].view);
        EXPECT_EQ(a.account.parts[i].object->resource, b.account.parts[i].object->resource);
        EXPECT_EQ(a.account.parts[i].object->id, b.account.parts[i].object->id);
    }
    ASSERT_EQ(a.account.loose.size(), b.account.loose.size());
    for (std::size_t i = 0; i < a.account.loose.size(); ++i) {
        EXPECT_EQ(a.account.loose[i].path, b.account.loose[i].path);
        EXPECT_EQ(a.account.loose[i].source, b.account.loose[i].source);
        EXPECT_EQ(a.account.loose[i].by, b.account.loose[i].by);
        EXPECT_EQ(a.account.loose[i].parts, b.account.loose[i].parts);
        EXPECT_EQ(a.account.loose[i].reply, b.account.loose[i].reply);
    }
    EXPECT_EQ(a.account.rest, b.account.rest);
    EXPECT_EQ(a.account.named, b.account.named);
    EXPECT_EQ(a.steps, b.steps);
    EXPECT_EQ(a.error, b.error);
    EXPECT_EQ(a.replay_of, b.replay_of);
    EXPECT_EQ(a.nearest, b.nearest);
    EXPECT_EQ(a.event, b.event);
    ASSERT_EQ(a.transitions.size(), b.transitions.size());
    for (std::size_t i = 0; i < a.transitions.size(); ++i) {
        EXPECT_EQ(to_record(a.transitions[i]), to_record(b.transitions[i]));
    }
    ASSERT_EQ(a.emitted.size(), b.emitted.size());
    for (std::size_t i = 0; i < a.emitted.size(); ++i) {
        EXPECT_EQ(to_record(a.emitted[i]), to_record(b.emitted[i]));
    }
    ASSERT_EQ(a.scheduled.size(), b.scheduled.size());
    for (std::size_t i = 0; i < a.scheduled.size(); ++i) {
        EXPECT_EQ(a.scheduled[i].timer, b.scheduled[i].timer);
        EXPECT_EQ(a.scheduled[i].due, b.scheduled[i].due);
    }
    ASSERT_EQ(a.warnings.size(), b.warnings.size());
    for (std::size_t i = 0; i < a.warnings.size(); ++i) {
        EXPECT_EQ(a.warnings[i].code, b.warnings[i].code);
        EXPECT_EQ(a.warnings[i].message, b.warnings[i].message);
    }
    EXPECT_EQ(a.off_model, b.off_model);
    ASSERT_EQ(a.struck == nullptr, b.struck == nullptr);
    if (a.struck) {
        EXPECT_EQ(a.struck->id, b.struck->id);
        EXPECT_EQ(a.struck->effect, b.struck->effect);
        EXPECT_EQ(a.struck->considered, b.struck->considered);
    }
    EXPECT_EQ(a.input, b.input);
    EXPECT_EQ(a.facets, b.facets);
    EXPECT_EQ(a.request_bytes, b.request_bytes);
    EXPECT_EQ(a.answer_bytes, b.answer_bytes);
    EXPECT_EQ(a.request_digest, b.request_digest);
    EXPECT_EQ(a.answer_digest, b.answer_digest);
}

Entry full_entry() {
    Entry entry;
    entry.number = 128;
    entry.at = {1'735'689'600, 5};
    entry.method = "POST";
    entry.target = "/v1/charges?expand[]=customer";
    entry.request_id = "req_1";
    entry.operation = 3;
    entry.by = ResolvedBy::Scenario;
    entry.status = 201;
    entry.credential_id = json::Value("cred_1");
    entry.source_id = json::Value(7);
    entry.object_id = json::Value("ch_1");
    entry.request_body = std::make_shared<const std::string>("amount=1");
    entry.answer_body = std::make_shared<const std::string>(R"({"id":"ch_1"})");
    entry.answer_frames = std::make_shared<const Frames>();
    Object object;
    object.resource = 2;
    object.id = entry.object_id;
    const auto shown = std::make_shared<const Object>(object);
    object.id = json::Value("cus_1");
    const ObjectPtr other = Packed::of(object, {}).show(1, {});
    entry.account.parts = {{"", shown, 1}, {"customer", other, 0}};
    entry.account.loose = {{"a", Source::Tape, "tap_1#0", parsed("{}"), parsed("[1]")}, {"b"}};
    entry.account.rest = Source::Derived;
    entry.account.named = "ask";
    entry.steps = {Step::FaultNoMatch, Step::StatefulExecuted};
    entry.error = 4;
    entry.replay_of = 12;
    entry.nearest = "/v1/charges";
    entry.event = "cardholder.disputes";
    entry.transitions = {{"charges", json::Value("ch_1"), "nothing", "pending", "call"}};
    entry.emitted = {{"charge.created", json::Value("evt_1"), {}}, {"charge.other", 9, {}}};
    entry.scheduled = {{"tmr_1", {1, 0}}};
    entry.warnings = {{"input_dropped", "it was"}};
    entry.off_model = true;
    auto struck = std::make_shared<Struck>();
    struck->id = "flt_1";
    struck->effect = "402 card_declined";
    struck->considered = {{"flt_2", "another operation"}};
    entry.struck = struck;
    entry.input = parsed(R"({"amount":1,"id":"ch_1"})");
    entry.facets = parsed(R"({"size":"large"})");
    entry.request_bytes = 8;
    entry.answer_bytes = 1'000'000;
    entry.request_digest = "0123";
    entry.answer_digest = "4567";
    return entry;
}

TEST(KeptEntry, GivesBackTheWholeEntry) {
    const pack::Words some({"POST", "charges", "amount", "cus_1"});
    Entry bare;
    bare.number = 1;
    expect_same(KeptEntry::of(bare, {}).unpack({}), bare);
    const Entry entry = full_entry();
    expect_same(KeptEntry::of(entry, {}).unpack({}), entry);
    const Entry call = KeptEntry::of(entry, {}).unpack_call({});
    EXPECT_EQ(call.input, entry.input);
    EXPECT_EQ(call.facets, entry.facets);
    EXPECT_EQ(call.object_id, entry.object_id);
    EXPECT_EQ(call.request_id, entry.request_id);
    EXPECT_EQ(call.status, entry.status);
    // What stands in the account was packed by the same words.
    Entry of_words = entry;
    for (ShownPart& part : of_words.account.parts) {
        part.object = std::make_shared<const Object>(*part.object);
    }
    expect_same(KeptEntry::of(of_words, some).unpack(some), entry);
}

TEST(KeptEntry, HoldsTheObjectsAsTheStateHasThem) {
    Entry entry = full_entry();
    const ByteBlock block = entry.account.parts[1].object->at_rest.block();
    ASSERT_TRUE(block);
    const KeptEntry kept = KeptEntry::of(entry, {});
    entry = Entry();
    EXPECT_TRUE(kept.unpack({}).account.parts[1].object->at_rest.block() == block);
}

}  // namespace
}  // namespace understudy::world
